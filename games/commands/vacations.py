"""Vacations are a player's, not a game's: declared once, and written into every game they play."""

from datetime import datetime, timedelta

from games import store
from games.commands.parting import mates_of, row_in_play, vacation_order, vacations_of
from games.models import Game, Seat
from games.players.models import Player, Vacation
from games.rules.kind import OrderRefused
from games.rules.messages import say
from games.sharing import vacations_together
from games.store import Table

VACATION_DAYS, IN_DAYS = 28, 365


def declare_vacation(*, player: Player, starts: datetime, ends: datetime, now: datetime) -> Vacation:
    """Declare days off: 28 in any 365, each begun day counts. Written into every running game, into all or none; where a seat
    is shared, as far as all who play it are off."""
    if ends <= starts or starts < now:
        raise OrderRefused(say("A vacation begins from now on, and ends after it begins."))
    # games in their lobby are locked as well: one that is dealt meanwhile would know nothing of it
    unfinished = Game.objects.filter(seats__player=player).exclude(
        phase__in=[Game.Phase.FINISHED, Game.Phase.CANCELLED]
    )
    with store.all_locked(unfinished, now=now) as tables:
        Player.objects.select_for_update().get(pk=player.pk)  # of two declared at once, each counts the other's days
        _check_days(player, starts, ends)
        for table in tables:
            if row := row_in_play(table, player):
                for span in _with_mates(table, row, starts, ends):
                    table.play(row.number, vacation_order(*span))
        return Vacation.objects.create(player=player, starts=starts, ends=ends, declared_at=now)


def _with_mates(table: Table, row: Seat, starts: datetime, ends: datetime) -> list[tuple[datetime, datetime]]:
    """When those who share the seat are off as well."""
    mates = mates_of(table, row)
    own = [(starts, ends, table.now)]
    of_all = vacations_together([own, vacations_of(mates, ends_after=table.now)]) if mates else own
    return [(begins, is_over) for begins, is_over, _declared in of_all]


def _check_days(player: Player, starts: datetime, ends: datetime) -> None:
    """In every window of 365 days that touches the new vacation, at most 28 begun days."""
    declared = list(player.vacations.values_list("starts", "ends"))
    days = sorted({day for one in [*declared, (starts, ends)] for day in _begun_days(*one)})
    for first in days:
        in_window = sum(first <= day < first + IN_DAYS for day in days)
        if in_window > VACATION_DAYS:
            raise OrderRefused(
                say("At most {most} days of vacation in any {year} days.", most=VACATION_DAYS, year=IN_DAYS)
            )


def _begun_days(starts: datetime, ends: datetime) -> range:
    """Each begun day of 24 hours counts, as day numbers."""
    first = starts.toordinal()
    return range(first, first - (starts - ends) // timedelta(days=1))
