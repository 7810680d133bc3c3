"""Who meets whom in the rounds of a division, as its format has it: plans, which `drawing` keeps as drafts. The same entrants,
results and rulings always give the same plan. Reads rows, writes none."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from games.rules.kind import OrderRefused
from games.rules.messages import say
from games.tournaments import advancing
from games.tournaments.commands.books import (
    CONCURRENT,
    Format,
    everybody,
    planned_rounds,
    playing,
    rounds_for,
    standings_of,
)
from games.tournaments.commands.endings import go_on, stuck_in
from games.tournaments.commands.promotion import divided_anew
from games.tournaments.commands.terms import table_limits
from games.tournaments.models import Bye, Division, Entrant, Fixture, Round, Tournament
from games.tournaments.pairing import Pair, Paired, pair_up
from games.tournaments.schedules import schedule, seat_swiss, table_sizes

Table = tuple[int, ...]
"""The numbers of those who meet, in the order of their seats."""


@dataclass(frozen=True)
class Plan:
    """One round to be: its tables, highest first, and byes that the draw gives, by number."""

    number: int
    tables: tuple[Table, ...]
    byes: Mapping[int, str]


def plans_of(division: Division, last: Round | None, kept: Mapping[int, Mapping[int, Bye]]) -> list[Plan]:
    """The rounds that come after the `last` published one: all of them where they are played at once, else the next. `kept` are
    byes that a director has set, by round and number. Raises OrderRefused where there is nothing to plan."""
    number = last.number + 1 if last else 1
    sits_out = set(kept.get(number, {}))
    match division.tournament.format:
        case Format.LEAGUE | Format.POOLS:
            return [
                _scheduled(division, each, set(kept.get(each, {}))) for each in range(1, planned_rounds(division) + 1)
            ]
        case Format.ROUND_ROBIN if not _has_latecomers(division):
            return [_scheduled(division, number, sits_out)]
        case Format.KNOCKOUT:
            return [_knockout(division, last, number, sits_out)]
        case _:
            return [_by_standings(division, number, sits_out)]


# --- all meet all -----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def scheduled(players: int, rounds: int, size: int, lot: str) -> tuple[tuple[Table, ...], ...]:
    """The schedule of a division, in places. It takes seconds: whoever draws up asks for it before anything is locked."""
    return schedule(players, rounds, size, lot)


def _has_latecomers(division: Division) -> bool:
    started = division.tournament.started_at
    return division.entrants.filter(entered_at__gt=started).exists() if started else False


def _scheduled(division: Division, number: int, sits_out: set[int]) -> Plan:
    """One round of the schedule for all of a division: who has left since, or has a bye, is missing at their table."""
    tournament = division.tournament
    numbers = everybody(division)
    if len(numbers) < 2:
        raise OrderRefused(say("A round takes at least two players."))
    rounds = scheduled(len(numbers), planned_rounds(division), tournament.table_size, tournament.lot)
    play = {entrant.number for entrant in playing(division)} - sits_out
    whole = [tuple(numbers[place] for place in table) for table in rounds[(number - 1) % len(rounds)]]
    seated = {each for table in whole for each in table}
    byes = dict.fromkeys(play - seated, Bye.Points.ZERO.value)  # one for everybody, as the number is odd
    tables = [tuple(each for each in table if each in play) for table in whole]
    least, most = table_limits(tournament)
    full, alone = _move_together([table for table in tables if table], least, most if tournament.table_size > 2 else 2)
    return Plan(number, tuple(full), byes | dict.fromkeys(alone, Bye.Points.FULL.value))


def _move_together(tables: Sequence[Table], least: int, most: int) -> tuple[list[Table], list[int]]:
    """Who sits at a table too small for a game moves to the smallest other ones; and who finds no place there."""
    full = [table for table in tables if len(table) >= least]
    alone = []
    for each in (each for table in tables if len(table) < least for each in table):
        to = min(range(len(full)), key=lambda index: (len(full[index]), -index), default=None)
        if to is None or len(full[to]) >= most:
            alone.append(each)
        else:
            full[to] = (*full[to], each)
    return full, alone


# --- by results -------------------------------------------------------------------------------------------------------


def _by_standings(division: Division, number: int, sits_out: set[int]) -> Plan:
    """Who is equal meets, as far as they have not met before; in a round robin everybody is equal."""
    tournament = division.tournament
    paired = [one for one in paired_of(division) if one.number not in sits_out]
    if len(paired) < 2:
        raise OrderRefused(say("A round takes at least two players."))
    tables, bye = draw(tournament, paired, seed=f"{tournament.lot}/{number}", numbers={one.number for one in paired})
    return Plan(number, tables, {} if bye is None else {bye: Bye.Points.FULL.value})


def draw(
    tournament: Tournament, paired: Sequence[Paired], *, seed: str, numbers: set[int]
) -> tuple[tuple[Table, ...], int | None]:
    """The tables of these, as the rules for pairs allow, and who has the bye. Raises NoPairing."""
    rules = tournament.pair_rules.filter(used_at=None).select_related("one", "other")
    pairs = [(rule.must_meet, (rule.one.number, rule.other.number)) for rule in rules]
    forced = [pair for must_meet, pair in pairs if must_meet and numbers.issuperset(pair)]
    forbidden = [pair for must_meet, pair in pairs if not must_meet]
    if tournament.table_size == 2:
        pairing = pair_up(paired, forced=forced, forbidden=forbidden, seed=seed)
        return tuple(pairing.pairs), pairing.bye
    return seated(tuple(paired), tournament.table_size, tuple(forced), tuple(forbidden), seed), None


@lru_cache(maxsize=32)
def seated(
    paired: tuple[Paired, ...], size: int, forced: tuple[Pair, ...], forbidden: tuple[Pair, ...], seed: str
) -> tuple[Table, ...]:
    """Tables for these, as `schedules.seat_swiss` finds them."""
    return seat_swiss(paired, size=size, forced=forced, forbidden=forbidden, seed=seed)


def paired_of(division: Division) -> list[Paired]:
    """All who can be drawn, with what a draw goes by: points, whom they met, byes, and how often they sat first."""
    fixtures = Fixture.objects.filter(round__division=division).exclude(round__phase=Round.Phase.DRAFT)
    met: dict[int, set[int]] = {}
    firsts: Counter[int] = Counter()
    for fixture in fixtures.exclude(phase=Fixture.Phase.VOID).prefetch_related("sittings__entrant"):
        numbers = [sitting.entrant.number for sitting in fixture.sittings.all()]
        for each in numbers:
            met.setdefault(each, set()).update(numbers)
        firsts.update(sitting.entrant.number for sitting in fixture.sittings.all() if sitting.seat == 0)
    byes = Counter(
        Bye.objects.filter(round__division=division, points=Bye.Points.FULL)
        .exclude(round__phase=Round.Phase.DRAFT)
        .values_list("entrant__number", flat=True)
    )
    points: dict[int, Fraction] = {}
    if division.tournament.format == Format.SWISS:
        points = {line.number: line.points for line in standings_of(division)}
    return [
        Paired(
            number=entrant.number,
            points=points.get(entrant.number, Fraction(0)),
            met=frozenset(met.get(entrant.number, set()) - {entrant.number}),
            byes=byes[entrant.number],
            firsts=firsts[entrant.number],
        )
        for entrant in playing(division)
    ]


# --- knockout ---------------------------------------------------------------------------------------------------------


def _knockout(division: Division, last: Round | None, number: int, sits_out: set[int]) -> Plan:
    """The strongest spread over the tables; of an odd number at tables of two the first sits out."""
    tournament = division.tournament
    if last is None:
        left = [entrant.number for entrant in playing(division)]
    else:
        stuck = stuck_in(last)
        if stuck is not None:
            raise OrderRefused(
                say(
                    "Table {table} is void, so that nobody goes on from it: award its points first.", table=stuck.number
                )
            )
        left = go_on(division, last)
    drawn = [each for each in left if each not in sits_out]
    if len(drawn) < 2:
        raise OrderRefused(say("A round takes at least two players."))
    sizes = table_sizes(len(drawn), tournament.table_size)
    byes, drawn = drawn[: len(drawn) - sum(sizes)], drawn[len(drawn) - sum(sizes) :]
    return Plan(number, _spread(drawn, sizes), dict.fromkeys(byes, Bye.Points.FULL.value))


def _spread(numbers: Sequence[int], sizes: Sequence[int]) -> tuple[Table, ...]:
    """Dealt out to and fro, so that the first meet late and the first table has the first and the last."""
    tables: list[list[int]] = [[] for _ in sizes]
    order = [index for row in range(max(sizes)) for index in _to_and_fro(row, sizes)]
    for number, index in zip(numbers, order, strict=True):
        tables[index].append(number)
    return tuple(tuple(table) for table in tables)


def _to_and_fro(row: int, sizes: Sequence[int]) -> list[int]:
    having = [index for index, size in enumerate(sizes) if size > row]
    return having[::-1] if row % 2 else having


# --- the start --------------------------------------------------------------------------------------------------------


def divided(tournament: Tournament, entrants: Sequence[Entrant]) -> list[list[Entrant]]:
    """The divisions in which these play, given by number: of a league the strongest together, pools of equal strength."""
    by_number = {entrant.number: entrant for entrant in entrants}
    numbers = list(by_number)
    match tournament.format:
        case Format.LEAGUE if tournament.follows is not None:
            return divided_anew(tournament, entrants)
        case Format.LEAGUE:
            divisions = advancing.in_blocks(numbers, tournament.division_size)
        case Format.POOLS:
            divisions = advancing.in_snake(numbers, tournament.division_size)
        case _:
            divisions = (tuple(numbers),)
    return [[by_number[number] for number in division] for division in divisions]


def think_of_the_first(tournament: Tournament) -> None:
    """Find what the first drafts will ask for."""
    entrants = playing(tournament)
    for division in divided(tournament, entrants):
        numbers = {entrant.number for entrant in division}
        if tournament.format == Format.SWISS:
            paired = [Paired(number, Fraction(0)) for number in sorted(numbers)]
            draw(tournament, paired, seed=f"{tournament.lot}/1", numbers=numbers)
        elif tournament.format in (*CONCURRENT, Format.ROUND_ROBIN) and len(numbers) > 1:
            rounds = rounds_for(tournament, len(numbers))
            scheduled(len(numbers), rounds, tournament.table_size, tournament.lot)
