"""A board of fixed size that all players share. Cells have names, and A1 is the top left. Its layouts aren't
trimmed.

`notation` reads one from lines; the kind decides what can be laid on it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

from games.rules.alphabets.alphabet import IN_BRACKETS, Alphabet
from games.rules.grid import EMPTY, Cell, Layout, cells, column_letters, place_of, printed_cells, read_rows
from games.rules.lines import Line
from games.rules.values import OrderRefused

COLOUR_MARKS: Mapping[str, str] = {"g": "+", "y": "#", "b": "=", "r": "%"}
"""How bonus cells are printed, by the first letter of their colour."""
_OF_COLOUR = str.maketrans(dict(COLOUR_MARKS))


@dataclass(frozen=True)
class FixedBoard:
    """A board of fixed size.

    `marks` are its rows: `.` for a plain cell, any other character for a bonus cell. Printed boards show the marks
    of empty cells, so marks are also read as empty. A mark can't be a letter, a digit or a character that layouts
    use."""

    marks: Layout

    @classmethod
    def coloured(cls, colours: Layout) -> "FixedBoard":
        """Return the board with green, yellow, blue and red bonus cells given as `g`, `y`, `b`, `r`."""
        return cls(tuple(row.translate(_OF_COLOUR) for row in colours))

    @property
    def rows(self) -> int:
        return len(self.marks)

    @property
    def columns(self) -> int:
        return len(self.marks[0])

    @property
    def bare(self) -> Layout:
        """The empty layout."""
        return (EMPTY * self.columns,) * self.rows

    @property
    def last_place(self) -> str:
        return place_of((self.rows - 1, self.columns - 1))

    @property
    def header(self) -> str:
        """The letters that name the columns."""
        return "".join(map(column_letters, range(self.columns)))

    def has(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.columns

    def layout_from(self, rows: Sequence[str], alphabet: Alphabet) -> Layout:
        """Return the layout that a player's rows show. Where a row has the mark of a bonus cell, the cell is read as
        empty.

        Raises OrderRefused unless the rows and columns are exactly those of the board. Apart from marks, only letters
        and dots are allowed."""
        layout = [self._marks.sub(EMPTY, alphabet.inside(row)) for row in rows]
        widths = {len(re.sub(IN_BRACKETS, EMPTY, row)) for row in layout}  # what is no tile is refused below, by name
        if len(layout) != self.rows or widths != {self.columns}:
            raise OrderRefused(
                "The board has {rows} rows of {columns} cells. Write all of them, with a dot for every empty cell.",
                rows=self.rows,
                columns=self.columns,
            )
        return read_rows(layout, alphabet)

    def fold(self, line: Line) -> Line:
        """Return the line with a dot for each mark, if it can be a printed row of this board, else unchanged."""
        text = line.text
        if (
            self._marks.search(text)
            and EMPTY in self._marks.sub(EMPTY, text)
            and self._row(line.alphabet).fullmatch(text.strip())
        ):
            return replace(line, text=self._marks.sub(EMPTY, text))
        return line

    def is_header(self, line: Line) -> bool:
        """Return True if the line has the column letters above the board."""
        return "".join(line.text.upper().replace("|", " ").split()) == self.header

    def print(self, layout: Layout, alphabet: Alphabet) -> list[str]:
        """Return the board as printed: column letters, then numbered rows with a border, with marks on empty cells."""
        return ["".join(cells) for cells in self.printed(layout, alphabet)]

    def printed(self, layout: Layout, alphabet: Alphabet) -> list[list[str]]:
        """Return the lines of the printed board, each as what is before its cells, and the cells."""
        header, *rows = printed_cells((self.header, *with_letters(self.marks, cells(layout))), alphabet)
        return [["  | ", *header], *([f"{number:2}| ", *row] for number, row in enumerate(rows, start=1))]

    @cached_property
    def _characters(self) -> str:
        return "".join(map(re.escape, sorted(set("".join(self.marks)) - {EMPTY})))

    @cached_property
    def _marks(self) -> re.Pattern[str]:
        return re.compile(f"[{self._characters}]" if self._characters else "(?!)")

    @cache  # noqa: B019 there are few boards, and they are never forgotten
    def _row(self, alphabet: Alphabet) -> re.Pattern[str]:
        letters = re.escape(alphabet.readable)
        return re.compile(rf"(?:\d{{1,3}}[\s|])?[\s{letters}.\-_|/*:{self._characters}]*(?:\|\s*\d{{1,3}})?")


def with_letters(layout: Layout, letters: Mapping[Cell, str]) -> Layout:
    """Return the layout with these letters on their cells, replacing anything there."""
    rows = [list(row) for row in layout]
    for (row, column), letter in letters.items():
        rows[row][column] = letter
    return tuple("".join(row) for row in rows)
