"""The weight of notices, and which of them nobody needs: what their reader saw on the page before the mail was due, and
news of tables where their reader sits at the page anyhow.

The last warning before a deadline is never dropped, nor is a mail that brings tiles. Whom an event concerns is decided by
its kind of game, by `tells`."""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.db.models import OuterRef, QuerySet, Subquery

from games.models import Event, Seat
from games.players.accounts import OF_ROBOTS
from games.sharing import AT_HAND, is_at_hand
from games.store import Table
from notifications.models import MailKind, Message, Notice
from notifications.preferences.choices import START_A_CLOCK

# Where one mail tells of several things, the first of these is what it is about.
BY_WEIGHT = (
    MailKind.RESULT,
    MailKind.RED,
    MailKind.START,
    MailKind.SEATED,
    MailKind.LAST_DAY,
    MailKind.GRANTED,
    MailKind.TILE,
    MailKind.TURN,
    MailKind.RELEASED,
    MailKind.SWAP,
    MailKind.CHALLENGED,
    MailKind.AWAY,
    MailKind.LAPSED,
    MailKind.ASKED,
    MailKind.TABLE,
    MailKind.SAID,
)


def is_to_move(table: Table, seat: int) -> bool:
    """True if an order is awaited of this seat, in games where orders are awaited; also in a pause."""
    return table.is_running and seat in getattr(table.state, "awaited", ())


def has_unseen(table: Table, seat: int) -> bool:
    """True if a face-down tile waits for this seat to look at it."""
    return table.is_running and bool(getattr(table.state, "unseen", {}).get(seat))


def waiting_for_looks(table: Table) -> list[int]:
    """Return the seats whose newest tile is withheld until others have looked at theirs."""
    withheld: Mapping[int, int] = getattr(table.state, "withheld", {}) if table.is_running else {}
    return [seat for seat, tiles in withheld.items() if tiles]


def weightiest(kinds: Collection[str]) -> MailKind:
    """The kind that a mail of several notices is about."""
    return next(kind for kind in BY_WEIGHT if kind in kinds)


def settled_for(row: Seat, event: Event, kind: MailKind, *, settled_at: datetime) -> datetime:
    """The instant to tell a seat: a little later if its player is at the page and may see it there."""
    is_to_wait = is_at_hand(row, event.at) and not _brings_tiles(row, kind)
    return max(settled_at, event.at + AT_HAND) if is_to_wait else settled_at


def with_presence(notices: QuerySet[Notice]) -> QuerySet[Notice]:
    """The notices, fetched with the seat of their reader for `seen_on_the_page`."""
    row = Seat.objects.filter(game=OuterRef("game"), player=OuterRef("player"))
    return notices.annotate(
        present_at=Subquery(row.values("present_at")[:1]), tiles_by_email=Subquery(row.values("tiles_by_email")[:1])
    )


def seen_on_the_page(untold: Collection[Notice]) -> list[Notice]:
    """The notices, fetched `with_presence`, of what their readers saw on the game's page."""
    return [
        notice
        for notice in untold
        if (at := notice.present_at)  # type: ignore[attr-defined]
        and at >= notice.event.at
        and not notice.deadline
        and not _brings_tiles(notice, notice.kind)
    ]


def is_seen(message: Message) -> bool:
    """Return True if the reader has seen everything in a message on the game's page since its channels were notified."""
    news = list(with_presence(message.notices.select_related("event")))
    return bool(news) and len(seen_on_the_page(news)) == len(news)


def is_practice(game_id: int) -> bool:
    """True if a single person plays there among robots."""
    addresses = Seat.objects.filter(game=game_id, player__isnull=False).values_list("player__email", flat=True)
    people = [address for address in addresses if not address.endswith(OF_ROBOTS)]
    return len(people) < 2 <= len(addresses)


def _brings_tiles(row: Seat | Notice, kind: str) -> bool:
    return bool(row.tiles_by_email) and kind in START_A_CLOCK  # type: ignore[union-attr]
