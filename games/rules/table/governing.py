"""What the staff do at a table of any game with turns. What is the same in every kind stands in `games.rules.governing`."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Protocol

from games.rules import governing
from games.rules.clocks import Clocks
from games.rules.governing import hand_over, seat_of, span_of, told
from games.rules.kind import Act, OrderRefused, Seat, Step
from games.rules.messages import Message, Player, say
from games.rules.table.course import Course
from games.rules.table.orders import end_pause
from games.rules.table.state import TurnState


class Timed(Protocol):
    """A kind, as far as acts must know it."""

    def time_for(self, state: Any, seat: Seat) -> timedelta: ...


def govern(kind: Timed, course: Course[Any], act: Act) -> Step:
    """Carry out one act, or raise OrderRefused and leave everything as it was."""

    def replace(course: Course[Any], act: Act) -> None:
        replace_player(kind, course, act)

    return governing.govern(course, act, {**ACTS, "REPLACE": replace})


def resume(course: Course[Any], act: Act) -> None:
    governing.check_paused(course)
    end_pause(course, None, **told(act))


# --- time to move -----------------------------------------------------------------------------------------------------


def extend(course: Course[Any], act: Act) -> None:
    """More time for a seat's move, or on every clock that players wait by."""
    by = span_of(act)
    if act.facts.get("bank"):
        raise OrderRefused(say("There is no bank in this game: extend the time to move."))
    clocks: Clocks = course.state.clocks
    names = _all_running(clocks) if act.seat is None else _running_for(seat_of(course, act), course)
    if not names:
        raise OrderRefused(_nothing_runs(act.seat))
    for name in names:
        clocks = clocks.extend(name, by)
    course.change(clocks=clocks)
    course.happened("extend", act.seat, **told(act, by=int(by.total_seconds())))


def _all_running(clocks: Clocks) -> list[str]:
    return [name for name in clocks.running if not name.startswith("wait ")]


def _running_for(seat: Seat, course: Course[Any]) -> list[str]:
    """The seat's clock, and one of the kind's own that would end its time at the same instant."""
    clocks: Clocks = course.state.clocks
    move = clocks[f"move {seat}"]
    if move is None:
        return []
    left = move.left_at(course.now)
    own = [name for name in _all_running(clocks) if not name.startswith("move ")]
    return [f"move {seat}", *(name for name in own if clocks.running[name].left_at(course.now) == left)]


def _nothing_runs(seat: Seat | None) -> Message:
    if seat is None:
        return say("Nobody is waited for by a clock now: wait until one runs.")
    return say("Nothing is awaited of {player} now: extend the time of who is to move.", player=Player(seat))


# --- seats ------------------------------------------------------------------------------------------------------------


def go_away(course: Course[Any], act: Act) -> None:
    """Whose time to move runs is away before it is over."""
    seat = seat_of(course, act)
    if course.state.clocks.ends(f"move {seat}") is None:
        raise OrderRefused(_why_not_away(course.state, seat))
    course.go_away(seat, **told(act))


def _why_not_away(state: TurnState, seat: Seat) -> Message:
    if seat in state.away:
        return say("{player} is away already.", player=Player(seat))
    if seat not in state.awaited:
        return say("Nothing is awaited of {player} now: only who is to move can be marked away.", player=Player(seat))
    if state.clocks.pause:
        return say("No clock runs in the pause: end the pause first.")
    return say("{player} is on vacation, and the game waits for them.", player=Player(seat))


def replace_player(kind: Timed, course: Course[Any], act: Act) -> None:
    """Another plays on with all that the seat has; that it was late or away is forgotten, and its time to move begins anew."""
    seat = seat_of(course, act)
    hand_over(course, seat)
    state = course.state
    course.change(late={other: times for other, times in state.late.items() if other != seat})
    course.happened("replace", seat, **told(act))
    if seat in state.awaited:
        course.change(clocks=state.clocks.set(f"move {seat}", kind.time_for(state, seat)))
        course.happened("turn", seat)


# --- lights, and the end ----------------------------------------------------------------------------------------------


def amber(course: Course[Any], act: Act) -> None:
    raise OrderRefused(say("There are no lights in this game: an amber can be dealt in Lexicon Crossing only."))


def score(course: Course[Any], act: Act) -> None:
    """The points as they stand are the result."""
    course.score(**told(act))
    course.end("adjudicated", **told(act))


def make_void(course: Course[Any], act: Act) -> None:
    course.end("void", **told(act))


ACTS: dict[str, Callable[[Course[Any], Act], None]] = {
    "PAUSE": governing.pause,
    "RESUME": resume,
    "EXTEND": extend,
    "AWAY": go_away,
    "AMBER": amber,
    "HARD_END": governing.set_hard_end,
    "SCORE": score,
    "VOID": make_void,
}
