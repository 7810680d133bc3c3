"""The clocks of a running table, in words. Knows no kind: each names its own clocks in its view."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from games.rules.kind import Due, Seat
from games.rules.showing import ClockView
from games.wording import speak


@dataclass(frozen=True)
class ClockLine:
    """What runs until `at`; where that is None it stands, at `stands`. `then` says what comes of it."""

    label: str
    at: datetime | None
    stands: str
    then: str


def clock_line(clock: ClockView, names: Sequence[str]) -> ClockLine:
    stands = speak(clock.stands, names) if clock.stands else ""
    return ClockLine(speak(clock.label, names), clock.at, stands, speak(clock.then, names))


def known_as(due: Due, reader: Seat | None, texts: Mapping[str, str]) -> str:
    """The name under which such texts have what is due for this reader: `your away` where it is their own."""
    own = f"your {due.what}"
    return own if due.seat is not None and due.seat == reader and own in texts else due.what
