"""What a table of the handshake game can agree on: how long it waits for claims, for doubts and for votes."""

from dataclasses import dataclass
from typing import Any

from games.rules.messages import say
from games.rules.options import DAY, HOUR, duration
from games.rules.table.turns import TurnOptions


@dataclass(frozen=True)
class Options(TurnOptions):
    """How long each of a round's three stages is open, in seconds; it is over as soon as all have spoken."""

    move_within: int = duration(3 * DAY, say("Claims within"), say("How long a round waits for the claims."))
    doubt_within: int = duration(48 * HOUR, say("Doubts within"), say("How long claims can be doubted."))
    vote_within: int = duration(48 * HOUR, say("Votes within"), say("How long the table votes."))


PACES: dict[str, dict[str, Any]] = {
    "daily": {},
    "leisurely": {"move_within": 7 * DAY, "doubt_within": 4 * DAY, "vote_within": 4 * DAY},
    "live": {"move_within": 600, "doubt_within": 300, "vote_within": 120},
}
