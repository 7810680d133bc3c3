"""The ETag of a game's page: made of its fingerprint for this reader, so that an answer of 304 costs one query.

An open page asks every two minutes: a thousand of them 8 times a second. While a clock has less than an hour, or its reader is
active, it asks every 20 seconds, and that of a live game every 3.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, QueryDict
from django.middleware.csrf import get_token
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language

from games import queries
from games.players.models import LOOK, Player
from games.queries.fingerprints import Fingerprint, fingerprint
from games.queries.tables import TableView
from games.web.asking import is_part, reader


def asks_by_itself(request: HttpRequest) -> bool:
    """True if an open page asks what has changed without its reader's doing; one-time messages then wait for other pages."""
    return request.headers.get("HX-Trigger") == "live"


@dataclass(frozen=True)
class PageFingerprint:
    """A game as it was for the reader of this request before its table was read: a save in between is news to whoever has the
    page then. `has_run_out`: a clock stands at nothing before the reader's eyes, and waits for a mail to be read."""

    request: HttpRequest
    game_id: int
    at: datetime
    found: Fingerprint
    has_run_out: bool = False

    @classmethod
    def of(cls, request: HttpRequest, game_id: int) -> "PageFingerprint":
        now = timezone.now()
        found = fingerprint(game_id=game_id, player=reader(request), now=now)
        know_waiting(request, found.waiting)
        return cls(request, game_id, now, found)

    def of_table(self, view: TableView) -> "PageFingerprint":
        """As it will be once somebody has saved what has fallen due."""
        if not self.found.is_due or self.found.noticed is None:
            return self
        by_all, by_reader, has_run_out = view.unsaved
        noticed = self.found.noticed[0] + by_all, self.found.noticed[1] + by_reader
        return replace(self, found=replace(self.found, noticed=noticed, is_due=False), has_run_out=has_run_out)

    @property
    def part(self) -> str:
        """The ETag of what changes on the page by itself; empty for a reader who may not know of the game."""
        hour = self.at.replace(minute=0, second=0, microsecond=0)  # a time of day gets a date once it is a week off
        return self._tag([one for one in self.found.kept if one[0] != "note"], hour)

    @property
    def whole(self) -> str:
        """The ETag of the page, which shows the minutes left, the reader's note and name, and how many games wait."""
        me, draft = reader(self.request), self.request.GET.get("draft")
        return self._tag(self.found.kept, self._minute, self.found.waiting, me and me.name, draft)

    @property
    def of_strangers(self) -> str:
        """A name for the answer to anybody who is signed out, within this minute; empty while something is due."""
        request = self.request
        if self.found.noticed is None or self.found.is_due:
            return ""
        told_once = asks_by_itself(request)
        return signed((self.tag, self._minute, request.build_absolute_uri(), is_part(request), told_once))

    @property
    def _minute(self) -> datetime:
        return self.at.replace(second=0, microsecond=0)

    def _tag(self, *more: object) -> str:
        if self.found.noticed is None:
            return ""
        return signed((self.game_id, self.found.noticed, self.found.people, self.has_run_out, self._written_for, more))

    @cached_property
    def _written_for(self) -> tuple[object, ...]:
        return written_for(self.request)

    @cached_property
    def tag(self) -> str:
        return self.part if is_part(self.request) else self.whole

    @property
    def is_had(self) -> bool:
        """True where the reader has the page as it is."""
        etag = etag_had(self.request)
        return bool(etag) and not self.found.is_due and etag == self.tag


def etag_had(request: HttpRequest) -> str:
    """The ETag of the page that the browser has, as it was sent; who compresses an answer on its way marks its ETag as weak."""
    return request.headers.get("If-None-Match", "").removeprefix("W/")


def signed(seen: object) -> str:
    """The ETag of what is marked so. Nobody else can make it, to find out by an answer of 304 what is so."""
    return f'"{salted_hmac("etag", repr(seen)).hexdigest()[:32]}"'


def tag(seen: object) -> str:
    """The ETag of a value, which must have a `repr` of its own."""
    return f'"{hashlib.sha256(repr(seen).encode()).hexdigest()[:32]}"'


def signed_until(seen: object, until: str) -> str:
    """The ETag of what is so until this second, which stands in it."""
    return f'{signed((seen, until))[:-1]}-{until}"'


def is_still(etag: str, seen: object, now: datetime) -> bool:
    """True if this is the ETag of the same, and it is still so."""
    until = etag.strip('"').rpartition("-")[2]
    return etag == signed_until(seen, until) and now.timestamp() < int(until)


def asks_for_history(request: HttpRequest) -> bool:
    """True where the page is to show the whole history and talk; it asks so from then on."""
    return "history" in request.GET or "history" in QueryDict(urlsplit(request.headers.get("HX-Current-URL", "")).query)


def unchanged(fingerprint: PageFingerprint) -> HttpResponse:
    """The answer to who has the page as it is."""
    return HttpResponseNotModified(headers={"ETag": fingerprint.tag})


def if_changed(
    view: TableView,
    fingerprint: PageFingerprint,
    show: Callable[[HttpRequest, TableView, PageFingerprint], HttpResponse],
) -> HttpResponse:
    """The page as `show` makes it, or 304 if its reader has it."""
    fingerprint = fingerprint.of_table(view)
    return (
        unchanged(fingerprint)
        if fingerprint.is_had
        else with_etag(show(fingerprint.request, view, fingerprint), fingerprint.tag)
    )


def with_etag(response: HttpResponse, etag: str) -> HttpResponse:
    """The answer with its ETag, if any, and what it depends on."""
    if etag:
        response["ETag"] = etag
    patch_vary_headers(response, ["Cookie", "HX-Request", "Accept-Language"])
    return response


def written_for(request: HttpRequest) -> tuple[object, ...]:
    """The reader, what they asked to see, and what else decides how a page is written; a stranger finds no form on it."""
    zone, secret, look = timezone.get_current_timezone_name(), None, None
    if request.user.is_authenticated:
        get_token(request)  # so that the cookie is there from the first page on
        secret = request.META["CSRF_COOKIE"]
        look = [getattr(request.user, name) for name in LOOK]
    return request.user.pk, asks_for_history(request), get_language(), zone, secret, look


def waiting_count(request: HttpRequest) -> int:
    """The number of games that wait for the reader, for the head of every page; at most one query for a request."""
    if not isinstance(request.user, Player):
        return 0
    if not hasattr(request, "waiting_count"):
        know_waiting(request, queries.waiting_count(player=request.user, now=timezone.now()))
    count: int = request.waiting_count  # type: ignore[attr-defined]
    return count


def know_waiting(request: HttpRequest, count: int) -> None:
    """Keep a count that an answer has made already."""
    request.waiting_count = count  # type: ignore[attr-defined]


def waiting(request: HttpRequest) -> dict[str, object]:
    """The count, for every template; a page that does not show it costs no query."""
    return {"waiting": lambda: waiting_count(request)}
