"""Vacations are a player's, not a game's: declared once, and written into every game they play."""

from datetime import datetime, timedelta

from django.db.models import QuerySet

from games import store
from games.commands.parting import mates_of, row_in_play, vacation_order, vacations_of
from games.models import Game, Seat
from games.players.models import Player, Vacation
from games.rules.kind import OrderRefused
from games.rules.messages import say
from games.sharing import vacations_together
from games.store import Table

VACATION_DAYS, IN_DAYS = 28, 365


class NoSuchVacation(Exception):
    """There is none, or not of this player."""


def declare_vacation(*, player: Player, starts: datetime, ends: datetime, now: datetime) -> Vacation:
    """Declare days off: 28 in any 365, each begun day counts. Written into every running game, into all or none; where a seat
    is shared, as far as all who play it are off."""
    if ends <= starts or starts < now:
        raise OrderRefused(say("A vacation begins from now on, and ends after it begins."))
    with store.all_locked(_unfinished(player), now=now) as tables:
        Player.objects.select_for_update().get(pk=player.pk)  # of two declared at once, each counts the other's days
        _check_days(player, starts, ends)
        for table in tables:
            if row := row_in_play(table, player):
                for span in _with_mates(table, row, starts, ends):
                    table.play(row.number, vacation_order(*span))
        return Vacation.objects.create(player=player, starts=starts, ends=ends, declared_at=now)


def withdraw_vacation(*, player: Player, vacation_id: int, now: datetime) -> None:
    """Take back days off that have not begun, from every running game. Its days count no longer.

    Raises NoSuchVacation, and OrderRefused once it has begun."""
    with store.all_locked(_unfinished(player), now=now) as tables:
        vacation = player.vacations.select_for_update().filter(pk=vacation_id).first()
        if vacation is None:
            raise NoSuchVacation
        if vacation.starts <= now:
            raise OrderRefused(say("This vacation has begun. Looking at a game ends it for that game."))
        for table in tables:
            if row := row_in_play(table, player):
                for span in _with_mates(table, row, vacation.starts, vacation.ends):
                    table.play(row.number, vacation_order(*span, withdrawn=True))
        vacation.delete()


def _unfinished(player: Player) -> QuerySet[Game]:
    """Games in their lobby as well: one that is dealt meanwhile would know nothing of what is declared or withdrawn."""
    return Game.objects.filter(seats__player=player).exclude(phase__in=[Game.Phase.FINISHED, Game.Phase.CANCELLED])


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
