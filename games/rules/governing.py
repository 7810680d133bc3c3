"""What the staff may do at a table, as far as it is the same in every kind. A kind adds what is done to its own tiles.

Each act leaves one event of the record that says `staff`, with the reason where one is given."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from games.rules.clocks import WAITS_AT_MOST, Clocks
from games.rules.course import Course
from games.rules.kind import Act, Json, OrderRefused, Seat, Step
from games.rules.messages import Player, say

LONGEST = timedelta(days=366)

Carry = Callable[[Any, Act], None]
"""Carries an act out on a kind's course, or raises OrderRefused; nothing it did before that counts."""


def govern(course: Course[Any], act: Act, acts: Mapping[str, Carry]) -> Step:
    """Carry out one act by the kind's table of them. Raises OrderRefused, and leaves everything as it was."""
    if course.state.phase == "finished":
        raise OrderRefused(say("The game is over. Its result stands."))
    if act.verb not in acts:
        raise OrderRefused(say("{verb} is nothing that the staff can do in this game.", verb=act.verb))
    acts[act.verb](course, act)
    return course.step()


def told(act: Act, **facts: Json) -> dict[str, Json]:
    """The facts of an act's event."""
    return {"staff": True} | ({"reason": act.reason} if act.reason else {}) | facts


def seat_of(course: Course[Any], act: Act) -> Seat:
    """The seat that the act is about, whose player still plays. Raises OrderRefused."""
    seats = course.state.seats
    if type(act.seat) is not int or not 0 <= act.seat < seats:
        raise OrderRefused(say("Choose one of the {n} seats of this game.", n=seats))
    if act.seat not in course.state.live:
        raise OrderRefused(
            say("{player} no longer plays in this game: choose a seat that does.", player=Player(act.seat))
        )
    return act.seat


def span_of(act: Act) -> timedelta:
    """By how much an act extends. Raises OrderRefused."""
    by = act.facts.get("by")
    if type(by) is not int or not 0 < by <= LONGEST.total_seconds():
        raise OrderRefused(say("An extension is a number of seconds, {most} at most.", most=LONGEST))
    return timedelta(seconds=by)


# --- acts on clocks alone ---------------------------------------------------------------------------------------------


def pause(course: Course[Any], act: Act) -> None:
    """No clock runs until the staff ends the pause; one that the players made becomes theirs."""
    clocks: Clocks = course.state.clocks
    if clocks.pause and clocks.pause.ends is None:
        raise OrderRefused(say("The staff has paused the game already. It goes on when the staff ends the pause."))
    course.change(clocks=clocks.paused(course.now, ends=None))
    course.happened("pause", **told(act))


def check_paused(course: Course[Any]) -> None:
    """Raise OrderRefused where there is no pause to end."""
    if course.state.clocks.pause is None:
        raise OrderRefused(say("The game is not paused: its clocks run."))


def set_hard_end(course: Course[Any], act: Act) -> None:
    """At that instant the game is scored as it lies, in a pause too; it may be set anew as long as the game runs."""
    until = _instant(act.facts.get("until"))
    if until <= course.now:
        raise OrderRefused(say("The hard end would be over already: choose an instant that is still to come."))
    course.change(clocks=replace(course.state.clocks, hard_end=until))
    course.happened("extend", **told(act, until=until.isoformat()))


def _instant(text: Json) -> datetime:
    with suppress(TypeError, ValueError, OverflowError):
        instant = datetime.fromisoformat(text)
        if instant.tzinfo is not None:
            return instant.astimezone(UTC)
    raise OrderRefused(say("A hard end is an instant, such as {example}.", example="2026-11-20T12:00Z"))


def hand_over(course: Course[Any], seat: Seat) -> None:
    """Another player sits down: what was their predecessor's own, and no tile, is forgotten."""
    state = course.state
    clocks: Clocks = state.clocks.set(f"wait {seat}", WAITS_AT_MOST)
    course.change(
        away=_without(state.away, seat),
        would_pause=_without(state.would_pause, seat),
        would_void=_without(state.would_void, seat),
        extended=_without(state.extended, seat),
        clocks=replace(clocks, vacations=tuple(one for one in clocks.vacations if one.seat != seat)),
    )


def _without(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in seats if other != seat)
