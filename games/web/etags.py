"""ETags of pages, so that a browser that asks again for an unchanged page gets 304.

A page's ETag is a keyed hash of everything that it shows its reader, and only a change that this reader may notice
changes it. For a game, `games/queries/fingerprints.py` reads that in one query, before the game is loaded: an open page
polls every two minutes, so 1,000 pages ask 8 times a second. It polls every 20 seconds while a clock has less than an
hour or its reader is active, and every 3 seconds in a live game. A view asks `unchanged` first, and again after it has
applied what was due. Where an answer is cheap to make, Django's `conditional_page` compares it whole.

Caches are something else: they save work on an answer that is sent. `cached_per_language` in `games/wording.py` caches
texts, and `{% cached_include %}` the HTML of a part of a page.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language

from games.players.models import LOOK, Player
from games.queries.fingerprints import Fingerprint, fingerprint
from games.queries.tables import TableView
from games.store import Table
from games.web.asking import asks_by_itself, asks_for_history, is_part, know_waiting, reader


def digest(value: object) -> str:
    """Return the keyed hash of a value with a stable `repr`. Nobody else can compute it and learn from a 304 that a
    guess was right."""
    return salted_hmac("etag", repr(value)).hexdigest()[:32]


def etag_until(shown: object, until: str) -> str:
    """Return the ETag of a page that shows this until a second, which is part of the ETag."""
    return f'"{digest((shown, until))}-{until}"'


def is_still(request: HttpRequest, shown: object, now: datetime) -> bool:
    """Return True if the browser has the page that shows this, and the time until which it is valid is not over."""
    etag = request.headers.get("If-None-Match", "").removeprefix("W/")  # proxies that compress mark it as weak
    until = etag.strip('"').rpartition("-")[2]
    return etag == etag_until(shown, until) and now.timestamp() < int(until)


def unchanged(request: HttpRequest, etag: str) -> HttpResponse | None:
    """Return 304 if the browser has the page with this ETag. An empty ETag never matches."""
    response = get_conditional_response(request, etag=etag) if etag else None
    return response and with_etag(response, etag)


def with_etag(response: HttpResponse, etag: str) -> HttpResponse:
    """Add an ETag, if any, and the headers that the answer varies on."""
    if etag:
        response["ETag"] = etag
    patch_vary_headers(response, ["Cookie", "HX-Request", "Accept-Language"])
    return response


def written_for(request: HttpRequest) -> tuple[object, ...]:
    """Return everything about the reader that decides how a page is written; signed-out readers get no forms, so no
    token."""
    secret, look = None, None
    if request.user.is_authenticated:
        if "CSRF_COOKIE" not in request.META:
            get_token(request)  # this sets the cookie from the first page on
        secret = request.META["CSRF_COOKIE"]
        look = [getattr(request.user, name) for name in LOOK]
    return request.user.pk, get_language(), timezone.get_current_timezone_name(), secret, look


@dataclass(frozen=True)
class GamePage:
    """The page of a game for this request's reader. The fingerprint is read before the game, so that a save in between
    still counts as a change.

    `has_run_out`: a clock is at zero on the page and waits for an email to be read."""

    request: HttpRequest
    game_id: int
    at: datetime
    fingerprint: Fingerprint
    has_run_out: bool = False

    @classmethod
    def of(cls, request: HttpRequest, game_id: int) -> "GamePage":
        now = timezone.now()
        found = fingerprint(game_id=game_id, player=reader(request), now=now)
        know_waiting(request, found.waiting)
        return cls(request, game_id, now, found)

    def is_of(self, table: Table, player: Player) -> bool:
        """Return True if nothing that this player may notice has changed since the game was saved."""
        row, found = table.row_of(player), self.fingerprint
        return not found.is_due and found.noticed == (table.game.noticed, row.noticed if row else 0)

    def after(self, view: TableView) -> "GamePage":
        """Return the page as it will be once the changes now due are saved."""
        found = self.fingerprint
        if not found.is_due or found.noticed is None:
            return self
        by_all, by_reader, has_run_out = view.unsaved
        noticed = found.noticed[0] + by_all, found.noticed[1] + by_reader
        return replace(self, fingerprint=replace(found, noticed=noticed, is_due=False), has_run_out=has_run_out)

    @cached_property
    def etag(self) -> str:
        """The ETag of what the request asks for, the whole page or its part; empty while a change is due, and for a
        reader who may not see the game. The whole page also shows minutes left, the reader's note and name, and the
        number of games that wait for them."""
        if is_part(self.request):
            return self.part_etag
        me, draft = reader(self.request), self.request.GET.get("draft")
        return self._etag(self.fingerprint.saved, self._minute, self.fingerprint.waiting, me and me.name, draft)

    @property
    def part_etag(self) -> str:
        """The ETag of the part of the page that updates itself."""
        hour = self.at.replace(minute=0, second=0, microsecond=0)  # a time of day gets a date once it is a week away
        return self._etag([one for one in self.fingerprint.saved if one[0] != "note"], hour)

    @property
    def key_for_strangers(self) -> str:
        """A cache key for the answer to signed-out readers, valid within this minute; empty if there is no ETag."""
        at = self._minute, self.request.build_absolute_uri(), is_part(self.request), asks_by_itself(self.request)
        return self.etag and digest((self.etag, at))

    @property
    def _minute(self) -> datetime:
        return self.at.replace(second=0, microsecond=0)

    def _etag(self, *more: object) -> str:
        found = self.fingerprint
        if found.noticed is None or found.is_due:
            return ""
        asked = asks_for_history(self.request), written_for(self.request)
        return f'"{digest((self.game_id, found.noticed, found.people, self.has_run_out, asked, more))}"'
