"""A preview of paired rounds before they are published: who would meet, which pairings are not ideal, and how many
people would get an email. Only directors see this."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from django.utils.translation import gettext

from games.tournaments.models import Bye, Entrant, Fixture, Round, Tournament
from games.tournaments.queries.wording import called, division_name, one_figure
from games.tournaments.snapshot import DivisionSnapshot, Snapshot
from games.wording import listing

Meetings = Mapping[frozenset[int], list[int]]
"""For each pair of players, given by their numbers, the rounds in which they met."""


@dataclass(frozen=True)
class DraftTable:
    """A table of a draft round. `seats` are the players' names and points. `difference` is the highest number of these
    points less the lowest. `again` says which players have met before and in which round, and `of_one_club` which
    players belong to the same club."""

    number: int
    seats: tuple[tuple[str, str], ...]
    difference: str
    again: str
    of_one_club: str


@dataclass(frozen=True)
class DraftRound:
    """A draft round; `idle` are players of the division who neither play nor have a bye."""

    round: Round
    division: str
    tables: tuple[DraftTable, ...]
    byes: tuple[tuple[str, str], ...]
    idle: tuple[str, ...]


@dataclass(frozen=True)
class Preview:
    """All draft rounds. `repeats` is the number of tables at which players meet again, and `told` the number of people
    who would get an email."""

    rounds: tuple[DraftRound, ...]
    tables: int
    repeats: int
    told: int


def preview(tournament: Tournament) -> Preview:
    rows = Round.objects.filter(division__tournament=tournament, phase=Round.Phase.DRAFT)
    rows = rows.prefetch_related("fixtures__sittings__entrant", "byes__entrant").order_by("number")
    everything = list(rows)
    rounds, people = [], set()
    for own in Snapshot(tournament).all_divisions:
        drafts = [one for one in everything if one.division_id == own.division.pk]
        met = _meetings(own, drafts)
        rounds += [_draft(own, one, met) for one in drafts]
        people |= {entrant.player_id for one in drafts for entrant in _all_in(one) if entrant.player_id}
    tables = [table for one in rounds for table in one.tables]
    return Preview(tuple(rounds), len(tables), sum(bool(table.again) for table in tables), len(people))


def _all_in(one: Round) -> list[Entrant]:
    seated = [sitting.entrant for fixture in one.fixtures.all() for sitting in fixture.sittings.all()]
    return [*seated, *(bye.entrant for bye in one.byes.all())]


def _meetings(own: DivisionSnapshot, drafts: list[Round]) -> Meetings:
    """Return the rounds in which each two players meet, in published rounds and in drafts. Void tables do not count."""
    tables = [
        (fixture.round.number, list(own.sittings(fixture)))
        for fixture in own.fixtures
        if fixture.phase != Fixture.Phase.VOID
    ]
    for draft in drafts:
        for fixture in draft.fixtures.all():
            tables.append((draft.number, [sitting.entrant.number for sitting in fixture.sittings.all()]))
    met: defaultdict[frozenset[int], list[int]] = defaultdict(list)
    for number, seated in tables:
        for pair in combinations(seated, 2):
            met[frozenset(pair)].append(number)
    return met


def _draft(own: DivisionSnapshot, one: Round, met: Meetings) -> DraftRound:
    there = {entrant.pk for entrant in _all_in(one)}
    staying = [entrant for number, entrant in own.members.items() if number not in own.whole.withdrawn]
    return DraftRound(
        round=one,
        division=division_name(own.division),
        tables=tuple(_table(own, fixture, one.number, met) for fixture in one.fixtures.all()),
        byes=tuple((called(bye.entrant), str(Bye.Points(bye.points).label)) for bye in one.byes.all()),
        idle=tuple(called(entrant) for entrant in staying if entrant.pk not in there),
    )


def _table(own: DivisionSnapshot, fixture: Fixture, number: int, met: Meetings) -> DraftTable:
    is_between = len({one.club_id for one in own.members.values()}) > 1
    names = {sitting.entrant.number: called(sitting.entrant) for sitting in fixture.sittings.all()}
    points = [own.line_of[each].points if each in own.line_of else Fraction(0) for each in names]
    again = [
        gettext("{names} met in round {n}.").format(names=listing([names[one], names[other]]), n=before[-1])
        for one, other in combinations(names, 2)
        if (before := [n for n in met[frozenset((one, other))] if n < number])
    ]
    seats = tuple((name, one_figure(its)) for name, its in zip(names.values(), points, strict=True))
    mates = [sitting.entrant for sitting in fixture.sittings.all() if is_between and sitting.entrant.club_id]
    of_one = [
        gettext("{names} play for the same club.").format(names=listing([called(one), called(other)]))
        for one, other in combinations(mates, 2)
        if one.club_id == other.club_id
    ]
    difference = one_figure(max(points) - min(points)) if points else ""
    return DraftTable(fixture.number, seats, difference, " ".join(again), " ".join(of_one))
