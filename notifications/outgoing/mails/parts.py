"""The parts of our emails. Content is written once and printed twice, as text here and as HTML by `templates/mail/`, so
that both say the same.

In every text, `GREEN` in backticks is a word to type: plain in the text, code in the HTML."""

import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, ClassVar, TypeAlias

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH
from games.rules.by_mail import Paragraph, Piece, Sample
from games.rules.fixed_board import COLOUR_MARKS
from games.rules.grid import BLANK, BLOCK, EMPTY, Cell, Layout, crossings, place_of, printed_cells, runs
from games.rules.notation import print_grid, print_words
from games.rules.panels import Grid, Lines, Pairs
from games.rules.panels import Rack as RackPanel
from games.rules.texts import Text
from games.tournaments.queries.calendar import CalendarEntry
from games.wording import speak
from notifications.tokens import page

WIDTH = 39  # columns between the fences; no mail program wraps such a line again, even after a quote mark
NO_BREAK = "\xa0"
PARTS_KEPT = 500  # texts, and as many in HTML
INDENT = "  "  # before each row of a board
TO_NOBODY = "mailto:?"  # the beginning of an address without recipient and subject
WIDE_SHEET = 24  # columns of a board; the HTML makes wider ones smaller for a narrow screen


@dataclass(frozen=True)
class Line:
    """A paragraph."""

    template: ClassVar = "mail/line.html"
    text: str


@dataclass(frozen=True)
class Small:
    """A paragraph in quiet type."""

    template: ClassVar = "mail/small.html"
    text: str


@dataclass(frozen=True)
class Facts:
    """Answers to a reader's first questions: (what can I do, …), (until when, …)."""

    template: ClassVar = "mail/facts.html"
    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Board:
    """A layout as a grid and as words, under a title and beside its score. A layout that isn't for copying is given
    only in words if it is too wide for a line of an email."""

    template: ClassVar = "mail/board.html"
    title: str
    note: str
    layout: Layout
    is_to_copy: bool = True
    alphabet: Alphabet = ENGLISH

    @property
    def grid(self) -> list[str]:
        grid = print_grid(self.layout, self.alphabet)
        return grid if self.is_to_copy or max(map(len, grid)) + len(INDENT) <= WIDTH else []

    @property
    def words(self) -> str:
        return ", ".join(print_words(self.layout, self.alphabet))


@dataclass(frozen=True)
class Tiles:
    """A hand with equal letters together."""

    template: ClassVar = "mail/tiles.html"
    title: str
    tiles: str
    alphabet: Alphabet = ENGLISH

    @property
    def grouped(self) -> str:
        """The tiles in order, blanks first."""
        order = self.alphabet.order
        each = sorted(set(self.tiles), key=lambda tile: (tile != BLANK, order.find(tile), tile))
        return " ".join(self.alphabet.write(tile) * self.tiles.count(tile) for tile in each)


@dataclass(frozen=True)
class Glyph:
    """One or more characters of a printed board; `look` is its style in the HTML, by a name in `mail/sheet.html`."""

    text: str
    look: str = ""


@dataclass(frozen=True)
class Sheet:
    """A shared board or pattern, printed line by line, with its words for readers who can't see it."""

    template: ClassVar = "mail/sheet.html"
    title: str
    note: str
    lines: tuple[tuple[Glyph, ...], ...]
    words: str = ""

    @property
    def is_wide(self) -> bool:
        return len("".join(glyph.text for glyph in self.lines[-1])) > WIDE_SHEET


@dataclass(frozen=True)
class Rack:
    """Tiles or cards in a row, each with its value if it has one."""

    template: ClassVar = "mail/rack.html"
    title: str
    note: str
    tiles: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Columns:
    """Two columns under a title: labels and values."""

    template: ClassVar = "mail/columns.html"
    title: str
    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Points:
    """A few sentences under a title, each on its own."""

    template: ClassVar = "mail/points.html"
    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Example:
    """Lines to copy, or a person's own words: printed as they are, behind a bar."""

    template: ClassVar = "mail/example.html"
    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Link:
    """A link to the site, with a note on what opening it doesn't do."""

    template: ClassVar = "mail/link.html"
    label: str
    url: str
    note: str


class Button(Link):
    """The main link of an email, shown as a button."""

    template: ClassVar = "mail/button.html"


class SecondButton(Link):
    """A second button, which some readers use before the first."""

    template: ClassVar = "mail/second_button.html"


@dataclass(frozen=True)
class Picture:
    """A small layout as an example, drawn in the HTML without an image, with a caption. Letters in two runs are
    marked."""

    template: ClassVar = "mail/picture.html"
    layout: Layout
    says: str
    alphabet: Alphabet = ENGLISH

    @property
    def rows(self) -> list[list[tuple[str, bool]]]:
        """Each cell with its letter, empty if it has none, and whether the letter is in two runs."""
        crossing = crossings(runs(self.layout))
        return [
            [("" if tile == EMPTY else self.alphabet.face(tile), (r, c) in crossing) for c, tile in enumerate(row)]
            for r, row in enumerate(self.layout)
        ]

    @property
    def words(self) -> str:
        return ", ".join(self.alphabet.write(run.text) for run in runs(self.layout))


@dataclass(frozen=True)
class Replies:
    """Buttons, one for each of `lines`. A button starts an email to the reply address that has only its line as text.
    The buttons are only in the HTML, not in the text part."""

    template: ClassVar = "mail/replies.html"
    lines: tuple[str, ...]


Part: TypeAlias = (
    Picture | Replies | Line | Small | Facts | Board | Tiles | Sheet | Rack | Columns | Points | Example | Link
)


@dataclass(frozen=True)
class MailContent:
    """The content of one email, between its fences: `headline` is the news, and `tiles` are shown beside it.

    `turn` is the turn it is written about. `seen_round` is set if the email has tiles and counts as looking at them.
    `deadlines` are its reader's in this game, attached as calendar dates. `alphabet` has the tiles of the game."""

    subject: str
    headline: str
    under: str
    parts: tuple[Part, ...]
    turn: int
    tiles: str = ""
    seen_round: int | None = None
    deadlines: tuple[CalendarEntry, ...] = ()
    alphabet: Alphabet = ENGLISH


AS_INSIDE = frozenset({"layout", "tiles"})
"""Fields with tiles as they are inside, or with tiles that are written already."""


def with_written_tiles(content: MailContent, alphabet: Alphabet) -> MailContent:
    """Return the content of an email about a game with this alphabet, with the tiles in its texts as players write
    them."""
    if alphabet is ENGLISH:
        return content
    written: MailContent = _written(content, alphabet.write)
    return replace(written, alphabet=alphabet)


def _written(value: Any, write: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return write(value)
    if isinstance(value, tuple):
        return tuple(_written(item, write) for item in value)
    if not isinstance(value, MailContent | Part | Glyph):
        return value
    names = (field.name for field in fields(value) if field.name not in AS_INSIDE)
    return replace(value, **{name: _written(getattr(value, name), write) for name in names})


def in_groups(number: str) -> tuple[str, ...]:
    """Split 64 hexadecimal digits into two lines that no mail program wraps, in groups of 8. Spam filters mistake 32
    digits without a space for a wallet address."""
    groups = textwrap.wrap(number, 8)
    return " ".join(groups[:4]), " ".join(groups[4:])


def to_the_game(game_id: int) -> Link:
    """Return the link to a game's page."""
    note = _("opening the link changes nothing until you press a button")
    return Link(_("Open the game"), page("game", game_id), note)


def as_text(content: MailContent) -> str:
    """Return the content in lines of under 40 characters, except boards, examples and addresses."""
    language = get_language()
    blocks = [_block(part, language) for part in (Line(content.headline), Line(content.under), *content.parts)]
    return "\n\n".join(filter(None, blocks))


@lru_cache(maxsize=PARTS_KEPT)
def _block(part: Part, language: str) -> str:
    """Return the text of a part. It is made once for all readers who get an equal part in the same language."""
    return "\n".join(_printed(part))


def _printed(part: Part) -> Iterator[str]:
    match part:
        case Line(text) | Small(text):
            yield from _wrapped(text)
        case Facts(pairs):
            yield from _answered(pairs)
        case Board():
            yield from _wrapped(part.title)
            yield from _wrapped(part.note)
            if part.layout:
                yield from ("", *(INDENT + row for row in part.grid), "") if part.grid else ()
                words = part.words.replace(", ", ",\0").replace(" ", NO_BREAK).replace("\0", " ")  # G4 AL on one line
                yield from (line.replace(NO_BREAK, " ") for line in _wrapped(words, breaks=not part.is_to_copy))
        case Tiles():
            yield from _wrapped(part.title)
            yield from _wrapped(part.grouped, breaks=True)
        case Sheet(title, note, rows, words):
            yield from _wrapped(title)
            yield from ("", *(f"  {''.join(glyph.text for glyph in row)}" for row in rows))
            for below in filter(None, (note, words)):
                yield from ("", *_wrapped(below))
        case Rack(title, note, tiles):
            yield from _wrapped(_titled(title))
            yield from _wrapped(" ".join(f"{tile}{value}" for tile, value in tiles) or _("none"))
            yield from _wrapped(note)
        case Columns(title, pairs):
            yield from _wrapped(_titled(title))
            yield from (line for what, of_it in pairs for line in _item(f"{what} – {of_it}"))
        case Picture(layout, says, alphabet):
            yield from (INDENT + "".join(cells) for cells in printed_cells(layout, alphabet))
            yield from ("", *_wrapped(says))
        case Points(title, lines):
            yield from _wrapped(_titled(title))
            yield from (line for text in lines for line in _item(text))
        case Example(title, lines):
            yield from _wrapped(title)
            yield from (f"  | {line}" for line in lines)
        case Replies():
            pass
        case Link(label, url, note):
            yield from _wrapped(_titled(f"{label} ({note})" if note else label))
            yield url


def _answered(pairs: tuple[tuple[str, str], ...]) -> Iterator[str]:
    """Yield each answer below its question, or beside it if both fit on one line. Long answers are set apart."""
    was_long = False
    for n, (label, text) in enumerate(pairs):
        lines = _wrapped(f"{_titled(label)} {text}")
        is_long = len(lines) > 1
        if n and (is_long or was_long):
            yield ""
        yield from [*_wrapped(_titled(label)), *_wrapped(text)] if is_long else lines
        was_long = is_long


def _item(text: str) -> list[str]:
    """Return the lines of one list item."""
    first, *rest = _wrapped(text, WIDTH - 2) or [""]
    return [f"· {first}", *(f"  {line}" for line in rest)]


def _titled(label: str) -> str:
    return _("{label}:").format(label=label)


def _wrapped(text: str, width: int = WIDTH, *, breaks: bool = False) -> list[str]:
    text = text.replace("`", "")
    if len(text) <= width and text.isprintable() and text.strip():  # wrapping would not change it
        return [text.rstrip()]
    return textwrap.wrap(text, width, break_long_words=breaks, break_on_hyphens=False)


MOST_SPACED = 11  # columns of a pattern with room for 3 characters in each cell; wider ones have room for 2


def parts_of(pieces: Sequence[Piece], names: Sequence[str], alphabet: Alphabet) -> tuple[Part, ...]:
    """Return the email parts for these pieces, in order. `names` are the players' names by seat."""
    return tuple(part for piece in pieces for part in _parts(piece, names, alphabet))


def _parts(panel: Piece, names: Sequence[str], alphabet: Alphabet) -> Iterator[Part]:
    def words(text: Text | None) -> str:
        return speak(text, names) if text else ""

    match panel:
        case Grid(has_places=True):
            yield _with_places(panel, words(panel.title), words(panel.note), alphabet)
        case Grid() if panel.numbers or any(BLOCK in row for row in panel.rows):
            yield Sheet(words(panel.title), words(panel.note), tuple(_numbered(panel)))
        case Grid():
            yield Board(words(panel.title), words(panel.note), panel.rows, panel.is_to_copy, alphabet)
        case RackPanel(is_grouped=True):
            yield Tiles(words(panel.title), panel.tiles, alphabet)
        case RackPanel():
            shown = tuple((alphabet.write(tile), str(panel.values.get(tile, ""))) for tile in panel.tiles)
            yield Rack(words(panel.title), words(panel.note), shown)
        case Pairs():
            yield Columns(words(panel.title), tuple((words(what), words(of_it)) for what, of_it in panel.pairs))
        case Lines():
            yield Points(words(panel.title), tuple(map(words, panel.lines)))
        case Paragraph():
            says = words(panel.says).rstrip()  # a sentence may be empty
            yield Small(says) if panel.is_quiet else Line(says)
        case Sample():
            yield Example(words(panel.title), panel.lines)


def _with_places(grid: Grid, title: str, note: str, alphabet: Alphabet) -> Sheet:
    """Return a board with its coordinates, printed so that it can be copied, changed and sent back."""
    header, *rows = grid.board.printed(grid.rows, alphabet)
    lines: list[tuple[Glyph, ...]] = [(Glyph("".join(header), "place"),)]
    for r, (before, *cells) in enumerate(rows):
        lines.append((Glyph(before, "place"), *_glyphs(grid, r, cells)))
    used = {colour for row in grid.colours for colour in row}
    bonuses = ((colour, bonus) for colour, bonus in grid.bonus_cells.items() if colour in used)
    legend = [f"{COLOUR_MARKS[colour]} {speak(bonus.says, ())}" for colour, bonus in bonuses]
    laid = [
        f"{place_of((run.row, run.column), across=run.across)} {alphabet.write_word(run.text)}"
        for run in runs(grid.rows)
    ]
    marks_say = _("Symbols in empty cells: {marks}.").format(marks=", ".join(legend)) if legend else ""
    return Sheet(title, " ".join(filter(None, (note, marks_say))), tuple(lines), ", ".join(laid))


def _glyphs(grid: Grid, row: int, cells: Sequence[str]) -> Iterator[Glyph]:
    """Yield the printed cells of a row, and the blanks after them, which have no look."""
    for column, cell in enumerate(cells):
        yield Glyph(cell.rstrip(), _look(grid, (row, column)))
        if blanks := cell[len(cell.rstrip()) :]:
            yield Glyph(blanks)


def _numbered(grid: Grid) -> Iterator[tuple[Glyph, ...]]:
    """Yield the lines of a pattern. An empty cell shows its number, a filled cell only if there is room for both;
    blocks fill their cell."""
    width = 3 if len(grid.rows[0]) <= MOST_SPACED else 2
    for r, row in enumerate(grid.rows):
        cells = []
        for c, character in enumerate(row):
            number = str(grid.numbers.get((r, c), ""))
            if character == BLOCK:
                cells.append(Glyph(BLOCK * width, "block"))
            elif character == EMPTY and number:
                cells.append(Glyph(f"{number:>{width}}", "number"))
            else:
                before = f"{number:>{width - 1}}" if len(number) < width else " "
                cells += [Glyph(before, "number"), Glyph(character, _look(grid, (r, c)))]
        yield (Glyph("| "), *cells)


def _look(grid: Grid, cell: Cell) -> str:
    row, column = cell
    if grid.rows[row][column] != EMPTY:
        return "fresh" if cell in grid.fresh else "laid"
    colour = grid.colours[row][column] if grid.colours else ""
    return colour if colour in COLOUR_MARKS else ""
