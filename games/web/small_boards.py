"""Draws a board in small, as in lists and on cards: the whole of one with colours or blocks, of any other the part with letters.

Drawn for eyes alone, beside words that tell of the same game. No colours here; the style sheets define them."""

from collections.abc import Iterable
from functools import lru_cache

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.rules.grid import EMPTY, Cell, trim
from games.rules.small_board import SmallBoard
from games.web.panels import BLOCK

CELL = 10
LEAST_SIDE = 7
DRAWN = (
    '<svg class="small-board" viewBox="0 0 {wide} {high}" aria-hidden="true"><rect class="earth" width="{wide}" height="{high}"/>'
    '{colours}<path class="lines" d="{lines}"/><path class="blocks" d="{blocks}"/><path class="tiles" d="{tiles}"/>'
    '<path class="feet" d="{feet}"/>{letters}</svg>'
)


@lru_cache(maxsize=2000)
def draw_small(packed: str) -> SafeString:
    """The picture of a packed board."""
    rows, colours = laid_out(SmallBoard.unpack(packed))
    filled = {(y, x): character for y, row in enumerate(rows) for x, character in enumerate(row) if character != EMPTY}
    tiles = [cell for cell, character in filled.items() if character != BLOCK]
    coloured = {
        colour: [
            (y, x)
            for y, row in enumerate(colours)
            for x, character in enumerate(row)
            if character == colour and (y, x) not in filled
        ]
        for colour in sorted(set("".join(colours)) - {EMPTY})
    }
    wide, high = CELL * len(rows[0]), CELL * len(rows)
    return format_html(
        DRAWN,
        wide=wide,
        high=high,
        lines="".join(f"M0 {y}H{wide}" for y in range(CELL, high, CELL))
        + "".join(f"M{x} 0V{high}" for x in range(CELL, wide, CELL)),
        colours=format_html_join(
            "", '<path class="bonus-{}" d="{}"/>', ((colour, _squares(of, 0)) for colour, of in coloured.items())
        ),
        blocks=_squares((cell for cell, character in filled.items() if character == BLOCK), 0),
        tiles=_squares(tiles, 0.5),
        feet="".join(f"M{CELL * x + 1} {CELL * y + 9}h8" for y, x in tiles),
        letters=format_html_join("", '<text x="{}" y="{}">{}</text>', _lines(rows)),
    )


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


def _lines(rows: Iterable[str]) -> Iterable[tuple[str, float, str]]:
    """The letters of each row: where each stands, their height, and the letters."""
    for y, row in enumerate(rows):
        there = [(x, character) for x, character in enumerate(row) if character.isalpha()]
        if there:
            places = " ".join(str(CELL * x + CELL // 2) for x, _ in there)
            yield places, CELL * y + 7.6, "".join(character for _, character in there).upper()
