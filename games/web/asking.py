"""Questions that every view asks of a request, and parts of answers: the reader and whether they are present, games that do
not exist for them, and refusals of the rules in words."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from typing import Concatenate, ParamSpec, TypeAlias

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.http import parse_http_date_safe

from games import commands
from games.players.models import Player
from games.queries.reading import for_reader
from games.rules.texts import Text
from games.store import NoSuchGame
from games.wording import speak

P = ParamSpec("P")
View: TypeAlias = Callable[Concatenate[HttpRequest, P], HttpResponse]
LONGEST_NUMBER = 18
MOST_PAGES = 1000


def reader(request: HttpRequest) -> Player | None:
    """The reader of this page; None is somebody unknown."""
    return None if isinstance(request.user, AnonymousUser) else request.user


def player(request: HttpRequest) -> Player:
    """The player who acts; the view requires signing in."""
    assert isinstance(request.user, Player)
    return request.user


def asks_second_factor(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Mark a page on which the staff give their second factor, as in the admin."""
    vars(view)["asks_second_factor"] = True
    return view


def number_in(text: str) -> int | None:
    """A whole number that a form has sent; None for anything else, and for one longer than any of ours."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER else None


def page_in(request: HttpRequest) -> int:
    """The number of the page of a list that is asked for, from 1. Raises Http404 for what is none."""
    number = number_in(request.GET.get("page", "1"))
    if not number or number > MOST_PAGES:
        raise Http404
    return number


def is_part(request: HttpRequest) -> bool:
    """True if the page asks for its changing part only."""
    return "HX-Request" in request.headers


def in_words(request: HttpRequest, game_id: int, text: Text) -> str:
    """A text of the rules in words for the reader of this table."""
    return speak(text, for_reader(game_id=game_id, player=reader(request), now=timezone.now()).names)


def hides(absent: type[Exception]) -> Callable[[View[P]], View[P]]:
    """Answers 404 for what does not exist, at least for this reader.

    Somebody signed out may be its reader after all and is asked to sign in, on a page which leads back; a script that asks
    for a part of a page could not show that and gets 401."""

    def hiding(view: View[P]) -> View[P]:
        @wraps(view)
        def shown(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            try:
                return view(request, *args, **kwargs)
            except (absent, OverflowError) as error:  # a number that no database holds is none's
                known = reader(request)
                if known is not None and not known.is_guest:
                    raise Http404 from error
                return HttpResponse(status=401) if is_part(request) else redirect_to_login(request.get_full_path())

        return shown

    return hiding


def hides_games(view: View[P]) -> View[P]:
    """Hides a game that its reader may not know of."""
    return hides(NoSuchGame)(view)


def note_presence(request: HttpRequest, game_id: int) -> None:
    """Keep what the request says of its reader's presence at the page of a game; at most one query.

    An open tab says nothing. A page with script names, each time it reloads after its reader did something, the instant as
    of which it was shown then. Without script the browser tells whether its reader asked for the page."""
    at, now = None, timezone.now()
    if is_part(request):
        seconds = parse_http_date_safe(request.headers.get("X-Seen", ""))
        at = min(datetime.fromtimestamp(seconds, UTC), now) if seconds is not None else None
    elif request.headers.get("Sec-Fetch-User") == "?1":
        at = now
    if at is not None and isinstance(request.user, Player):
        commands.note_presence(game_id=game_id, player=request.user, at=at)
