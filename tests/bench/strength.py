"""`make strength`: the median, worst and best scores of the layouts found for 20 fixed hands and 20 drawn with a seed.

`ARGS="--seconds 10 --seed 7 --hands 20 --tiles 60 --set LC120"`: one line for each hand, on one core, in processor time."""

import argparse
from random import Random
from statistics import median

from games.robots.solver.search import Budget, PreparedWords, Solution, solve
from games.rules.alphabets.known import ENGLISH
from games.rules.tiles import parse_tile_set
from games.rules.words import Vocabulary
from games.word_lists.library import bundled

FIXED = 18


def deal(tile_set: str, tiles: int, number: int, seed: int) -> str:
    chance = Random(seed * 1000 + number)
    return "".join(sorted(chance.sample(parse_tile_set(tile_set, ENGLISH).tiles, tiles)))


def main() -> None:
    parser = argparse.ArgumentParser(description="How good the layouts are that the solver finds.")
    parser.add_argument("--seconds", type=float, default=10, help="a hand (default: %(default)s)")
    parser.add_argument("--steps", type=int, help="a hand, in place of seconds: the same on every machine")
    parser.add_argument("--seed", type=int, default=1, help="of the second twenty hands (default: %(default)s)")
    parser.add_argument("--hands", type=int, default=20, help="fixed ones, and of the seed (default: %(default)s)")
    parser.add_argument("--tiles", type=int, default=60, help="in a hand (default: %(default)s)")
    parser.add_argument("--set", default="LC120", help="dealt from (default: %(default)s)")
    asked = parser.parse_args()
    words = PreparedWords(Vocabulary(bundled().words), ENGLISH)
    budget = Budget(seconds=None if asked.steps else asked.seconds, steps=asked.steps)
    for name, seed in (("fixed", FIXED), (f"seed {asked.seed}", asked.seed)):
        found: list[Solution] = []
        for number in range(asked.hands):
            one = solve(deal(asked.set, asked.tiles, number, seed), words, budget)
            found.append(one)
            steps = f"{one.steps} steps, {one.cpu_seconds:.2f} s"
            print(
                f"{name} {number}: {one.score.shown()} {'' if one.score.complete else 'NOT COMPLETE '}({steps})",
                flush=True,
            )
        values = [float(one.score.value) for one in found]
        print(f"{name}: median {median(values):.2f}, worst {min(values):.2f}, best {max(values):.2f}", flush=True)


if __name__ == "__main__":
    main()
