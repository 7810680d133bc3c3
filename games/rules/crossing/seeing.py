"""Looking at tiles, by oneself or by mail; and what of others' hands and layouts a reader may see.

View, wording and swaps ask here whose tiles a reader sees; nobody else decides it.
"""

from collections.abc import Mapping
from typing import Any

from games.rules.crossing import lights
from games.rules.crossing.course import Course
from games.rules.crossing.state import State
from games.rules.grid import Layout
from games.rules.kind import Seat

# --- whose tiles a reader sees ----------------------------------------------------------------------------------------


def layouts_seen(state: State, reader: Seat | None) -> Mapping[Seat, Layout]:
    """The layout submitted by each other seat that the reader may see now, () where there is none; None is an onlooker.

    What a replacement has not looked at yet is seen by nobody, until all layouts lie open."""
    lie_open = state.phase in ("challenge", "finished")
    return {
        seat: state.boards[seat] if lie_open else state.known_layout(seat)
        for seat in state.live
        if seat != reader and (lie_open or submits_told(state, reader, seat))
    }


def hands_seen(state: State, reader: Seat | None) -> Mapping[Seat, str]:
    """The tiles held by each other seat that the reader may see now: as many as their holder has seen."""
    return {seat: state.held(seat) for seat in state.live if sees_tiles_of(state, reader, seat) and seat != reader}


def submits_told(state: State, reader: Seat | None, seat: Seat) -> bool:
    """Whether a reader is told of each layout at the time when this seat submits it."""
    return state.options.layouts_visible == "always" or sees_tiles_of(state, reader, seat)


def sees_tiles_of(state: State, reader: Seat | None, seat: Seat) -> bool:
    """Whether a reader sees what this seat holds: their own, and a partner's where partners see that."""
    if reader is None or seat == reader:
        return seat == reader
    return state.options.partners_see and reader in state.live and state.team_of(seat) == state.team_of(reader)


# --- looking ----------------------------------------------------------------------------------------------------------


def look(course: Course, seat: Seat, facts: Mapping[str, Any]) -> None:
    """See all that may be seen; who was away is back, and a vacation that has begun is over."""
    was_away = seat in course.state.away
    course.is_here(seat)
    _see(course, seat)
    if was_away:
        lights.end_early(course)


def see_by_mail(course: Course, seat: Seat, facts: Mapping[str, Any]) -> None:
    """The mail provider took the message with the tiles of round `round`; that is seeing, unless the seat is away."""
    state = course.state
    if facts["round"] == state.round and seat in state.tiles_by_email and seat in state.waited_for:
        _see(course, seat)


def _see(course: Course, seat: Seat) -> None:
    if course.state.unseen[seat]:
        course.saw(seat)
        course.happened("seen", seat)


def choose_tiles_by_email(course: Course, seat: Seat, facts: Mapping[str, Any]) -> None:
    """Counts from the next allocation."""
    others = {other for other in course.state.tiles_by_email_next if other != seat}
    course.change(tiles_by_email_next=tuple(sorted(others | ({seat} if facts["on"] else set()))))
