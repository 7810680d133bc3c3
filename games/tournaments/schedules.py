"""Tables of two to five: whole schedules in which nobody meets twice, and one Swiss round.

Both use simulated annealing: two players at different tables of a round change places, which is accepted if it lowers
the cost, or by chance while the temperature is high. `pairing` pairs Swiss rounds of two at a table. The players and
the game are not known here.

A *place* is an index from 0 into the caller's own list of entrants."""

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import exp, inf
from typing import TypeAlias

from games.rules.texts import say, template
from games.tournaments.pairing import NoPairing, Pair, Paired, rules_among

Table: TypeAlias = tuple[int, ...]
Schedule: TypeAlias = tuple[tuple[Table, ...], ...]

SMALLEST, LARGEST = 3, 5
"""The sizes of tables, except for tables of two."""


def table_sizes(n: int, size: int) -> Table:
    """Return the split of `n` entrants into tables of about `size`, the larger first.

    Size 2 gives pairs; of an odd number one is left over and has the bye. Another size gives tables of 3 to 5, as near
    to it and to each other as possible, rather smaller than larger; just two entrants get a table of two. Raises
    NoPairing for fewer than two."""
    if n < 2:
        raise NoPairing(say("A table needs at least 2 players. Add more players first."))
    if size == 2 or n == 2:
        return (2,) * (n // 2)
    counts = range(-(-n // LARGEST), n // SMALLEST + 1)
    splits = [tuple(n // tables + (table < n % tables) for table in range(tables)) for tables in counts]
    return min(splits, key=lambda split: (sum((each - size) ** 2 for each in split), max(split)))


def _pairs(table: Sequence[int]) -> list[Pair]:
    return [(one, other) for i, other in enumerate(table) for one in table[:i]]


def round_robin_pairs(n: int) -> Schedule:
    """Return rounds of pairs of places in which everybody meets everybody once, by the circle method. If the number of
    places is odd, one place is missing in each round and has a bye. Each place has the first seat about as often as the
    second: the numbers differ by at most one."""
    circle = n - 1 if n % 2 == 0 else n
    rounds = []
    for turn in range(circle):
        pairs = [(turn, n - 1) if turn % 2 else (n - 1, turn)] if n % 2 == 0 else []
        for step in range(1, (circle + 1) // 2):
            one, other = (turn + step) % circle, (turn - step) % circle
            pairs.append((one, other) if step % 2 else (other, one))
        rounds.append(tuple(pairs))
    return tuple(rounds)


def schedule(n: int, rounds: int, size: int, seed: str) -> Schedule:
    """Return rounds of tables of places, in seat order, in which as few pairs as possible meet twice: none, if the
    search finds such a schedule. The same arguments give the same schedule.

    Size 2 is the round robin of pairs; after everybody has met it starts again with the seats swapped. Larger tables
    have the sizes of `table_sizes` in every round; the first seat goes to the player who has had it least often. Takes
    some seconds if there is no schedule without a repeat. Raises NoPairing for fewer than two."""
    sizes = table_sizes(n, size)
    if max(sizes) == 2:
        once = round_robin_pairs(n)
        twice = [*once, *(tuple((other, one) for one, other in pairs) for pairs in once)]
        return tuple(twice[turn % len(twice)] for turn in range(rounds))
    chance = random.Random(seed)
    swaps = _SWAPS_A_SEAT * n * rounds
    best: _Found | None = None
    for attempt in range(max(1, min(_ATTEMPTS, _MOST_SWAPS // max(1, swaps)))):
        draft = _Draft.by_lot(n, sizes, rounds, chance)
        hot = _HOT[attempt % len(_HOT)]
        found = _anneal(draft, chance, swaps=swaps, hot=hot, cold=_COLD, least=_fewest_repeats(n, rounds, sizes))
        if best is None or found.cost < best.cost:
            best = found
        if best.cost <= _fewest_repeats(n, rounds, sizes):
            break
    assert best is not None
    return _with_first_seats_shared(n, best.rounds, chance)


def _fewest_repeats(n: int, rounds: int, sizes: Table) -> int:
    """Return a lower bound of the cost: its value if all pairs meet equally often."""
    pairs = n * (n - 1) // 2
    often, over = divmod(rounds * sum(each * (each - 1) // 2 for each in sizes), pairs)
    return pairs * often * (often - 1) // 2 + over * often


def _with_first_seats_shared(n: int, rounds: Schedule, chance: random.Random) -> Schedule:
    firsts = [0] * n
    seated = []
    for tables in rounds:
        seated.append(tuple(tuple(sorted(table, key=lambda one: (firsts[one], chance.random()))) for table in tables))
        for table in seated[-1]:
            firsts[table[0]] += 1
    return tuple(seated)


# --- One Swiss round -----------------------------------------------------------------------------------------------------


OF_ONE_CLUB = 20
"""Avoiding a meeting of two from one club is worth this many rematches: more than there are pairs at a table."""


def seat_swiss(
    entrants: Sequence[Paired],
    *,
    size: int,
    forced: Collection[Pair] = (),
    forbidden: Collection[Pair] = (),
    seed: str,
) -> tuple[Table, ...]:
    """Seat everybody for one Swiss round, at tables of `table_sizes`: numbers in seat order, the highest scores first
    and so the smaller tables lowest. The order of `entrants` does not matter; `seed` decides between equal seatings.

    Pairs that must meet are together and pairs that must not meet are apart; then nobody meets their own club or a
    former opponent, if the search finds such a seating; then scores at a table are as equal as possible. The first seat
    goes to the player who has had it least often.

    A rule for a pair counts only if both are among `entrants`. Raises NoPairing if no seating was found that keeps
    these rules, and for fewer than two entrants. For tables of two use `pairing.pair_up`."""
    chance = random.Random(seed)
    in_order = sorted(entrants, key=lambda one: one.number)
    in_order = sorted(chance.sample(in_order, len(in_order)), key=lambda one: -one.points)
    rules = _TableRules(*rules_among([one.number for one in in_order], forced, forbidden))
    span = float(in_order[0].points - in_order[-1].points) if in_order else 0.0
    repeat = 2 * span**2 + 10  # more than the scores can gain if any two players change places
    draft = _Draft.in_order(table_sizes(len(in_order), size), [float(one.points) for one in in_order])
    draft.dislike(
        [
            [
                repeat * (other.number in one.met)
                + OF_ONE_CLUB * repeat * one.is_mate_of(other)
                + 1000 * repeat * rules.against(one, other)
                for other in in_order
            ]
            for one in in_order
        ]
    )
    swaps = max(_LEAST_SWISS_SWAPS, _SWISS_SWAPS_A_SEAT * len(in_order)) if len(draft.aims) > 1 else 0
    found = _anneal(draft, chance, swaps=swaps, hot=repeat, cold=_COLD_SCORES, least=-inf)
    tables = [tuple(in_order[place] for place in table) for table in found.rounds[0]]
    rules.check([tuple(one.number for one in table) for table in tables])
    tables.sort(key=lambda table: (-len(table), -sum(one.points for one in table)))
    return tuple(
        tuple(one.number for one in sorted(table, key=lambda one: (one.firsts, chance.random()))) for table in tables
    )


@dataclass(frozen=True)
class _TableRules:
    """The pairs of numbers that must sit at one table, and the pairs that must not."""

    together: frozenset[frozenset[int]]
    apart: frozenset[frozenset[int]]

    def against(self, one: Paired, other: Paired) -> int:
        """Return 1 for a pair that must be apart, -1 for one that must be together, else 0."""
        pair = frozenset((one.number, other.number))
        return (pair in self.apart) - (pair in self.together)

    def check(self, tables: Sequence[Table]) -> None:
        """Raise NoPairing for the first rule that these tables break."""
        met = {frozenset(pair) for table in tables for pair in _pairs(table)}
        for broken, why in ((self.apart & met, DROP_APART), (self.together - met, DROP_TOGETHER)):
            for one, other in sorted(sorted(pair) for pair in broken):
                raise NoPairing(say(why, one=one, other=other))


DROP_APART = template(
    "We couldn’t find a seating that follows all pairing rules. Remove the rule that players {one} and {other} "
    "must never meet."
)
DROP_TOGETHER = template(
    "We couldn’t find a seating that follows all pairing rules. Remove the rule that players {one} and {other} "
    "must meet."
)


# --- The annealing -------------------------------------------------------------------------------------------------------

_SWAPS_A_SEAT = 1000
_ATTEMPTS = 24
_MOST_SWAPS = 3_000_000
"""The limit of swaps in all attempts together: some seconds."""
_HOT, _COLD = (0.45, 0.35), 0.15
"""The temperatures to start from, in turn: the schedule of 25 in fives is found from the hotter start, that of 15 in
threes sooner from the cooler one."""
_LEAST_SWISS_SWAPS, _SWISS_SWAPS_A_SEAT, _COLD_SCORES = 40_000, 3_000, 0.01
_SWAPS_A_DEGREE = 500


@dataclass(frozen=True)
class _Found:
    cost: float
    rounds: Schedule


class _Draft:
    """Rounds of tables while they are improved. A meeting costs the number of earlier meetings of the two, plus its
    cost from `dislike`; a seat costs the square of the difference between its player's score and the score that its
    table aims at."""

    def __init__(self, rounds: list[list[list[int]]], scores: Sequence[float], aims: Sequence[float]) -> None:
        self.rounds, self.scores, self.aims = rounds, scores, aims
        self.table_of = [[0] * len(scores) for _ in rounds]
        for tables, table_of in zip(rounds, self.table_of, strict=True):
            for number, table in enumerate(tables):
                for one in table:
                    table_of[one] = number
        self.dislike([[0.0] * len(scores) for _ in scores])

    @classmethod
    def by_lot(cls, n: int, sizes: Table, rounds: int, chance: random.Random) -> "_Draft":
        return cls([_cut(chance.sample(range(n), n), sizes) for _ in range(rounds)], [0.0] * n, [0.0] * len(sizes))

    @classmethod
    def in_order(cls, sizes: Table, scores: Sequence[float]) -> "_Draft":
        """Return a draft of one round with the places in order, by falling scores, which also sets the scores that its
        tables aim at."""
        tables = _cut(range(len(scores)), sizes)
        return cls([tables], scores, [sum(scores[one] for one in table) / len(table) for table in tables])

    def dislike(self, meetings: list[list[float]]) -> None:
        """Set the cost of a meeting for each pair of places, and compute the cost of the whole draft again."""
        self.met = meetings
        self.cost = 0.0
        for tables in self.rounds:
            for number, table in enumerate(tables):
                self.cost += sum((self.scores[one] - self.aims[number]) ** 2 for one in table)
                for one, other in _pairs(table):
                    self.cost += self.met[one][other]
                    self._meet(one, other, 1)

    def _meet(self, one: int, other: int, times: int) -> None:
        self.met[one][other] += times
        self.met[other][one] += times

    def price(self, turn: int, one: int, other: int) -> float:
        """Return the rise of the cost if these two, at different tables of a round, change places."""
        table_of, tables, with_one, with_other = self.table_of[turn], self.rounds[turn], self.met[one], self.met[other]
        here, there = table_of[one], table_of[other]
        price = 2 * (self.aims[here] - self.aims[there]) * (self.scores[one] - self.scores[other])
        for each in tables[here]:
            if each != one:
                price += with_other[each] - with_one[each] + 1
        for each in tables[there]:
            if each != other:
                price += with_one[each] - with_other[each] + 1
        return price

    def swap(self, turn: int, one: int, other: int) -> None:
        table_of, tables = self.table_of[turn], self.rounds[turn]
        for leaves, comes, table in ((one, other, tables[table_of[one]]), (other, one, tables[table_of[other]])):
            table.remove(leaves)
            for each in table:
                self._meet(leaves, each, -1)
                self._meet(comes, each, 1)
            table.append(comes)
        table_of[one], table_of[other] = table_of[other], table_of[one]

    def found(self) -> _Found:
        return _Found(self.cost, tuple(tuple(tuple(table) for table in tables) for tables in self.rounds))


def _cut(order: Sequence[int], sizes: Table) -> list[list[int]]:
    rest = iter(order)
    return [[next(rest) for _ in range(size)] for size in sizes]


def _anneal(draft: _Draft, chance: random.Random, *, swaps: int, hot: float, cold: float, least: float) -> _Found:
    """Improve a draft by simulated annealing, and return the best version found.

    At most `swaps` exchanges of two players are tried, while the temperature falls from `hot` to `cold`. The search
    stops early once it finds a version that costs no more than `least`."""
    best = draft.found()
    rounds, places, lot = len(draft.rounds), len(draft.scores), chance.random
    cooling = (cold / hot) ** (_SWAPS_A_DEGREE / swaps) if swaps else 1.0
    heat = hot
    for number in range(swaps):
        if best.cost <= least:
            break
        if number % _SWAPS_A_DEGREE == 0:
            heat *= cooling
        turn, one, other = int(lot() * rounds), int(lot() * places), int(lot() * places)
        if draft.table_of[turn][one] == draft.table_of[turn][other]:
            continue
        price = draft.price(turn, one, other)
        if price <= 0 or lot() < exp(-price / heat):
            draft.swap(turn, one, other)
            draft.cost += price
            if draft.cost < best.cost:
                best = draft.found()
    return best
