"""Rounds that are drawn up and not published: who would meet whom, what is not as one would wish, and who would be told.

For directors alone: nobody else learns of a round before it is published."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from django.utils.translation import gettext

from games.tournaments.admin.naming import name_of
from games.tournaments.commands import books
from games.tournaments.models import Bye, Division, Entrant, Fixture, Round, Tournament
from games.tournaments.queries.figures import one_figure
from games.tournaments.queries.ledger import called
from games.wording import listing

Pair = frozenset[int]
Meetings = Mapping[Pair, list[int]]


@dataclass(frozen=True)
class DraftSeat:
    entrant: Entrant
    name: str
    points: str


@dataclass(frozen=True)
class DraftTable:
    """`difference` is between the most and the fewest points at it; `again` tells who of them have met, and when."""

    number: int
    seats: tuple[DraftSeat, ...]
    difference: str
    again: str


@dataclass(frozen=True)
class DraftRound:
    """`idle` are those of the division who neither play nor have a bye."""

    round: Round
    division: str
    tables: tuple[DraftTable, ...]
    byes: tuple[tuple[str, str], ...]
    idle: tuple[str, ...]

    @property
    def repeats(self) -> int:
        return sum(bool(table.again) for table in self.tables)


@dataclass(frozen=True)
class Preview:
    """All rounds that are drawn up; `told` are the people to whom publishing them would send a mail."""

    rounds: tuple[DraftRound, ...]
    tables: int
    told: int

    @property
    def repeats(self) -> int:
        return sum(one.repeats for one in self.rounds)


def preview(tournament: Tournament) -> Preview:
    whole = _drafts_of(tournament)
    parts: list[DraftRound] = []
    people: set[int] = set()
    for division in dict.fromkeys(one.division for one in whole):
        own = [one for one in whole if one.division_id == division.pk]
        parts += _of_a_division(division, own)
        people |= {entrant.player_id for one in own for entrant in _all_in(one) if entrant.player_id}
    return Preview(tuple(parts), sum(len(part.tables) for part in parts), len(people))


def _drafts_of(tournament: Tournament) -> list[Round]:
    rows = Round.objects.filter(division__tournament=tournament, phase=Round.Phase.DRAFT)
    whole = rows.select_related("division__tournament").prefetch_related("fixtures__sittings__entrant", "byes__entrant")
    return list(whole.order_by("division__stage", "division__number", "number"))


def _all_in(one: Round) -> list[Entrant]:
    seated = [sitting.entrant for fixture in one.fixtures.all() for sitting in fixture.sittings.all()]
    return [*seated, *(bye.entrant for bye in one.byes.all())]


def _of_a_division(division: Division, rounds: Sequence[Round]) -> list[DraftRound]:
    met = _meetings(division)
    points = {line.number: line.points for line in books.standings_of(division)}
    members = list(division.entrants.exclude(standing=Entrant.Standing.WITHDRAWN).order_by("number"))
    return [_draft(division, one, members, met, points) for one in rounds]


def _meetings(division: Division) -> Meetings:
    """In which rounds two have met or are to meet; a table that is void never was."""
    rows = Fixture.objects.filter(round__division=division).exclude(phase=Fixture.Phase.VOID)
    met: dict[Pair, list[int]] = defaultdict(list)
    for fixture in rows.select_related("round").prefetch_related("sittings").order_by("round__number", "number"):
        entrants = [sitting.entrant_id for sitting in fixture.sittings.all()]
        for one, other in combinations(entrants, 2):
            met[frozenset((one, other))].append(fixture.round.number)
    return met


def _draft(
    division: Division, one: Round, members: Sequence[Entrant], met: Meetings, points: Mapping[int, Fraction]
) -> DraftRound:
    tables = tuple(_table(fixture, one.number, met, points) for fixture in one.fixtures.all())
    there = {entrant.pk for entrant in _all_in(one)}
    return DraftRound(
        round=one,
        division=name_of(division),
        tables=tables,
        byes=tuple((called(bye.entrant), str(Bye.Points(bye.points).label)) for bye in one.byes.all()),
        idle=tuple(called(entrant) for entrant in members if entrant.pk not in there),
    )


def _table(fixture: Fixture, number: int, met: Meetings, points: Mapping[int, Fraction]) -> DraftTable:
    entrants = [sitting.entrant for sitting in fixture.sittings.all()]
    own = [points.get(entrant.number, Fraction(0)) for entrant in entrants]
    seats = tuple(
        DraftSeat(entrant, called(entrant), one_figure(its)) for entrant, its in zip(entrants, own, strict=True)
    )
    again = [
        gettext("{names} have met in round {n}.").format(names=listing([called(one), called(other)]), n=before[-1])
        for one, other in combinations(entrants, 2)
        if (before := [n for n in met[frozenset((one.pk, other.pk))] if n < number])
    ]
    return DraftTable(fixture.number, seats, one_figure(max(own) - min(own)) if own else "", " ".join(again))
