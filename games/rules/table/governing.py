"""What the staff do at a table. A kind says what of it is its own, as `course.Tenant` names it.

Each act leaves one event of the record that says `staff`, with the reason where one is given."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from games.rules.clocks import WAITS_AT_MOST, Clocks
from games.rules.kind import Act, Json, OrderRefused, Seat, Step
from games.rules.messages import Player, Text, say
from games.rules.table.course import AnyCourse
from games.rules.table.facts import ByStaff, Extended, Paused, Replaced

LONGEST = timedelta(days=366)


def govern(course: AnyCourse, act: Act) -> Step:
    """Carry out one act. Raises OrderRefused, and leaves everything as it was."""
    if course.state.phase == "finished":
        raise OrderRefused(say("The game is over. Its result stands."))
    if act.verb not in ACTS:
        raise OrderRefused(say("{verb} is nothing that the staff can do in this game.", verb=act.verb))
    ACTS[act.verb](course, act)
    return course.step()


def by(act: Act) -> ByStaff:
    """That the staff did it, and why."""
    return ByStaff(staff=True, reason=act.reason)


def seat_of(course: AnyCourse, act: Act) -> Seat:
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


def pause(course: AnyCourse, act: Act) -> None:
    """No clock runs until the staff ends the pause; one that the players made becomes theirs."""
    clocks = course.state.clocks
    if clocks.pause and clocks.pause.ends is None:
        raise OrderRefused(say("The staff has paused the game already. It goes on when the staff ends the pause."))
    course.change(clocks=clocks.paused(course.now, ends=None))
    course.happened(Paused(**vars(by(act))))


def resume(course: AnyCourse, act: Act) -> None:
    if course.state.clocks.pause is None:
        raise OrderRefused(say("The game is not paused: its clocks run."))
    course.kind.end_pause(course, None, by(act))


def extend(course: AnyCourse, act: Act) -> None:
    seconds = act.facts.get("by")
    if type(seconds) is not int or not 0 < seconds <= LONGEST.total_seconds():
        raise OrderRefused(say("An extension is a number of seconds, {most} at most.", most=LONGEST))
    course.kind.extend(course, act, timedelta(seconds=seconds))
    course.happened(Extended(by=seconds, bank=bool(act.facts.get("bank")), **vars(by(act))), act.seat)


def set_hard_end(course: AnyCourse, act: Act) -> None:
    """At that instant the game is scored as it lies, in a pause too; it may be set anew as long as the game runs."""
    until = _instant(act.facts.get("until"))
    if until <= course.now:
        raise OrderRefused(say("The hard end would be over already: choose an instant that is still to come."))
    course.change(clocks=replace(course.state.clocks, hard_end=until, hard_end_set=course.now))
    course.happened(Extended(until=until, **vars(by(act))))


def _instant(text: Json) -> datetime:
    with suppress(TypeError, ValueError, OverflowError):
        instant = datetime.fromisoformat(text)
        if instant.tzinfo is not None:
            return instant.astimezone(UTC)
    raise OrderRefused(say("A hard end is an instant, such as {example}.", example="2026-11-20T12:00Z"))


# --- seats ------------------------------------------------------------------------------------------------------------


def go_away(course: AnyCourse, act: Act) -> None:
    """Whoever's time runs is away before it is over; that empties the bank."""
    seat, state = seat_of(course, act), course.state
    if state.clocks.ends(f"{state.seat_clock} {seat}") is None:
        raise OrderRefused(_why_not_away(course, seat))
    course.go_away(seat, by(act))
    course.change(clocks=course.state.clocks.without_bank(seat))


def _why_not_away(course: AnyCourse, seat: Seat) -> Text:
    state = course.state
    if seat in state.away:
        return say("{player} is away already.", player=Player(seat))
    if reason := course.kind.why_not_awaited(state, seat):
        return reason
    if state.clocks.pause:
        return say("No clock runs in the pause: end the pause first.")
    return say("{player} is on vacation, and the game waits for them.", player=Player(seat))


def replace_player(course: AnyCourse, act: Act) -> None:
    """Another plays on with all that the seat has: what was their predecessor's own, and no tile, is forgotten."""
    seat = seat_of(course, act)
    for field in ("away", "would_pause", "would_void", "extended"):
        course.forget(field, seat)
    clocks: Clocks = course.state.clocks.set(f"wait {seat}", WAITS_AT_MOST)
    course.change(clocks=replace(clocks, vacations=tuple(one for one in clocks.vacations if one.seat != seat)))
    course.kind.hand_over(course, seat)
    course.happened(Replaced(**vars(by(act))), seat)
    course.kind.sits_down(course, seat)


# --- tiles, and the end -----------------------------------------------------------------------------------------------


def amber(course: AnyCourse, act: Act) -> None:
    course.kind.deal_amber(course, act)


def score(course: AnyCourse, act: Act) -> None:
    """The game as it lies is the result."""
    course.kind.finish(course, "adjudicated", by(act))


def make_void(course: AnyCourse, act: Act) -> None:
    course.end("void", by(act))


ACTS: Mapping[str, Callable[[AnyCourse, Act], None]] = {
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
