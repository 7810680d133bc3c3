"""The ETag of a game's page: made from what its reader sees, and remembered so that most answers cost one query.

What is remembered is found by the number of saves that its reader may have noticed. That number is no part of the ETag
itself, which stays the same as long as its reader would see the same.

An open page asks every 20 seconds: a thousand of them 50 times a second. An answer of 304 that is remembered takes a
worker 2 ms, a part made anew 10 ms, once in five minutes: together an eighth of one processor, measured with gunicorn.
That of a live game asks every 3 seconds: a table of four costs no more than 27 pages of others.
"""

import hashlib
from dataclasses import replace
from datetime import timedelta

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from games.players.models import Player
from games.queries.stamp import stamp
from games.queries.views import TableView
from games.web.waiting import know_waiting, waiting_count

REMEMBERED_FOR = 300  # seconds; names, and whose mail fails, change without a save of the game
MINUTE = timedelta(minutes=1)


def is_part(request: HttpRequest) -> bool:
    """Whether the page asks for what changes on it, not for itself."""
    return "HX-Request" in request.headers


def asks_by_itself(request: HttpRequest) -> bool:
    """Whether an open page asks what has changed, and nobody has done anything: what is told once waits for the other pages."""
    return request.headers.get("HX-Trigger") == "live"


def etag_of(view: TableView, request: HttpRequest, *, part: bool) -> str:
    """Made from what the reader sees and the secret that the forms depend on; for whole pages also from the reader's
    note, from the minutes left, which a page without script does not count down by itself, and from how many games
    wait, in their head."""
    seen = (replace(view, note="") if part else view, view.history, view.own, *written_for(request))
    if part:
        return tag(seen)
    minutes = view.next and (view.next.at - timezone.now()) // MINUTE
    return tag((*seen, minutes, waiting_count(request)))


def tag(seen: object) -> str:
    """The ETag of what looks so: it has to have a `repr` of its own."""
    return f'"{hashlib.sha256(repr(seen).encode()).hexdigest()[:32]}"'


def place_of(request: HttpRequest, game_id: int) -> str:
    """Where this reader's ETag is remembered; empty while something is due.

    To be asked before the view is made: a save in between must not be taken for one that the view has seen."""
    now = timezone.now()
    player = request.user if isinstance(request.user, Player) else None
    found = stamp(game_id=game_id, player=player, now=now)
    know_waiting(request, found.waiting)
    if found.noticed is None:
        return ""
    whole = None if is_part(request) else (now.replace(second=0, microsecond=0), found.waiting)
    asked = (game_id, found.noticed, found.kept, whole, *written_for(request))
    return f"etag:{hashlib.sha256(repr(asked).encode()).hexdigest()}"


def is_known(request: HttpRequest, place: str) -> bool:
    """Whether the reader has the page as it is now, as far as that is remembered."""
    etag = request.headers.get("If-None-Match")
    return bool(etag and place) and caches["etags"].get(place) == etag


def with_etag(response: HttpResponse, etag: str, place: str = "") -> HttpResponse:
    """The answer with its ETag, which is remembered for the next question."""
    if place:
        caches["etags"].set(place, etag, REMEMBERED_FOR)
    response["ETag"] = etag
    patch_vary_headers(response, ["Cookie", "HX-Request", "Accept-Language"])
    return response


def written_for(request: HttpRequest) -> tuple[object, ...]:
    """Who reads, which draft, and what else decides how a page is written."""
    get_token(request)  # so that the cookie is there from the first page on
    zone, draft = timezone.get_current_timezone_name(), request.GET.get("draft")
    return request.user.pk, draft, get_language(), zone, request.META["CSRF_COOKIE"]
