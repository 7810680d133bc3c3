"""Reading and printing layouts as text: dotted rows, or words with their places. No verbs, no email.

`layout_lines` decides what a line is and where a layout ends."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from string import ascii_uppercase

from games.rules.alphabets.alphabet import Alphabet, NotATile
from games.rules.alphabets.known import ENGLISH
from games.rules.fixed_board import FixedBoard, with_letters
from games.rules.grid import EMPTY, Cell, Layout, cells, check_limits, place_of, printed_cells, runs, trim
from games.rules.layout_lines import END, GRID, LONG_DASHES, Entry, Row, row_of, rows_in, words_of
from games.rules.lines import Line, Phrase, line_of, was_broken
from games.rules.values import OrderRefused, Unreadable

ORIGIN = 4
"""Printed layouts start at D4, so that a player can write words above and to the left of them."""

LONGEST_NAME = 12
SHORTEST_HEADER = 4  # a header of three columns may be a word
_LONG_DASH = re.compile(f"[{LONG_DASHES}]")
_BULLET = re.compile(r"^[-.]\s+(?=\S\S)")
_LINE_NUMBER = re.compile(r"\d{1,3}[.:)]\s+")
_QUOTED = re.compile(r"[\s>]*>")
_END_BEHIND = re.compile(r"\s+(?=END$)", re.IGNORECASE)


def read_layout(
    lines: Sequence[Line],
    *,
    letters: Callable[[str], str],
    is_closed: bool,
    board: FixedBoard | None = None,
    corrects: bool = True,
) -> Layout:
    """Return the layout that these lines show.

    `letters` treats case: `str.upper` ignores it, `str` keeps it, so that lower case is a blank. `is_closed` if END,
    a command or a sign-off follows, so that the last line can't be a name. On a fixed `board` the layout is the
    whole board; otherwise it is trimmed.
    Raises Unreadable with a correction, or with only an example unless `corrects`."""
    alphabet = lines[0].alphabet if lines else ENGLISH
    lines = _without_line_numbers(_without_quote_marks(lines, board))
    rows: list[Row] = []
    entries: list[Entry] = []
    pending = ""
    for line in lines:
        if tokens := words_of(replace(line, text=f"{pending} {line.text}")):
            pending = tokens.pop() if len(tokens) % 2 else ""
            entries += _entries(line, tokens)
        elif pending:
            raise _without_word(pending, line)
        elif (row := row_of(line)) and (row.has_mark or not row.is_mixed):
            rows.append(row)
        elif board and board.is_header(line):
            continue
        elif (misspelt := _misspelt(line)) is not None:
            raise misspelt
        elif letters_without_tile := _letters_without_tile(line):
            raise Unreadable(
                "No tile has {letters}. Use the letters {tiles}, or write END above this line.",
                line=line.raw,
                correct=example(board, alphabet),
                letters=letters_without_tile,
                tiles=alphabet.listed,
            )
        else:
            raise Unreadable(
                "This line inside a GRID is neither a row nor a word with its place. Write END below the last row.",
                line=line.raw,
                correct=(corrects and _without_remark(line, lines)) or example(board, alphabet),
            )
        if rows and (entries or pending):
            raise Unreadable(
                "This GRID mixes rows and words. Write everything as rows, or everything as words.",
                line=line.raw,
                correct=example_of_words(alphabet),
            )
    if pending:
        raise _without_word(pending, lines[-1])
    try:
        if entries:
            layout = _laid(entries, letters, board)
        elif board:
            layout = tuple(_checked(_rows_of(rows, board), is_closed=is_closed, letters=letters))
        else:
            _check_no_header(rows)
            layout = trim(_checked(rows, is_closed=is_closed, letters=letters))
        check_limits(layout)
    except OrderRefused as refused:
        raise Unreadable(refused.why, line=lines[-1].raw, correct=example(board, alphabet)) from refused
    return layout


def _without_word(place: str, line: Line) -> Unreadable:
    """Return the refusal of a place without a word, with an example of one."""
    correct = f"{place} {line.alphabet.examples.word}"
    return Unreadable("A word is missing after {at}.", line=line.raw, correct=correct, at=place)


def _letters_without_tile(line: Line) -> tuple[str, ...]:
    """Return the letters without a tile of a line that would be a row or words with places if they had one."""
    plain = replace(line, text=line.alphabet.with_plain_letters(line.text))
    row = row_of(plain)
    is_layout = words_of(plain) or rows_in(line, line.text) or (row and (row.has_mark or not row.is_mixed))
    return line.alphabet.unreadable(line.text) if is_layout else ()


def _misspelt(line: Line) -> Unreadable | None:
    """Return the refusal, with the corrected line, of what would be a row or words with places if its tiles were written
    differently: a letter that stands for two tiles, or brackets in mixed case."""
    wrong = line.alphabet.miswritten(line.text)
    corrected = line.text.strip()
    for strange, form in wrong.items():
        corrected = corrected.replace(strange, form.split(" ")[0])
    plain = line_of(corrected, line.alphabet)
    if not wrong or not (row_of(plain) or words_of(plain)):
        return None
    strange, form = next(iter(wrong.items()))
    return Unreadable(
        "{strange} isn’t a tile. Write {form}.", line=line.raw, correct=corrected, strange=strange, form=form
    )


def one_or_two(letters: str, tile: str, line: Line, phrase: Phrase) -> Unreadable:
    """Return the refusal of letters in a command that spell one tile or several. It is corrected to the one tile."""
    apart = line.alphabet.read(letters.replace(".", ""), any_case=True)
    return Unreadable(
        "{letters} can be one tile or several. Write {tile} for one, or {apart} for several.",
        line=line.raw,
        correct=f"{phrase.verb} {phrase.argument.replace(letters, tile)}",
        letters=letters.upper(),
        tile=tile,
        apart=" ".join(apart),
    )


def _entries(line: Line, tokens: Sequence[str]) -> list[Entry]:
    """Return the words with their places that these tokens are in turn. Raises Unreadable."""
    try:
        return [Entry.of(line, *pair) for pair in zip(tokens[::2], tokens[1::2], strict=True)]
    except NotATile as error:
        raise Unreadable(
            "{strange} isn’t a tile. Write {form}.",
            line=line.raw,
            correct=line.raw.replace(error.strange, error.correct.split(" ")[0]),
            strange=error.strange,
            form=error.correct,
        ) from error


def _without_quote_marks(lines: Sequence[Line], board: FixedBoard | None) -> Sequence[Line]:
    """Return the lines without the `>` at their beginning, if every line has one. If none has, return them unchanged.
    Raises Unreadable if only some lines are quoted, because they could be somebody else's."""
    quoted = [line for line in lines if line.is_quoted]
    bare = [replace(line, text=_QUOTED.sub("", line.text, count=1)) for line in lines]
    if quoted and len(quoted) < len(lines):
        are_rows = all(row_of(line) or words_of(line) for line in bare)
        raise Unreadable(
            "Some of these rows are quoted and some aren’t. Remove the > from all rows, or remove the quoted rows.",
            line=quoted[0].raw,
            correct="\n".join(("GRID", *(line.text.strip() for line in bare), "END"))
            if are_rows
            else example(board, lines[0].alphabet),
        )
    return bare if quoted else lines


def _without_line_numbers(lines: Sequence[Line]) -> Sequence[Line]:
    """Return the lines without line numbers, if every line is a numbered line of words with their places. Otherwise
    return the lines unchanged."""
    numbers = [_LINE_NUMBER.match(line.text.strip()) for line in lines]
    bare = [
        replace(line, text=line.text.strip()[found.end() :])
        for line, found in zip(lines, numbers, strict=True)
        if found
    ]
    return bare if len(bare) == len(lines) and all(words_of(line) for line in bare) else lines


def _without_remark(remark: Line, lines: Sequence[Line]) -> str:
    """Return the text of the layout without `remark`, if that line can't be a miswritten row and the other lines are a
    layout. Otherwise return ""."""
    others = [line for line in lines if line is not remark and (row_of(line) or re.search(r"\w", line.text))]
    letters = re.escape(remark.alphabet.readable)
    is_remark = not re.search(rf"[.|].*[{letters}]", remark.text) and not re.fullmatch(r"\S*\w\S*", remark.text.strip())
    if not others or not is_remark or not all(words_of(line) or row_of(line) for line in others):
        return ""
    try:
        read_layout(others, letters=str, is_closed=True, corrects=False)
    except Unreadable:
        return ""
    return "\n".join(("GRID", *(line.text.strip() for line in others), "END"))


def example(board: FixedBoard | None, alphabet: Alphabet) -> str:
    """Return an example of a layout, as its tiles are inside."""
    if board:
        return example_of_words(alphabet)
    return "\n".join((GRID, *alphabet.examples.layout, END))


def example_of_words(alphabet: Alphabet) -> str:
    """Return an example of a layout as words with their places, as its tiles are inside."""
    across, down = alphabet.examples.corner
    return f"{GRID}\n8H {across}\nH8 {down}\n{END}"


def print_grid(layout: Layout, alphabet: Alphabet) -> list[str]:
    """Return the rows with dots and a border; the first cell is D4. There are no column letters, which would look
    like tiles."""
    return [f"| {''.join(row)}" for row in printed_cells(layout or (EMPTY,), alphabet)]


def print_words(layout: Layout, alphabet: Alphabet) -> list[str]:
    """Return the layout as words with places from D4 on: across by rows, then down by columns, then single tiles.

    Break lines only between entries. An empty layout is a single empty cell."""
    laid = cells(layout)
    words = [(_place((run.row, run.column), across=run.across), run.text) for run in runs(layout)]
    covered = {cell for run in runs(layout) for cell in run.cells}
    alone = [(_place(cell, across=True), character) for cell, character in laid.items() if cell not in covered]
    return [f"{place} {alphabet.write_word(text)}" for place, text in words + alone] or [EMPTY]


def _checked(rows: list[Row], *, is_closed: bool, letters: Callable[[str], str]) -> list[str]:
    """Check that the rows are consistent, and return their cells with `.` for every empty one. Raises Unreadable."""
    for row in rows:
        if _LONG_DASH.search(row.cells):
            raise Unreadable(
                "A long dash can mean two or three empty cells. Write a dot for each.",
                line=row.line.raw,
                correct=_LONG_DASH.sub("..", row.cells).replace("-", EMPTY).replace(" ", ""),
            )
        if row.is_mixed:
            raise Unreadable(
                "This row mixes spaces and letters. Write a dot for every empty cell.",
                line=row.line.raw,
                correct=_mended(row),
            )
    _check_labels(rows)
    _check_none_is_broken(rows)
    has_marks = any(row.has_mark for row in rows)
    if not has_marks and len({len(row.cells) for row in rows}) > 1:
        letters_only = [EMPTY * (row.indent or 0) + row.cells for row in rows]
        width = max(map(len, letters_only))
        raise Unreadable(
            "These rows have letters but no dots. Write a dot for every empty cell, so that email can’t shift the "
            "rows.",
            line=rows[0].line.raw,
            correct="\n".join(row.ljust(width, EMPTY) for row in letters_only),
        )
    indents = [row.indent for row in rows if row.indent is not None]
    for row in rows:
        if row.indent is not None and row.indent != indents[0]:
            raise Unreadable(
                "This row is indented differently from the others. Start every row at the same place, with dots.",
                line=row.line.raw,
                correct="\n".join(f"|{other.cells}|" for other in rows),
            )
    for above, row in pairwise(rows):
        if above.number is not None and row.number is not None and row.number > above.number + 1:
            raise Unreadable(
                "There is no row {number} above this one. Write an empty row as dots.",
                line=row.line.raw,
                correct=f"{above.number + 1} {EMPTY * len(row.cells)}\n{row.line.text.strip()}",
                number=above.number + 1,
            )
    if not is_closed and has_marks and _could_be_a_name(rows):
        raise Unreadable(
            "This could be a name or a row. Write END below the last row, and leave an empty line above a name.",
            line=rows[-1].line.raw,
            correct=f"{rows[-1].cells}\nEND",
        )
    return [letters(row.line.alphabet.read(re.sub("[-_]", EMPTY, row.cells))) for row in rows]


def _check_labels(rows: list[Row]) -> None:
    """Refuse numbers that are written as in a list, or directly before the cells, unless all rows have a number. Such
    numbers can be typing errors."""
    labelled = [row for row in rows if row.is_labelled]
    plain = [row for row in rows if row.number is None]
    if labelled and plain:
        raise Unreadable(
            "Other rows have a number in front, but this one doesn’t. Number all rows or none.",
            line=plain[0].line.raw,
            correct="\n".join(("GRID", *(row.cells for row in rows), "END")),
        )


def _check_no_header(rows: list[Row]) -> None:
    """Refuse column letters above a board, because they could be its first row. On a fixed board they are
    recognised."""
    header, *below = rows
    letters = header.cells.upper()
    is_header = len(letters) >= SHORTEST_HEADER and letters == ascii_uppercase[: len(letters)]
    if is_header and header.indent is not None and {len(row.cells) for row in below} == {len(letters)}:
        raise Unreadable(
            "If these are the column letters, leave them out. If this is a row of the board, write {row}.",
            line=header.line.raw,
            correct="\n".join(("GRID", *(row.cells for row in below), "END")),
            row=f"|{letters}|",
        )


def _check_none_is_broken(rows: list[Row]) -> None:
    """Refuse rows with spaces between cells that an email program has broken in two."""
    whole, broken = [rows[0].cells], None
    for above, row in pairwise(rows):
        is_half_bordered = above.is_open and not row.line.text.lstrip().startswith("|")
        is_full = was_broken(above.line, row.line) and len(row.cells) < len(above.cells)
        if above.is_spaced and row.number is None and (is_half_bordered or is_full):
            broken = broken or f"{above.line.raw}\n{row.line.raw}"
            whole[-1] += row.cells
        else:
            whole.append(row.cells)
    if broken:
        raise Unreadable(
            "Your email program has split a long row in two. Write the rows without spaces.",
            line=broken,
            correct="\n".join(("GRID", *whole, "END")),
        )


def _mended(row: Row) -> str:
    """Return a guess at what a mixed row should be.

    It has no bullet, is split where an email program joined rows, or has dots for spaces."""
    text = _BULLET.sub("", row.line.text.strip())
    return "\n".join(each.text for each in rows_in(row.line, text)) or _END_BEHIND.sub("\n", text).replace(" ", EMPTY)


def _could_be_a_name(rows: list[Row]) -> bool:
    *above, last = rows
    empties = EMPTY if any(EMPTY in row.cells for row in above) else "-_."
    return bool(
        any(row.has_mark for row in above)
        and last.indent is not None
        and not last.is_spaced
        and len(last.cells) <= LONGEST_NAME
        and not any(character in last.cells for character in empties)
    )


def _rows_of(rows: list[Row], board: FixedBoard) -> list[Row]:
    """Return the rows if they are exactly those of the board, without column letters above. Raises Unreadable."""
    if len(rows) == board.rows + 1 and rows[0].cells.upper() == board.header:
        rows = rows[1:]
    if len(rows) != board.rows:
        raise Unreadable(
            "The board has {rows} rows, but this layout has {count}. Write all rows, or only your words with their "
            "places.",
            line=rows[-1].line.raw,
            correct=example(board, rows[-1].line.alphabet),
            rows=board.rows,
            count=len(rows),
        )
    for number, row in enumerate(rows, start=1):
        if len(row.cells) != board.columns and not row.is_mixed and not _LONG_DASH.search(row.cells):
            raise Unreadable(
                "Row {number} of the board has {columns} cells, but this one has {count}. Write a dot for every "
                "empty cell.",
                line=row.line.raw,
                correct=row.cells.ljust(board.columns, EMPTY)[: board.columns],
                number=number,
                count=len(row.cells),
                columns=board.columns,
            )
        if row.number not in (None, number):
            raise Unreadable(
                "This is row {number} of the board, but it has another number.",
                line=row.line.raw,
                correct=f"{number} {row.cells}",
                number=number,
            )
    return rows


def _laid(entries: Iterable[Entry], letters: Callable[[str], str], board: FixedBoard | None) -> Layout:
    characters: dict[Cell, str] = {}
    for entry in entries:
        if board and not all(map(board.has, entry.cells)):
            raise Unreadable(
                "{at} {word} doesn’t fit on the board. The cells are A1 to {last}.",
                line=entry.line.raw,
                correct=f"8H {entry.line.alphabet.examples.corner[0]}",
                at=entry.coordinate.upper(),
                word=letters(entry.text),
                last=board.last_place,
            )
        for cell, character in zip(entry.cells, letters(entry.text), strict=True):
            if characters.setdefault(cell, character) != character:
                raise Unreadable(
                    "{at} {word} puts {character} where {other} is.",
                    line=entry.line.raw,
                    correct="8H {}, H8 {}".format(*entry.line.alphabet.examples.corner),
                    at=entry.coordinate.upper(),
                    word=letters(entry.text),
                    character=character,
                    other=characters[cell],
                )
    if board:
        return with_letters(board.bare, characters)
    top, left = min(row for row, _ in characters), min(column for _, column in characters)
    height, width = max(row for row, _ in characters) - top + 1, max(column for _, column in characters) - left + 1
    check_limits((EMPTY * width,) * height)
    rows = [[EMPTY] * width for _ in range(height)]
    for (row, column), character in characters.items():
        rows[row - top][column - left] = character
    return trim(["".join(row) for row in rows])


def _place(cell: Cell, *, across: bool) -> str:
    return place_of((cell[0] + ORIGIN - 1, cell[1] + ORIGIN - 1), across=across)
