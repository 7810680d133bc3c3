"""What the players of a table bring about by all wishing it: a pause, or that the game is called off without a result.

Each says so by an order, and can take it back. Who takes part in what they agree on is the table's: `waited_for`, `live`."""

from collections.abc import Mapping
from typing import Any

from games.rules.clocks import PAUSE_ENDS_AFTER
from games.rules.course import Course
from games.rules.kind import Json, OrderRefused, Seat
from games.rules.messages import say


def check(verb: str, state: Any, seat: Seat) -> None:
    """Raise OrderRefused where the seat may not wish this, or has nothing to take back. Of any other verb nothing is said."""
    match verb:
        case "RESUME" if state.clocks.pause is None and seat not in state.would_pause:
            raise OrderRefused(say("The game is not paused."))
        case "RESUME" | "VOID" if state.clocks.pause and state.clocks.pause.ends is None:
            raise OrderRefused(say("The pause was made by the staff, who will end it."))
        case "VOID" if state.clocks.hard_end is not None:
            raise OrderRefused(say("The games of a tournament are ended by its directors."))
        case "VOID" if seat in state.away:
            raise OrderRefused(say("You are away. Look at the game first, then ask to call it off."))
        case "KEEP" if seat not in state.would_void:
            raise OrderRefused(say("You have not asked to call the game off."))


def offered(state: Any, seat: Seat) -> tuple[str, ...]:
    """What the seat could wish now, or take back: of a pause, and of calling the game off where its players can."""
    pausing = "RESUME" if state.clocks.pause or seat in state.would_pause else "PAUSE"
    if seat in state.would_void:
        return pausing, "KEEP"
    return (pausing, "VOID") if state.clocks.hard_end is None else (pausing,)


def pause(course: Course[Any], seat: Seat, facts: Mapping[str, Json]) -> None:
    """Agree to a pause; it begins when everyone waited for has."""
    is_new = _add(course, "would_pause", seat)
    state = course.state
    if set(state.waited_for) <= set(state.would_pause):
        ends = course.now + PAUSE_ENDS_AFTER
        course.change(clocks=state.clocks.paused(course.now, ends=ends))
        course.happened("pause", seat, until=ends.isoformat())
    elif is_new:
        course.happened("pause", seat)


def take_back_pause(course: Course[Any], seat: Seat) -> None:
    """Before it begins: who asked for it would rather play on."""
    forget(course, "would_pause", seat)
    course.happened("resume", seat, taken_back=True)


def void(course: Course[Any], seat: Seat, facts: Mapping[str, Json]) -> None:
    """Agree to call the game off; the step in which the last player does ends it."""
    if _add(course, "would_void", seat):
        course.happened("void", seat)


def keep(course: Course[Any], seat: Seat, facts: Mapping[str, Json]) -> None:
    """Take back that one would call the game off."""
    forget(course, "would_void", seat)
    course.happened("keep", seat)


def forget(course: Course[Any], wishes: str, *seats: Seat) -> None:
    """These seats no longer wish it."""
    course.change(**{wishes: tuple(other for other in getattr(course.state, wishes) if other not in seats)})


def _add(course: Course[Any], wishes: str, seat: Seat) -> bool:
    """Whether the seat did not wish it already."""
    before: tuple[Seat, ...] = getattr(course.state, wishes)
    course.change(**{wishes: tuple(sorted({*before, seat}))})
    return seat not in before


ORDERS = {"PAUSE": pause, "VOID": void, "KEEP": keep}
