"""One line of a layout: a row of cells, or words with their places. Where the line stands among others matters in
`notation` and `layout_lines`.
"""

import re
from dataclasses import dataclass

from games.rules.grid import EMPTY, Cell
from games.rules.lines import Line
from games.rules.places import cells_from, is_place

LONG_DASHES = "–—―"
_CELLS = re.compile(rf"[A-Za-z.\-_{LONG_DASHES}]+")
_MARKS = re.compile(rf"[.\-_{LONG_DASHES}]")
_NUMBER = re.compile(r"(\d{1,3})(?=[\s|])")
_LABEL = re.compile(rf"[(\[]?(\d{{1,3}})[.:)\]]{{1,2}}(?=[\s|])|(\d{{1,3}})[:)]?(?=[.\-_{LONG_DASHES}])")
_NUMBER_BEHIND = re.compile(r"\|\s*\d{1,3}$")
_GAP = re.compile(rf"^[.\-_{LONG_DASHES}]|[.\-_{LONG_DASHES}]{{2,}}[A-Za-z]")
_LETTERS = re.compile(r"[A-Za-z]+")


@dataclass(frozen=True)
class Row:
    """A line read as a row. `indent` is None within borders; `cells` still hold dashes and, if mixed, blanks.

    `is_labelled` where its number is written as a list's, as `1.` or `1)`, or stands directly before its cells."""

    line: Line
    cells: str
    indent: int | None
    is_spaced: bool = False
    number: int | None = None
    is_labelled: bool = False

    @property
    def is_mixed(self) -> bool:
        return " " in self.cells

    @property
    def is_open(self) -> bool:
        """Whether a border opens the row and none closes it."""
        return self.indent is None and "|" in self.line.text and not self.line.text.rstrip().endswith("|")

    @property
    def has_mark(self) -> bool:
        return bool(_MARKS.search(self.cells))


@dataclass(frozen=True)
class Entry:
    """A word of a word list, from its coordinate on; `text` keeps its case."""

    line: Line
    coordinate: str
    text: str

    @property
    def cells(self) -> list[Cell]:
        return cells_from(self.coordinate, len(self.text))


def row_of(line: Line) -> Row | None:
    """The line as a row, compact or a sign a cell, or None if it is none."""
    text = line.text.replace("*", "")
    bare = text.strip()
    labelled = _LABEL.match(bare)
    numbered = labelled or _NUMBER.match(bare)
    body = bare[numbered.end() :].lstrip() if numbered else bare
    bordered = body.startswith("|")
    if behind := _NUMBER_BEHIND.search(body):
        body = body[: behind.start() + 1]
    tokens = body.removeprefix("|").removesuffix("|").split()
    if not tokens or not all(_CELLS.fullmatch(token) for token in tokens):
        return None
    indent = None if bordered or numbered else len(text) - len(text.lstrip())
    is_mixed = len(tokens) > 1 and any(len(token) > 1 for token in tokens)
    return Row(
        line,
        (" " if is_mixed else "").join(tokens),
        indent,
        is_spaced=len(tokens) > 1 and not is_mixed,
        number=int(numbered[1] or numbered[2]) if numbered else None,
        is_labelled=labelled is not None,
    )


def words_of(text: str) -> list[str] | None:
    """Coordinates and words in turn, if that is all the text holds; the last word may be missing, on the next line."""
    tokens = [token for token in re.split(r"[\s,;]+", text.strip().strip("*").rstrip(".")) if token]
    fits = [is_place(token) if i % 2 == 0 else _LETTERS.fullmatch(token) for i, token in enumerate(tokens)]
    return tokens if tokens and all(fits) else None


def rows_in(line: Line, text: str) -> list[Line]:
    """The rows or entries that fill `text`, a whole line or the rest of one, each as a line of its own; else nothing.

    Rows hold a dot or a dash, or stand between `/`; a sentence's full stop is not enough."""
    if words_of(text):
        return [Line(line.raw, text)]
    cut = [part.strip() for part in text.replace("*", "").split("/") if part.strip()]
    slashed = "/" in text
    if len(cut) == 1 and not slashed and any(len(token) > 1 for token in cut[0].split()):
        cut = cut[0].split()
    rows = [row_of(Line(line.raw, part)) for part in cut]
    marked = [row for row in rows if row and not row.is_mixed and row.has_mark]
    beyond_full_stops = any(_MARKS.search(row.cells.removesuffix(EMPTY)) for row in marked)
    if beyond_full_stops and None not in rows and (slashed or len(marked) == len(rows)):
        return [Line(line.raw, part) for part in cut]
    return []


def can_be_of_board(line: Line) -> bool:
    """Whether a line outside a layout reads as one of its lines; a name and any other single word does, too."""
    row = row_of(line)
    return (row is not None and not row.is_mixed) or board_rows_in(line)[0] > 0


def board_rows_in(line: Line) -> tuple[int, bool]:
    """How many rows with a letter and an empty cell, or words with their places, a line outside a layout holds; and whether
    one of them is like no word and no address, as `..K` is."""
    if len(words_of(line.text) or ()) > 1:
        return 1, True
    parts = rows_in(line, line.text) or [line]
    rows = [row for row in map(row_of, parts) if row and not row.is_mixed and re.search(r"[A-Za-z]", row.cells)]
    if len(parts) > 1:  # `-----Original Message-----` is none
        rows = [row for row in rows if EMPTY in row.cells]
    with_gaps = [row for row in rows if _MARKS.search(row.cells.removesuffix(EMPTY)) or "|" in row.line.text]
    return len(with_gaps), any(_GAP.search(row.cells) or "|" in row.line.text for row in with_gaps)
