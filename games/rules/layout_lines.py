"""The lines of a layout in a text: what each line is, where the layout ends, and which lines are refused as unclear.

A line is a row of cells, or words with their places. `notation` turns the lines into a layout."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Protocol

from games.rules.alphabets.alphabet import Alphabet
from games.rules.grid import EMPTY, Cell, cells_from, is_place
from games.rules.lines import Line, Phrase
from games.rules.texts import say
from games.rules.values import Unreadable

GRID = "GRID"
LAYOUT_VERBS = frozenset({GRID, "BOARD", "LAYOUT"})
END = "END"
OF_A_TEXT = 512  # lines to cache: each line of a text is looked at from many others
_SIGN_OFF = re.compile(
    r"(many thanks|thanks|thank you|thx|cheers|((kind|best|warm) )?regards|best|all the best|bye|good ?bye"
    r"|see you|see ya|cu|yours|sincerely|ciao|greetings|take care"
    r"|merci|cordialement|amicalement|bien à vous|à bientôt|bonne journée)(?![a-z])",
    re.IGNORECASE,
)
_ENDED = re.compile(rf"(.*\S)\s+{END}[\s.!,*_]*", re.IGNORECASE)


class Speaks(Protocol):
    def __call__(self, line: Line, phrase: Phrase | None, /) -> bool: ...


@dataclass(frozen=True)
class LayoutLines:
    """The lines of one layout, the index of the first line after it, whether its end is clear, and the fault found,
    if any."""

    lines: tuple[Line, ...]
    after: int
    is_closed: bool
    fault: Unreadable | None


def find_layout(lines: Sequence[Line], start: int, *, is_command: Speaks, example: str) -> LayoutLines:
    """Find the layout of the GRID line at `start`.

    It ends at END, another command, a sign-off, or a gap larger than those between its rows. `example` is a layout to
    copy, shown if no layout is found."""
    return _Search(lines, start, is_command, example).run()


def rows_until_end(line: Line, text: str) -> tuple[list[Line], bool]:
    """Return the rows or entries in `text` (see `rows_in`), and whether END closes them in the same line."""
    if (found := _ENDED.fullmatch(text)) and (rows := rows_in(line, found[1])) and not _awaits_word(rows[-1]):
        return rows, True
    return rows_in(line, text), False


def is_sign_off(line: Line) -> bool:
    return bool(_SIGN_OFF.match(line.text.strip(" *_-")))


class _Search:
    """A search for the layout below a GRID line. `limit` is the largest number of blank lines that doesn't end it."""

    def __init__(self, lines: Sequence[Line], start: int, is_command: Speaks, example: str) -> None:
        self.lines = lines
        self.at = start
        self.is_command = is_command
        self.example = example
        header = lines[start]
        assert header.phrase is not None, "a GRID line begins with its verb"
        self.found, self.is_ended = rows_until_end(header, header.phrase.rest)
        self.on_its_own_line = bool(self.found)
        self.limit: float = 0 if self.found else float("inf")
        self.fault: Unreadable | None = None

    def run(self) -> LayoutLines:
        header, gap, is_closed, counted = self.lines[self.at], 0, False, 2 if self.found else 0
        at = self.at + 1
        while at < len(self.lines) and not self.is_ended:
            line = self.lines[at]
            if line.is_blank:
                gap, at = gap + 1, at + 1
                continue
            if is_end(line):
                self.is_ended, at = True, at + 1
                break
            if gap > self.limit and not (counted == 1 and _must_be_row(line)):
                break
            if self._speaks(line):
                if not self._goes_on_after(at):
                    is_closed = True
                    break
                self._refuse_remark(line)
            else:
                if counted < 2:
                    self.limit = gap
                counted += 1
                self._take(line)
            gap, at = 0, at + 1
        if not self.is_ended:
            self._check_nothing_is_left(at)
        if not self.found and self.fault is None:
            self.fault = Unreadable("There is no layout below this line.", line=header.raw, correct=self.example)
        return LayoutLines(tuple(self.found), at, is_closed or self.is_ended, self.fault)

    def _take(self, line: Line) -> None:
        rows, self.is_ended = rows_until_end(line, line.text) if self.on_its_own_line else ([], False)
        self.found += rows or [line]

    def _speaks(self, line: Line) -> bool:
        """Return True if the line is a command or a sign-off, not a part of the layout."""
        if self.found and _awaits_word(self.found[-1]):
            return False
        return self.is_command(line, line.phrase_in_layout) or is_sign_off(line)

    def _goes_on_after(self, at: int) -> bool:
        """Return True if another row or END follows the line at `at` before a larger gap. The line may then be a row
        itself."""
        word = self.lines[at].text.strip()
        if _opens_layout(self.lines[at]):
            width = max((len(row.cells) for row in map(row_of, self.found) if row), default=0)
            return bool(self.found) and word.isalpha() and len(word) == width
        gap, plain_width = 0, self._plain_width()
        is_as_wide = plain_width is not None and _plain_cells(self.lines[at]) == plain_width
        for line in self.lines[at + 1 :]:
            gap = gap + 1 if line.is_blank else 0
            if gap > self.limit or _opens_layout(line):
                return False
            if is_end(line) or _reads_as_row(line):
                return True
            if is_as_wide and not line.is_blank and _plain_cells(line) == plain_width:
                return True
        return False

    def _plain_width(self) -> int | None:
        """Return the common width of the rows so far if none has dots, else None. The next row may then look like a
        command."""
        widths = set(map(_plain_cells, self.found))
        return widths.pop() if len(widths) == 1 else None

    def _refuse_remark(self, line: Line) -> None:
        word = line.text.strip(" *.!,:")
        row = f"|{word}|"
        self.fault = self.fault or Unreadable(
            say("If this is a row of the layout, write {row}. If not, write END above it.", row=row)
            if word.isalpha()
            else say("The layout continues below this line. Write END above it, or move the line."),
            line=line.raw,
            correct=row if word.isalpha() else f"END\n{line.raw}",
        )

    def _check_nothing_is_left(self, after: int) -> None:
        """Refuse rows after the end of the layout: any row if END follows, else only those that can't be anything
        else."""
        rest = self.lines[after:]
        restarts = next((i for i, line in enumerate(rest) if _opens_layout(line)), len(rest))
        end = next((i for i, line in enumerate(rest[:restarts]) if is_end(line)), None)
        for line in rest[: restarts if end is None else end]:
            is_row = _reads_as_row(line) and not self.is_command(line, line.phrase) and not is_sign_off(line)
            if is_row and (end is not None or _must_be_row(line)):
                self.fault = self.fault or Unreadable(
                    "The layout ended above this row, at a gap or other text. Write the rows without gaps, then END.",
                    line=line.raw,
                    correct=self.example,
                )
                return


def _plain_cells(line: Line) -> int | None:
    """Return the number of cells of a line that reads as a row without dots, else None."""
    row = row_of(line)
    return len(row.cells) if row and not row.has_mark else None


def is_end(line: Line) -> bool:
    """Return True if the line is END, which closes a layout."""
    phrase = line.phrase_in_layout
    return phrase is not None and phrase.verb == END and not phrase.argument


@lru_cache(maxsize=OF_A_TEXT)
def _opens_layout(line: Line) -> bool:
    phrase = line.phrase_in_layout
    return (
        phrase is not None
        and phrase.verb in LAYOUT_VERBS
        and (not phrase.argument or bool(rows_until_end(line, phrase.rest)[0]))
    )


@lru_cache(maxsize=OF_A_TEXT)
def _reads_as_row(line: Line) -> bool:
    """Return True if the line reads as a part of a layout: a row of letters that also has dots or a border, or words
    with their places."""
    if len(words_of(line) or ()) > 1:
        return True
    row = row_of(line)
    if row is None or row.is_mixed or not any(character.isalpha() for character in row.cells):
        return False
    return "." in row.cells or "|" in line.text


def _must_be_row(line: Line) -> bool:
    """Return True if the line is a row, or words with their places, and can't be a name or a sentence."""
    return (_reads_as_row(line) and not line.text.strip()[0].isalpha()) or len(words_of(line) or ()) > 1


def _awaits_word(line: Line) -> bool:
    tokens = words_of(line)
    return bool(tokens) and is_place(tokens[-1])  # type: ignore[index]


LONG_DASHES = "–—―"
_MARKS = re.compile(rf"[.\-_{LONG_DASHES}]")
_NUMBER = re.compile(r"(\d{1,3})(?=[\s|])")
_LABEL = re.compile(rf"[(\[]?(\d{{1,3}})[.:)\]]{{1,2}}(?=[\s|])|(\d{{1,3}})[:)]?(?=[.\-_{LONG_DASHES}])")
_NUMBER_BEHIND = re.compile(r"\|\s*\d{1,3}$")


@dataclass(frozen=True)
class _Patterns:
    """How parts of a layout are written in one alphabet: the cells of a row, a letter, a gap before a letter, and a
    word."""

    cells: re.Pattern[str]
    letter: re.Pattern[str]
    gap: re.Pattern[str]
    word: re.Pattern[str]

    @classmethod
    def of(cls, alphabet: Alphabet) -> "_Patterns":
        letters, in_words = re.escape(alphabet.readable), re.escape(alphabet.in_words)
        around_dots = "".join(dict.fromkeys(f"(?<={dotted[0]})[.](?={dotted[-1]})|" for dotted in alphabet.dotted))
        return cls(
            cells=re.compile(rf"[{letters}.\-_{LONG_DASHES}]+"),
            letter=re.compile(f"[{letters}]"),
            gap=re.compile(rf"^[.\-_{LONG_DASHES}]|[.\-_{LONG_DASHES}]{{2,}}[{letters}]"),
            word=re.compile(f"(?:{around_dots}[{in_words}])+", re.IGNORECASE if around_dots else 0),
        )


_patterns = cache(_Patterns.of)


@dataclass(frozen=True)
class Row:
    """A line read as a row.

    `cells` may still have dashes and, if mixed, spaces. `indent` is None inside borders. `is_labelled` if its number
    is written as in a list, `1.` or `1)`, or directly before the cells."""

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
        """True if a border opens the row and none closes it."""
        return self.indent is None and "|" in self.line.text and not self.line.text.rstrip().endswith("|")

    @property
    def has_mark(self) -> bool:
        return bool(_MARKS.search(self.cells))


@dataclass(frozen=True)
class Entry:
    """A word with its place, such as `8H KEY`; `text` has its tiles as they are inside, and keeps their case."""

    line: Line
    coordinate: str
    text: str

    @classmethod
    def of(cls, line: Line, coordinate: str, word: str) -> "Entry":
        """Return the entry of a written word. Raises NotATile."""
        return cls(line, coordinate, line.alphabet.word(word, any_case=False))

    @property
    def cells(self) -> list[Cell]:
        return cells_from(self.coordinate, len(self.text))


@lru_cache(maxsize=OF_A_TEXT)
def row_of(line: Line) -> Row | None:
    """Return the line as a row, compact or with a space between cells, or None if it isn't one."""
    text = line.text.replace("*", "")
    bare = text.strip()
    labelled = _LABEL.match(bare)
    numbered = labelled or _NUMBER.match(bare)
    body = bare[numbered.end() :].lstrip() if numbered else bare
    bordered = body.startswith("|")
    if behind := _NUMBER_BEHIND.search(body):
        body = body[: behind.start() + 1]
    tokens = body.removeprefix("|").removesuffix("|").split()
    if not tokens or not all(map(_patterns(line.alphabet).cells.fullmatch, tokens)):
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


def words_of(line: Line) -> list[str] | None:
    """Return the places and words of a line in which they alternate, or None if it has anything else. The last word can
    be missing, because it may be on the next line."""
    tokens = [token for token in re.split(r"[\s,;]+", line.text.strip().strip("*").rstrip(".")) if token]
    word = _patterns(line.alphabet).word
    fits = [is_place(token) if i % 2 == 0 else word.fullmatch(token) for i, token in enumerate(tokens)]
    return tokens if tokens and all(fits) else None


def rows_in(line: Line, text: str) -> list[Line]:
    """Return the rows or entries in `text`, each as a line; empty if there is anything else.

    Rows have a dot or dash, or are separated by `/`; a full stop isn't enough. A text that would be rows if all its
    letters had tiles is returned whole, so that it isn't taken for chat."""
    whole = replace(line, text=text)
    if words_of(whole):
        return [whole]
    if line.alphabet.unreadable(text) or line.alphabet.miswritten(text):
        return [whole] if rows_in(line, line.alphabet.with_plain_letters(text)) else []
    cut = [part.strip() for part in text.replace("*", "").split("/") if part.strip()]
    slashed = "/" in text
    if len(cut) == 1 and not slashed and any(len(token) > 1 for token in cut[0].split()):
        cut = cut[0].split()
    rows = [row_of(replace(line, text=part)) for part in cut]
    marked = [row for row in rows if row and not row.is_mixed and row.has_mark]
    beyond_full_stops = any(_MARKS.search(row.cells.removesuffix(EMPTY)) for row in marked)
    if beyond_full_stops and None not in rows and (slashed or len(marked) == len(rows)):
        return [replace(line, text=part) for part in cut]
    return []


def can_be_of_board(line: Line) -> bool:
    """Return True if a line outside a layout could be part of one. A name or any single word could, too."""
    row = row_of(line)
    return (row is not None and not row.is_mixed) or board_rows_in(line)[0] > 0


def board_rows_in(line: Line) -> tuple[int, bool]:
    """Return how many board rows or placed words are in a line outside a layout, and whether one is unmistakable.

    A board row has a letter and an empty cell. One like `..K` can't be a word or an address."""
    if len(words_of(line) or ()) > 1:
        return 1, True
    parts, patterns = rows_in(line, line.text) or [line], _patterns(line.alphabet)
    rows = [row for row in map(row_of, parts) if row and not row.is_mixed and patterns.letter.search(row.cells)]
    if len(parts) > 1:  # `-----Original Message-----` isn't a row
        rows = [row for row in rows if EMPTY in row.cells]
    with_gaps = [row for row in rows if _MARKS.search(row.cells.removesuffix(EMPTY)) or "|" in row.line.text]
    return len(with_gaps), any(patterns.gap.search(row.cells) or "|" in row.line.text for row in with_gaps)
