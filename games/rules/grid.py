"""Layouts of tiles on a square grid: cells, runs, connection, and names of places.

Pure geometry for every game with a grid: no word list, no values, no text grammar."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from games.rules.alphabets.alphabet import Alphabet, NotATile
from games.rules.texts import say
from games.rules.values import OrderRefused

Layout: TypeAlias = tuple[str, ...]
"""Rows of equal length, trimmed to the tiles. `.` is empty, upper case a tile, lower case a blank for that letter.
An empty layout is `()`."""

Cell: TypeAlias = tuple[int, int]
"""(row, column), from 0."""

EMPTY = "."
BLOCK = "#"  # a cell that takes no letter
BLANK = "?"
LONGEST_SIDE = 60
MOST_TILES = 120

_RUN = re.compile(rf"[^{EMPTY}{BLOCK}]{{2,}}")


@dataclass(frozen=True, slots=True)
class Run:
    """A maximal unbroken line of two or more tiles. `text` keeps blanks in lower case."""

    text: str
    row: int
    column: int
    across: bool

    @property
    def word(self) -> str:
        """The run in upper case, as in a word list."""
        return self.text.upper()

    @property
    def cells(self) -> list[Cell]:
        if self.across:
            return [(self.row, self.column + i) for i in range(len(self.text))]
        return [(self.row + i, self.column) for i in range(len(self.text))]


def trim(rows: Sequence[str]) -> Layout:
    """Return the rows cut to the bounding box of their tiles, filled to equal length."""
    occupied = [i for i, row in enumerate(rows) if row.strip(EMPTY)]
    if not occupied:
        return ()
    rows = rows[occupied[0] : occupied[-1] + 1]
    left = min([len(row) - len(row.lstrip(EMPTY)) for row in rows if row.strip(EMPTY)])
    right = max([len(row.rstrip(EMPTY)) for row in rows])
    return tuple([row[left:right].ljust(right - left, EMPTY) for row in rows])


def layout_from(rows: Sequence[str], alphabet: Alphabet) -> Layout:
    """Return the trimmed layout from rows given by a player.

    Raises OrderRefused for anything other than tiles and dots, and for layouts over the limits."""
    layout = trim(read_rows(rows, alphabet))
    check_limits(layout)
    return layout


def read_rows(rows: Sequence[str], alphabet: Alphabet) -> Layout:
    """Return written rows with their tiles as they are inside.

    Raises OrderRefused, naming the row or the tile, for anything other than tiles and dots."""
    found = []
    for row in rows:
        try:
            found.append(alphabet.read(row))
            if BLANK in row:
                raise NotATile(BLANK)
        except NotATile as error:
            raise OrderRefused(
                say(
                    "{strange} isn’t a tile. Write {correct}. This row has it: “{row}”.",
                    strange=error.strange,
                    correct=error.correct,
                    row=row[:80],
                )
                if error.correct
                else say(
                    'A row can only contain the letters {tiles} and dots. This one contains something else: "{row}".',
                    tiles=alphabet.listed,
                    row=row[:80],
                )
            ) from error
    return tuple(found)


def check_limits(layout: Layout) -> None:
    """Raise OrderRefused if the layout is larger than 60 × 60 or has more than 120 tiles."""
    height, width = len(layout), max(map(len, layout), default=0)
    if height > LONGEST_SIDE or width > LONGEST_SIDE:
        raise OrderRefused(
            "A layout must fit into {side} × {side} cells. This one is {height} high and {width} wide.",
            side=LONGEST_SIDE,
            height=height,
            width=width,
        )
    laid = len(tiles_used(layout))
    if laid > MOST_TILES:
        raise OrderRefused("A layout can have at most {most} tiles. This one has {laid}.", most=MOST_TILES, laid=laid)


def printed_cells(rows: Sequence[str], alphabet: Alphabet) -> list[list[str]]:
    """Return the cells of rows as players read them. Where the alphabet has tiles of several letters, every cell is as
    wide as the widest of them with a blank after it, so that columns stay aligned."""
    written = [[alphabet.write(character) for character in row] for row in rows]
    if not alphabet.has_brackets:
        return written
    width = 1 + max((len(cell) for row in written for cell in row), default=0)
    return [[*(cell.ljust(width) for cell in row[:-1]), *row[-1:]] for row in written]


def cells(layout: Layout) -> dict[Cell, str]:
    """Return the tiles by their cells, in reading order."""
    return {(r, c): character for r, row in enumerate(layout) for c, character in enumerate(row) if character != EMPTY}


def tiles_used(layout: Layout) -> str:
    """Return the tiles of a layout in reading order; a blank is `?`."""
    laid = "".join(layout).replace(EMPTY, "")
    return "".join([BLANK if character.islower() else character for character in laid])


def missing_tiles(layout: Layout, hand: str) -> Counter[str]:
    """Return the tiles of a layout that aren't in the hand, counted, in reading order."""
    return Counter(tiles_used(layout)) - Counter(hand)


@lru_cache(maxsize=1000)
def is_held(layout: Layout, hand: str) -> bool:
    """Return True if the hand has all tiles of the layout. It is found once for all parts of a view that ask."""
    return not missing_tiles(layout, hand)


@lru_cache(maxsize=1000)
def unlaid_tiles(layout: Layout, hand: str) -> str:
    """Return the tiles of the hand that aren't in the layout. They are found once, like `is_held`."""
    return "".join((Counter(hand) - Counter(tiles_used(layout))).elements())


def check_held(layout: Layout, hand: str, alphabet: Alphabet) -> None:
    """Raise OrderRefused, naming the letters, if the layout uses tiles that aren't in the hand."""
    missing = missing_tiles(layout, hand)
    blanks_missing = missing.pop(BLANK, 0)
    if missing:
        raise OrderRefused(
            "You don’t hold these tiles: {letters}.", letters=tuple(alphabet.in_order(missing.elements()))
        )
    if blanks_missing:
        raise OrderRefused(
            "Lower-case letters are blanks. The layout uses {used}, but you hold {held}.",
            used=tiles_used(layout).count(BLANK),
            held=hand.count(BLANK),
        )


@lru_cache(maxsize=512)
def runs(layout: Layout) -> tuple[Run, ...]:
    """Return all runs: those across in reading order, then those down, column by column."""
    return tuple(runs_in(layout, range(len(layout)), range(len(layout[0]) if layout else 0)))


def runs_in(layout: Layout, rows: Iterable[int], columns: Iterable[int]) -> list[Run]:
    """Return the runs across in these rows, then those down in these columns, in the order given."""
    lines = ["".join(column) for column in zip(*layout, strict=True)]
    return [
        *(Run(m.group(), row, m.start(), across=True) for row in rows for m in _RUN.finditer(layout[row])),
        *(Run(m.group(), m.start(), column, across=False) for column in columns for m in _RUN.finditer(lines[column])),
    ]


def crossings(chosen: Iterable[Run]) -> set[Cell]:
    """Return the cells that are in two of the chosen runs."""
    return {cell for cell, times in Counter([cell for run in chosen for cell in run.cells]).items() if times == 2}


@lru_cache(maxsize=512)
def is_connected(layout: Layout) -> bool:
    """Return True if all tiles are connected edge to edge. An empty layout counts as connected."""
    unreached = set(cells(layout))
    if not unreached:
        return True
    frontier = [unreached.pop()]
    while frontier:
        row, column = frontier.pop()
        for neighbour in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if neighbour in unreached:
                unreached.remove(neighbour)
                frontier.append(neighbour)
    return not unreached


def remove_tile(layout: Layout, tile: str) -> Layout:
    """Return the layout without the first such tile in reading order (`?`: the first blank).

    Raises ValueError if there is none."""
    for (row, column), character in cells(layout).items():
        if character == tile or (tile == BLANK and character.islower()):
            rest = layout[row][:column] + EMPTY + layout[row][column + 1 :]
            return trim((*layout[:row], rest, *layout[row + 1 :]))
    raise ValueError(f"no {tile} in the layout")


def lift(layout: Layout, tiles: str, *, held: str) -> Layout:
    """Return the layout without those of these tiles that exceed what is held."""
    for tile in tiles:
        if tile in missing_tiles(layout, held):
            layout = remove_tile(layout, tile)
    return layout


_ACROSS = re.compile(r"(\d{1,3})([A-Za-z]{1,2})")
_DOWN = re.compile(r"([A-Za-z]{1,2})(\d{1,3})")


def is_place(token: str) -> bool:
    return bool(_ACROSS.fullmatch(token) or _DOWN.fullmatch(token))


def cell_at(place: str) -> Cell:
    """Return the cell of a place; A1 is (0, 0). Raises ValueError if the text isn't a place."""
    if across := _ACROSS.fullmatch(place):
        return int(across[1]) - 1, _column_number(across[2]) - 1
    if down := _DOWN.fullmatch(place):
        return int(down[2]) - 1, _column_number(down[1]) - 1
    raise ValueError(f'"{place}" is no place on a grid')


def cells_from(place: str, length: int) -> list[Cell]:
    """Return `length` cells from a place on, in the direction that it gives."""
    row, column = cell_at(place)
    if place[0].isdigit():
        return [(row, column + i) for i in range(length)]
    return [(row + i, column) for i in range(length)]


def place_of(cell: Cell, *, across: bool = False) -> str:
    """Return the name of a cell: H8, or 8H for a word that reads across from it."""
    number, letters = cell[0] + 1, column_letters(cell[1])
    return f"{number}{letters}" if across else f"{letters}{number}"


def column_letters(column: int) -> str:
    """Return the letters of a column: A for 0, AA after Z."""
    first, last = divmod(column, 26)
    return (chr(ord("A") + first - 1) if first else "") + chr(ord("A") + last)


def _column_number(letters: str) -> int:
    """Return the number of a column: A is 1, Z 26, AA 27."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number
