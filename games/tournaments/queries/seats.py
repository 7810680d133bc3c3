"""What pages and mails of games say of the tournament that a game belongs to."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from games.tournaments.models import Fixture, Tournament


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
    tournament = "round__division__tournament"
    named = ("number", "phase", "join_by", "game__hard_end", "round__number", tournament)
    found = (
        Fixture.objects.filter(game=game_id).values_list(*named, f"{tournament}__name", f"{tournament}__format").first()
    )
    if found is None:
        return None
    number, phase, join_by, hard_end, round_number, tournament_id, name, format = found
    return FixtureLine(
        tournament_id=tournament_id,
        tournament=name,
        round=None if format == Tournament.Format.LADDER else round_number,
        table=number,
        join_by=join_by if phase == Fixture.Phase.JOINING else None,
        ends_at=hard_end,
    )


def join_by(game_ids: Collection[int]) -> dict[int, datetime]:
    """Until when each of these tables is to be joined, of those that are; one query. Where the tournament is paused that
    time stands."""
    joining = Fixture.objects.filter(game__in=game_ids, phase=Fixture.Phase.JOINING)
    joining = joining.filter(round__division__tournament__paused_at=None)
    return {game: until for game, until in joining.values_list("game_id", "join_by") if game and until}
