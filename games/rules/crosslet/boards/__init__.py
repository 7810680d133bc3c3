"""The boards to choose from, by name: rows of `g` letter × 2, `y` letter × 3, `b` word × 2, `r` word × 3, `.` plain.

None of them is the board of the published game, of which only a picture is left. Nothing is counted here."""

from collections.abc import Mapping
from typing import Annotated, TypeAlias

from msgspec import Meta

from games.rules.crosslet.boards import classic, plain8
from games.rules.fixed_board import FixedBoard
from games.rules.grid import EMPTY, Cell, Layout

SIDE = 15
Place: TypeAlias = Annotated[str, Meta(pattern=r"\A[A-O]([1-9]|1[0-5])\Z")]
"""A cell as events name it."""
CENTRE: Cell = (7, 7)
BARE: Layout = (EMPTY * SIDE,) * SIDE

COLOURS: Mapping[str, Layout] = {"plain8": plain8.COLOURS, "classic": classic.COLOURS}
BOARDS: Mapping[str, FixedBoard] = {name: FixedBoard.coloured(colours) for name, colours in COLOURS.items()}
"""As they are read and printed."""

TIMES_LETTER: Mapping[str, int] = {"g": 2, "y": 3}
TIMES_WORD: Mapping[str, int] = {"b": 2, "r": 3}
