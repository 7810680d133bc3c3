"""What every view needs of a request and for its answer: who reads, that a game they may not know of is not there, and what
the rules say to them in words."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeAlias

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from games.players.models import Player
from games.queries.reading import sit
from games.rules.messages import Text
from games.store import NoSuchGame
from games.wording import speak

P = ParamSpec("P")
LONGEST_NUMBER = 18


def reader(request: HttpRequest) -> Player | None:
    """Who reads this page; None is anybody."""
    return None if isinstance(request.user, AnonymousUser) else request.user


def player(request: HttpRequest) -> Player:
    """Who acts; the view requires signing in."""
    assert isinstance(request.user, Player)
    return request.user


def number_in(text: str) -> int | None:
    """A whole number that a form has sent; None for anything else, and for one longer than any of ours."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER else None


def in_words(request: HttpRequest, game_id: int, message: Text) -> str:
    """What the rules say to the reader of this table."""
    return speak(message, sit(game_id=game_id, player=reader(request), now=timezone.now()).names)


View: TypeAlias = Callable[Concatenate[HttpRequest, P], HttpResponse]


def hides(absent: type[Exception]) -> Callable[[View[P]], View[P]]:
    """404 for what is not there, or not for this reader: the answer is the same. Whoever is signed out may be its reader
    after all, and is asked to sign in."""

    def hiding(view: View[P]) -> View[P]:
        @wraps(view)
        def shown(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            try:
                return view(request, *args, **kwargs)
            except (absent, OverflowError) as error:  # a number that no database holds is none's
                known = reader(request)
                if known is None or known.is_guest:
                    return _ask_to_sign_in(request)
                raise Http404 from error

        return shown

    return hiding


def _ask_to_sign_in(request: HttpRequest) -> HttpResponse:
    """The page to sign in on, which leads back. A script that asks for a part of a page could not show it there."""
    if "HX-Request" in request.headers:
        return HttpResponse(status=401)
    return redirect_to_login(request.get_full_path())


def hides_games(view: View[P]) -> View[P]:
    """A game that its reader may not know of is not there."""
    return hides(NoSuchGame)(view)
