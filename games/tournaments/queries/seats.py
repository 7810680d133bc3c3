"""What the page of a game says of the tournament it belongs to."""

from dataclasses import dataclass
from datetime import datetime

from games.tournaments.models import Fixture, Tournament


@dataclass(frozen=True)
class FixtureLine:
    """`round` is None on a ladder, `division` empty where there is only one; `join_by` while the table is being joined."""

    tournament_id: int
    tournament: str
    division: str
    round: int | None
    table: int
    join_by: datetime | None
    ends_at: datetime | None


def fixture_of(game_id: int) -> FixtureLine | None:
    """Where a game is played; None for a casual one."""
    found = Fixture.objects.select_related("round__division__tournament").filter(game=game_id).first()
    if found is None:
        return None
    division = found.round.division
    tournament = division.tournament
    return FixtureLine(
        tournament_id=tournament.pk,
        tournament=tournament.name,
        division=division.name,
        round=None if tournament.format == Tournament.Format.LADDER else found.round.number,
        table=found.number,
        join_by=found.join_by if found.phase == Fixture.Phase.JOINING else None,
        ends_at=found.round.ends_at,
    )
