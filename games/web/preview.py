"""Draws the preview image of a shared link: a board with a title beside it, as PNG.

It knows no game: callers decide whether a picture may be shown."""

import re
from functools import cache
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from games.rules.small_board import SmallBoard
from games.web.board import laid_out, small_cells

WIDE, HIGH = 1200, 630
SCALE = 2  # drawn larger and scaled down, for smooth edges
MARGIN = 36
ROOM = 480  # width for the words beside the board
STATIC = Path(__file__).parent / "static"
TOKENS = re.findall(r"--([\w-]+): (?:light-dark\()?(#\w{6})", (STATIC / "css" / "lexicon.css").read_text("utf-8"))
COLOURS = dict(reversed(TOKENS))  # the default light look: the first value of each name
INK = COLOURS["ink"]


def draw_preview(packed: str, title: str, below: str) -> bytes:
    """Return the picture as PNG, 1200 × 630; without a board, the words alone."""
    image = Image.new("RGB", (WIDE * SCALE, HIGH * SCALE), COLOURS["board"])
    pen = ImageDraw.Draw(image)
    if packed:
        _draw_board(pen, laid_out(packed))
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
    """Draw the board at the left, as large as possible."""
    rows, columns = len(board.rows), max(map(len, board.rows))
    cell = min((HIGH - 2 * MARGIN) // rows, (WIDE - ROOM - 2 * MARGIN) // columns) * SCALE
    left, top = ((WIDE - ROOM) * SCALE - cell * columns) // 2, (HIGH * SCALE - cell * rows) // 2
    for one in small_cells(board):
        at = (left + one.x * cell, top + one.y * cell, left + (one.x + 1) * cell, top + (one.y + 1) * cell)
        pen.rectangle(at, COLOURS[one.ground], COLOURS["grid-line"], SCALE)
        if one.tile:
            _draw_tile(pen, at, one.tile)


def _draw_tile(pen: ImageDraw.ImageDraw, at: tuple[int, int, int, int], letter: str) -> None:
    left, top, right, bottom = at
    side, inner = right - left, (left + SCALE, top + SCALE, right - SCALE, bottom - SCALE)
    pen.rounded_rectangle(inner, side // 10, COLOURS["tile-foot"], COLOURS["tile-edge"], SCALE)
    pen.rounded_rectangle((*inner[:3], bottom - side // 12), side // 10, COLOURS["tile"], COLOURS["tile-edge"], SCALE)
    middle = ((left + right) // 2, (top + bottom) // 2)
    pen.text(
        middle, letter, INK, _font("bold", side * {1: 60, 2: 40}.get(len(letter), 31) // 100 // SCALE), anchor="mm"
    )


def _fitting(title: str, room: int) -> tuple[list[str], int]:
    """Return the lines of a title in the largest font size that fits, and that size."""
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
    return ImageFont.truetype(STATIC / "fonts" / f"lexicon-serif-{weight}.woff2", size * SCALE)
