"""Crossword patterns: lights and numbers, checks, and the patterns to choose from.

A pattern is rows of `#` for a block and `.` for an open cell. A grid also has the letters A–Z entered so far. All
functions take either. No turns and no points."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from games.rules.fixed_board import with_letters
from games.rules.grid import BLOCK, EMPTY, Cell, Layout, is_connected
from games.rules.texts import Text, say
from games.rules.values import OrderRefused

SHORTEST_LIGHT = 3
SHORTEST_SIDE, LONGEST_SIDE = 3, 21
_BETWEEN_ROWS = re.compile(r"[\s/|,;]+")


@dataclass(frozen=True)
class Light:
    """A run of open cells that takes one answer. `way` is A (across) or D (down); `cells` are (row, column) from 0."""

    number: int
    way: str
    cells: tuple[Cell, ...]

    @property
    def name(self) -> str:
        """The name used in crosswords, such as 4D."""
        return f"{self.number}{self.way}"

    @property
    def length(self) -> int:
        return len(self.cells)


def blank(grid: Layout) -> Layout:
    """Return the pattern of a grid, without its letters."""
    return tuple(re.sub("[A-Z]", EMPTY, row) for row in grid)


def lights(grid: Layout) -> tuple[Light, ...]:
    """Return the lights by number, across before down. Numbers go row by row, as in every crossword."""
    return _lights(blank(grid))


@cache
def _lights(rows: Layout) -> tuple[Light, ...]:
    found: dict[tuple[Cell, str], tuple[Cell, ...]] = {}
    for way, lines in (("A", rows), ("D", map("".join, zip(*rows, strict=True)))):
        for at, line in enumerate(lines):
            for run in re.finditer(r"\.{2,}", line):  # a single cell isn't a light
                cells = tuple((at, place) if way == "A" else (place, at) for place in range(*run.span()))
                found[cells[0], way] = cells
    starts = sorted({cell for cell, _ in found})
    return tuple(Light(starts.index(cell) + 1, way, cells) for (cell, way), cells in sorted(found.items()))


def light_named(grid: Layout, name: str) -> Light | None:
    return next((light for light in lights(grid) if light.name == name), None)


def reading(grid: Layout, light: Light) -> str:
    """Return the letters in a light, with a dot for each missing one: `..L....`."""
    return "".join(grid[row][column] for row, column in light.cells)


def written_into(grid: Layout, light: Light, letters: str) -> Layout:
    """Return the grid with these letters in a light of the same length."""
    return with_letters(grid, dict(zip(light.cells, letters, strict=True)))


def find_pattern(text: str) -> Layout:
    """Return the pattern with this name, or the pattern shown in the text. Raises OrderRefused if it is neither."""
    name = text.strip().lower()
    if name in PATTERNS:
        return PATTERNS[name]
    if BLOCK not in text and EMPTY not in text:
        raise OrderRefused(
            "There is no pattern called {name}. The patterns are called example, 7a to 7g, 9a to 9g and so on up "
            "to 15g. Write a name, or rows of # and . with a space between them.",
            name=text.strip()[:40],
        )
    return read_pattern(text)


def read_pattern(text: str) -> Layout:
    """Return the pattern in a text: rows of `#` and `.`, separated by line ends, spaces or slashes.

    Raises OrderRefused if it isn't playable."""
    rows = tuple(row for row in _BETWEEN_ROWS.split(text) if row)
    why_not = next(_faults(rows), None)
    if why_not:
        raise OrderRefused(why_not)
    return rows


def _faults(rows: Layout) -> Iterator[Text]:
    """Yield the faults that make a pattern unplayable, the most obvious first. Each check assumes that those before
    it passed."""
    sides = {"least": SHORTEST_SIDE, "most": LONGEST_SIDE}
    if not SHORTEST_SIDE <= len(rows) <= LONGEST_SIDE:
        yield say("A pattern must have {least} to {most} rows. This one has {count}.", count=len(rows), **sides)
    for number, row in enumerate(rows, start=1):
        if strange := re.search(r"[^#.]", row):
            yield say(
                "Row {number} of the pattern contains {character}. Write # for a block and . for an open cell.",
                number=number,
                character=strange[0],
            )
        if len(row) != len(rows[0]):
            yield say(
                "Row {number} of the pattern has {count} cells, but the first row has {first}. Make all rows the "
                "same length.",
                number=number,
                count=len(row),
                first=len(rows[0]),
            )
    if not SHORTEST_SIDE <= len(rows[0]) <= LONGEST_SIDE:
        yield say(
            "A row of a pattern must have {least} to {most} cells. These have {count}.", count=len(rows[0]), **sides
        )
    for light in lights(rows):
        if light.length < SHORTEST_LIGHT:
            yield say(
                "An entry must have at least {least} cells. {light}, in row {row} and column {column}, has {count}.",
                least=SHORTEST_LIGHT,
                light=light.name,
                row=light.cells[0][0] + 1,
                column=light.cells[0][1] + 1,
                count=light.length,
            )
    in_lights = {cell for light in lights(rows) for cell in light.cells}
    for down, line in enumerate(rows, start=1):
        for right, character in enumerate(line, start=1):
            if character == EMPTY and (down - 1, right - 1) not in in_lights:
                yield say(
                    "The open cell in row {row} and column {column} isn’t part of any entry. Make it a block, or "
                    "open cells next to it.",
                    row=down,
                    column=right,
                )
    if len(lights(rows)) < 2:
        yield say("A pattern needs at least two entries.")
    open_cells = str.maketrans({EMPTY: "O", BLOCK: EMPTY})
    if not is_connected(tuple(row.translate(open_cells) for row in rows)):
        yield say("The open cells of a pattern must all be connected. Part of this one is cut off.")


# --- the patterns to choose from --------------------------------------------------------------------------------------

LETTERS = "abcdefg"
EXAMPLE = (".....#.", "##.#.#.", ".......", "##.#.##", ".......", ".#.#.##", ".#.....")

# Each block shows seven patterns of one size side by side, called 7a to 7g, 9a to 9g and so on. All but the example
# were made by a program beside the tests.
_SHEETS = {
    7: """
...#... ....... ......# #...... #...... #...... .......
.#.#.#. .#.#.#. .#.#.#. .#.#.#. #.#.#.# .#.#.#. #.#.#.#
....... ...#... ...#... ....... #...... ...#... ......#
##.#.## ##.#.## .#.#.#. .#.#.#. #.#.#.# .#.#.#. #.###.#
....... ...#... ...#... ....... ......# ...#... #......
.#.#.#. .#.#.#. .#.#.#. .#.#.#. #.#.#.# .#.#.#. #.#.#.#
...#... ....... #...... ......# ......# ......# .......
""",
    9: """
......... .###.###. .#.#.#.#. ....#.... ...##.... .....#... #........
.#.#.#.#. ...#..... ......... #.#.#.#.# .#.###.#. .#.#.#.#. .#.#.#.#.
...#..... .#.#.#.#. .#.#.#.#. #........ ......... ......... .....#...
.#.#.###. ......... .....#... #.#.#.#.# .#.#.#### ##.#.###. .#.#.#.#.
....#.... ##.#.#.## .#######. ....#.... ......... ......... ....#....
.###.#.#. ......... ...#..... #.#.#.#.# ####.#.#. .###.#.## .#.#.#.#.
.....#... .#.#.#.#. .#.#.#.#. ........# ......... ......... ...#.....
.#.#.#.#. .....#... ......... #.#.#.#.# .#.###.#. .#.#.#.#. .#.#.#.#.
......... .###.###. .#.#.#.#. ....#.... ....##... ...#..... ........#
""",
    11: """
.########## ##.#####.#. ..........# .....#..... ......#.... #.......... ...........
......##... .......#... #.#.#.#.#.# #.#.#.#.#.# #.#.#.#.#.# #.#.#.#.#.# #.#.#.#.#.#
.#.#.###.#. .#.#.#.#.#. #.....#.... ..........# #.....#.... ....#...... ......#...#
...#....... .....#..... #.#.#.#.#.# #.###.##### #.#.###.### #.###.###.# #.#.#.#.#.#
##.#.#.#.#. .#.###.###. #...##..... ..........# #...#...... #.......... ......#....
...#...#... ........... ###.###.### #.#.###.#.# #.#.#.#.#.# #.#.###.#.# #####.#####
.#.#.#.#.## .###.###.#. .....##...# #.......... ......#...# ..........# ....#......
.......#... .....#..... #.#.#.#.#.# #####.###.# ###.###.#.# #.###.###.# #.#.#.#.#.#
.#.###.#.#. .#.#.#.#.#. ....#.....# #.......... ....#.....# ......#.... #...#......
...##...... ...#....... #.#.#.#.#.# #.#.#.#.#.# #.#.#.#.#.# #.#.#.#.#.# #.#.#.#.#.#
##########. .#.#####.## #.......... .....#..... ....#...... ..........# ...........
""",
    13: """
.#.#.#.#.#.## ##.#.#####.#. ...##........ #...#........ #########.### #....###...## ......#.....#
.......#..... .......#..... .#.#.#.#.#.#. #.#.#.#.#.#.# ....#...#...# .#.#.###.#.## .#.#.#.#.#.#.
.#.#.#.#.#.#. .#.#.#.#.#.#. .......#..... ......#...... #.#.#.#.#.#.# .......#..... .......#.....
...#.....#... .......#..... .#.#.#.#.#.#. #####.#.#.#.# #.....#.....# .#.#.#.#.###. ##.###.###.#.
.#.#.###.###. .#.###.###.## ...#........# #....##...... ###.#.#.#.#.# ....##....... #.......##...
...#......... ...#.....#... .#.###.#.###. #.#.#.#.#.#.# ....#...#.... .###.#.#.#.## ##.#.#.###.#.
##.#.#.#.#.## .#.#.#.#.#.#. ............. #...........# #.#.#####.#.# ............. .............
.........#... ...#.....#... .###.#.###.#. #.#.#.#.#.#.# ....#...#.... ##.#.#.#.###. .#.###.#.#.##
.###.###.#.#. ##.###.###.#. #........#... ......##....# #.#.#.#.#.### .......##.... ...##.......#
...#.....#... .....#....... .#.#.#.#.#.#. #.#.#.#.##### #.....#.....# .###.#.#.#.#. .#.###.###.##
.#.#.#.#.#.#. .#.#.#.#.#.#. .....#....... ......#...... #.#.#.#.#.#.# .....#....... .....#.......
.....#....... .....#....... .#.#.#.#.#.#. #.#.#.#.#.#.# #...#...#.... ##.#.###.#.#. .#.#.#.#.#.#.
##.#.#.#.#.#. .#.#####.#.## ........##... ........#...# ###.######### ##...###....# #.....#......
""",
    15: """
#.#.#####.###.# #........#..... #......#....... #.........#.... .#.#######.###. #########.#.### ..........##...
....#.....#...# #.#.#.#.#.#.#.# .#.#.#.#.#.#.#. .#.#.#.#.#.#.#. .......#....... #.......#...... .#.#.#.#.#.#.#.
#.#.#.#.#.#.#.# #.............# ...........#... .....#......... .#.#.#.#.#.#.#. #.#.#.#.#.#.#.# ...#.......#...
#...#...#...... #.#.###.#.##### .#.###.###.#### .#.#.###.#.#.## .....#...#..... ......#...#...# .#.#.#.#.#.#.#.
###.###.#.#.### .......#.....## ...#........... ......###...... .#####.#.#.###. ###.###.#.###.# ...#.......#...
#...###........ #.#.#.#.###.#.# .#.#.#.#.#.#.#. ##.#.#.#.#.#.#. .....#....##... #.......##....# ##.#.#.###.#.#.
#.#.###.#.###.# .........#....# .........#..... #.........#.... ##.#.#.#.###.## #.#.#.#.#.#.### ....##.........
#...#.....#...# #.###.#.#.###.# .#.###.#.###.#. ####.#.#.#.#### #.............# ......###...... .#.###.#.###.#.
#.###.#.###.#.# #....#......... .....#......... ....#.........# ##.###.#.#.#.## ###.#.#.#.#.#.# .........##....
........###...# #.#.###.#.#.#.# .#.#.#.#.#.#.#. .#.#.#.#.#.#.## ...##....#..... #....##.......# .#.#.###.#.#.##
###.#.#.###.### ##.....#....... ...........#... ......###...... .###.#.#.#####. #.###.#.###.### ...#.......#...
......#...#...# #####.#.###.#.# ####.###.###.#. ##.#.#.###.#.#. .....#...#..... #...#...#...... .#.#.#.#.#.#.#.
#.#.#.#.#.#.#.# #.............# ...#........... .........#..... .#.#.#.#.#.#.#. #.#.#.#.#.#.#.# ...#.......#...
#...#.....#.... #.#.#.#.#.#.#.# .#.#.#.#.#.#.#. .#.#.#.#.#.#.#. .......#....... ......#.......# .#.#.#.#.#.#.#.
#.###.#####.#.# .....#........# .......#......# ....#.........# .###.#######.#. ###.#.######### ...##..........
""",
}
SIZES = tuple(_SHEETS)
PATTERNS: dict[str, Layout] = {
    "example": EXAMPLE,
    **{
        f"{size}{letter}": tuple(line.split()[place] for line in sheet.strip().splitlines())
        for size, sheet in _SHEETS.items()
        for place, letter in enumerate(LETTERS)
    },
}


def of_size(size: int) -> tuple[Layout, ...]:
    """Return the patterns of `size` × `size` cells to draw from, ordered by name."""
    return tuple(PATTERNS[f"{size}{letter}"] for letter in LETTERS)
