"""When a round is over, and with it perhaps the tournament, in a tournament that is locked; and who is told."""

from collections.abc import Iterable
from datetime import datetime
from fractions import Fraction
from typing import Any

from games.tournaments import advancing
from games.tournaments.commands.books import (
    CONCURRENT,
    OPEN,
    PLAYS,
    Format,
    last_round,
    order_of,
    playing,
    ranks_at,
    standings_of,
    undrawn_of,
)
from games.tournaments.commands.locking import Phase, tell
from games.tournaments.commands.promotion import movers
from games.tournaments.models import Division, Entrant, Fixture, News, Round, Tournament


def end_what_is_over(tournament: Tournament, rounds: Iterable[Round], *, now: datetime) -> None:
    """End those of the rounds whose tables are all over, and the tournament once nothing is left to be played."""
    ended = [round for round in rounds if _is_over(tournament, round)]
    for round in ended:
        round.phase, round.finished_at = Round.Phase.FINISHED, now
        round.save(update_fields=["phase", "finished_at"])
    if is_played_out(tournament):
        end_tournament(tournament, now=now)
    elif tournament.format not in CONCURRENT:
        for round in ended:
            _tell_of_round(tournament, round, now=now)


def is_played_out(tournament: Tournament) -> bool:
    """Whether no round is left to be played, of those that there are and those that must follow."""
    divisions = list(tournament.divisions.all())
    if tournament.format == Format.LADDER or not divisions:
        return False
    if Round.objects.filter(division__in=divisions).exclude(phase=Round.Phase.FINISHED).exists():
        return False
    match tournament.format:
        case Format.KNOCKOUT:
            return _is_decided(divisions[0])
        case Format.POOLS:
            final = [division for division in divisions if division.stage == 2]
            return bool(final) and all(not undrawn_of(division) for division in final)
        case _:
            return all(not undrawn_of(division) for division in divisions)


def end_tournament(tournament: Tournament, *, now: datetime) -> None:
    """It is finished, and everybody in it is told where they came."""
    tournament.phase, tournament.finished_at = Phase.FINISHED, now
    tournament.save(update_fields=["phase", "finished_at"])
    facts: dict[Entrant, dict[str, Any]] = {}
    moves = movers(tournament) if tournament.format == Format.LEAGUE else {}
    for division in tournament.divisions.order_by("stage", "number"):
        for entrant, came in _came(division).items():
            facts[entrant] = came | {"moves": moves.get(entrant, "")}  # of who came to the final, the final's
    tell(tournament, News.Kind.ENDED, facts, now=now)


def go_on(division: Division, round: Round) -> list[int]:
    """The numbers of those who go on from a finished knockout round, the strongest results first."""
    tournament = division.tournament
    play = {entrant.number for entrant in playing(division)}
    tables = []
    for fixture in round.fixtures.prefetch_related("sittings__entrant"):
        if fixture.phase != Fixture.Phase.VOID:
            ranks = ranks_at(fixture)
            tables.append({number: rank if number in play else None for number, rank in ranks.items()})
    free = [bye.entrant.number for bye in round.byes.select_related("entrant").order_by("entrant__number")]
    lot = f"{tournament.lot}/{round.number}"
    advanced = advancing.go_on(tables, tournament.advance, lot=lot) if tables else ()
    return [number for number in (*free, *advanced) if number in play]


def _is_over(tournament: Tournament, round: Round) -> bool:
    if tournament.format == Format.LADDER or round.phase != Round.Phase.PUBLISHED:
        return False
    return not round.fixtures.filter(phase__in=[*OPEN, Fixture.Phase.PLANNED]).exists()


def _is_decided(division: Division) -> bool:
    """Whether a knockout's last round was one table, or leaves nobody to play on."""
    round = last_round(division)
    if round is None:
        return False
    if stuck_in(round) is not None:
        return False
    return (round.fixtures.count() <= 1 and not round.byes.exists()) or len(go_on(division, round)) < 2


def stuck_in(round: Round) -> Fixture | None:
    """A void table of a knockout from which somebody could still go on, if its director awarded points."""
    void = round.fixtures.filter(phase=Fixture.Phase.VOID)
    return void.filter(sittings__entrant__standing__in=PLAYS).first()


def _tell_of_round(tournament: Tournament, round: Round, *, now: datetime) -> None:
    came = _came(round.division)
    play = set(playing(round.division))
    facts = {entrant: {**facts, "round": round.pk} for entrant, facts in came.items() if entrant in play}
    tell(tournament, News.Kind.ENDED, facts, now=now)


def _came(division: Division) -> dict[Entrant, dict[str, Any]]:
    order = order_of(division)
    points = {line.number: line.points for line in standings_of(division)}
    return {
        entrant: {
            "place": place,
            "of": len(order),
            "points": str(points.get(entrant.number, Fraction(0))),
            "division": division.pk,
            "moves": "",
        }
        for place, entrant in enumerate(order, start=1)
    }
