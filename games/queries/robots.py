"""What a table shows of its robots: that they are thinking, and whether they can be asked to go on."""

from datetime import timedelta
from typing import Any

from django.utils.translation import gettext

from games.players.accounts import is_robot
from games.queries.reading import Sitting
from games.rules.kind import Seat
from games.wording import listing


def robots_at(sitting: Sitting) -> list[Seat]:
    """The numbers of the seats that robots hold."""
    if not sitting.table.game.has_robots:
        return []
    return sorted(row.number for row in sitting.seats if row.player and is_robot(row.player))


def is_practice(sitting: Sitting) -> bool:
    """Whether the reader plays against robots alone."""
    return sitting.own is not None and {sitting.own.number, *robots_at(sitting)} == set(sitting.places)


def thinking(sitting: Sitting, view: Any) -> str:
    """That robots are waited for; nothing where none is."""
    names = [sitting.names[seat] for seat in robots_at(sitting) if seat in view.waiting_for]
    if not names:
        return ""
    return (
        gettext("{name} is thinking.").format(name=names[0])
        if len(names) == 1
        else gettext("{names} are thinking.").format(names=listing(names))
    )


def may_go_on(sitting: Sitting, view: Any) -> bool:
    """Whether a robot leaves to the reader for a while what it could do at once."""
    if view is None or view.phase != "playing" or view.paused or not is_practice(sitting):
        return False
    return any(
        until is not None and view.seats[seat].asked_at is None
        for seat in robots_at(sitting)
        for until in sitting.table.kind.left_to_people(view, seat, timedelta(0)).values()
    )
