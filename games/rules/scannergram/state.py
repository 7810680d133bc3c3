"""The state of a game of Scannergram, and its settings: the grid, the tile and the bids."""

from dataclasses import dataclass
from typing import Literal

from games.rules.grid import Cell, Layout, tiles_used
from games.rules.options import HOUR, duration, option
from games.rules.scannergram.judging import Solution
from games.rules.table.state import TurnState
from games.rules.table.turns import TurnOptions
from games.rules.texts import say
from games.rules.values import Seat

POOL, UP, GONE = "pool", "up", "gone"
WINDOW = "window"
"""The clock of the bidding."""


@dataclass(frozen=True)
class Options(TurnOptions):
    """The settings. Source: the published rules; sealing and the longer time to bid are for play by email."""

    bid_within: int = duration(
        24 * HOUR, say("Time to bid"), say("How long others can bid after the first bid of a round.")
    )
    max_called: Literal[4] | None = option(
        None,
        say("Called words"),
        say("How many words a solution may create."),
        {None: say("any number"), 4: say("at most four")},
    )
    calls_shortened: bool = option(
        True,
        say("Shortened words"),
        say("Whether a shortened word, such as WAIF from WAIFS, must be called like a new word."),
        {True: say("must be called"), False: say("don’t have to be called")},
    )
    live: bool = option(
        False,
        say("Solutions"),
        say("When the new grid is written."),
        {False: say("sealed, with the bid"), True: say("by the winner, after the bidding")},
    )
    solve_within: int = duration(
        24 * HOUR, say("Time to solve"), say("How soon the winner must write the solution if it wasn’t sealed.")
    )


@dataclass(frozen=True)
class Bid:
    """A bid. Only the bidder knows `sealed` until it is opened; it is None if the winner writes the solution later."""

    seat: Seat
    length: int
    sealed: Solution | None


@dataclass(frozen=True)
class Opening:
    """The opened solution of a bid: its fault as in `judging.Verdict`, and the cells of the word that earned the
    point, if any."""

    seat: Seat
    length: int
    solution: Solution
    fault: str
    named: tuple[str, ...]
    word: tuple[Cell, ...]


@dataclass(frozen=True, kw_only=True)
class State(TurnState):
    """The state of a game. The grid is shared.

    `bags`: the pool, drawn from its end; the tile turned up; and tiles that have left the game.
    `bids`: this round's bids, each higher than the one before.
    `barred`: the words called so far, alphabetically.
    `is_solving`: True while the winner writes the solution.
    `opened`: the solution that was opened in the last round, if any."""

    options: Options
    bids: tuple[Bid, ...] = ()
    passed: tuple[Seat, ...] = ()
    barred: tuple[str, ...] = ()
    is_solving: bool = False
    opened: Opening | None = None

    @property
    def grid(self) -> Layout:
        return self.boards[None]

    @property
    def tile(self) -> str:
        return self.bags[UP]

    @property
    def best(self) -> Bid | None:
        return self.bids[-1] if self.bids else None

    @property
    def most(self) -> int:
        """The greatest length that can be bid: all the tiles in one word."""
        return len(tiles_used(self.grid)) + 1

    @property
    def may_bid(self) -> tuple[Seat, ...]:
        """The seats that have neither passed nor the highest bid. If there are none, the bidding is over."""
        best = self.best.seat if self.best else None
        return tuple(seat for seat in self.live if seat not in (*self.passed, best))

    def bid_of(self, seat: Seat | None) -> Bid | None:
        """Return the last bid of a seat in this round."""
        return next((bid for bid in reversed(self.bids) if bid.seat == seat), None)
