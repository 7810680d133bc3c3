"""Who plays a seat with whom; who leaves one that others play on, and what those count as together from then: the seat
itself is not resigned."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from games.models import Seat
from games.players.models import Player, Vacation
from games.rules.kind import Order
from games.sharing import Span, playing, vacations_together
from games.store import Table


def row_in_play(table: Table, player: Player) -> Seat | None:
    """The place in which somebody plays a game that runs; None where none does, or they have resigned."""
    row = table.row_of(player)
    if row is None or row.resigned_at or not table.is_running or row.number in table.state.resigned:
        return None
    return row


def mates_of(table: Table, row: Seat) -> list[Seat]:
    """Who else plays the seat of somebody."""
    return playing(table.game.seats.filter(number=row.number).exclude(pk=row.pk))


def vacations_of(rows: Sequence[Seat], *, ends_after: datetime) -> tuple[Span, ...]:
    """When all of these, who share a seat, are on vacation."""
    of_each = defaultdict[int | None, list[Span]](list)
    for one in Vacation.objects.filter(player__in=[row.player_id for row in rows], ends__gt=ends_after):
        of_each[one.player_id].append((one.starts, one.ends, one.declared_at))
    return vacations_together([of_each[row.player_id] for row in rows])


def leave_share(table: Table, row: Seat, mates: Sequence[Seat], *, name: str) -> None:
    """Resign from a seat that the mates play on; told under that name. Its tiles come by email, and it is on vacation, as they
    have it. Raises MailFirst."""
    before = vacations_of([row, *mates], ends_after=table.now)
    if row.tiles_by_email:
        set_tiles_by_email_at(table, row.number, mates)
    for span in vacations_of(mates, ends_after=table.now):
        if span not in before:
            table.play(row.number, vacation_order(span[0], span[1]))
    Seat.objects.filter(pk=row.pk).update(resigned_at=table.now, is_awaited=False, tiles_by_email=False)
    table.happened("left_share", row.number, name=name, player=row.player_id)


def set_tiles_by_email_at(table: Table, number: int, rows: Sequence[Seat]) -> None:
    """New tiles come by email where any of those who play the seat wants that."""
    table.play(number, Order("TILES BY EMAIL", {"on": any(row.tiles_by_email for row in rows)}))


def vacation_order(starts: datetime, ends: datetime, **more: bool) -> Order:
    return Order("VACATION", {"starts": starts.isoformat(), "ends": ends.isoformat(), **more})
