"""What pages and mails of games say of the tournament that a game belongs to."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from django.utils.translation import gettext

from games.queries import GameLine
from games.tournaments.models import Fixture, Tournament
from games.wording import clock_time, length


@dataclass(frozen=True)
class FixtureLine:
    """`round` is None on a ladder; `join_by` while the table is being joined; `ends_at` the hard end of its game."""

    tournament_id: int
    tournament: str
    round: int | None
    table: int
    join_by: datetime | None
    ends_at: datetime | None


def fixture_of(game_id: int) -> FixtureLine | None:
    """Where a game is played; None for a casual one."""
    found = Fixture.objects.select_related("round__division__tournament", "game").filter(game=game_id).first()
    if found is None:
        return None
    tournament = found.round.division.tournament
    return FixtureLine(
        tournament_id=tournament.pk,
        tournament=tournament.name,
        round=None if tournament.format == Tournament.Format.LADDER else found.round.number,
        table=found.number,
        join_by=found.join_by if found.phase == Fixture.Phase.JOINING else None,
        ends_at=found.game.hard_end if found.game else None,
    )


def with_join_by(lines: Sequence[GameLine], *, now: datetime) -> list[GameLine]:
    """Lines of games that have not begun: those of tournaments first, with the time left to join. One query, if any line."""
    if not lines:
        return []
    joining = Fixture.objects.filter(game__in=[line.id for line in lines], phase=Fixture.Phase.JOINING)
    until = dict(joining.values_list("game_id", "join_by"))
    told = [_told(line, until.get(line.id), now) for line in lines]
    return sorted(told, key=lambda line: line.at or datetime.max.replace(tzinfo=UTC))


def _told(line: GameLine, join_by: datetime | None, now: datetime) -> GameLine:
    if join_by is None:
        return line
    says = gettext("to join, until {until}").format(until=clock_time(join_by))
    return replace(line, at=join_by, at_says=says, remaining=length(max(join_by - now, timedelta(0))))
