"""What a table of Scannergram can agree on."""

from dataclasses import dataclass
from typing import Any, Literal

from games.rules.messages import say
from games.rules.options import DAY, HOUR, choice, duration
from games.rules.table.turns import PACES as TURN_PACES
from games.rules.table.turns import TurnOptions


@dataclass(frozen=True)
class Options(TurnOptions):
    """Source: the published rules; sealing and the longer window are for play by mail."""

    bid_within: int = duration(
        24 * HOUR, say("Bid within"), say("How long others may bid, from the first bid of a round on.")
    )
    max_called: Literal[4] | None = choice(
        None,
        say("Called words"),
        say("How many words a solution may create."),
        {None: say("any number"), 4: say("four at most")},
    )
    calls_shortened: bool = choice(
        True,
        say("Shortened words"),
        say("Whether what is left of a word, such as WAIF of WAIFS, must be called as a new word is."),
        {True: say("must be called"), False: say("may go uncalled")},
    )
    live: bool = choice(
        False,
        say("Solutions"),
        say("When the new grid is written down."),
        {False: say("sealed, with the bid"), True: say("by the winner, after the bidding")},
    )
    solve_within: int = duration(
        24 * HOUR, say("Solve within"), say("How soon the winner writes the solution, where it was not sealed.")
    )


PACES: dict[str, dict[str, Any]] = {
    "daily": TURN_PACES["daily"],
    "leisurely": TURN_PACES["leisurely"] | {"bid_within": 3 * DAY, "solve_within": 3 * DAY},
    "live": TURN_PACES["live"] | {"live": True, "bid_within": 30, "solve_within": 300},
}
