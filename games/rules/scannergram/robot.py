"""A robot for Scannergram: lifts a word or two off the grid, and lays their tiles and the new one as a longer word.

It knows the grid, the tile and a word list, and nothing that its seat may not know. The same table gives the same bid."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

import msgspec

from games.rules.fixed_board import with_letters
from games.rules.grid import EMPTY, Cell, Layout, cells, is_connected, runs, tiles_used
from games.rules.kind import Order, Seat
from games.rules.robots import Mind
from games.rules.scannergram.judging import Solution, judge
from games.rules.sketch import Sketch
from games.rules.table.turn_view import TurnView
from games.rules.words import LONGEST_TRIED, Vocabulary

LIFTED = 8  # the most tiles that are lifted off the grid
FEW = 4  # the number of tiles tried in every order and place
WORDS, PLACES = 30000, 120  # the number of words and places tried for a bid


@dataclass(frozen=True)
class Shown:
    """The table as its view shows it."""

    grid: Layout
    tile: str
    bids: tuple[Mapping[str, int], ...]
    barred: tuple[str, ...]
    solving: bool
    live: bool
    max_called: int | None


def move(view: TurnView, seat: Seat, mind: Mind) -> tuple[Order, ...]:
    """The orders of a robot in this seat, which is waited for; empty if it cannot write the solution that it won with."""
    table = msgspec.convert(view.facts, Shown)
    standing = table.bids[-1]["length"] if table.bids else 1
    above = standing - 1 if table.solving else standing
    found = solve(table.grid, table.tile, mind.vocabulary, above=above, barred=table.barred)
    if found is None or (table.max_called and len(found[1].calls) > table.max_called):
        return () if table.solving else (Order("PASS"),)
    length, solution = found
    sealed = {"calls": solution.calls, "layout": solution.layout}
    if table.solving:
        return (Order("CALL", sealed),)
    return (Order("BID", {"length": length} | ({} if table.live else sealed)),)


def solve(
    grid: Layout, tile: str, vocabulary: Vocabulary, *, above: int, barred: Collection[str]
) -> tuple[int, Solution] | None:
    """A good solution with a word longer than `above`, one of the longest it finds, and the length of that word."""
    words = _Words(vocabulary, barred)
    held = Counter(tiles_used(grid) + tile)
    spelt = [
        word
        for word in vocabulary.holding(tile)
        if above < len(word) <= LONGEST_TRIED
        and all(word.count(character) <= held[character] for character in word)
        and word in words
    ]
    bases = [(Sketch.of(base, words), hand) for base, hand in _bases(grid, tile, vocabulary)]
    tried = placed = 0
    for word in sorted(spelt, key=lambda word: (-len(word), word)):
        for sketch, hand in bases:
            tried += 1
            for tiles in sketch.places(word, hand):
                left = hand - Counter(tiles.values())
                if tile in left or left.total() > FEW:
                    continue
                placed += 1
                before = len(sketch.moves)
                sketch.lay(tiles)
                found = _checked(grid, tile, sketch, vocabulary, above, barred) if sketch.fill(left) else None
                while len(sketch.moves) > before:
                    sketch.take_back()
                if found:
                    return found
            if tried > WORDS or placed > PLACES:
                return None
    return None


class _Words:
    """The words that a solution may create."""

    def __init__(self, vocabulary: Vocabulary, barred: Collection[str]) -> None:
        self.vocabulary, self.barred = vocabulary, frozenset(barred)

    def __contains__(self, word: object, /) -> bool:
        return word not in self.barred and word in self.vocabulary


def _bases(grid: Layout, tile: str, vocabulary: Vocabulary) -> Iterator[tuple[Layout, Counter[str]]]:
    """The grids that may stay, each with the tiles then in hand: nothing lifted, then the tiles of one word, then of two."""
    characters, times = cells(grid), Counter(cell for run in runs(grid) for cell in run.cells)
    alone = [frozenset(cell for cell in run.cells if times[cell] == 1) for run in runs(grid)]
    for count in range(3):
        for lifted in combinations(alone, count):
            taken: set[Cell] = set().union(*lifted)
            if len(taken) > LIFTED:
                continue
            rest = with_letters(grid, dict.fromkeys(taken, EMPTY))
            if tiles_used(rest) and is_connected(rest) and all(run.word in vocabulary for run in runs(rest)):
                yield rest, Counter(tile) + Counter(characters[cell] for cell in taken)


def _checked(
    grid: Layout, tile: str, sketch: Sketch, vocabulary: Vocabulary, above: int, barred: Collection[str]
) -> tuple[int, Solution] | None:
    """The sketch as a solution, if it is a good one."""
    new = sketch.layout
    made = judge(grid, tile, Solution((), new), length=0, barred=(), words=vocabulary)
    if made.longest <= above:
        return None
    solution = Solution(made.created, new)
    verdict = judge(grid, tile, solution, length=made.longest, barred=barred, words=vocabulary)
    return None if verdict.fault else (made.longest, solution)
