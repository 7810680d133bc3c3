"""The clocks of a running table of Lexicon Crossing, in words: what comes by itself, and the leeway. Knows no hidden request:
it reads the same View as everything else."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext, gettext_noop

from games.queries.reading import Sitting
from games.rules.crossing.view import CrossingView
from games.rules.kind import Due, Seat
from games.wording import clock_time, length


@dataclass(frozen=True)
class ClockLine:
    """What runs until `at`; where that is None it stands, at `stands`. `then` says what comes of it."""

    label: str
    at: datetime | None
    stands: str
    then: str


RUNS = {
    "green": gettext_noop("Green light"),
    "your green": gettext_noop("Your green light"),
    "red": gettext_noop("Red light"),
    "amber": gettext_noop("Amber: new tiles for all"),
    "away": gettext_noop("{player} must look within"),
    "your away": gettext_noop("You must look within"),
    "abandon": gettext_noop("All are away"),
    "grace": gettext_noop("Grace"),
    "resume": gettext_noop("The pause"),
}
THEN = {
    "green": gettext_noop("{player}’s, {at}"),
    "your green": gettext_noop("comes {at}"),
    "red": gettext_noop("ends the game; {at}"),
    "amber": gettext_noop("if nobody asks until {at}"),
    "away": gettext_noop("then away, {at}"),
    "your away": gettext_noop("then you are away, {at}"),
    "abandon": gettext_noop("the game is scored as it lies {at}"),
    "grace": gettext_noop("all is scored {at}"),
    "resume": gettext_noop("ends by itself {at}"),
}


def clock_lines(sitting: Sitting, view: CrossingView) -> tuple[ClockLine, ...]:
    """What comes next by itself, and beside it the leeway while lights are given."""
    lines = []
    due = view.next
    if due and due.what in RUNS:
        what = known_as(due, sitting.seat, RUNS)
        values = {"player": sitting.names[due.seat] if due.seat is not None else "", "at": clock_time(due.at)}
        lines.append(ClockLine(gettext(RUNS[what]).format(**values), due.at, "", gettext(THEN[what]).format(**values)))
    if view.phase == "playing":
        lines.append(_leeway(view))
    return tuple(lines)


def known_as(due: Due, reader: Seat | None, texts: Mapping[str, str]) -> str:
    """The name under which such texts have what is due for this reader: `your away` where it is their own."""
    own = f"your {due.what}"
    return own if due.seat is not None and due.seat == reader and own in texts else due.what


def _leeway(view: CrossingView) -> ClockLine:
    stands = length(view.leeway) if view.leeway else gettext("none")
    if view.paused:
        return ClockLine(gettext("Leeway"), None, stands, gettext("stands in the pause"))
    if view.leeway_ends is None:
        return ClockLine(gettext("Leeway"), None, stands, gettext("not running yet"))
    return ClockLine(
        gettext("Leeway"), view.leeway_ends, "", gettext("runs to {at}").format(at=clock_time(view.leeway_ends))
    )
