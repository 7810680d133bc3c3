"""A tournament read from its rows: its published rounds with tables, results and byes, and everything that follows from
them for each division.

Commands and queries read divisions only through this. It never contains drafts and writes nothing."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TypeVar

from games.models import Seat
from games.rules import registry
from games.statements import GIVEN, Compiled
from games.tournaments import advancing
from games.tournaments import standings as pure
from games.tournaments.models import Bye, Division, Entrant, Fixture, Round, Sitting, Tournament
from games.tournaments.pairing import Paired
from games.tournaments.schedules import table_sizes

Format = Tournament.Format
PAIR = 2
CONCURRENT = frozenset({Format.LEAGUE, Format.POOLS})
"""The formats in which all rounds of a division are played at once."""
TAKES_LATECOMERS = (Format.SWISS, Format.ROUND_ROBIN, Format.LADDER)
RANKED_OTHERWISE = (Format.KNOCKOUT, Format.LADDER)
"""The formats whose places do not follow from points."""
COUNTED = (Fixture.Phase.FINISHED, Fixture.Phase.AWARDED)
OVER = (*COUNTED, Fixture.Phase.VOID)
OPEN = (Fixture.Phase.JOINING, Fixture.Phase.PLAYING)
PLAYS = (Entrant.Standing.ENTERED, Entrant.Standing.CONFIRMED)
LAST = 99
"""A rank below every other at a table."""

PUBLISHED = Round.objects.filter(division__tournament=GIVEN).exclude(phase=Round.Phase.DRAFT)
ENTRANTS = Compiled(Entrant.objects.filter(tournament=GIVEN).order_by("number"))
DIVISIONS = Compiled(Division.objects.filter(tournament=GIVEN).order_by("stage", "number"))
MEMBERS = Compiled(
    Division.entrants.through.objects.filter(division__tournament=GIVEN).order_by("entrant__number", "division")
)
ROUNDS = Compiled(PUBLISHED.order_by("number"))
FIXTURES = Compiled(
    Fixture.objects.filter(round__in=PUBLISHED).order_by("number"),
    joined=["game"],
    only=[
        "round",
        "number",
        "phase",
        "join_by",
        "finished_at",
        "game__hard_end",
        "game__paused_by_staff",
        "game__started_at",
    ],
)
SITTINGS = Compiled(Sitting.objects.filter(fixture__round__in=PUBLISHED).order_by("pk"))
BYES = Compiled(Bye.objects.filter(round__in=PUBLISHED).order_by("entrant__number"))
SEATS = Compiled(
    Seat.objects.filter(game__fixture__round__in=PUBLISHED, substitution=None).order_by("number"),
    only=["game", "number", "player", "agreed_at", "is_awaited", "result"],
)

Row = TypeVar("Row")
Of = TypeVar("Of", Entrant, Division)


class NoSuchTournament(Exception):
    """There is no such tournament or part of one, or this reader may not know of it."""


@dataclass(frozen=True)
class Snapshot:
    """One tournament. Each kind of row is read once, when first needed, so take a new snapshot after a write. Rows are
    keyed by the id of what they belong to, in the order of rounds and tables."""

    tournament: Tournament

    @cached_property
    def entrants(self) -> Mapping[int, Entrant]:
        """The entrants by id, in the order of their numbers."""
        return {one.pk: one for one in self._of_it(ENTRANTS(self.tournament.pk))}

    @cached_property
    def playing(self) -> list[Entrant]:
        """The entrants who can be paired, by number."""
        return [one for one in self.entrants.values() if can_be_drawn(one)]

    @cached_property
    def all_divisions(self) -> list["DivisionSnapshot"]:
        """All divisions, by stage and number."""
        return [DivisionSnapshot(self, division) for division in self._of_it(DIVISIONS(self.tournament.pk))]

    @cached_property
    def divisions(self) -> list["DivisionSnapshot"]:
        """The divisions with a published round; players see no others."""
        return [one for one in self.all_divisions if one.rounds]

    @cached_property
    def members(self) -> Mapping[int, list[Entrant]]:
        members: defaultdict[int, list[Entrant]] = defaultdict(list)
        for row in MEMBERS(self.tournament.pk):
            members[row.division_id].append(self.entrants[row.entrant_id])
        return members

    @cached_property
    def rounds(self) -> Mapping[int, list[Round]]:
        return _by(lambda one: one.division_id, ROUNDS(self.tournament.pk))

    @cached_property
    def all_rounds(self) -> list[Round]:
        return [one for division in self.divisions for one in division.rounds]

    @cached_property
    def fixtures(self) -> Mapping[int, list[Fixture]]:
        found = _by(lambda one: one.round_id, FIXTURES(self.tournament.pk))
        for division in self.divisions:
            for round_ in division.rounds:
                round_.division = division.division
                for fixture in found[round_.pk]:
                    fixture.round = round_
        return found

    @cached_property
    def all_fixtures(self) -> list[Fixture]:
        return [fixture for one in self.all_rounds for fixture in self.fixtures[one.pk]]

    @cached_property
    def sittings(self) -> Mapping[int, list[Sitting]]:
        return _by(lambda one: one.fixture_id, SITTINGS(self.tournament.pk))

    @cached_property
    def byes(self) -> Mapping[int, list[Bye]]:
        return _by(lambda one: one.round_id, BYES(self.tournament.pk))

    @cached_property
    def seats(self) -> Mapping[int, list[Seat]]:
        """The seats of each game."""
        return _by(lambda one: one.game_id, SEATS(self.tournament.pk))

    def _of_it(self, rows: Sequence[Of]) -> Sequence[Of]:
        """Set the tournament of these rows to the object at hand, and return them."""
        for row in rows:
            row.tournament = self.tournament
        return rows

    def of(self, division: Division) -> "DivisionSnapshot":
        return DivisionSnapshot(self, division)

    def phase(self, fixture: Fixture) -> str:
        """Return the phase of a table: playing as soon as all have accepted, even before its fixture says so."""
        seats = self.seats[fixture.game_id or 0]
        if fixture.phase == Fixture.Phase.JOINING and seats and all(seat.agreed_at for seat in seats):
            return Fixture.Phase.PLAYING
        return fixture.phase

    def moves(self) -> dict[int, str]:
        """Return the numbers that would go `up` or `down` after this season of a league, as things stand."""
        return advancing.moves([division.order for division in self.all_divisions], withdrawn=self.withdrawn)

    @cached_property
    def withdrawn(self) -> frozenset[int]:
        """The numbers of those who have withdrawn."""
        gone = Entrant.Standing.WITHDRAWN
        return frozenset(one.number for one in self.entrants.values() if one.standing == gone)


@dataclass(frozen=True)
class DivisionSnapshot:
    """One division, and what its places are computed from. Numbers are those of entrants."""

    whole: Snapshot
    division: Division

    @property
    def tournament(self) -> Tournament:
        return self.whole.tournament

    @cached_property
    def members(self) -> Mapping[int, Entrant]:
        """All entrants by number, including those who have withdrawn."""
        return {one.number: one for one in self.whole.members[self.division.pk]}

    @cached_property
    def playing(self) -> list[Entrant]:
        """The entrants who can be paired, by number."""
        return [one for one in self.members.values() if can_be_drawn(one)]

    @property
    def rounds(self) -> list[Round]:
        return self.whole.rounds[self.division.pk]

    @property
    def last_round(self) -> Round | None:
        return self.rounds[-1] if self.rounds else None

    @cached_property
    def fixtures(self) -> list[Fixture]:
        return [fixture for one in self.rounds for fixture in self.whole.fixtures[one.pk]]

    @property
    def counted(self) -> list[Fixture]:
        """The tables that count: finished ones, and those for which a director awarded points."""
        return [fixture for fixture in self.fixtures if fixture.phase in COUNTED]

    def sittings(self, fixture: Fixture) -> Mapping[int, Sitting]:
        """Return the sittings at one table, by the entrant's number."""
        return {self.number(sitting): sitting for sitting in self.whole.sittings[fixture.pk]}

    def number(self, of: Sitting | Bye) -> int:
        return self.whole.entrants[of.entrant_id].number

    # --- places -------------------------------------------------------------------------------------------------------

    @cached_property
    def met(self) -> tuple[pure.Met, ...]:
        """The tables that count, in the order of rounds and tables."""
        return tuple(
            pure.Met(
                round=fixture.round.number,
                table=fixture.pk,
                placed=tuple(
                    pure.Placed(
                        number,
                        sitting.rank,
                        sitting.score,
                        awarded=None if sitting.awarded is None else Fraction(sitting.awarded),
                    )
                    for number, sitting in self.sittings(fixture).items()
                ),
            )
            for fixture in self.counted
        )

    @cached_property
    def byes(self) -> tuple[pure.SatOut, ...]:
        return tuple(
            pure.SatOut(self.number(bye), one.number, worth(bye))
            for one in self.rounds
            for bye in self.whole.byes[one.pk]
        )

    @cached_property
    def lines(self) -> tuple[pure.Line, ...]:
        """The standings by points and tie-breaks, best first."""
        cap = registry.kind(self.tournament.kind).widest_spread
        lot = f"{self.tournament.lot}/{self.division.pk}"
        return _standings(tuple(self.members), self.met, self.byes, cap, lot)

    @cached_property
    def line_of(self) -> Mapping[int, pure.Line]:
        """The line of each entrant, by number."""
        return {line.number: line for line in self.lines}

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The numbers of all, best first, in the order of the format. Players who have left a ladder have no rung."""
        match self.tournament.format:
            case Format.LADDER:
                return self._rungs()
            case Format.KNOCKOUT:
                return self._how_far()
            case _:
                return tuple(line.number for line in self.lines)

    @property
    def has_places(self) -> bool:
        """True once a table counts; a ladder has rungs from the start."""
        return bool(self.met) or self.tournament.format == Format.LADDER

    def _rungs(self) -> tuple[int, ...]:
        over = sorted(self.counted, key=lambda one: (one.finished_at, one.pk))
        order = advancing.rungs(list(self.members), [self.ranks(fixture) for fixture in over])
        return tuple(number for number in order if can_be_drawn(self.members[number]))

    def _how_far(self) -> tuple[int, ...]:
        """Return a knockout's order: by the last round reached, the place at the table there, and the standings."""
        reached: dict[int, tuple[int, int]] = {}
        for fixture in self.counted:
            for number, rank in self.ranks(fixture).items():
                reached[number] = (-fixture.round.number, rank or LAST)
        for bye in self.byes:
            reached[bye.number] = min(reached.get(bye.number, (0, 0)), (-bye.round, 0))
        places = {line.number: line.place for line in self.lines}
        return tuple(sorted(places, key=lambda number: (*reached.get(number, (0, LAST)), places[number])))

    def ranks(self, fixture: Fixture) -> dict[int, int | None]:
        """Return the ranks at a table that counts, by number; from the points if those were awarded. None for those who
        did not join."""
        sittings = self.sittings(fixture)
        if fixture.phase != Fixture.Phase.AWARDED:
            return {number: sitting.rank for number, sitting in sittings.items()}
        awarded = [sitting.awarded or 0 for sitting in sittings.values()]
        return {
            number: None
            if sitting.seat is None and not sitting.awarded
            else 1 + sum(points > (sitting.awarded or 0) for points in awarded)
            for number, sitting in sittings.items()
        }

    @cached_property
    def staying(self) -> list[int]:
        """The order without those who have withdrawn."""
        return [number for number in self.order if number not in self.whole.withdrawn]

    @cached_property
    def best(self) -> list[Entrant]:
        """The entrants who would advance from a pool to the final, best first."""
        play = {entrant.number for entrant in self.playing}
        best = [number for number in self.order if number in play][: self.tournament.advance]
        return [self.members[number] for number in best]

    @cached_property
    def crossed(self) -> pure.Crosstable:
        return pure.crosstable(tuple(self.members), self.met, self.byes)

    @cached_property
    def given(self) -> Mapping[int, Fraction]:
        """The points of byes and awarded tables, by number, of those who have any."""
        without_play = {
            number: [sat.points for sat in row if sat.table is None or sat.awarded]
            for number, row in self.crossed.rows.items()
        }
        return {number: sum(points, Fraction(0)) for number, points in without_play.items() if points}

    @cached_property
    def earned(self) -> Mapping[tuple[int, int], Fraction]:
        """The table points of each entrant, by table and number."""
        return {
            (sat.table, number): sat.points
            for number, row in self.crossed.rows.items()
            for sat in row
            if sat.table is not None
        }

    # --- future rounds ------------------------------------------------------------------------------------------------

    @cached_property
    def open(self) -> list[list[int]]:
        """The numbers at each table that is not over."""
        return [list(self.sittings(fixture)) for fixture in self.fixtures if fixture.phase not in OVER]

    @property
    def planned_for(self) -> list[int]:
        """The numbers of the entrants that rounds are planned for: everybody who was there when the first was
        published."""
        return list(self.members) if self.rounds else [one.number for one in self.playing]

    @property
    def planned(self) -> int:
        """The total number of rounds."""
        return rounds_for(self.tournament, len(self.planned_for))

    @cached_property
    def undrawn(self) -> int:
        """The number of rounds still to be published; 0 if all are played at once and have been."""
        if self.rounds and self.tournament.format in CONCURRENT:
            return 0
        return max(0, self.planned - len(self.rounds))

    @property
    def is_over(self) -> bool:
        return self.tournament.phase in (Tournament.Phase.FINISHED, Tournament.Phase.VOID)

    def reach(self) -> Mapping[int, pure.Reach]:
        """Return the places that each can still reach; empty for a ladder or a knockout."""
        if self.tournament.format in RANKED_OTHERWISE or self.is_over:
            return {}
        gone = self.whole.withdrawn
        return pure.reach(tuple(self.members), self.met, self.byes, open=self.open, undrawn=self.undrawn, gone=gone)

    def paired(self) -> list[Paired]:
        """Return everybody who can be paired, with what a pairing depends on: points in a Swiss tournament, players
        met, byes, and how often they had the first seat."""
        met: defaultdict[int, set[int]] = defaultdict(set)
        firsts: Counter[int] = Counter()
        for fixture in self.fixtures:
            if fixture.phase != Fixture.Phase.VOID:
                sittings = self.sittings(fixture)
                for number in sittings:
                    met[number] |= sittings.keys() - {number}
                firsts.update(number for number, sitting in sittings.items() if sitting.seat == 0)
        byes = Counter(bye.number for bye in self.byes if bye.points == 1) + Counter(self._walked_over())
        is_swiss = self.tournament.format == Format.SWISS
        return [
            Paired(
                number=one.number,
                points=self.line_of[one.number].points if is_swiss else Fraction(0),
                met=frozenset(met[one.number]),
                byes=byes[one.number],
                firsts=firsts[one.number],
                club=one.club_id,
            )
            for one in self.playing
        ]

    def _walked_over(self) -> Iterator[int]:
        """Yield the numbers with the full point of a table at which nobody played, once for each; when byes are given
        this counts as one (FIDE C.04.1)."""
        for fixture in self.fixtures:
            if fixture.phase == Fixture.Phase.AWARDED and (fixture.game is None or fixture.game.started_at is None):
                yield from (number for number, sitting in self.sittings(fixture).items() if sitting.awarded == 1)

    # --- knockout -----------------------------------------------------------------------------------------------------

    def go_on_from(self, fixture: Fixture) -> tuple[int, ...]:
        """Return the numbers that advance from a knockout's table that counts, best first."""
        plays = {one.number for one in self.playing}
        ranks = {number: rank if number in plays else None for number, rank in self.ranks(fixture).items()}
        lot = f"{self.tournament.lot}/{fixture.round.number}"
        return advancing.go_on([ranks], self.tournament.advance, lot=lot)

    def go_on(self) -> list[int]:
        """Return the numbers that advance from a knockout's last round once it is over, the strongest results first."""
        assert self.last_round is not None
        free = [self.number(bye) for bye in self.whole.byes[self.last_round.pk]]
        plays = {one.number for one in self.playing}
        tables = [fixture for fixture in self.whole.fixtures[self.last_round.pk] if fixture.phase in COUNTED]
        through = [number for fixture in tables for number in self.go_on_from(fixture)]
        return [*(number for number in free if number in plays), *through]

    def stuck(self) -> Fixture | None:
        """Return a void table of the last round from which somebody could still advance if its director awarded
        points."""
        for fixture in self.whole.fixtures[self.last_round.pk] if self.last_round else ():
            at_table = (self.members[number].standing for number in self.sittings(fixture))
            if fixture.phase == Fixture.Phase.VOID and any(standing in PLAYS for standing in at_table):
                return fixture
        return None


@lru_cache(maxsize=500)
def _standings(
    members: tuple[int, ...], met: tuple[pure.Met, ...], byes: tuple[pure.SatOut, ...], cap: float, lot: str
) -> tuple[pure.Line, ...]:
    """Return the standings, cached by the results that they follow from: pages are read far more often than tables
    end."""
    return pure.standings(members, met, byes, cap=cap, lot=lot)


def ends_at(fixture: Fixture) -> datetime | None:
    """Return the hard end of a table: its own, else its round's. The round of a ladder has no meaningful end."""
    own_end = fixture.game.hard_end if fixture.game else None
    is_ladder = fixture.round.division.tournament.format == Format.LADDER
    return own_end or (None if is_ladder else fixture.round.ends_at)


def can_be_drawn(entrant: Entrant) -> bool:
    return entrant.standing in PLAYS and entrant.player_id is not None


def worth(bye: Bye) -> Fraction:
    return Fraction(bye.points)


def rounds_for(tournament: Tournament, count: int) -> int:
    """Return the number of rounds for this many players in one division; the minimum in a knockout."""
    size, planned = tournament.table_size, tournament.rounds_planned
    match tournament.format:
        case Format.LADDER:
            return 1
        case Format.SWISS:
            return planned
        case Format.KNOCKOUT:
            return _knockout_rounds(tournament, count)
        case _ if size == PAIR:
            return max(1, count - 1 + count % 2)  # everybody meets everybody
        case Format.POOLS:
            return max(1, min(planned, (count - 1) // (size - 1)))
        case _:
            return planned


def _knockout_rounds(tournament: Tournament, left: int) -> int:
    rounds = 0
    while left > 1:
        sizes = table_sizes(left, tournament.table_size)
        out = left - sum(sizes)
        left = out + sum(min(tournament.advance, size - 1) for size in sizes)
        rounds += 1
        if len(sizes) == 1 and not out:
            break
    return rounds


def _by(owner: Callable[[Row], int], rows: Iterable[Row]) -> Mapping[int, list[Row]]:
    found: defaultdict[int, list[Row]] = defaultdict(list)
    for row in rows:
        found[owner(row)].append(row)
    return found
