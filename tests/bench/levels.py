"""`python -m tests.bench.levels`: the levels of robots play each other in one game, without a database.

`--games 4 --seed 1 --levels first home club --tiles-per-light 5`: a game has a seat for each level, and one
more for the first if their number is odd. It deals up to 60 tiles a seat. Prints for each level the average points at 30 and
60 tiles, the games won, a rating, and the longest and average processor time of a visit."""

import argparse
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from hashlib import sha256
from itertools import combinations
from math import log10
from statistics import mean
from time import process_time

from games.robots.searching import Known, search_among
from games.rules import registry
from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH
from games.rules.chance import Chance
from games.rules.crossing.levels import LEVELS, CrossingLevel
from games.rules.crossing.options import Options
from games.rules.crossing.state import State
from games.rules.robots import Mind, Search
from games.rules.values import Joining, Resources
from games.rules.words import Vocabulary
from games.word_lists.library import bundled

KIND = registry.KINDS["crossing"]
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
TILES, HALF = 60, 30
MIDDLE = 1500


class Minds:
    """The words and searches of levels in one language, each built once."""

    def __init__(self, words: Iterable[str], common: Iterable[str], alphabet: Alphabet = ENGLISH) -> None:
        self.all, self.common, self.alphabet = Vocabulary(words), Vocabulary(common), alphabet
        self.kept: dict[tuple[bool, int], tuple[Vocabulary, Search]] = {}

    def of(self, level: CrossingLevel, chance: Chance) -> Mind:
        knows = level.common, level.longest
        if knows not in self.kept:
            words = Vocabulary(sorted(Known(self.all, self.common if level.common else self.all, level.longest)))
            self.kept[knows] = words, search_among(words, self.alphabet)
        words, search = self.kept[knows]
        return Mind(level, words, self.all, chance, search if level.searches else None)


class Played:
    """A game of some levels with the set LC120 of their language: its final state, and what was measured."""

    def __init__(self, minds: Minds, levels: Sequence[CrossingLevel], *, number: int, tiles_per_light: int) -> None:
        self.points: dict[int, dict[int, float]] = defaultdict(dict)
        self.times: dict[int, list[float]] = defaultdict(list)
        options = Options(
            tile_set=f"LC120x{len(levels) // 2}",
            starting_tiles=15,
            tiles_per_light=tiles_per_light,
            leeway=0,
            reveal_after="nobody",
            alphabet=minds.alphabet.code,
        )
        resources = Resources(key=sha256(f"levels {number}".encode()).digest(), words=minds.all)
        state: State = KIND.start([Joining()] * len(levels), options, resources, NOON).state
        turn = 0
        while state.phase != "finished":
            before = state
            for seat in range(len(levels)):
                turn += 1
                mind = minds.of(levels[seat], Chance(f"{number} {turn}".encode()))
                began = process_time()
                orders = KIND.next_orders(KIND.view(state, seat, minds.all), seat, mind)
                self.times[seat].append(process_time() - began)
                for order in orders:
                    state = KIND.play(state, seat, order, resources, NOON).state
                view = KIND.view(state, seat, minds.all)
                if len(view.hand) == HALF and view.score:
                    self.points[HALF][seat] = float(view.score.value)
            if state == before:
                state = KIND.tick(state, resources).state
        self.state = state
        for result in state.results:
            self.points[TILES][result.seat] = float(Fraction(result.score))


def ratings(won: Mapping[tuple[str, str], float], keys: Sequence[str]) -> dict[str, int]:
    """Return strengths after Bradley and Terry, as ratings with the middle level at 1500. Each side of a pair gets half a game
    more, because a level that never lost would have no rating otherwise."""
    strength = dict.fromkeys(keys, 1.0)
    for _ in range(500):
        for one in keys:
            others = [other for other in keys if other != one]
            wins = sum(won.get((one, other), 0) + 0.5 for other in others)
            games = [(won.get((one, other), 0) + won.get((other, one), 0) + 1, other) for other in others]
            strength[one] = wins / sum(n / (strength[one] + strength[other]) for n, other in games)
    middle = strength[keys[len(keys) // 2]]
    return {one: round(MIDDLE + 400 * log10(strength[one] / middle)) for one in keys}


def main() -> None:
    parser = argparse.ArgumentParser(description="How strong the levels of robots are.")
    parser.add_argument("--games", type=int, default=4, help="(default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="the number of the first game (default: %(default)s)")
    parser.add_argument("--tiles-per-light", type=int, default=5, help="of 45 in all (default: %(default)s)")
    parser.add_argument("--levels", nargs="*", default=[level.key for level in LEVELS], help="(default: all)")
    asked = parser.parse_args()
    levels = [level for level in LEVELS if level.key in asked.levels]
    seated = levels if len(levels) % 2 == 0 else [*levels, levels[0]]
    points: dict[tuple[str, int], list[float]] = defaultdict(list)
    times: dict[str, list[float]] = defaultdict(list)
    won: dict[tuple[str, str], float] = defaultdict(float)
    minds = Minds(bundled().words, bundled("common").words)
    for number in range(asked.seed, asked.seed + asked.games):
        game = Played(minds, seated, number=number, tiles_per_light=asked.tiles_per_light)
        ends = [f"{level.key} {game.points[TILES][seat]:.2f}" for seat, level in enumerate(seated)]
        print(f"game {number}: {', '.join(ends)}", flush=True)
        for seat, level in enumerate(levels):
            times[level.key] += game.times[seat]
            for tiles in (HALF, TILES):
                if seat in game.points[tiles]:
                    points[level.key, tiles].append(game.points[tiles][seat])
        for one, other in combinations(range(len(levels)), 2):
            more = game.points[TILES][one] - game.points[TILES][other]
            share = 1.0 if more > 0 else 0.0 if more < 0 else 0.5
            won[levels[one].key, levels[other].key] += share
            won[levels[other].key, levels[one].key] += 1 - share
    keys = [level.key for level in levels]
    rated = ratings(won, keys)
    for key in keys:
        half = f"{mean(points[key, HALF]):.2f}" if points[key, HALF] else "–"
        share = sum(won[key, other] for other in keys) / (asked.games * max(1, len(keys) - 1))
        print(
            f"{key}: {half} at {HALF} tiles, {mean(points[key, TILES]):.2f} at {TILES}, wins {share:.0%}, rating {rated[key]}, "
            f"a visit {max(times[key]):.2f} s at most, {mean(times[key]):.2f} s on average"
        )


if __name__ == "__main__":
    main()
