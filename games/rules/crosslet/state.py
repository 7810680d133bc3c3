"""The state of a game of Crosslet, and its settings: the board, the racks, the bag and the moves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from games.rules.crosslet.board import CENTRE, COLOURS
from games.rules.grid import Cell, Layout, cell_at
from games.rules.options import language, option
from games.rules.panels import Bonus, Grid
from games.rules.table.state import TurnState
from games.rules.table.turns import MoveOptions
from games.rules.texts import say
from games.rules.values import Seat

BOARD = "board"
"""The name of the board's panel. Each rack has a panel, too."""


BONUSES = {
    "g": Bonus(say("2L"), say("letter × 2")),
    "y": Bonus(say("3L"), say("letter × 3")),
    "b": Bonus(say("2W"), say("word × 2")),
    "r": Bonus(say("3W"), say("word × 3")),
}


def rack_of(seat: Seat) -> str:
    return f"rack {seat}"


@dataclass(frozen=True)
class Options(MoveOptions):
    board: Literal["plain8", "classic"] = option(
        "plain8",
        say("Board"),
        say("Where the bonus cells are. The centre is plain."),
        {
            "plain8": say("plain8, the same however you turn or mirror it"),
            "classic": say("classic, with the premium squares known from Scrabble"),
        },
    )
    blank_scores: bool = option(
        False,
        say("Blanks score"),
        say("What a blank on the board is worth."),
        {False: say("nothing"), True: say("what its letter is worth")},
    )
    recycle_blank: bool = option(
        False,
        say("Blanks come back"),
        say(
            "Whether a player may replace a blank on the board with the real letter, before laying tiles, and take "
            "the blank."
        ),
        {False: say("no, they stay where they are"), True: say("yes, to the player who puts the real letter there")},
    )
    alphabet: str = language()


@dataclass(frozen=True)
class Scored:
    """A word of a play with its place and direction, such as 8H, and its points. Blanks are in lower case."""

    at: str
    word: str
    points: int


@dataclass(frozen=True)
class Move:
    """One turn: a play, with its `tiles` by place, or an exchange, in which all of `returned` went back.

    `swapped` are the letters put under blanks before, by place. `rack` is what the seat held after that, and `total`
    its points after the move."""

    seat: Seat
    rack: str
    total: int
    points: int = 0
    all_seven: int = 0
    tiles: Mapping[str, str] = field(default_factory=dict)
    words: tuple[Scored, ...] = ()
    returned: str = ""
    swapped: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_play(self) -> bool:
        return bool(self.tiles)


@dataclass(frozen=True, kw_only=True)
class State(TurnState):
    """The state of a game.

    There is one shared board, which isn't trimmed. `exchanges` counts exchanges in a row. `swapped` are the letters
    put under blanks in this turn, by place. Tiles of players who left are in the bag `removed`."""

    options: Options
    moves: tuple[Move, ...] = ()
    exchanges: int = 0
    swapped: Mapping[str, str] = field(default_factory=dict)

    @property
    def board(self) -> Layout:
        return self.boards[None]

    @property
    def bag(self) -> str:
        """The bag, drawn from its right end."""
        return self.bags["bag"]

    @property
    def colours(self) -> Layout:
        return COLOURS[self.options.board]

    @property
    def last_play(self) -> Move | None:
        return next((move for move in reversed(self.moves) if move.is_play), None)

    @property
    def fresh(self) -> tuple[tuple[int, int], ...]:
        return tuple(map(cell_at, self.last_play.tiles)) if self.last_play else ()

    @property
    def may_end(self) -> bool:
        """True once there have been enough exchanges in a row to end the game."""
        return self.exchanges >= 2 * len(self.live)


def board_shown(state: State, layout: Layout, fresh: Sequence[Cell]) -> Grid:
    """Return the panel of a board with this layout, with the fresh tiles marked."""
    return Grid(
        BOARD,
        say("Board"),
        layout,
        colours=state.colours,
        values={letter: value for letter, value in state.alphabet.values.items() if value},
        fresh=tuple(fresh),
        has_places=True,
        bonuses=BONUSES,
        star=CENTRE,
    )
