"""The rounds of a finished game compared with the longest word that each grid and tile allowed.

A round ends with an opened bid, a solution that never came, or the pass by which a tile left the game. A failed bid
scores nothing."""

from collections.abc import Sequence

from games.rules.facts import JsonObject
from games.rules.grid import Cell, Layout
from games.rules.missed import Played
from games.rules.panels import Grid
from games.rules.scannergram.judging import Solution, words_with
from games.rules.scannergram.levels import LEVELS
from games.rules.scannergram.rebuilding import solve
from games.rules.scannergram.solving import GRID
from games.rules.scannergram.state import GONE, State
from games.rules.texts import say
from games.rules.words import Vocabulary


class Missed:
    """`games.rules.missed.MissedMoves` of Scannergram. A move is worth the length of its word."""

    def played(self, before: State, event: JsonObject, after: State) -> Played | None:
        opened = after.opened
        if event["verb"] == "opened" and opened:
            return Played(len(opened.word), _told(opened.solution), opened.solution.layout, opened.word)
        has_let_go = event["verb"] == "pass" and before.best is None and after.bags[GONE] != before.bags[GONE]
        is_late = event["verb"] == "fails" and opened is None
        return Played(0, (), before.grid) if has_let_go or is_late else None

    def best(self, before: State, event: JsonObject, words: Vocabulary) -> Played:
        limits, most = LEVELS[-1].limits, before.options.max_called
        found = solve(before.grid, before.tile, words, limits, above=1, barred=before.barred, max_called=most)
        if found is None:
            return Played(0, (), before.grid)
        length, solution = found
        word = max(words_with(before.tile, before.grid, solution.layout), key=lambda run: len(run.text))
        return Played(length, _told(solution), solution.layout, tuple(word.cells))

    def grid(self, state: State, layout: Layout, fresh: Sequence[Cell]) -> Grid:
        return Grid(GRID, say("Grid"), layout, earning=tuple(fresh))


def _told(solution: Solution) -> tuple[str, ...]:
    """Return the words called, longest first."""
    return tuple(sorted(solution.calls, key=lambda word: (-len(word), word)))
