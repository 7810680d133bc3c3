"""ETags of game pages, made from a fingerprint for each reader, so that a 304 costs one query.

An open page polls every two minutes: 1,000 pages ask 8 times a second. It polls every 20 seconds while a clock has
less than an hour or its reader is active, and every 3 seconds in a live game.
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
    """Return True if an open page polls for changes by itself; one-time messages then wait for a page that its
    reader asked for."""
    return request.headers.get("HX-Trigger") == "live"


@dataclass(frozen=True)
class PageFingerprint:
    """The state of a game for this request's reader, taken before the game is read, so that a save in between still
    counts as a change.

    `has_run_out`: a clock is at zero on the page and waits for an email to be read."""

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
        """Return the fingerprint as it will be once the changes now due are saved."""
        if not self.found.is_due or self.found.noticed is None:
            return self
        by_all, by_reader, has_run_out = view.unsaved
        noticed = self.found.noticed[0] + by_all, self.found.noticed[1] + by_reader
        return replace(self, found=replace(self.found, noticed=noticed, is_due=False), has_run_out=has_run_out)

    @property
    def part(self) -> str:
        """The ETag of the part of the page that updates itself; empty for a reader who may not see the game."""
        hour = self.at.replace(minute=0, second=0, microsecond=0)  # a time of day gets a date once it is a week away
        return self._tag([one for one in self.found.kept if one[0] != "note"], hour)

    @property
    def whole(self) -> str:
        """The ETag of the whole page, which also shows minutes left, the reader's note and name, and the number of
        games that wait for them."""
        me, draft = reader(self.request), self.request.GET.get("draft")
        return self._tag(self.found.kept, self._minute, self.found.waiting, me and me.name, draft)

    @property
    def of_strangers(self) -> str:
        """A cache key for the answer to signed-out readers, valid within this minute; empty while a change is due."""
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
        """True if the reader's browser already has the current page."""
        etag = etag_had(self.request)
        return bool(etag) and not self.found.is_due and etag == self.tag


def etag_had(request: HttpRequest) -> str:
    """Return the ETag of the page that the browser has. Proxies that compress an answer mark its ETag as weak."""
    return request.headers.get("If-None-Match", "").removeprefix("W/")


def signed(seen: object) -> str:
    """Return the keyed ETag of a value. Nobody else can compute it and learn from a 304 that a guess was right."""
    return f'"{salted_hmac("etag", repr(seen)).hexdigest()[:32]}"'


def tag(seen: object) -> str:
    """Return the ETag of a value, which must have a stable `repr`."""
    return f'"{hashlib.sha256(repr(seen).encode()).hexdigest()[:32]}"'


def signed_until(seen: object, until: str) -> str:
    """Return the ETag of a value that is valid until this second, which is part of the ETag."""
    return f'{signed((seen, until))[:-1]}-{until}"'


def is_still(etag: str, seen: object, now: datetime) -> bool:
    """Return True if this is the ETag of the same value and still valid."""
    until = etag.strip('"').rpartition("-")[2]
    return etag == signed_until(seen, until) and now.timestamp() < int(until)


def asks_for_history(request: HttpRequest) -> bool:
    """Return True if the page shows the whole history and chat; it keeps asking for them from then on."""
    return "history" in request.GET or "history" in QueryDict(urlsplit(request.headers.get("HX-Current-URL", "")).query)


def unchanged(fingerprint: PageFingerprint) -> HttpResponse:
    """Return 304 for a reader whose page is current."""
    return HttpResponseNotModified(headers={"ETag": fingerprint.tag})


def if_changed(
    view: TableView,
    fingerprint: PageFingerprint,
    show: Callable[[HttpRequest, TableView, PageFingerprint], HttpResponse],
) -> HttpResponse:
    """Return the page that `show` makes, or 304 if the reader has it."""
    fingerprint = fingerprint.of_table(view)
    return (
        unchanged(fingerprint)
        if fingerprint.is_had
        else with_etag(show(fingerprint.request, view, fingerprint), fingerprint.tag)
    )


def with_etag(response: HttpResponse, etag: str) -> HttpResponse:
    """Add an ETag, if any, and the headers that the answer varies on."""
    if etag:
        response["ETag"] = etag
    patch_vary_headers(response, ["Cookie", "HX-Request", "Accept-Language"])
    return response


def written_for(request: HttpRequest) -> tuple[object, ...]:
    """Return everything about the reader that decides how a page is written; signed-out readers get no forms, so no
    token."""
    zone, secret, look = timezone.get_current_timezone_name(), None, None
    if request.user.is_authenticated:
        if "CSRF_COOKIE" not in request.META:
            get_token(request)  # so that the cookie is set from the first page on
        secret = request.META["CSRF_COOKIE"]
        look = [getattr(request.user, name) for name in LOOK]
    return request.user.pk, asks_for_history(request), get_language(), zone, secret, look


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
