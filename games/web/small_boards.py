"""Draws a board in small, as in lists and on cards: the whole of one with colours or blocks, of any other the part with letters.

Drawn for eyes alone, beside words that tell of the same game. No colours here; the style sheets define them."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby
from typing import TypeAlias

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.rules.grid import EMPTY, Cell, Layout, trim
from games.rules.small_board import SmallBoard
from games.web.panels import BLOCK

Filled: TypeAlias = tuple[Cell, str]

CELL = 10
LEAST_SIDE = 7
DRAWN = (
    '<svg class="small-board" viewBox="0 0 {wide} {high}" aria-hidden="true"><rect class="earth" width="{wide}" height="{high}"/>'
    '{colours}<path class="lines" d="{lines}"/><path class="blocks" d="{blocks}"/>{tiles}</svg>'
)
TILES = '<path class="tiles" d="{}"/><path class="feet" d="{}"/>{}'


def draw_small(packed: str) -> SafeString:
    """The picture of a packed board."""
    return draw_moving((packed,))


@lru_cache(maxsize=2000)
def draw_moving(frames: tuple[str, ...]) -> SafeString:
    """The picture of a board as it grew, of packed boards. What comes after the first frame or goes before the last is in a group
    that says so, by which a style sheet moves it; where it does not, the last frame is shown."""
    boards = _alike([laid_out(SmallBoard.unpack(packed)) for packed in frames])
    rows, colours = boards[0]
    wide, high = CELL * len(rows[0]), CELL * len(rows)
    filled = [set(_cells(board.rows)) for board in boards]
    always = {cell for cell, _ in set.intersection(*filled)}
    coloured = [(cell, colour) for cell, colour in _cells(colours) if cell not in always]
    lie: dict[tuple[int, int], list[Filled]] = {}
    for tile in sorted(set.union(*filled)):
        if tile[1] != BLOCK:
            for span in _spans([tile in frame for frame in filled]):
                lie.setdefault(span, []).append(tile)
    return format_html(
        DRAWN,
        wide=wide,
        high=high,
        lines="".join(f"M0 {y}H{wide}" for y in range(CELL, high, CELL))
        + "".join(f"M{x} 0V{high}" for x in range(CELL, wide, CELL)),
        colours=format_html_join(
            "",
            '<path class="bonus-{}" d="{}"/>',
            (
                (colour, _squares((cell for cell, other in coloured if other == colour), 0))
                for colour in sorted({colour for _, colour in coloured})
            ),
        ),
        blocks=_squares((cell for cell, character in sorted(filled[0]) if character == BLOCK), 0),
        tiles=format_html_join("", "{}", ((_tiles(span, lie[span], len(boards)),) for span in sorted(lie))),
    )


def _tiles(span: tuple[int, int], tiles: list[Filled], frames: int) -> SafeString:
    """The tiles that lie from one frame on and until another."""
    cells, (first, end) = [cell for cell, _ in tiles], span
    drawn = format_html(
        TILES,
        _squares(cells, 0.5),
        "".join(f"M{CELL * x + 1} {CELL * y + 9}h8" for y, x in cells),
        format_html_join("", '<text x="{}" y="{}">{}</text>', _lines(tiles)),
    )
    looks = [f"from-{first}"] * (first > 0) + [f"until-{end}"] * (end < frames)
    return format_html('<g class="{}">{}</g>', " ".join(looks), drawn) if looks else drawn


def _spans(there: list[bool]) -> Iterable[tuple[int, int]]:
    """The stretches of frames in which something is there, each as its first and the one after its last."""
    starts = [n for n, now in enumerate(there) if now and not (n and there[n - 1])]
    return [(start, next((n for n in range(start, len(there)) if not there[n]), len(there))) for start in starts]


def _alike(boards: list[SmallBoard]) -> list[SmallBoard]:
    """The boards of one film at one size, each in the middle."""
    side = max(len(board.rows) for board in boards)

    def grown(board: SmallBoard) -> SmallBoard:
        before = (side - len(board.rows)) // 2
        rows = tuple((EMPTY * before + row).ljust(side, EMPTY) for row in board.rows)
        blank = EMPTY * side
        return SmallBoard(((blank,) * before + rows + (blank,) * side)[:side])

    return [board if len(board.rows) == side else grown(board) for board in boards]


def laid_out(board: SmallBoard) -> SmallBoard:
    """The board as it is drawn: of one without colours and blocks what lies there, with an empty cell around it, as square
    as can be."""
    if board.colours or any(BLOCK in row for row in board.rows):
        return board
    rows = trim(board.rows)
    high, wide = len(rows), max(map(len, rows), default=0)
    side = max(high + 2, wide + 2, LEAST_SIDE)
    above, left = (side - high) // 2, (side - wide) // 2
    return SmallBoard(
        tuple(
            (EMPTY * left + (rows[y - above] if 0 <= y - above < high else "")).ljust(side, EMPTY) for y in range(side)
        )
    )


def _squares(cells: Iterable[Cell], edge: float) -> str:
    side = CELL - 2 * edge
    return "".join(f"M{CELL * x + edge:g} {CELL * y + edge:g}h{side:g}v{side:g}h-{side:g}z" for y, x in cells)


def _cells(rows: Layout) -> Iterable[Filled]:
    """What stands in the cells that are not empty."""
    for y, row in enumerate(rows):
        for x, character in enumerate(row):
            if character != EMPTY:
                yield (y, x), character


def _lines(tiles: Iterable[Filled]) -> Iterable[tuple[str, float, str]]:
    """The letters of each row: where each stands, their height, and the letters."""
    for y, row in groupby(tiles, key=lambda tile: tile[0][0]):
        there = [(x, character) for (_, x), character in row if character.isalpha()]
        if there:
            places = " ".join(str(CELL * x + CELL // 2) for x, _ in there)
            yield places, CELL * y + 7.6, "".join(character for _, character in there).upper()
