"""Lays a layout out as a picture: where each tile stands and how it looks. No colours here.

All marks follow from the layout and its struck words, both of which the reader may see."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from games.rules import registry
from games.rules.grid import Cell, Layout, cells, tiles_used
from games.rules.layouts import Reckoning
from games.rules.tiles import printed_value
from games.rules.words import AllBut, AnyWord, WordList

CELL = 44  # units of the drawing, whatever its size on a page
SMALL_CELL = 28  # where several boards are looked at together
LEAST_COLUMNS, LEAST_ROWS = 10, 9
ROOM = (13, 14)  # rows and columns of boards that are compared
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
    def place(self) -> str:
        return f"{self.x} {self.y}"

    @property
    def points(self) -> int:
        return int(self.value or 0)

    @property
    def letter_x(self) -> int:
        """Moves the letter aside for a value of two figures."""
        return CELL // 2 - (6 if len(self.value) > 1 else 1)


@dataclass(frozen=True)
class Word:
    """A word that counts, with the places of its tiles, as `Tile.place` has them."""

    text: str
    places: tuple[str, ...]


@dataclass(frozen=True)
class Picture:
    """A board: its size in cells, its tiles, its words, and the pixels a cell takes where there is room."""

    columns: int
    rows: int
    tiles: tuple[Tile, ...]
    cell: int
    words: tuple[Word, ...]

    @property
    def terms(self) -> list[Tile]:
        """The tiles that earn the points, in falling order."""
        crossing = (tile for tile in self.tiles if tile.is_crossing)
        return sorted(crossing, key=lambda tile: (-tile.points, tile.letter.upper()))

    @property
    def says(self) -> str:
        """The board in words, for readers who do not see it."""
        if not self.words:
            return gettext("No words on the board.")
        words = ", ".join(sorted(word.text for word in self.words))
        return gettext("Words on the board: {words}.").format(words=words)

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
        """The grid as one path: the upper and left edge of every cell, so that the background continues it."""
        across = [f"M0 {y * CELL + 0.5}H{self.width}" for y in range(self.rows)]
        down = [f"M{x * CELL + 0.5} 0V{self.height}" for x in range(self.columns)]
        return "".join(across + down)

    @property
    def looks(self) -> str:
        size = "small" if self.cell < CELL else "full"
        if self.columns <= SHRINKS_TO_A_PHONE:
            return size
        return f"{size} wide" if self.columns <= SHRINKS_TO_HALF_A_LAPTOP else f"{size} vast"


@dataclass(frozen=True)
class Example:
    """A layout with its score and the sum behind it; `spare` are the tiles left over, `struck` the runs that are no words."""

    picture: Picture
    points: int
    spare: str
    struck: tuple[str, ...]
    shown: str
    quotient: str
    decimal: str


def draw_example(layout: Layout, *, words: WordList | None = None, beside: str = "") -> Example:
    """The sum of a layout with the tiles beside it, by a word list; without one every run counts as a word."""
    kind: Any = registry.kind("crossing")
    made = kind.layouts.score(layout, tiles_used(layout) + beside, words or AnyWord())
    picture = draw(layout, made.struck)
    spare = "".join(tile.letter for tile in picture.tiles if "leftover" in tile.states) + beside
    return Example(picture, made.points, spare, made.struck, made.shown(), *in_steps(made.shown()))


def in_steps(shown: str) -> tuple[str, str]:
    """The steps of a score: `24/(7+2)=2.67` as `24 ÷ (7 + 2)` and `2.67`."""
    quotient, _, decimal = shown.partition("=")
    return quotient.replace("/", " ÷ ").replace("+", " + "), decimal


def draw(
    layout: Layout,
    struck: Collection[str] = (),
    *,
    cell: int = CELL,
    size: tuple[int, int] = (0, 0),
    corner: Cell | None = None,
) -> Picture:
    """The picture of a layout with an empty cell around it, at least `size` (rows, columns) large.

    `corner` is the cell of its first row and column; without one the layout is centred. The number of columns is even, so
    that a centred picture meets the lines of the background."""
    rows, columns = _size_around(layout, size)
    top, left = corner or _middle(layout, (rows, columns))
    reckoning = Reckoning.of(layout, AllBut(struck))
    struck_cells = {place for run in reckoning.struck for place in run.cells}
    tiles = {}
    for place, character in cells(layout).items():
        named = {
            "crossing": place in reckoning.earned,
            "leftover": place in reckoning.leftover,
            "struck": place in struck_cells,
        }
        tiles[place] = Tile(
            x=(left + place[1]) * CELL,
            y=(top + place[0]) * CELL,
            letter=character,
            value=printed_value(character),
            states=" ".join(name for name, holds in named.items() if holds),
            is_blank=character.islower(),
            is_struck=named["struck"],
            is_crossing=named["crossing"],
        )
    words = tuple(Word(run.word, tuple(tiles[place].place for place in run.cells)) for run in reckoning.words)
    return Picture(columns, rows, tuple(tiles.values()), cell, words)


def draw_film(films: Sequence[Sequence[tuple[Layout, Collection[str]]]], *, cell: int) -> list[list[Picture]]:
    """Pictures of several players' layouts and struck words, from first to last, all of one size; most tiles stay in place
    from one layout to the next."""
    size = ROOM
    for layout in (layout for film in films for layout, _ in film):
        size = _size_around(layout, size)
    return [_draw_backwards(film, cell, size) for film in films]


def _draw_backwards(film: Sequence[tuple[Layout, Collection[str]]], cell: int, size: tuple[int, int]) -> list[Picture]:
    """Draw from the last layout, which is centred, back to the first."""
    pictures: list[Picture] = []
    after: Mapping[Cell, str] = {}
    for layout, struck in reversed(film):
        top, left = _place_beside(layout, after, size)
        after = {(top + row, left + column): character for (row, column), character in cells(layout).items()}
        pictures.append(draw(layout, struck, cell=cell, size=size, corner=(top, left)))
    return pictures[::-1]


def _place_beside(layout: Layout, after: Mapping[Cell, str], size: tuple[int, int]) -> Cell:
    """The position at which most tiles of a layout lie on equal ones; of several the first, of none the centre."""
    height, width = len(layout), max(map(len, layout), default=0)
    standing: dict[str, list[Cell]] = {}
    for place, character in after.items():
        standing.setdefault(character, []).append(place)
    corners: Counter[Cell] = Counter()
    for (row, column), character in cells(layout).items():
        for other_row, other_column in standing.get(character, ()):
            top, left = other_row - row, other_column - column
            if 0 < top < size[0] - height and 0 < left < size[1] - width:
                corners[top, left] += 1
    return corners.most_common(1)[0][0] if corners else _middle(layout, size)


def _size_around(layout: Layout, least: tuple[int, int]) -> tuple[int, int]:
    """Rows and columns, at least `least`, that leave an empty cell on every side."""
    rows = max(len(layout) + 2, least[0], LEAST_ROWS)
    columns = max(max(map(len, layout), default=0) + 2, least[1], LEAST_COLUMNS)
    return rows, columns + columns % 2


def _middle(layout: Layout, size: tuple[int, int]) -> Cell:
    return (size[0] - len(layout)) // 2, (size[1] - max(map(len, layout), default=0)) // 2
