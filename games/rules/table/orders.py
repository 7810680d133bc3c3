"""The orders that every game with turns shares: looking in, pauses, vacations, going for good. And whose order it may be."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from games.rules import wishes
from games.rules.clocks import Vacation
from games.rules.kind import Json, OrderRefused, Seat
from games.rules.messages import Message, say
from games.rules.table.course import Course, S
from games.rules.table.state import TurnState

EXTENDED_BY = timedelta(hours=24)
TAKEN_IN_A_PAUSE = {"LOOK", "RESUME", "VOID", "KEEP", "VACATION", "EXTEND", "LEAVE", "TILES BY EMAIL", "SEEN BY MAIL"}


def check_open(verb: str, state: TurnState, seat: Seat) -> None:
    """Raise OrderRefused where this seat may give no order, or not this one in a pause."""
    if state.phase == "finished":
        raise OrderRefused(say("The game is over. Its result stands."))
    if seat in state.resigned:
        raise OrderRefused(say("You have resigned from this game."))
    if state.clocks.pause and verb not in TAKEN_IN_A_PAUSE:
        raise OrderRefused(say("The game is paused. Give your order when it goes on."))
    wishes.check(verb, state, seat)


def reason_against(verb: str, state: TurnState, seat: Seat) -> Message | None:
    """Why `check_open` refuses this; None where it does not."""
    try:
        check_open(verb, state, seat)
    except OrderRefused as refused:
        return refused.why
    return None


def look(course: Course[S], seat: Seat, facts: Mapping[str, Json]) -> None:
    course.is_here(seat)


def resume(course: Course[S], seat: Seat, facts: Mapping[str, Json]) -> None:
    """End a pause; before it begins, take back that one would like it."""
    if course.state.clocks.pause:
        end_pause(course, seat)
    else:
        wishes.take_back_pause(course, seat)


def end_pause(course: Course[S], seat: Seat | None, **facts: Json) -> None:
    """Every clock goes on. No seat: it ends by itself, or by the staff."""
    course.change(clocks=course.state.clocks.resumed(), would_pause=())
    course.happened("resume", seat, **facts)


def declare_vacation(course: Course[S], seat: Seat, facts: Mapping[str, Json]) -> None:
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


def extend(course: Course[S], seat: Seat, facts: Mapping[str, Json]) -> None:
    """A day more for a move, once a game, where its clock runs: mail to its player comes back."""
    state = course.state
    if seat not in state.extended and state.clocks[f"move {seat}"]:
        clocks = state.clocks.extend(f"move {seat}", EXTENDED_BY)
        course.change(clocks=clocks, extended=tuple(sorted((*state.extended, seat))))
        course.happened("extend", seat)


def nothing(course: Course[S], seat: Seat, facts: Mapping[str, Json]) -> None:
    """No tile is ever face down here: where tiles come, and that a mail was sent, changes nothing."""


SHARED: Mapping[str, Callable[[Course[Any], Seat, Mapping[str, Json]], None]] = {
    "LOOK": look,
    "SEEN BY MAIL": nothing,
    "TILES BY EMAIL": nothing,
    **wishes.ORDERS,
    "RESUME": resume,
    "VACATION": declare_vacation,
    "EXTEND": extend,
}
