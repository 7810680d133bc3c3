"""A crossword pattern: its lights, their numbers, where they cross, and what makes a pattern fit to play on.

A pattern is rows of `#` for a block and `.` for an open cell; a grid is the same with the letters A–Z entered so far.
Everything here takes either. No turns and no points.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from games.rules.kind import OrderRefused
from games.rules.messages import Text, say

Cell = tuple[int, int]
Rows = tuple[str, ...]

BLOCK, EMPTY = "#", "."
SHORTEST_LIGHT = 3
SHORTEST_SIDE, LONGEST_SIDE = 3, 21
ACROSS, DOWN = "A", "D"
_BETWEEN_ROWS = re.compile(r"[\s/|,;]+")


@dataclass(frozen=True)
class Light:
    """A run of open cells that takes one answer; `way` is A (across) or D (down), `cells` are (row, column) from 0."""

    number: int
    way: str
    cells: tuple[Cell, ...]

    @property
    def name(self) -> str:
        """As crosswords name it, such as 4D."""
        return f"{self.number}{self.way}"

    @property
    def length(self) -> int:
        return len(self.cells)


def blank(grid: Rows) -> Rows:
    """The pattern of a grid: the same without its letters."""
    return tuple(re.sub("[A-Z]", EMPTY, row) for row in grid)


def lights(grid: Rows) -> tuple[Light, ...]:
    """The lights by number, across before down; numbered row by row, as in every crossword."""
    return _lights(blank(grid))


def light_named(grid: Rows, name: str) -> Light | None:
    return next((light for light in lights(grid) if light.name == name), None)


def crossings(grid: Rows) -> Mapping[Cell, tuple[Light, ...]]:
    """The lights that each open cell lies in: two where the letter is checked, one where it is not."""
    return _crossings(blank(grid))


def reading(grid: Rows, light: Light) -> str:
    """The letters that stand in a light, a dot for each that does not: `..L....`."""
    return "".join(grid[row][column] for row, column in light.cells)


def written_into(grid: Rows, light: Light, letters: str) -> Rows:
    """The grid with these letters in a light; `letters` is as long as the light."""
    changed = [list(row) for row in grid]
    for (row, column), letter in zip(light.cells, letters, strict=True):
        changed[row][column] = letter
    return tuple(map("".join, changed))


def read_pattern(text: str) -> Rows:
    """A pattern in text: rows of `#` and `.`, parted by line ends, spaces or slashes. OrderRefused if unfit to play on."""
    rows = tuple(row for row in _BETWEEN_ROWS.split(text) if row)
    why_not = next(_faults(rows), None)
    if why_not:
        raise OrderRefused(why_not)
    return rows


def _faults(rows: Rows) -> Iterator[Text]:
    """What keeps a pattern from being played on, the plainest first; what follows supposes that what went before holds."""
    sides = {"least": SHORTEST_SIDE, "most": LONGEST_SIDE}
    if not SHORTEST_SIDE <= len(rows) <= LONGEST_SIDE:
        yield say("A pattern has {least} to {most} rows; this one has {count}.", count=len(rows), **sides)
        return
    for number, row in enumerate(rows, start=1):
        if strange := re.search(r"[^#.]", row):
            yield say(
                "Row {number} of the pattern holds {sign}. Write # for a block and . for an open cell.",
                number=number,
                sign=strange[0],
            )
            return
        if len(row) != len(rows[0]):
            yield say(
                "Row {number} of the pattern has {count} cells and the first has {first}: make all rows equally long.",
                number=number,
                count=len(row),
                first=len(rows[0]),
            )
            return
    if not SHORTEST_SIDE <= len(rows[0]) <= LONGEST_SIDE:
        yield say("A row of a pattern has {least} to {most} cells; these have {count}.", count=len(rows[0]), **sides)
        return
    yield from _faults_of_lights(rows)


def _faults_of_lights(rows: Rows) -> Iterator[Text]:
    for light in lights(rows):
        if light.length < SHORTEST_LIGHT:
            yield say(
                "A light has at least {least} cells; {light}, in row {row} and column {column}, has {count}.",
                least=SHORTEST_LIGHT,
                light=light.name,
                row=light.cells[0][0] + 1,
                column=light.cells[0][1] + 1,
                count=light.length,
            )
    lying = crossings(rows)
    for row, column in _open_cells(rows):
        if (row, column) not in lying:
            yield say(
                "The open cell in row {row} and column {column} is in no light: block it, or open its neighbours.",
                row=row + 1,
                column=column + 1,
            )
    if len(lights(rows)) < 2:
        yield say("A pattern needs at least two lights.")
    elif not _is_connected(rows):
        yield say("The open cells of a pattern are to be connected: one part of this one stands apart.")


def _is_connected(rows: Rows) -> bool:
    cells = set(_open_cells(rows))
    reached, edge = set[Cell](), {min(cells)}
    while edge:
        reached |= edge
        edge = {(r + dr, c + dc) for r, c in edge for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))} & cells - reached
    return reached == cells


def _open_cells(rows: Rows) -> Iterator[Cell]:
    return ((r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign != BLOCK)


@cache
def _lights(rows: Rows) -> tuple[Light, ...]:
    across = {run[0]: run for r, row in enumerate(rows) for run in _runs(row, [(r, c) for c in range(len(row))])}
    columns = map("".join, zip(*rows, strict=True))
    down = {
        run[0]: run for c, column in enumerate(columns) for run in _runs(column, [(r, c) for r in range(len(rows))])
    }
    starts = sorted({*across, *down})
    return tuple(
        Light(number, way, runs[cell])
        for number, cell in enumerate(starts, start=1)
        for way, runs in ((ACROSS, across), (DOWN, down))
        if cell in runs
    )


def _runs(line: str, cells: Sequence[Cell]) -> Iterator[tuple[Cell, ...]]:
    """The runs of two open cells or more; one alone is no light."""
    for run in re.finditer(r"\.{2,}", line):
        yield tuple(cells[run.start() : run.end()])


@cache
def _crossings(rows: Rows) -> Mapping[Cell, tuple[Light, ...]]:
    lying: dict[Cell, tuple[Light, ...]] = {}
    for light in _lights(rows):
        for cell in light.cells:
            lying[cell] = (*lying.get(cell, ()), light)
    return lying
