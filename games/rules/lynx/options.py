"""What a table of Lynx can agree on: its pattern, and how entries are judged."""

from dataclasses import dataclass
from typing import Any

from games.rules.lynx.library import SIZES
from games.rules.messages import say
from games.rules.options import HOUR, choice, duration, text
from games.rules.table.turns import PACES as TURN_PACES
from games.rules.table.turns import TurnOptions


@dataclass(frozen=True)
class Options(TurnOptions):
    """`pattern` is read by `library.find`; an empty one is drawn from the library's patterns of `size`."""

    size: int = choice(
        11,
        say("Size"),
        say("One of the server’s patterns of this size is drawn."),
        {size: say("{size} × {size}", size=size) for size in SIZES},
    )
    pattern: str = text(
        "",
        say("Pattern"),
        say("Instead of the draw: a pattern’s name, such as 9c, or your own in rows of # (block) and . (open)."),
    )
    ink: bool = choice(
        False,
        say("Writing"),
        say("What becomes of an entry that does not fit or is rejected."),
        {False: say("in pencil: it is refused"), True: say("in ink: it stands and costs 10 points")},
    )
    judge_within: int = duration(
        48 * HOUR, say("Judge within"), say("How long an entry that is not in the list can be rejected.")
    )


PACES: dict[str, dict[str, Any]] = {
    "daily": TURN_PACES["daily"],
    "leisurely": TURN_PACES["leisurely"],
    "live": TURN_PACES["live"] | {"judge_within": 300},
}
