"""The ETag of a game's page: made from what its reader sees, and remembered so that most answers cost one query.

What is remembered is found by the number of saves that its reader may have noticed. That number is no part of the ETag
itself, which stays the same as long as its reader would see the same.

An open page asks every 20 seconds: a thousand of them 50 times a second. An answer of 304 that is remembered takes a
worker 2 ms, a part made anew 10 ms, once in five minutes: together an eighth of one processor, measured with gunicorn.
That of a live game asks every 3 seconds: a table of four costs no more than 27 pages of others.
"""

import hashlib
from collections.abc import Callable
from datetime import timedelta

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.middleware.csrf import get_token
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from games import queries
from games.players.models import Player
from games.queries.fingerprints import fingerprint
from games.queries.tables import TableView
from games.web.asking import is_part, reader

REMEMBERED_FOR = 300  # seconds; names, and whose mail fails, change without a save of the game
MINUTE = timedelta(minutes=1)


def asks_by_itself(request: HttpRequest) -> bool:
    """True where an open page asks what has changed, and nobody has done anything: what is told once waits for the other pages."""
    return request.headers.get("HX-Trigger") == "live"


def etag_of(view: TableView, request: HttpRequest, *, part: bool) -> str:
    """Made from what the reader sees and the secret that the forms depend on; for whole pages also from the reader's
    note, from the minutes left, which a page without script does not count down by itself, and from how many games
    wait, in their head."""
    seen = (view.fingerprint, *written_for(request))
    if part:
        return tag(seen)
    minutes = view.next and (view.next.at - timezone.now()) // MINUTE
    return tag((*seen, view.note, minutes, waiting_count(request)))


def tag(seen: object) -> str:
    """The ETag of what looks so: it has to have a `repr` of its own."""
    return f'"{hashlib.sha256(repr(seen).encode()).hexdigest()[:32]}"'


def cache_key(request: HttpRequest, game_id: int) -> str:
    """The key under which this reader's ETag is remembered; empty while something is due.

    To be asked before the view is made: a save in between must not be taken for one that the view has seen."""
    now = timezone.now()
    found = fingerprint(game_id=game_id, player=reader(request), now=now)
    know_waiting(request, found.waiting)
    if found.noticed is None:
        return ""
    whole = None if is_part(request) else (now.replace(second=0, microsecond=0), found.waiting)
    asked = (game_id, found.noticed, found.kept, whole, *written_for(request))
    return f"etag:{hashlib.sha256(repr(asked).encode()).hexdigest()}"


def is_known(request: HttpRequest, key: str) -> bool:
    """True where the reader has the page as it is now, as far as that is remembered."""
    etag = request.headers.get("If-None-Match")
    return bool(etag and key) and caches["etags"].get(key) == etag


def if_changed(
    request: HttpRequest, view: TableView, key: str, show: Callable[[HttpRequest, TableView], HttpResponse]
) -> HttpResponse:
    """The page as `show` makes it, or 304 where its reader has it."""
    etag = etag_of(view, request, part=is_part(request))
    has_it = request.headers.get("If-None-Match") == etag
    return with_etag(HttpResponseNotModified() if has_it else show(request, view), etag, key)


def with_etag(response: HttpResponse, etag: str, key: str = "") -> HttpResponse:
    """The answer with its ETag, which is remembered for the next question."""
    if key:
        caches["etags"].set(key, etag, REMEMBERED_FOR)
    response["ETag"] = etag
    patch_vary_headers(response, ["Cookie", "HX-Request", "Accept-Language"])
    return response


def written_for(request: HttpRequest) -> tuple[object, ...]:
    """The reader, the draft, and what else decides how a page is written."""
    get_token(request)  # so that the cookie is there from the first page on
    zone, draft = timezone.get_current_timezone_name(), request.GET.get("draft")
    return request.user.pk, draft, get_language(), zone, request.META["CSRF_COOKIE"]


def waiting_count(request: HttpRequest) -> int:
    """The number of games that wait for the reader, for the head of every page; one query at most, however often it is asked."""
    if not isinstance(request.user, Player):
        return 0
    if not hasattr(request, "waiting_count"):
        know_waiting(request, queries.waiting_count(player=request.user))
    count: int = request.waiting_count  # type: ignore[attr-defined]
    return count


def know_waiting(request: HttpRequest, count: int) -> None:
    """Keep a count that an answer has made already."""
    request.waiting_count = count  # type: ignore[attr-defined]


def waiting(request: HttpRequest) -> dict[str, object]:
    """The count for every template; a page that does not show it asks for nothing."""
    return {"waiting": lambda: waiting_count(request)}
