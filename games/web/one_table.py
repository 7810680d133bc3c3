"""Games that several people play around one device: which of them this browser's session holds, and who sits there now.

Between two players a curtain is drawn: then nobody sits there, and no page of the game is shown."""

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
MOST_TABLES = 10  # of a session; an older one makes room


class Held(TypedDict):
    """The players of a game in seat order, and the seat of who sits there now, None behind the curtain."""

    players: list[int]
    sits: int | None


def hold(request: HttpRequest, game_id: int, players: list[int]) -> None:
    """Keep a new game with its curtain drawn."""
    kept = list(_tables(request).items())[1 - MOST_TABLES :]
    request.session[IN_SESSION] = {**dict(kept), str(game_id): Held(players=players, sits=None)}


def held(request: HttpRequest, game_id: int) -> Held | None:
    """The game as this session holds it, if it does."""
    return _tables(request).get(str(game_id))


def games_held(request: HttpRequest) -> list[int]:
    """The games of this session, the newest first."""
    return [int(game_id) for game_id in reversed(_tables(request))]


def games_here(request: HttpRequest) -> list[tuple[int, str]]:
    """The games of this session that still exist, the newest first, each with the names around its table; no query for a
    session without any."""
    held = games_held(request)
    if not held:
        return []
    seats = Seat.objects.filter(game__in=held).order_by("-game", "number").values_list("game", "name")
    return [(game, ", ".join(name for _, name in those)) for game, those in groupby(seats, itemgetter(0))]


def seat(request: HttpRequest, game_id: int, number: int | None) -> None:
    """Let a player sit down at a game that is held, or draw the curtain."""
    tables = _tables(request)
    tables[str(game_id)]["sits"] = number
    request.session[IN_SESSION] = tables


def screen_code(game_id: int) -> str:
    """The end of the address of a game's shared screen: short enough to be typed, and known to nobody who was not told it."""
    return (
        base64.b32encode(salted_hmac("shared screen", str(game_id), algorithm="sha256").digest())[:8].decode().lower()
    )


def game_at(request: HttpRequest) -> int | None:
    """The game of this session whose page, open to guests, is asked for."""
    if IN_SESSION not in request.session or not is_open_to_guests(request):
        return None
    game_id = cast(ResolverMatch, _found(request)).kwargs.get("game_id")
    return game_id if game_id is not None and held(request, game_id) else None


def sitter(request: HttpRequest, game_id: int) -> Player | None:
    """The people who sit at a game that is held, until the guests' time is over."""
    table = held(request, game_id)
    if table is None or table["sits"] is None:
        return None
    return Player.objects.filter(pk=table["players"][table["sits"]], guest_until__gt=timezone.now()).first()


def closed(request: HttpRequest, game_id: int) -> HttpResponse:
    """The answer behind the curtain: it leads there. Part of a page shows nothing, and nothing is carried out."""
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
