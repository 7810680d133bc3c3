"""The light over a table's page: which disc stands there, and what is said beside it. Reads what the reader sees, no more."""

from dataclasses import dataclass

from django.utils.translation import gettext

from games.queries.views import TableView
from games.wording import clock_time


@dataclass(frozen=True)
class Light:
    """A disc with its letter, filled where the light stands; `tone` is its colour's name, or nothing."""

    letter: str
    tone: str
    is_on: bool
    says: str


def light_of(view: TableView) -> Light:
    """The light that a running table is at."""
    if view.paused:
        return Light("II", "", False, gettext("Paused"))
    if view.phase == "grace":
        return Light("R", "red", True, gettext("Red light: the last layouts"))
    is_red = view.crossing is not None and view.crossing.next_is_red
    asked = min(((seat.asked_at, seat) for seat in view.seats if seat.asked_at), key=lambda one: one[0], default=None)
    if asked:
        at, seat = clock_time(asked[0]), asked[1]
        if is_red:
            yours, others = gettext("RED asked by you, {at}"), gettext("RED asked by {name}, {at}")
            return Light("R", "red", True, (yours if seat.you else others).format(name=seat.name, at=at))
        yours, others = gettext("GREEN asked by you, {at}"), gettext("GREEN asked by {name}, {at}")
        return Light("G", "green", True, (yours if seat.you else others).format(name=seat.name, at=at))
    nobody = gettext("Nobody has asked for the light")
    if is_red:
        return Light("R", "", False, nobody)
    return Light("A", "", False, nobody) if view.next and view.next.what == "amber" else Light("G", "", False, nobody)
