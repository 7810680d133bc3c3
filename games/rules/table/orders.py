"""The orders that every table shares: looking in, pauses, calling the game off, vacations. And whose order it may be.

A pause, and that the game is called off without a result, come about when all who take part wish it: each says so by an order,
and can take it back."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from games.rules.clocks import PAUSE_ENDS_AFTER, Vacation
from games.rules.kind import Json, OrderRefused, Seat
from games.rules.messages import Message, say
from games.rules.table.course import Course
from games.rules.table.state import TableState

EXTENDED_BY = timedelta(hours=24)
TAKEN_IN_A_PAUSE = {"LOOK", "RESUME", "VOID", "KEEP", "VACATION", "EXTEND", "LEAVE", "TILES BY EMAIL", "SEEN BY MAIL"}

# --- what may be given ------------------------------------------------------------------------------------------------


def check_open(
    verb: str, state: TableState, seat: Seat, *, in_a_pause: Collection[str] = (), paused: Message | None = None
) -> None:
    """Raise OrderRefused where this seat may give no order, or not this one in a pause, or has nothing to take back.

    A kind names what else it takes `in_a_pause`, and what is said where one is `paused`."""
    if state.phase == "finished":
        raise OrderRefused(say("The game is over. Its result stands."))
    if seat in state.resigned:
        raise OrderRefused(say("You have resigned from this game."))
    if state.clocks.pause and verb not in TAKEN_IN_A_PAUSE and verb not in in_a_pause:
        raise OrderRefused(paused or say("The game is paused. Give your order when it goes on."))
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


def reason_against(check: Callable[[], None]) -> Message | None:
    """Why a check refuses; None where it does not."""
    try:
        check()
    except OrderRefused as refused:
        return refused.why
    return None


def agreeing(state: TableState, seat: Seat) -> tuple[str, ...]:
    """What the seat could wish now, or take back: of a pause, and of calling the game off where its players can."""
    pausing = "RESUME" if state.clocks.pause or seat in state.would_pause else "PAUSE"
    if seat in state.would_void:
        return pausing, "KEEP"
    return (pausing, "VOID") if state.clocks.hard_end is None else (pausing,)


# --- carried out ------------------------------------------------------------------------------------------------------


def look(course: Course[Any], seat: Seat, facts: Mapping[str, Json]) -> None:
    course.is_here(seat)


def pause(course: Course[Any], seat: Seat, facts: Mapping[str, Json]) -> None:
    """Agree to a pause; it begins when everyone waited for has."""
    is_new = _wish(course, "would_pause", seat)
    state = course.state
    if set(state.waited_for) <= set(state.would_pause):
        ends = course.now + PAUSE_ENDS_AFTER
        course.change(clocks=state.clocks.paused(course.now, ends=ends))
        course.happened("pause", seat, until=ends.isoformat())
    elif is_new:
        course.happened("pause", seat)


def take_back_pause(course: Course[Any], seat: Seat) -> None:
    """Before it begins: who asked for it would rather play on."""
    course.forget("would_pause", seat)
    course.happened("resume", seat, taken_back=True)


def void(course: Course[Any], seat: Seat, facts: Mapping[str, Json]) -> None:
    """Agree to call the game off; the step in which the last player does ends it."""
    if _wish(course, "would_void", seat):
        course.happened("void", seat)


def keep(course: Course[Any], seat: Seat, facts: Mapping[str, Json]) -> None:
    """Take back that one would call the game off."""
    course.forget("would_void", seat)
    course.happened("keep", seat)


def _wish(course: Course[Any], field: str, seat: Seat) -> bool:
    """Whether the seat did not wish it already."""
    before: tuple[Seat, ...] = getattr(course.state, field)
    course.change(**{field: tuple(sorted({*before, seat}))})
    return seat not in before


def declare_vacation(course: Course[Any], seat: Seat, facts: Mapping[str, Json]) -> None:
    """Written into the game as an order with its two instants; `declared` where that was before the deal; or one
    that has not begun is `withdrawn`."""
    starts, ends = (datetime.fromisoformat(facts[name]) for name in ("starts", "ends"))
    if facts.get("withdrawn"):
        course.change(clocks=course.state.clocks.without_vacation(seat, starts, ends))
        course.happened("vacation", seat, starts=starts.isoformat(), ends=ends.isoformat(), withdrawn=True)
        return
    declared = datetime.fromisoformat(facts["declared"]) if "declared" in facts else course.now
    clocks = course.state.clocks
    course.change(clocks=replace(clocks, vacations=(*clocks.vacations, Vacation(seat, starts, ends, declared))))
    course.happened("vacation", seat, starts=starts.isoformat(), ends=ends.isoformat())


def extend(course: Course[Any], seat: Seat, facts: Mapping[str, Json]) -> None:
    """A day more, once a game, where the clock by which the seat is waited for has begun: mail to its player comes back."""
    state = course.state
    if seat not in state.extended and state.clocks[f"{state.seat_clock} {seat}"]:
        course.extend_time(seat, EXTENDED_BY)
        course.change(extended=tuple(sorted((*state.extended, seat))))
        course.happened("extend", seat)


def nothing(course: Course[Any], seat: Seat, facts: Mapping[str, Json]) -> None:
    """Where no tile is ever face down, where tiles come, and that a mail was sent, changes nothing."""


SHARED: Mapping[str, Callable[[Course[Any], Seat, Mapping[str, Json]], None]] = {
    "LOOK": look,
    "SEEN BY MAIL": nothing,
    "TILES BY EMAIL": nothing,
    "PAUSE": pause,
    "VOID": void,
    "KEEP": keep,
    "VACATION": declare_vacation,
    "EXTEND": extend,
}
