"""The options of every game in which an order is awaited: how long for, and what a vacation does."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal

from games.rules.messages import say
from games.rules.options import DAY, duration, vacations


@dataclass(frozen=True)
class TurnOptions:
    """A kind's own options stand in a class below this one. Durations in seconds."""

    move_within: int = duration(
        3 * DAY, say("Move within"), say("How soon a player should move; then it is done for them.")
    )
    vacation: Literal["waits", "passes"] = vacations()

    def span(self, name: str) -> timedelta:
        return timedelta(seconds=getattr(self, name))


PACES: dict[str, dict[str, Any]] = {
    "daily": {},
    "leisurely": {"move_within": 7 * DAY},
    "live": {"move_within": 600},
}
