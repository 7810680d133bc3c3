"""Draws the picture that a shared link shows elsewhere: a board with a title beside it, as PNG.

It takes a packed board and words, and asks nothing of any game: whether a picture may be shown is up to its callers."""

from functools import cache
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from games.rules.grid import EMPTY
from games.rules.small_board import SmallBoard
from games.web.panels import BLOCK
from games.web.small_boards import laid_out

WIDE, HIGH = 1200, 630
SCALE = 2  # drawn larger, so that edges are smooth
MARGIN = 36
ROOM = 480  # for the words, beside the board
FONTS = Path(__file__).parent / "static" / "fonts"
BOARD, LINE, TILE, EDGE, FOOT, INK, BLOCKED = (
    *("#93ac9f", "#86a093", "#fdf5e0", "#7d6f50", "#dbc89c"),
    *("#1d2126", "#3b4944"),
)  # those of the style sheets, by day
BONUS = {"g": "#9dd6ac", "y": "#ecca6e", "b": "#a6cdf0", "r": "#f2b5ad"}


def draw_preview(packed: str, title: str, below: str) -> bytes:
    """The picture as PNG, 1200 × 630; without a board the words alone."""
    image = Image.new("RGB", (WIDE * SCALE, HIGH * SCALE), BOARD)
    pen = ImageDraw.Draw(image)
    if packed:
        _draw_board(pen, laid_out(SmallBoard.unpack(packed)))
    left = MARGIN if not packed else WIDE - ROOM
    room = WIDE - left - MARGIN
    lines, size = _fitting(title, room)
    top = max(MARGIN, HIGH // 2 - size * len(lines) // 2 - 30)
    for n, line in enumerate(lines):
        pen.text((left * SCALE, (top + n * size * 1.2) * SCALE), line, INK, _font("bold", size))
    pen.text((left * SCALE, (top + len(lines) * size * 1.2 + 12) * SCALE), below, INK, _font("regular", 34))
    pen.text((left * SCALE, (HIGH - MARGIN - 40) * SCALE), "Lexicon", INK, _font("bold", 34))
    written = BytesIO()
    image.resize((WIDE, HIGH), Image.Resampling.LANCZOS).save(written, "PNG", optimize=True)
    return written.getvalue()


def _draw_board(pen: ImageDraw.ImageDraw, board: SmallBoard) -> None:
    """The board at the left, as large as there is room for."""
    rows, columns = len(board.rows), max(map(len, board.rows))
    cell = min((HIGH - 2 * MARGIN) // rows, (WIDE - ROOM - 2 * MARGIN) // columns) * SCALE
    left, top = ((WIDE - ROOM) * SCALE - cell * columns) // 2, (HIGH * SCALE - cell * rows) // 2
    for y, row in enumerate(board.rows):
        for x, character in enumerate(row):
            at = (left + x * cell, top + y * cell, left + (x + 1) * cell, top + (y + 1) * cell)
            colour = board.colours[y][x] if board.colours else EMPTY
            pen.rectangle(at, BLOCKED if character == BLOCK else BONUS.get(colour, BOARD), LINE, SCALE)
            if character.isalpha():
                _draw_tile(pen, at, character)


def _draw_tile(pen: ImageDraw.ImageDraw, at: tuple[int, int, int, int], character: str) -> None:
    left, top, right, bottom = at
    side, inner = right - left, (left + SCALE, top + SCALE, right - SCALE, bottom - SCALE)
    pen.rounded_rectangle(inner, side // 10, FOOT, EDGE, SCALE)
    pen.rounded_rectangle((*inner[:3], bottom - side // 12), side // 10, TILE, EDGE, SCALE)
    middle = ((left + right) // 2, (top + bottom) // 2)
    pen.text(middle, character.upper(), INK, _font("bold", side * 6 // 10 // SCALE), anchor="mm")


def _fitting(title: str, room: int) -> tuple[list[str], int]:
    """The lines of a title in the largest letters in which it has room, and their size."""
    for size in (64, 54, 44, 36):
        lines = [""]
        for word in title.split():
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and _font("bold", size).getlength(longer) > room * SCALE:
                lines.append(word)
            else:
                lines[-1] = longer
        if len(lines) <= 5 and all(_font("bold", size).getlength(line) <= room * SCALE for line in lines):
            break
    return lines[:7], size


@cache
def _font(weight: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / f"lexicon-serif-{weight}.woff2", size * SCALE)
