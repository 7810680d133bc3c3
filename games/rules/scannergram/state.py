"""Where a game of Scannergram stands, and the plain questions one can ask of it. Nothing here changes anything."""

from dataclasses import dataclass

from games.rules.grid import Layout, tiles_used
from games.rules.kind import Seat
from games.rules.scannergram.judging import Solution
from games.rules.scannergram.options import Options
from games.rules.table.turns import TurnState

POOL, UP, GONE = "pool", "up", "gone"
WINDOW = "window"
"""The clock of the bidding."""


@dataclass(frozen=True)
class Bid:
    """`sealed` is known to the bidder alone until it is opened; None where the winner is to write it."""

    seat: Seat
    length: int
    sealed: Solution | None


@dataclass(frozen=True, kw_only=True)
class State(TurnState):
    """`bags`: the pool, drawn from its end; the tile turned up; the tiles that have left the game. The grid is shared.

    `bids` are this round's, each higher than the one before; `barred` are the words called so far, in alphabetical order;
    `is_solving` while the winner of the bidding writes the solution."""

    options: Options
    bids: tuple[Bid, ...] = ()
    passed: tuple[Seat, ...] = ()
    barred: tuple[str, ...] = ()
    is_solving: bool = False

    @property
    def grid(self) -> Layout:
        return self.boards[None]

    @property
    def tile(self) -> str:
        return self.bags[UP]

    @property
    def best(self) -> Bid | None:
        """The highest bid of the round."""
        return self.bids[-1] if self.bids else None

    @property
    def most(self) -> int:
        """The longest word that could be made of all the tiles there are."""
        return len(tiles_used(self.grid)) + 1

    @property
    def may_bid(self) -> tuple[Seat, ...]:
        """The seats that have neither passed nor the highest bid; with none of them the bidding is over."""
        best = self.best.seat if self.best else None
        return tuple(seat for seat in self.live if seat not in (*self.passed, best))

    def has_bid(self, seat: Seat) -> bool:
        return any(bid.seat == seat for bid in self.bids)

    def sealed_by(self, seat: Seat) -> Bid | None:
        """The last bid of a seat in this round."""
        return next((bid for bid in reversed(self.bids) if bid.seat == seat), None)
