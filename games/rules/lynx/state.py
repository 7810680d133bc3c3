"""The state of a game of Lynx, and its settings: the grid, the entries made, and the entry being judged."""

from dataclasses import dataclass

from games.rules.grid import Layout
from games.rules.lynx.pattern import PATTERNS, SIZES
from games.rules.options import HOUR, duration, option
from games.rules.table.state import TurnState
from games.rules.table.turns import MoveOptions
from games.rules.texts import say
from games.rules.values import Seat

CHALLENGE = "challenge"  # the phase while an entry is being judged


@dataclass(frozen=True)
class Options(MoveOptions):
    """The settings. `pattern` is read by `find_pattern`; if empty, a pattern of `size` is drawn."""

    size: int = option(
        11,
        say("Size"),
        say("One of the server’s patterns of this size is drawn."),
        {size: say("{size} × {size}", size=size) for size in SIZES},
    )
    pattern: str = option(
        "",
        say("Pattern"),
        say(
            "To choose a pattern yourself, write its name, for example 9c, or your own in rows of # (block) and . "
            "(open)."
        ),
        drawings=PATTERNS,
        side="size",
    )
    ink: bool = option(
        False,
        say("Pencil or ink"),
        say("What happens to an entry that doesn’t fit or is rejected."),
        {False: say("in pencil, so it is refused"), True: say("in ink, so it stays and costs 10 points")},
    )
    judge_within: int = duration(
        48 * HOUR, say("Time to judge"), say("How long an entry that isn’t in the list can be rejected.")
    )


@dataclass(frozen=True)
class Entry:
    """An entry in a light.

    `written` is for display, and `fill` are the letters in the grid. `links` counts the letters that were there
    before. A mistake in ink has -10 `points`."""

    seat: Seat
    light: str
    written: str
    fill: str
    links: int
    points: int


@dataclass(frozen=True, kw_only=True)
class State(TurnState):
    """The state of a game.

    `pending` isn't in the grid yet. `rejected` are answers that can't be tried again in this game; `rejections`
    counts those of this turn. `passes` counts passed turns in a row."""

    options: Options
    entries: tuple[Entry, ...] = ()
    pending: Entry | None = None
    rejected: tuple[str, ...] = ()
    rejections: int = 0
    passes: int = 0

    @property
    def grid(self) -> Layout:
        """The pattern with all entries."""
        return self.boards[None]
