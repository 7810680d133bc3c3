"""What a kind shows and says of its table, as parts of a mail, worded for one reader. Knows no kind."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.rules.by_mail import Paragraph, Piece, Sample
from games.rules.fixed_board import COLOUR_MARKS, FixedBoard
from games.rules.grid import EMPTY, Cell, place_of, runs
from games.rules.messages import Text
from games.rules.showing import Grid, Lines, Pairs
from games.rules.showing import Rack as RackPanel
from games.wording import speak
from notifications.mails.parts import Board, Columns, Example, Line, Part, Points, Rack, Sheet, Sign, Small, Tiles

COLOURS = {
    "g": gettext_noop("green"),
    "y": gettext_noop("yellow"),
    "b": gettext_noop("blue"),
    "r": gettext_noop("red"),
}
BLOCK = "#"
MOST_SPACED = 11  # columns of a pattern that has room for three signs a cell; of more only for two


def parts_of(pieces: Sequence[Piece], names: Sequence[str]) -> tuple[Part, ...]:
    """Pieces in their order; `names` are the players' by seat."""
    return tuple(part for piece in pieces for part in _parts(piece, names))


def _parts(panel: Piece, names: Sequence[str]) -> Iterator[Part]:
    def words(message: Text | None) -> str:
        return speak(message, names) if message else ""

    match panel:
        case Grid(has_places=True):
            yield _with_places(panel, words(panel.title), words(panel.note))
        case Grid() if panel.numbers or any(BLOCK in row for row in panel.rows):
            yield Sheet(words(panel.title), words(panel.note), tuple(_numbered(panel)))
        case Grid():
            yield Board(words(panel.title), words(panel.note), panel.rows, panel.is_to_copy)
        case RackPanel(is_grouped=True):
            yield Tiles(words(panel.title), panel.tiles)
        case RackPanel():
            shown = tuple((tile, str(panel.values.get(tile, ""))) for tile in panel.tiles)
            yield Rack(words(panel.title), words(panel.note), shown)
        case Pairs():
            yield Columns(words(panel.title), tuple((words(what), words(of_it)) for what, of_it in panel.pairs))
        case Lines():
            yield Points(words(panel.title), tuple(map(words, panel.lines)))
        case Paragraph():
            says = words(panel.says).rstrip()  # a sentence in it may be empty
            yield Small(says) if panel.is_quiet else Line(says)
        case Sample():
            yield Example(words(panel.title), panel.lines)


def _with_places(grid: Grid, title: str, note: str) -> Sheet:
    """A board as orders name its cells, printed so that it can be copied, changed and sent back."""
    board = (
        FixedBoard.coloured(grid.colours) if grid.colours else FixedBoard(tuple(EMPTY * len(row) for row in grid.rows))
    )
    header, *rows = board.print(grid.rows)
    before = len(header) - board.columns
    lines: list[tuple[Sign, ...]] = [(Sign(header, "place"),)]
    for r, row in enumerate(rows):
        signs = (Sign(sign, _look(grid, (r, c))) for c, sign in enumerate(row[before:]))
        lines.append((Sign(row[:before], "place"), *signs))
    used = {colour for row in grid.colours for colour in row}
    legend = [f"{COLOUR_MARKS[colour]} {_(name)}" for colour, name in COLOURS.items() if colour in used]
    laid = [f"{place_of((run.row, run.column), across=run.across)} {run.text}" for run in runs(grid.rows)]
    signs_say = _("Signs of empty cells: {signs}.").format(signs=", ".join(legend)) if legend else ""
    return Sheet(title, " ".join(filter(None, (note, signs_say))), tuple(lines), ", ".join(laid))


def _numbered(grid: Grid) -> Iterator[tuple[Sign, ...]]:
    """A pattern: a cell shows its number, a filled one only where there is room for both; a block fills its cell."""
    width = 3 if len(grid.rows[0]) <= MOST_SPACED else 2
    for r, row in enumerate(grid.rows):
        cells = []
        for c, sign in enumerate(row):
            number = str(grid.numbers.get((r, c), ""))
            if sign == BLOCK:
                cells.append(Sign(BLOCK * width, "block"))
            elif sign == EMPTY and number:
                cells.append(Sign(f"{number:>{width}}", "number"))
            else:
                before = f"{number:>{width - 1}}" if len(number) < width else " "
                cells += [Sign(before, "number"), Sign(sign, _look(grid, (r, c)))]
        yield (Sign("| "), *cells)


def _look(grid: Grid, cell: Cell) -> str:
    row, column = cell
    if grid.rows[row][column] != EMPTY:
        return "fresh" if cell in grid.fresh else "laid"
    colour = grid.colours[row][column] if grid.colours else ""
    return colour if colour in COLOURS else ""
