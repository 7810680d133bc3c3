"""Mail that nobody needs: of what its reader saw on the page before it was to go, and of tables at which its reader sits anyhow.
The last warning before a deadline is never spared, nor is a mail that brings tiles."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import OuterRef, QuerySet, Subquery

from games.models import Event, Seat
from games.players.accounts import OF_ROBOTS
from games.queries.options import pace_line
from games.store import Table
from notifications.models import Notice
from notifications.preferences import START_A_CLOCK, Kind

AT_HAND = timedelta(minutes=2)  # who did something at the page so short a time ago will likely see there what happens


def settled_for(row: Seat, event: Event, kind: Kind, *, settled_at: datetime) -> datetime:
    """When to tell somebody at a seat: a little later where they are at its page, and may see it there."""
    is_at_hand = row.present_at is not None and row.present_at > event.at - AT_HAND
    return max(settled_at, event.at + AT_HAND) if is_at_hand and not _brings_tiles(row, kind) else settled_at


def with_presence(notices: QuerySet[Notice]) -> QuerySet[Notice]:
    """The notices, each with the seat row of its reader at hand for `seen_on_the_page`."""
    row = Seat.objects.filter(game=OuterRef("game"), player=OuterRef("player"))
    return notices.annotate(
        present_at=Subquery(row.values("present_at")[:1]), tiles_by_email=Subquery(row.values("tiles_by_email")[:1])
    )


def seen_on_the_page(untold: Collection[Notice]) -> list[Notice]:
    """Of notices `with_presence`, those of what their readers saw on the page of the game."""
    return [
        notice
        for notice in untold
        if (at := notice.present_at)  # type: ignore[attr-defined]
        and at >= notice.event.at
        and not notice.deadline
        and not _brings_tiles(notice, notice.kind)
    ]


def is_live(table: Table) -> bool:
    return pace_line(table.kind, table.game.options).is_live


def is_practice(game_id: int) -> bool:
    """Whether one person sits there, among robots."""
    addresses = Seat.objects.filter(game=game_id, player__isnull=False).values_list("player__email", flat=True)
    people = [address for address in addresses if not address.endswith(OF_ROBOTS)]
    return len(people) < 2 <= len(addresses)


def _brings_tiles(row: Seat | Notice, kind: str) -> bool:
    return bool(row.tiles_by_email) and kind in START_A_CLOCK  # type: ignore[union-attr]
