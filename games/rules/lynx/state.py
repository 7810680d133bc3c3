"""Where a game of Lynx stands: the grid, what has been entered, and the entry that awaits its judges."""

from dataclasses import dataclass

from games.rules.kind import Seat
from games.rules.lynx.options import Options
from games.rules.lynx.pattern import Rows
from games.rules.table.turns import TurnState

CHALLENGE = "challenge"  # the phase while an entry awaits its judges


@dataclass(frozen=True)
class Entry:
    """What was entered into a light. `written` is for show, `fill` the letters that stand there for it; `links` counts
    those that stood before. An ink mistake has `points` of -10."""

    seat: Seat
    light: str
    written: str
    fill: str
    links: int
    points: int


@dataclass(frozen=True, kw_only=True)
class State(TurnState):
    """`pending` has not entered the grid yet. `rejected` are the answers no longer to be tried in this game, and
    `rejections` counts those of this turn; `passes` counts turns passed in succession."""

    options: Options
    entries: tuple[Entry, ...] = ()
    pending: Entry | None = None
    rejected: tuple[str, ...] = ()
    rejections: int = 0
    passes: int = 0

    @property
    def grid(self) -> Rows:
        """The pattern with all that is entered."""
        return self.boards[None]
