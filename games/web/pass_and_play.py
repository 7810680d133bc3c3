"""Pass-and-play games: which of them this browser's session holds, and who has the device now.

Between two players there is a curtain: nobody is at the device, and no page of the game is shown."""

import base64
from itertools import groupby
from operator import itemgetter
from typing import TypedDict, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.models import Seat
from games.players.models import Player
from games.players.sessions import OPEN_TO_GUESTS
from games.web.asking import is_part

IN_SESSION = "around one table"
MOST_TABLES = 10  # per session; the oldest makes room


class Held(TypedDict):
    """The players of a game in seat order, and the seat of the player at the device, None behind the curtain."""

    players: list[int]
    sits: int | None


def hold(request: HttpRequest, game_id: int, players: list[int]) -> None:
    """Add a new game to the session, with its curtain drawn."""
    kept = list(_tables(request).items())[1 - MOST_TABLES :]
    request.session[IN_SESSION] = {**dict(kept), str(game_id): Held(players=players, sits=None)}


def held(request: HttpRequest, game_id: int) -> Held | None:
    """Return the game's entry in this session, if there is one."""
    return _tables(request).get(str(game_id))


def games_held(request: HttpRequest) -> list[int]:
    """Return the games of this session, newest first."""
    return [int(game_id) for game_id in reversed(_tables(request))]


def games_here(request: HttpRequest) -> list[tuple[int, str]]:
    """Return the games of this session that still exist, newest first, each with its players' names. No query if
    there are none."""
    held = games_held(request)
    if not held:
        return []
    seats = Seat.objects.filter(game__in=held).order_by("-game", "number").values_list("game", "name")
    return [(game, ", ".join(name for _, name in those)) for game, those in groupby(seats, itemgetter(0))]


def seat(request: HttpRequest, game_id: int, number: int | None) -> None:
    """Give the device to the player of a seat, or draw the curtain (None)."""
    tables = _tables(request)
    tables[str(game_id)]["sits"] = number
    request.session[IN_SESSION] = tables


def screen_code(game_id: int) -> str:
    """Return the last part of the address of a game's shared screen: short enough to type, and hard to guess."""
    return (
        base64.b32encode(salted_hmac("shared screen", str(game_id), algorithm="sha256").digest())[:8].decode().lower()
    )


def game_at(request: HttpRequest) -> int | None:
    """Return the game of this session whose page (open to guests) this request asks for."""
    if IN_SESSION not in request.session or not is_open_to_guests(request):
        return None
    game_id = cast(ResolverMatch, _found(request)).kwargs.get("game_id")
    return game_id if game_id is not None and held(request, game_id) else None


def player_holding(request: HttpRequest, game_id: int) -> Player | None:
    """Return the player at the device, while the guests' time lasts; None behind the curtain."""
    table = held(request, game_id)
    if table is None or table["sits"] is None:
        return None
    return Player.objects.filter(pk=table["players"][table["sits"]], guest_until__gt=timezone.now()).first()


def closed(request: HttpRequest, game_id: int) -> HttpResponse:
    """Answer a request made behind the curtain: redirect there, or 401 for part of a page or a post, which does
    nothing."""
    if is_part(request) or request.method not in ("GET", "HEAD"):
        return HttpResponse(status=401)
    return redirect("curtain", game_id)


def is_open_to_guests(request: HttpRequest) -> bool:
    found = _found(request)
    return found is not None and found.url_name in OPEN_TO_GUESTS


def _found(request: HttpRequest) -> ResolverMatch | None:
    try:
        return resolve(request.path_info)
    except Resolver404:
        return None


def _tables(request: HttpRequest) -> dict[str, Held]:
    return cast(dict[str, Held], request.session.get(IN_SESSION, {}))
