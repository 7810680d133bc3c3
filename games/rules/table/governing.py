"""What the staff do at a table. A kind says what of it is its own, as `Governed` names it.

Each act leaves one event of the record that says `staff`, with the reason where one is given."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

from games.rules.clocks import WAITS_AT_MOST, Clocks
from games.rules.kind import Act, Json, OrderRefused, Seat, Step
from games.rules.messages import Message, Player, say
from games.rules.table.course import Course

LONGEST = timedelta(days=366)


class Governed(Protocol):
    """A kind, as far as acts must know it."""

    def end_pause(self, course: Any, seat: Seat | None, **facts: Json) -> None: ...

    def finish(self, course: Any, ending: str, **facts: Json) -> None: ...

    def extend(self, course: Any, act: Act, by: timedelta) -> None:
        """More time for a seat, or on every clock that players wait by; or in the bank. Raises OrderRefused."""

    def why_not_awaited(self, state: Any, seat: Seat) -> Message | None:
        """Why no clock runs for this seat, where it is that nothing is awaited of it."""

    def hand_over(self, course: Any, seat: Seat) -> None:
        """Another player sits down: what else was their predecessor's own is forgotten."""

    def sits_down(self, course: Any, seat: Seat) -> None:
        """What begins anew for the new player."""

    def deal_amber(self, course: Any, act: Act) -> None: ...


def govern(kind: Governed, course: Course[Any], act: Act) -> Step:
    """Carry out one act. Raises OrderRefused, and leaves everything as it was."""
    if course.state.phase == "finished":
        raise OrderRefused(say("The game is over. Its result stands."))
    if act.verb not in ACTS:
        raise OrderRefused(say("{verb} is nothing that the staff can do in this game.", verb=act.verb))
    ACTS[act.verb](kind, course, act)
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


# --- clocks -----------------------------------------------------------------------------------------------------------


def pause(kind: Governed, course: Course[Any], act: Act) -> None:
    """No clock runs until the staff ends the pause; one that the players made becomes theirs."""
    clocks = course.state.clocks
    if clocks.pause and clocks.pause.ends is None:
        raise OrderRefused(say("The staff has paused the game already. It goes on when the staff ends the pause."))
    course.change(clocks=clocks.paused(course.now, ends=None))
    course.happened("pause", **told(act))


def resume(kind: Governed, course: Course[Any], act: Act) -> None:
    if course.state.clocks.pause is None:
        raise OrderRefused(say("The game is not paused: its clocks run."))
    kind.end_pause(course, None, **told(act))


def extend(kind: Governed, course: Course[Any], act: Act) -> None:
    by = act.facts.get("by")
    if type(by) is not int or not 0 < by <= LONGEST.total_seconds():
        raise OrderRefused(say("An extension is a number of seconds, {most} at most.", most=LONGEST))
    kind.extend(course, act, timedelta(seconds=by))
    course.happened("extend", act.seat, **told(act, by=by, **({"bank": True} if act.facts.get("bank") else {})))


def set_hard_end(kind: Governed, course: Course[Any], act: Act) -> None:
    """At that instant the game is scored as it lies, in a pause too; it may be set anew as long as the game runs."""
    until = _instant(act.facts.get("until"))
    if until <= course.now:
        raise OrderRefused(say("The hard end would be over already: choose an instant that is still to come."))
    course.change(clocks=replace(course.state.clocks, hard_end=until, hard_end_set=course.now))
    course.happened("extend", **told(act, until=until.isoformat()))


def _instant(text: Json) -> datetime:
    with suppress(TypeError, ValueError, OverflowError):
        instant = datetime.fromisoformat(text)
        if instant.tzinfo is not None:
            return instant.astimezone(UTC)
    raise OrderRefused(say("A hard end is an instant, such as {example}.", example="2026-11-20T12:00Z"))


# --- seats ------------------------------------------------------------------------------------------------------------


def go_away(kind: Governed, course: Course[Any], act: Act) -> None:
    """Whoever's time runs is away before it is over; that empties the bank."""
    seat, state = seat_of(course, act), course.state
    if state.clocks.ends(f"{state.seat_clock} {seat}") is None:
        raise OrderRefused(_why_not_away(kind, course, seat))
    course.go_away(seat, **told(act))
    course.change(clocks=course.state.clocks.without_bank(seat))


def _why_not_away(kind: Governed, course: Course[Any], seat: Seat) -> Message:
    state = course.state
    if seat in state.away:
        return say("{player} is away already.", player=Player(seat))
    if reason := kind.why_not_awaited(state, seat):
        return reason
    if state.clocks.pause:
        return say("No clock runs in the pause: end the pause first.")
    return say("{player} is on vacation, and the game waits for them.", player=Player(seat))


def replace_player(kind: Governed, course: Course[Any], act: Act) -> None:
    """Another plays on with all that the seat has: what was their predecessor's own, and no tile, is forgotten."""
    seat = seat_of(course, act)
    for field in ("away", "would_pause", "would_void", "extended"):
        course.forget(field, seat)
    clocks: Clocks = course.state.clocks.set(f"wait {seat}", WAITS_AT_MOST)
    course.change(clocks=replace(clocks, vacations=tuple(one for one in clocks.vacations if one.seat != seat)))
    kind.hand_over(course, seat)
    course.happened("replace", seat, **told(act))
    kind.sits_down(course, seat)


# --- tiles, and the end -----------------------------------------------------------------------------------------------


def amber(kind: Governed, course: Course[Any], act: Act) -> None:
    kind.deal_amber(course, act)


def score(kind: Governed, course: Course[Any], act: Act) -> None:
    """The game as it lies is the result."""
    kind.finish(course, "adjudicated", **told(act))


def make_void(kind: Governed, course: Course[Any], act: Act) -> None:
    course.end("void", **told(act))


ACTS: Mapping[str, Callable[[Governed, Course[Any], Act], None]] = {
    "PAUSE": pause,
    "RESUME": resume,
    "EXTEND": extend,
    "AWAY": go_away,
    "AMBER": amber,
    "REPLACE": replace_player,
    "HARD_END": set_hard_end,
    "SCORE": score,
    "VOID": make_void,
}
