"""SVG drawings of boards: a kind's grid, a layout of tiles, and the small boards of lists and previews.

Only this module knows how cells, letters, values, numbers, marks and grid lines are placed. There are no colours
here: looks are CSS classes. `layouts` works out what the tiles of a layout earn."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games.rules.alphabets.alphabet import Alphabet
from games.rules.grid import BLOCK, EMPTY, column_letters, place_of, runs, trim
from games.rules.notation import print_grid
from games.rules.panels import Grid
from games.rules.small_board import SmallBoard
from games.wording import speak

CELL = 44  # units of a drawing, at any size on a page
EDGE = 1  # units around a grid
PLACES = 28  # units above and left of a grid, for the names of its columns and rows
STAR = "★"
OWNERS = (
    "M4 0a4 4 0 1 0 .01 0z",
    "M4 0L8.500 8H-.500z",
    "M.500 .500H7.500V7.500H.500z",
    "M4 -1L9 4L4 9L-1 4z",
)
"""The mark of each seat, as an outline 8 units wide: a disc, a triangle, a square and a diamond."""

SVG = (
    '<svg class="{looks}" viewBox="{start} {start} {wide} {high}" width="{pixels_wide}" height="{pixels_high}" role="img"'
    ' aria-label="{says}"><rect class="earth" width="{width}" height="{height}"/>{colours}<path class="lines" d="{lines}"/>'
    "{tiles}{places}</svg>"
)
FILLED = mark_safe('<rect width="44" height="44"/>')
MARK = '<text class="mark" x="22" y="{}">{}</text>'
NUMBER = '<text class="number" x="4" y="13">{}</text>'
TILE = (
    '<rect x="{edge}" y="{edge}" width="{side}" height="{side}" rx="4"/>{foot}{hatch}{corner}{owner}{ring}'
    '<text{looks} x="{x}" y="{y}">{letter}</text>{wave}{value}'
)
FOOT = mark_safe('<path class="foot" d="M3 40.5H41"/>')
HATCH = mark_safe('<path class="hatch" d="M2 13L13 2M2 24L24 2M2 35L35 2M6 42L42 6M17 42L42 17M28 42L42 28"/>')
CORNER = mark_safe('<path class="corner" d="M2 2h11L2 13z"/>')
OWNER = '<path class="owner" transform="translate(33 4)" d="{}"/>'
RING = mark_safe('<circle class="ring" cx="21" cy="23" r="15"/>')
WAVE = mark_safe('<path class="wave" d="M11 36q2.5-3.5 5 0t5 0t5 0"/>')
VALUE = '<text class="value" x="40" y="{}">{}</text>'


class Square(NamedTuple):
    """A cell that is drawn, with its position in units.

    `looks` are its classes. `mark` identifies its colour without relying on colour, and `owner` is the outline that
    shows who laid its tile. With `with_numbers`, letters sit lower to leave room for cell numbers. `nth` is the
    order in which tiles appear when they are animated, from 0."""

    x: int
    y: int
    looks: str
    letter: str = ""
    value: str = ""
    mark: str = ""
    number: int | None = None
    owner: str = ""
    with_numbers: bool = False
    nth: int | None = None

    @property
    def place(self) -> str:
        return f"{self.x} {self.y}"

    @property
    def points(self) -> int:
        return int(self.value or 0)

    @property
    def is_blank(self) -> bool:
        return self.letter.islower()


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A board: its size in cells, the cells with something to draw, its class, and a description for screen readers.

    A `margin` in units adds space above and at the left, and then an edge on all sides. `cell` is the size of a cell
    in pixels where there is room."""

    rows: int
    columns: int
    squares: tuple[Square, ...]
    looks: str
    says: str
    margin: int = 0
    cell: int = CELL

    @property
    def width(self) -> int:
        return self.columns * CELL

    @property
    def height(self) -> int:
        return self.rows * CELL

    @property
    def svg(self) -> SafeString:
        """The drawing, with the colours of cells below the lines."""
        beside = self.margin + (EDGE if self.margin else 0)
        wide, high = self.width + beside, self.height + beside
        return format_html(
            SVG,
            looks=self.looks,
            start=-self.margin,
            wide=wide,
            high=high,
            pixels_wide=wide * self.cell // CELL,
            pixels_high=high * self.cell // CELL,
            says=self.says,
            width=self.width,
            height=self.height,
            colours=_drawn(square for square in self.squares if square.mark),
            lines=_lines(self.rows, self.columns, is_framed=bool(self.margin)),
            tiles=_drawn(square for square in self.squares if not square.mark),
            places=_places(self.rows, self.columns) if self.margin > EDGE else "",
        )


def _drawn(squares: Iterable[Square]) -> SafeString:
    each = []
    for one in squares:
        nth = "" if one.nth is None else f' data-nth="{one.nth}"'
        at = f"translate({one.x} {one.y})"
        each.append(f'<g class="{one.looks}"{nth} transform="{at}">{_inside(*one[2:-1])}</g>')
    return mark_safe("\n".join(each))  # noqa: S308  # looks are ours, and the content is escaped


@lru_cache(maxsize=5000)
def _inside(
    looks: str, letter: str, value: str, mark: str, number: int | None, owner: str, with_numbers: bool
) -> SafeString:
    """Return the drawing of a square, wherever it is on the board."""
    marked = format_html(NUMBER, number) if number else SafeString()
    if letter:
        return _tile(looks.split(), letter, value, owner, y="35.5" if with_numbers else "29.5") + marked
    if mark:  # a single character is a sign, drawn larger than letters and figures
        return FILLED + format_html(MARK, CELL // 2 + (7 if len(mark) == 1 else 5), mark) + marked
    return marked or FILLED


def _tile(looks: list[str], letter: str, value: str, owner: str, *, y: str) -> SafeString:
    of_grid = not {"tile-on", "pencilled"}.isdisjoint(looks)
    edge, side = ("1", "42") if of_grid or "crossing" in looks else (".5", "43")
    parts = {
        "foot": "pencilled" not in looks and FOOT,
        "hatch": "struck" in looks and HATCH,
        "corner": not {"crossing", "earning"}.isdisjoint(looks) and CORNER,
        "owner": owner and format_html(OWNER, owner),
        "ring": letter.islower() and RING,
        "looks": _of_face(letter),
        "wave": "struck" in looks and WAVE,
        "value": value and format_html(VALUE, "36.5" if of_grid else "37", value),
    }
    x = CELL // 2 - (6 if len(value) > 1 else 1)  # further left for a value of two digits
    shown = {name: part or "" for name, part in parts.items()}
    return format_html(TILE, edge=edge, side=side, x=x, y=y, letter=letter, **shown)


NARROWER = {2: "two-letters", 3: "three-letters"}
"""The classes of faces with several letters, which are set narrower."""


def _of_face(letter: str) -> SafeString:
    """Return the classes of the letters on a tile, as an attribute."""
    looks = ["blank"] if letter.islower() else []
    looks += [NARROWER[min(len(letter), 3)]] if len(letter) > 1 else []
    return format_html(' class="{}"', " ".join(looks)) if looks else SafeString()


@lru_cache(maxsize=200)
def _lines(rows: int, columns: int, *, is_framed: bool) -> str:
    """Return the lines of a board: all of them with a frame, or the upper and left edge of each cell, for a grid
    that the page's background continues."""
    beyond, aside = (1, 0.0) if is_framed else (0, 0.5)
    return line_path(
        columns * CELL,
        rows * CELL,
        (x * CELL + aside for x in range(columns + beyond)),
        (y * CELL + aside for y in range(rows + beyond)),
    )


def line_path(wide: int, high: int, xs: Iterable[float], ys: Iterable[float]) -> str:
    """Return the path of lines across a board at heights `ys`, then down it at `xs`."""
    return "".join([*(f"M0 {y:g}H{wide}" for y in ys), *(f"M{x:g} 0V{high}" for x in xs)])


def say_words(words: Collection[str]) -> str:
    """Describe a board in words, for screen readers."""
    if not words:
        return gettext("No words on the board.")
    return gettext("Words on the board: {words}.").format(words=", ".join(words))


@lru_cache(maxsize=200)
def _places(rows: int, columns: int) -> SafeString:
    """Return the letters above the columns and the numbers beside the rows."""
    above = format_html_join(
        "", '<text x="{}" y="-9">{}</text>', ((x * CELL + CELL // 2, column_letters(x)) for x in range(columns))
    )
    beside = format_html_join(
        "", '<text x="-14" y="{}">{}</text>', ((y * CELL + CELL // 2 + 6, y + 1) for y in range(rows))
    )
    return format_html('<g class="places">{}{}</g>', above, beside)


# --- a kind's grid ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Plan(Picture):
    """A grid with a key to its colours (class, mark, meaning) and to the marks of the seats that laid its tiles.

    `as_text` is the board as in an email, to be read aloud, felt or copied."""

    key: tuple[tuple[str, str, str], ...]
    owners: tuple[tuple[int, str], ...]
    as_text: str


def draw_grid(grid: Grid, alphabet: Alphabet) -> Plan:
    """Draw a grid with tiles of an alphabet."""
    bonuses = {colour: (speak(one.mark, ()), speak(one.says, ())) for colour, one in grid.bonus_cells.items()}
    used = set("".join(grid.colours))
    return Plan(
        rows=len(grid.rows),
        columns=max(map(len, grid.rows), default=0),
        squares=tuple(_squares(grid, {colour: mark for colour, (mark, _) in bonuses.items()}, alphabet)),
        looks="grid",
        says=alphabet.write(_says(grid, alphabet)),
        margin=EDGE + (PLACES if grid.has_places else 0),
        key=tuple((colour, *told) for colour, told in bonuses.items() if colour in used),
        owners=tuple((seat, OWNERS[seat]) for seat in sorted(set(grid.owners.values()))),
        as_text="\n".join((grid.board.print if grid.has_places else print_grid)(grid.rows, alphabet)),
    )


def _squares(grid: Grid, marks: dict[str, str], alphabet: Alphabet) -> Iterator[Square]:
    order = {cell: n for n, cell in enumerate(grid.laid)}
    for y, row in enumerate(grid.rows):
        colours = grid.colours[y] if grid.colours else EMPTY * len(row)
        for x, (character, colour) in enumerate(zip(row, colours, strict=True)):
            cell, is_tile = (y, x), character.isalpha()
            number, pencilled = grid.numbers.get(cell), grid.pencilled.get(cell, "")
            mark = "" if is_tile else marks.get(colour) or (STAR if cell == grid.star else "")
            if character == EMPTY and not (mark or number or pencilled):
                continue
            owner = grid.owners.get(cell) if is_tile else None
            looks = {
                "tile-on": is_tile,
                "pencilled": bool(pencilled),
                f"seat-{owner}": owner is not None,
                "block": character == BLOCK,
                "fresh": is_tile and cell in grid.fresh,
                "earning": is_tile and cell in grid.earning,
                f"bonus-{colour}": not is_tile and colour in marks,
                "star": mark == STAR,
            }
            yield Square(
                x=x * CELL,
                y=y * CELL,
                looks=" ".join(name for name, holds in looks.items() if holds),
                letter=alphabet.face(character if is_tile else pencilled),
                value=str(grid.values.get(character, "")) if is_tile else "",
                mark=mark,
                number=number,
                owner="" if owner is None else OWNERS[owner],
                with_numbers=bool(grid.numbers),
                nth=order.get(cell),
            )


def _says(grid: Grid, alphabet: Alphabet) -> str:
    """Describe the words of a grid and which of them the last move made."""
    laid = runs(tuple(row.replace(BLOCK, EMPTY) for row in grid.rows))
    found = sorted(laid, key=lambda run: alphabet.by_letters(run.word))
    named = {
        run: f"{place_of(run.cells[0], across=run.across)} {run.text}" if grid.has_places else run.word for run in found
    }
    said = say_words(named.values())
    made = [name for run, name in named.items() if not set(run.cells).isdisjoint(grid.fresh)]
    if not made:
        return said
    news = gettext("New words from the last move: {words}.").format(words=", ".join(made))
    return f"{said} {news}"


# --- small boards -----------------------------------------------------------------------------------------------------

SMALL = 10  # units of a cell
LEAST_SIDE = 7
SMALL_SVG = (
    '<svg class="small-board" viewBox="0 0 {wide} {high}" aria-hidden="true"><rect class="earth" width="{wide}" height="{high}"/>'
    '{colours}<path class="lines" d="{lines}"/><path class="blocks" d="{blocks}"/>{tiles}</svg>'
)
SMALL_TILES = '<path class="tiles" d="{}"/><path class="feet" d="{}"/><text x="{}" y="{}">{}</text>'


class SmallCell(NamedTuple):
    """A cell of a small board: its `ground` is `board`, `block` or a colour such as `bonus-g`; its `tile` has its letters
    in upper case, or none."""

    y: int
    x: int
    ground: str
    tile: str


def small_cells(board: SmallBoard) -> list[SmallCell]:
    """Return the cells of a board in reading order."""
    colours = board.colours or (EMPTY * len(board.rows[0]),) * len(board.rows)
    cells = []
    for y, (row, its_colours) in enumerate(zip(board.rows, colours, strict=True)):
        for x, (character, colour) in enumerate(zip(row, its_colours, strict=True)):
            ground = "block" if character == BLOCK else "board" if colour == EMPTY else f"bonus-{colour}"
            tile = board.alphabet.face(character.upper()) if character.isalpha() else ""
            cells.append(SmallCell(y, x, ground, tile))
    return cells


@lru_cache(maxsize=2000)
def draw_small(packed: str) -> SafeString:
    """Return the drawing of a packed board. It is hidden from screen readers: the words beside it describe the game."""
    board = laid_out(packed)
    wide, high = SMALL * len(board.rows[0]), SMALL * len(board.rows)
    cells = small_cells(board)
    tiles = [cell for cell in cells if cell.tile]
    bare = [cell for cell in cells if not cell.tile]
    colours = sorted({cell.ground for cell in bare} - {"board", "block"})
    return format_html(
        SMALL_SVG,
        wide=wide,
        high=high,
        colours=format_html_join("", '<path class="{}" d="{}"/>', ((one, _ground(bare, one)) for one in colours)),
        lines=line_path(wide, high, range(SMALL, wide, SMALL), range(SMALL, high, SMALL)),
        blocks=_ground(bare, "block"),
        tiles=_small_tiles(tiles) if tiles else "",
    )


def _small_tiles(tiles: list[SmallCell]) -> SafeString:
    single = [cell for cell in tiles if len(cell.tile) == 1]
    several = (
        (NARROWER[min(len(cell.tile), 3)], SMALL * cell.x + 5, f"{SMALL * cell.y + 6.8:g}", cell.tile)
        for cell in tiles
        if len(cell.tile) > 1
    )
    return format_html(
        SMALL_TILES,
        _filled(tiles, edge=0.5),
        "".join(f"M{SMALL * cell.x + 1} {SMALL * cell.y + 9}h8" for cell in tiles),
        " ".join(str(SMALL * cell.x + 5) for cell in single),
        " ".join(f"{SMALL * cell.y + 7.6:g}" for cell in single),
        "".join(cell.tile for cell in single),
    ) + format_html_join("", '<text class="{}" x="{}" y="{}">{}</text>', several)


def laid_out(packed: str) -> SmallBoard:
    """Return the board as it is drawn. One without colours and blocks is cut to its tiles with an empty cell around,
    made as square as possible."""
    board = SmallBoard.unpack(packed)
    if board.colours or any(BLOCK in row for row in board.rows):
        return board
    rows = trim(board.rows)
    height, width = len(rows), max(map(len, rows), default=0)
    side = max(height + 2, width + 2, LEAST_SIDE)
    above, left, bare = (side - height) // 2, (side - width) // 2, EMPTY * side
    middle = tuple((EMPTY * left + row).ljust(side, EMPTY) for row in rows)
    return board._replace(rows=((bare,) * above + middle + (bare,) * side)[:side])


def _ground(cells: Iterable[SmallCell], ground: str) -> str:
    return _filled(cell for cell in cells if cell.ground == ground)


def _filled(cells: Iterable[SmallCell], *, edge: float = 0) -> str:
    side = SMALL - 2 * edge
    return "".join(f"M{SMALL * one.x + edge:g} {SMALL * one.y + edge:g}h{side:g}v{side:g}h-{side:g}z" for one in cells)
