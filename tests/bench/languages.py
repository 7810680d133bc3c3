"""`python -m tests.bench.languages`: robots play with the set LC120 of each language, to compare it with English.

`fr de --games 200 --seed 1 --steps 2000 --lists FOLDER`: in each game two robots of the first level, which doesn't search, lay
60 tiles each from the same set. Prints for each language, as a row of the table in docs/word-lists.md, the share of games in
which both laid all their tiles, the share of tiles left over, the robots' scores, the scores that the solver finds with 30 of the
tiles that each robot held, in the same number of steps in every language, and the average value of a tile. The words are
those of the open lists; lists that don't come with the project are built from Debian's packages, which are in `/` or in a
folder."""

import argparse
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from random import Random
from statistics import mean, median
from time import process_time

from games.robots.solver.search import Budget, PreparedWords, solve
from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH, alphabet_of
from games.rules.crossing.levels import FIRST_GAME
from games.rules.tiles import TileSet
from games.word_lists.building import build
from games.word_lists.library import bundled, bundled_in
from games.word_lists.recipes import recipe_of, recipes
from tests.bench.levels import Minds, Played

LONGEST = 15
HAND = 30
SEATS = 2


@dataclass
class Measured:
    """The layouts and scores of two robots in all games of one language."""

    complete: list[bool] = field(default_factory=list)
    held: int = 0
    left: int = 0
    scores: list[float] = field(default_factory=list)
    found: list[float] = field(default_factory=list)

    def row(self, alphabet: Alphabet) -> str:
        cells = (
            alphabet.name,
            str(len(self.complete)),
            f"{mean(self.complete):.0%}",
            f"{self.left / self.held:.2%}",
            f"{median(self.scores):.2f}",
            f"{median(self.found):.2f}" if self.found else "–",
            f"{mean(alphabet.values[tile] for tile in TileSet('LC120', alphabet.sets['LC120']).tiles):.2f}",
        )
        return f"| {' | '.join(cells)} |"


def words_in(alphabet: Alphabet, root: Path) -> tuple[Iterable[str], Iterable[str]]:
    """Return the words of a language's open list that fit in a game, and its common words."""
    if alphabet is ENGLISH:
        return bundled().words, bundled("common").words
    recipe = recipe_of(alphabet.code)
    words = bundled_in(recipe.open).words if recipe.open.is_bundled else build(recipe, root).words
    return [word for word in words if len(word) <= LONGEST], bundled_in(recipe.common).words


def play(minds: Minds, number: int, measured: Measured) -> Sequence[str]:
    """Play one game, and return the tiles that each robot held at its end."""
    state = Played(minds, [FIRST_GAME] * SEATS, number=number, tiles_per_light=15).state
    hands = [state.counted(result.seat) for result in state.results]
    left = sum(result.leftover for result in state.results)
    measured.complete.append(not left)
    measured.left += left
    measured.held += sum(map(len, hands))
    measured.scores += [float(Fraction(result.score)) for result in state.results]
    return hands


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare the sets LC120 of several languages.")
    parser.add_argument("codes", nargs="*", default=["en", *recipes()], help="languages (default: all with a list)")
    parser.add_argument("--games", type=int, default=200, help="in each language (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="the number of the first game (default: %(default)s)")
    parser.add_argument("--steps", type=int, default=2000, help="of the solver, for each hand (default: %(default)s)")
    parser.add_argument(
        "--minutes", type=float, default=60, help="processor time for each language (default: %(default)s)"
    )
    parser.add_argument("--lists", type=Path, default=Path("/"), help="folder of Debian's packages (default: /)")
    asked = parser.parse_args()
    for alphabet in map(alphabet_of, asked.codes):
        words, common = words_in(alphabet, asked.lists)
        minds, prepared = Minds(words, common, alphabet), None
        measured, until = Measured(), process_time() + 60 * asked.minutes
        with suppress(KeyboardInterrupt):  # print the games played so far
            for number in range(asked.seed, asked.seed + asked.games):
                for seat, tiles in enumerate(play(minds, number, measured)):
                    prepared = prepared or PreparedWords(minds.all, alphabet)
                    hand = "".join(sorted(Random(f"{number} {seat}").sample(tiles, HAND)))
                    measured.found.append(float(solve(hand, prepared, Budget(steps=asked.steps)).score.value))
                if process_time() > until:
                    break
        print(measured.row(alphabet), flush=True)


if __name__ == "__main__":
    main()
