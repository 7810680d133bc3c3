"""Places on a grid as players write them: `8H` is row 8 of column H and reads across, `H8` is the same cell and reads
down. Columns are A…Z, then AA…; knows no board and no word.
"""

import re

from games.rules.grid import Cell

_ACROSS = re.compile(r"(\d{1,3})([A-Za-z]{1,2})")
_DOWN = re.compile(r"([A-Za-z]{1,2})(\d{1,3})")


def is_place(token: str) -> bool:
    return bool(_ACROSS.fullmatch(token) or _DOWN.fullmatch(token))


def cell_at(place: str) -> Cell:
    """The cell that a place names; A1 is (0, 0). Raises ValueError for a text that is no place."""
    if across := _ACROSS.fullmatch(place):
        return int(across[1]) - 1, _column_number(across[2]) - 1
    if down := _DOWN.fullmatch(place):
        return int(down[2]) - 1, _column_number(down[1]) - 1
    raise ValueError(f'"{place}" is no place on a grid')


def cells_from(place: str, length: int) -> list[Cell]:
    """So many cells from a place on, in the direction that it reads."""
    row, column = cell_at(place)
    if place[0].isdigit():
        return [(row, column + i) for i in range(length)]
    return [(row + i, column) for i in range(length)]


def place_of(cell: Cell, *, across: bool = False) -> str:
    """The cell by its name: H8, or where a word reads across from it 8H."""
    number, letters = cell[0] + 1, column_letters(cell[1])
    return f"{number}{letters}" if across else f"{letters}{number}"


def column_letters(column: int) -> str:
    """A for the first column, 0; AA after Z."""
    first, last = divmod(column, 26)
    return (chr(ord("A") + first - 1) if first else "") + chr(ord("A") + last)


def _column_number(letters: str) -> int:
    """A is 1, Z 26, AA 27."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number
