"""Helpers for every view: who reads the page and whether they are present, 404 for games hidden from them, and
refusals in words."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from typing import Concatenate, ParamSpec, TypeAlias
from urllib.parse import urlsplit

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.utils import timezone
from django.utils.http import parse_http_date_safe

from games import commands, queries
from games.players.models import Player
from games.queries.reading import alphabet_of_game, for_reader
from games.rules.alphabets.alphabet import Alphabet
from games.rules.texts import Text
from games.store import NoSuchGame
from games.wording import speak

P = ParamSpec("P")
View: TypeAlias = Callable[Concatenate[HttpRequest, P], HttpResponse]
LONGEST_NUMBER = 18
_STAND_IN = re.compile(rb"\xe2(?:\xb0[\x80-\xbf]|\xb1[\x80-\x9f])")  # U+2C00 to U+2C5F in UTF-8
MOST_PAGES = 1000


def reader(request: HttpRequest) -> Player | None:
    """Return the reader of this page; None if nobody is signed in."""
    return None if isinstance(request.user, AnonymousUser) else request.user


def player(request: HttpRequest) -> Player:
    """Return the player who acts; the view must require signing in."""
    assert isinstance(request.user, Player)
    return request.user


def asks_second_factor(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Mark a page on which staff enter their second factor, as in the admin."""
    vars(view)["asks_second_factor"] = True
    return view


def number_in(text: str) -> int | None:
    """Return the whole number that a form sent; None for anything else, and for a number with more digits than any
    of ours."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER else None


def page_in(request: HttpRequest) -> int:
    """Return the page number of a list, from 1. Raises Http404 for anything else."""
    number = number_in(request.GET.get("page", "1"))
    if not number or number > MOST_PAGES:
        raise Http404
    return number


def is_part(request: HttpRequest) -> bool:
    """Return True if the page asks only for its changing part."""
    return "HX-Request" in request.headers


def asks_by_itself(request: HttpRequest) -> bool:
    """Return True if an open page polls for changes by itself; one-time messages then wait for a page that its
    reader asked for."""
    return request.headers.get("HX-Trigger") == "live"


def asks_for_history(request: HttpRequest) -> bool:
    """Return True if the page shows the whole history and chat; it keeps asking for them from then on."""
    return "history" in request.GET or "history" in QueryDict(urlsplit(request.headers.get("HX-Current-URL", "")).query)


def in_words(request: HttpRequest, game_id: int, text: Text) -> str:
    """Put a text of the rules into words for the reader of this game."""
    return speak(text, for_reader(game_id=game_id, player=reader(request), now=timezone.now()).names)


def hides(absent: type[Exception]) -> Callable[[View[P]], View[P]]:
    """Decorate a view to answer 404 for what doesn't exist, or not for this reader.

    A signed-out reader may be allowed to see it after all, so they are asked to sign in first and then sent back. A
    script that asks for part of a page can't show that form and gets 401."""

    def hiding(view: View[P]) -> View[P]:
        @wraps(view)
        def shown(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            try:
                return view(request, *args, **kwargs)
            except (absent, OverflowError) as error:  # no row has a number too large for the database
                known = reader(request)
                if known is not None and not known.is_guest:
                    raise Http404 from error
                return HttpResponse(status=401) if is_part(request) else redirect_to_login(request.get_full_path())

        return shown

    return hiding


def hides_games(view: View[P]) -> View[P]:
    """Decorate a view to hide games that its reader may not see. Tiles are in its answer as players write them."""

    @wraps(view)
    def written(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if response.streaming or not _STAND_IN.search(response.content):
            return response
        game_id = kwargs["game_id"]
        assert isinstance(game_id, int)
        return as_written(response, alphabet_of_game(game_id))

    return hides(NoSuchGame)(written)


def as_written(response: HttpResponse, alphabet: Alphabet) -> HttpResponse:
    """Return an answer with its tiles as players write them."""
    if alphabet.has_stand_ins:
        response.content = alphabet.write(response.content.decode()).encode()
    return response


def waiting_count(request: HttpRequest) -> int:
    """Return the number of games that wait for the reader, for the head of every page; at most one query per
    request."""
    if not isinstance(request.user, Player):
        return 0
    if not hasattr(request, "waiting_count"):
        know_waiting(request, queries.waiting_count(player=request.user, now=timezone.now()))
    count: int = request.waiting_count  # type: ignore[attr-defined]
    return count


def know_waiting(request: HttpRequest, count: int) -> None:
    """Remember a count that this request has already made."""
    request.waiting_count = count  # type: ignore[attr-defined]


def waiting(request: HttpRequest) -> dict[str, object]:
    """Provide the count to every template; a page that doesn't show it costs no query."""
    return {"waiting": lambda: waiting_count(request)}


def note_presence(request: HttpRequest, game_id: int) -> None:
    """Record the reader's presence at a game's page, if this request proves it; at most one query.

    An open tab proves nothing. When a page with script reloads after its reader did something, it sends the instant
    of that page. Without script, the browser says whether its user asked for the page."""
    at, now = None, timezone.now()
    if is_part(request):
        seconds = parse_http_date_safe(request.headers.get("X-Seen", ""))
        at = min(datetime.fromtimestamp(seconds, UTC), now) if seconds is not None else None
    elif request.headers.get("Sec-Fetch-User") == "?1":
        at = now
    if at is not None and isinstance(request.user, Player):
        commands.note_presence(game_id=game_id, player=request.user, at=at)
