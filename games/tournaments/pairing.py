"""Pairs for a Swiss round of two at a table.

A matching of maximum weight on a graph whose nodes are entrants and whose edges are the pairs that may meet. A
director's rules add and remove edges; everything else is a cost, so everybody who can be paired is paired, however late
in the tournament. How entrants got their points, and how a round is stored, is not known here."""

import random
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations
from math import lcm
from typing import TYPE_CHECKING, TypeAlias

from games.rules.texts import Text, say
from games.rules.values import OrderRefused

if TYPE_CHECKING:  # loaded only when a round is paired: no page needs its 10 MB
    import networkx as nx

Pair: TypeAlias = tuple[int, int]

_NOBODY = -1
"""The opponent, in the graph, of the entrant with the bye. Entrants' numbers start from 0."""


@dataclass(frozen=True)
class Paired:
    """An entrant to be paired, and its rounds so far: table points, the numbers of those met, the byes, including
    walk-overs, and how often it had the first seat; and the club that it plays for, by any number."""

    number: int
    points: Fraction
    met: frozenset[int] = frozenset()
    byes: int = 0
    firsts: int = 0
    club: int | None = None

    def is_mate_of(self, other: "Paired") -> bool:
        """Return True if the two play for one club."""
        return self.club is not None and self.club == other.club


@dataclass(frozen=True)
class Pairing:
    """The pairs by number, highest table first, first seat first; and the number with the bye if there is an odd
    number."""

    pairs: tuple[Pair, ...]
    bye: int | None


class NoPairing(OrderRefused):
    """The pairing rules leave somebody without a table. Tells the director which rules to drop."""


def pair_up(
    entrants: Sequence[Paired], *, forced: Collection[Pair] = (), forbidden: Collection[Pair] = (), seed: str
) -> Pairing:
    """Pair everybody, one with a bye if the number is odd. The order of `entrants` does not matter; `seed` decides
    between equal pairings. A rule for a pair counts only if both are among `entrants`.

    These are avoided, each with priority over all that follow: a second bye, for those who had most; meeting a member
    of the same club; a rematch; a bye above the lowest score; meeting across scores, by the sum of the squares of the
    differences; and, among equal scores, everything but the top half meeting the bottom half in the order of numbers
    (of 1 to 6: 1–4, 2–5, 3–6), with the bye for the highest number. The entrant who had the first seat less often gets
    it.

    Raises NoPairing if forced and forbidden pairs cannot be satisfied."""
    rules = _Rules.among([one.number for one in entrants], forced, forbidden)
    chance = random.Random(seed)
    in_order = sorted(entrants, key=lambda one: (-one.points, one.number))
    free = [one for one in in_order if one.number not in rules.partner]
    partner = {**rules.partner, **_matched(free, rules, chance)}
    by_number = {one.number: one for one in in_order}
    pairs = [(by_number[one], by_number[other]) for one, other in partner.items() if other != _NOBODY and one < other]
    pairs.sort(key=lambda pair: (-max(_points(pair)), -sum(_points(pair)), min(one.number for one in pair)))
    bye = next((number for number, other in partner.items() if other == _NOBODY), None)
    seated: list[Pair] = []
    for pair in pairs:
        lot = chance.random() < 0.5  # between two who had the first seat equally often
        first, second = sorted(pair, key=lambda each: (each.firsts, (each.number == pair[0].number) == lot))
        seated.append((first.number, second.number))
    return Pairing(tuple(seated), bye)


def _points(pair: tuple[Paired, Paired]) -> tuple[Fraction, Fraction]:
    return pair[0].points, pair[1].points


# --- Directors' rules ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Rules:
    """Partners who must meet, both ways, and pairs that must not."""

    partner: Mapping[int, int]
    apart: frozenset[frozenset[int]]

    @classmethod
    def among(cls, numbers: Collection[int], forced: Collection[Pair], forbidden: Collection[Pair]) -> "_Rules":
        """Return the rules whose two numbers are both among these. Raises NoPairing if they contradict each other."""
        together, apart = rules_among(numbers, forced, forbidden)
        partner: dict[int, int] = {}
        for one, other in sorted(sorted(pair) for pair in together):
            for each, its_partner in ((one, other), (other, one)):
                if partner.setdefault(each, its_partner) != its_partner:
                    raise NoPairing(
                        say(
                            "Player {number} must meet both player {one} and player {other}, but a table has only "
                            "2 seats. Remove one of these rules.",
                            number=each,
                            one=partner[each],
                            other=its_partner,
                        )
                    )
        return cls(partner, apart)

    def without(self, pair: frozenset[int]) -> "_Rules":
        return _Rules(self.partner, self.apart - {pair})


def rules_among(
    numbers: Collection[int], forced: Collection[Pair], forbidden: Collection[Pair]
) -> tuple[frozenset[frozenset[int]], frozenset[frozenset[int]]]:
    """Return the pairs that must meet and those that must not, with both numbers among these. Raises NoPairing for a
    pair in both."""
    together, apart = (
        frozenset(frozenset(pair) for pair in pairs if set(numbers).issuperset(pair)) for pairs in (forced, forbidden)
    )
    for one, other in sorted(sorted(pair) for pair in together & apart):
        raise NoPairing(
            say(
                "One rule says that players {one} and {other} must meet, another that they must never meet. Remove "
                "one of these rules.",
                one=one,
                other=other,
            )
        )
    return together, apart


def _what_to_drop(free: Sequence[Paired], rules: _Rules) -> Text:
    """Return a sentence on which rule to remove: a forbidden pair that is the only obstacle, else several of them."""
    numbers = frozenset(one.number for one in free)
    for pair in sorted(sorted(pair) for pair in rules.apart if pair <= numbers):
        if _all_matched(_matching(_graph(free, rules.without(frozenset(pair)))), free):
            return say(
                "Not everyone can be paired, because too many pairings are ruled out. Remove the rule that players "
                "{one} and {other} must never meet.",
                one=pair[0],
                other=pair[1],
            )
    return say(
        "Not everyone can be paired, because too many pairings are ruled out. Remove several of the rules that "
        "players must never meet, or give somebody a bye."
    )


# --- The matching --------------------------------------------------------------------------------------------------------


def _matched(free: Sequence[Paired], rules: _Rules, chance: random.Random) -> dict[int, int]:
    """Return the partner of each, both ways. Raises NoPairing."""
    graph = _graph(chance.sample(free, len(free)), rules)
    _weigh(graph, free)
    matching = _matching(graph)
    if not _all_matched(matching, free):
        raise NoPairing(_what_to_drop(free, rules))
    both = chain(matching, ((other, one) for one, other in matching))
    return {one: other for one, other in both if one != _NOBODY}


def _matching(graph: "nx.Graph") -> Collection[Pair]:
    from networkx import max_weight_matching

    pairs: Collection[Pair] = max_weight_matching(graph, maxcardinality=True)
    return pairs


def _all_matched(matching: Collection[Pair], free: Sequence[Paired]) -> bool:
    return len(matching) == (len(free) + 1) // 2


def _graph(free: Sequence[Paired], rules: _Rules) -> "nx.Graph":
    """Return a graph of everybody, with an edge for each pair that may meet; with an odd number anybody may have the
    bye."""
    from networkx import Graph

    graph = Graph()
    graph.add_nodes_from(one.number for one in free)
    graph.add_edges_from(
        (one.number, other.number)
        for one, other in combinations(free, 2)
        if frozenset((one.number, other.number)) not in rules.apart
    )
    if len(free) % 2:
        graph.add_edges_from((one.number, _NOBODY) for one in free)
    return graph


def _weigh(graph: "nx.Graph", free: Sequence[Paired]) -> None:
    """Give each edge a weight: one whole number in which each cost outweighs all later ones."""
    by_number = {one.number: one for one in free}
    groups = _places(free)
    unit = lcm(*(one.points.denominator for one in free))
    lowest = min((one.points for one in free), default=Fraction(0))

    def costs(one: Paired, other: Paired | None) -> tuple[int, ...]:
        if other is None:
            return one.byes, 0, 0, int((one.points - lowest) * unit), 0, groups[one.number].below ** 2
        across = int((one.points - other.points) * unit) ** 2
        return (
            0,
            int(one.is_mate_of(other)),
            int(other.number in one.met),
            0,
            across,
            groups[one.number].fold(groups[other.number]),
        )

    edges = list(graph.edges)
    each = []
    for edge in edges:
        known = [by_number[number] for number in edge if number != _NOBODY]
        each.append(costs(known[0], known[1] if len(known) == 2 else None))
    scales = [1]
    for sort in range(5, 0, -1):
        most = max((cost[sort] for cost in each), default=0)
        scales.insert(0, scales[0] * (most * (len(free) // 2 + 1) + 1))
    for (one, other), cost in zip(edges, each, strict=True):
        graph.edges[one, other]["weight"] = -sum(scale * part for scale, part in zip(scales, cost, strict=True))


@dataclass(frozen=True)
class _Place:
    """The place of an entrant among those with equal score: how many are above and below it, by number."""

    points: Fraction
    above: int
    below: int

    def fold(self, other: "_Place") -> int:
        """Return the distance of this pair from the ideal: the top half meets the bottom half or, across scores, the
        bottom of the higher meets the top of the lower."""
        if self.points == other.points:
            half = (self.above + self.below + 1) // 2
            return (abs(self.above - other.above) - half) ** 2
        higher, lower = (self, other) if self.points > other.points else (other, self)
        return higher.below**2 + lower.above**2


def _places(free: Sequence[Paired]) -> dict[int, _Place]:
    groups: defaultdict[Fraction, list[int]] = defaultdict(list)
    for one in sorted(free, key=lambda each: each.number):
        groups[one.points].append(one.number)
    return {
        number: _Place(points, above, len(group) - 1 - above)
        for points, group in groups.items()
        for above, number in enumerate(group)
    }
