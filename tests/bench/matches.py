"""`python -m tests.bench.matches --kind crosslet`: two levels of robots play each other, without a database.

`--games 200 --seed 1 --levels best first`: two games a deal, the second with the seats swapped. A level may play itself.
Prints for each level the share of games won (a draw is half a game), the average result and points of an order that earned any,
how often it gave each order, and the average and longest processor time of a decision."""

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from statistics import mean
from time import process_time

from games.robots.searching import Known, search_among
from games.rules import registry
from games.rules.alphabets.known import ENGLISH
from games.rules.chance import Chance
from games.rules.robots import Level, Mind, Search
from games.rules.table.kind import AnyKind
from games.rules.table.turn_kind import TurnKind
from games.rules.values import Joining, Order, Rank, Resources, Seat
from games.rules.words import Vocabulary
from games.word_lists.library import bundled

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
KINDS = {kind.key: kind for kind in registry.KINDS.values() if isinstance(kind, TurnKind) and kind.practice is not None}
SEATS = 2


class Words:
    """A kind's words as its levels know them, built once."""

    def __init__(self, name: str) -> None:
        self.all = Vocabulary(bundled(name).words)
        self.common = Vocabulary(bundled("common").words)
        self._known: dict[tuple[bool, int], Vocabulary] = {}
        self._searches: dict[tuple[bool, int], Search] = {}

    def mind(self, level: Level, chance: Chance) -> Mind:
        knows = level.common, level.longest
        if knows not in self._known:
            self._known[knows] = Vocabulary(
                sorted(Known(self.all, self.common if level.common else self.all, level.longest))
            )
        if level.searches and knows not in self._searches:
            self._searches[knows] = search_among(self._known[knows], ENGLISH)
        return Mind(level, self._known[knows], self.all, chance, self._searches[knows] if level.searches else None)


@dataclass
class Measured:
    """The play of one side over all games."""

    won: float = 0
    results: list[float] = field(default_factory=list)
    earned: list[int] = field(default_factory=list)
    orders: Counter[str] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)

    def says(self, games: int) -> str:
        given = ", ".join(f"{verb} {n / self.orders.total():.0%}" for verb, n in self.orders.most_common())
        points = f", {mean(self.earned):.1f} points a play" if self.earned else ""
        result = f", {mean(self.results):.1f} a game" if self.results else ""
        return (
            f"wins {self.won / games:.1%}{result}{points}; {given}; "
            f"{mean(self.times):.2f} s a decision, {max(self.times):.2f} s at most"
        )


def play(
    kind: AnyKind, words: Words, sides: Sequence[tuple[Level, Measured]], *, deal: str, begins: int
) -> Sequence[Rank]:
    """Play a game, the first side in the seat `begins`. Returns the ranks of the sides."""
    resources = Resources(key=sha256(deal.encode()).digest(), words=words.all)
    options = kind.options_type(**(kind.practice or {}))
    state = kind.start([Joining()] * SEATS, options, resources, NOON).state
    chances = [Chance(f"{deal} {side}".encode()) for side in range(SEATS)]

    def ask(seat: Seat) -> Sequence[Order]:
        side = (seat - begins) % SEATS
        level, measured = sides[side]
        view, mind = kind.view(state, seat, words.all), words.mind(level, chances[side])
        began = process_time()
        orders = kind.next_orders(view, seat, mind)
        if orders:
            measured.times.append(process_time() - began)
        return orders

    while state.phase != "finished":
        has_waited = True
        for seat in range(SEATS):
            for order in ask(seat) if state.phase != "finished" else ():
                has_waited = False
                step = kind.play(state, seat, order, resources, state.now)
                state, measured = step.state, sides[(seat - begins) % SEATS][1]
                measured.orders[order.verb] += 1
                measured.earned += [
                    one.facts["points"] for one in step.events if one.seat == seat and "points" in one.facts
                ]
        if has_waited:
            state = kind.tick(state, resources).state
    return sorted(kind.ranks(state), key=lambda rank: (rank.seat - begins) % SEATS)


def main() -> None:
    parser = argparse.ArgumentParser(description="How strong two levels of robots are, playing each other.")
    parser.add_argument("--kind", required=True, choices=sorted(KINDS))
    parser.add_argument("--games", type=int, default=20, help="(default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="the number of the first deal (default: %(default)s)")
    parser.add_argument("--levels", nargs=2, metavar="LEVEL", help="(default: the strongest and the weakest)")
    parser.add_argument("--each", action="store_true", help="print each game as it ends")
    asked = parser.parse_args()
    kind = KINDS[asked.kind]
    levels = {level.key: level for level in kind.levels}
    keys = asked.levels or [kind.levels[-1].key, kind.levels[0].key]
    if unknown := set(keys) - set(levels):
        parser.error(f"no level of {kind.name} is {', '.join(sorted(unknown))}: there are {', '.join(levels)}")
    words = Words(kind.word_list)
    sides = [(levels[key], Measured()) for key in keys]
    for game in range(asked.games):
        ranks = play(kind, words, sides, deal=f"{kind.key} {asked.seed + game // 2}", begins=game % 2)
        for rank, (_, measured) in zip(ranks, sides, strict=True):
            measured.results += [] if rank.score is None else [rank.score]
            measured.won += 0.5 if ranks[0].rank == ranks[1].rank else rank.rank == 1
        if asked.each:
            print(f"game {game + 1}: {' – '.join(rank.shown for rank in ranks)}", flush=True)
    for key, (_, measured) in zip(keys, sides, strict=True):
        print(f"{key}: {measured.says(asked.games)}")


if __name__ == "__main__":
    main()
