"""The course of a round: claims, shown together; doubts, judged together; votes, counted together. Knows no order."""

from typing import TypeAlias

from games.rules.handshake import claims, tallies
from games.rules.handshake.state import CLAIMS, DOUBTS, ROUNDS, VOTES, Round, State
from games.rules.kind import Seat
from games.rules.table.turns import TurnCourse

Course: TypeAlias = TurnCourse[State]

OPEN_FOR = {CLAIMS: "move_within", DOUBTS: "doubt_within", VOTES: "vote_within"}


def open_round(course: Course) -> None:
    """Everyone may file a claim."""
    course.happened("round", round=course.state.round)
    _open(course, CLAIMS, course.state.live)


def go_on(course: Course) -> None:
    """When nobody is waited for any more, a stage is over, and the next that waits for somebody begins."""
    while course.state.phase == "playing" and not course.state.awaited:
        CLOSE[course.state.stage](course)


def _open(course: Course, stage: str, seats: tuple[Seat, ...]) -> None:
    course.change(stage=stage)
    course.await_orders(*seats)
    clocks, span = course.state.clocks, course.state.options.span(OPEN_FOR[stage])
    for seat in seats:
        clocks = clocks.set(f"move {seat}", span)
    course.change(clocks=clocks)


def _choosers(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat in state.live if state.of_others(seat))


def _show(course: Course) -> None:
    shown = claims.show(course.state.filed)
    course.change(filed=(), shown=shown)
    told = [{"number": one.number, "late": one.late, **one.claim.as_json()} for one in shown]
    course.happened("show", claims=told)
    _open(course, DOUBTS, _choosers(course.state))


def _judge(course: Course) -> None:
    state = course.state
    judged = tallies.judge(state.shown, state.doubts, state.live)
    course.change(tallies=judged, doubts={})
    if judged:
        told = [{"number": one.number, "by": list(one.doubted_by), "void": one.void} for one in judged]
        course.happened("judge", doubts=told)
    _open(course, VOTES, _choosers(course.state))


def _count(course: Course) -> None:
    state = course.state
    counted = tallies.count(state.tallies, state.votes)
    gained = tallies.points(counted, state.seats)
    course.change(
        past=(*state.past, Round(state.shown, counted)),
        points={seat: state.points[seat] + gained[seat] for seat in range(state.seats)},
        shown=(),
        tallies=(),
        votes={},
    )
    if counted:
        told = [{"number": one.number, "by": list(one.voted_by)} for one in counted]
        course.happened("count", votes=told, points=list(gained))
    if state.round == ROUNDS:
        course.finish()
    else:
        course.change(round=state.round + 1)
        open_round(course)


CLOSE = {CLAIMS: _show, DOUBTS: _judge, VOTES: _count}
