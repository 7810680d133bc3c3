"""Lays a layout out as a picture: where each tile stands and what it looks like. No colours here.

All marks follow from the layout and its struck words, both of which the reader has been shown.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from games.rules.crossing.scoring import Reckoning
from games.rules.grid import Layout, cells
from games.rules.tiles import printed_value
from games.rules.words import AllBut

CELL = 44  # units of the drawing, whatever its size on a page
LEAST_COLUMNS, LEAST_ROWS = 10, 9
SHRINKS_TO_A_PHONE = 15
SHRINKS_TO_HALF_A_LAPTOP = 30


@dataclass(frozen=True)
class Tile:
    """A tile at its place, in units; `states` are the classes of its look."""

    x: int
    y: int
    letter: str
    value: str
    states: str
    is_blank: bool
    is_struck: bool
    is_crossing: bool

    @property
    def letter_x(self) -> int:
        """A two-figure value moves the letter aside."""
        return CELL // 2 - (6 if len(self.value) > 1 else 1)


@dataclass(frozen=True)
class Picture:
    """A board: its size in cells, its tiles, and the pixels a cell takes where there is room."""

    columns: int
    rows: int
    tiles: tuple[Tile, ...]
    cell: int
    words: tuple[str, ...]

    @property
    def width(self) -> int:
        return self.columns * CELL

    @property
    def height(self) -> int:
        return self.rows * CELL

    @property
    def pixels_wide(self) -> int:
        return self.columns * self.cell

    @property
    def pixels_high(self) -> int:
        return self.rows * self.cell

    @property
    def lines(self) -> str:
        """The grid as one path: the upper and left edge of every cell, so that the ground can go on with it."""
        across = [f"M0 {y * CELL + 0.5}H{self.width}" for y in range(self.rows)]
        down = [f"M{x * CELL + 0.5} 0V{self.height}" for x in range(self.columns)]
        return "".join(across + down)

    @property
    def looks(self) -> str:
        size = "small" if self.cell < CELL else "full"
        if self.columns <= SHRINKS_TO_A_PHONE:
            return size
        return f"{size} wide" if self.columns <= SHRINKS_TO_HALF_A_LAPTOP else f"{size} vast"


def draw(layout: Layout, struck: Collection[str] = (), *, cell: int = CELL, least: tuple[int, int] = (0, 0)) -> Picture:
    """The picture of a layout with an empty cell around it, at least `least` (columns, rows) large.

    Columns are even, so that a picture in the middle of a page meets the lines of the ground beside it."""
    width, height = max(map(len, layout), default=0), len(layout)
    columns = max(width + 2, least[0], LEAST_COLUMNS)
    columns += columns % 2
    rows = max(height + 2, least[1], LEAST_ROWS)
    left, top = (columns - width) // 2, (rows - height) // 2
    reckoning = Reckoning.of(layout, AllBut(struck))
    struck_cells = {place for run in reckoning.struck for place in run.cells}
    tiles = []
    for place, sign in cells(layout).items():
        named = {
            "crossing": place in reckoning.earned,
            "leftover": place in reckoning.leftover,
            "struck": place in struck_cells,
        }
        tiles.append(
            Tile(
                x=(left + place[1]) * CELL,
                y=(top + place[0]) * CELL,
                letter=sign,
                value=printed_value(sign),
                states=" ".join(name for name, holds in named.items() if holds),
                is_blank=sign.islower(),
                is_struck=named["struck"],
                is_crossing=named["crossing"],
            )
        )
    words = tuple(sorted(run.word for run in reckoning.words))
    return Picture(columns, rows, tuple(tiles), cell, words)


def draw_alike(layouts: Sequence[tuple[Layout, Collection[str]]], *, cell: int) -> list[Picture]:
    """Pictures of several layouts at one scale: all as large as the largest needs."""
    columns = max((max(map(len, layout), default=0) + 2 for layout, _ in layouts), default=0)
    rows = max((len(layout) + 2 for layout, _ in layouts), default=0)
    least = (max(columns, 13), max(rows, 13))
    return [draw(layout, struck, cell=cell, least=least) for layout, struck in layouts]
