"""The words of a list that a level knows, and the solver in the form that robots use: neither depends on Django.

Pages import this through `levels`: the solver is loaded when a robot first gets a search, which happens on no page."""

from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module
from typing import Any

from games.rules.alphabets.alphabet import Alphabet
from games.rules.grid import Layout
from games.rules.robots import Effort, Search
from games.rules.words import WordList

FIRST_STEPS = 8


class Known:
    """The words of a list that a level knows, computed on each iteration."""

    name = "known"
    sha256 = ""

    def __init__(self, words: WordList, common: WordList, longest: int) -> None:
        self.words, self.common, self.longest = words, common, longest

    def __contains__(self, word: object, /) -> bool:
        return word in self.words and word in self.common and len(str(word)) <= self.longest

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[str]:
        listed: Any = self.words
        return (word for word in listed if len(word) <= self.longest and word in self.common)


def search_among(words: WordList, alphabet: Alphabet) -> Search:
    """Return the solver in the form that robots use, for these words."""
    solver = import_module("games.robots.solver.search")
    prepared = solver.PreparedWords(words, alphabet)

    def search(tiles: str, start: Layout, effort: Effort, seed: int) -> Layout:
        """Search again with twice the steps until the result satisfies the level, so that the same seed gives the same
        layout."""
        left, steps = effort.seconds, FIRST_STEPS
        best = None
        while True:
            budget = solver.Budget(seconds=left, steps=steps if effort.content is not None else None)
            found = solver.solve(tiles, prepared, budget, seed=seed, start=start, changes=effort.changes)
            if best is None or _merit(found) > _merit(best):  # the last run may have had little time
                best = found
            left -= found.cpu_seconds
            is_content = effort.content is None or (best.score.complete and best.score.value >= effort.content)
            if is_content or left <= 0 or not found.steps:
                layout: Layout = best.layout
                return layout
            steps *= 2

    return search


def _merit(found: Any) -> tuple[bool, Fraction]:
    return found.score.complete, found.score.value
