"""Dealing: the deal, green and amber lights, the red light, and the score at the end, in a pause never."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import timedelta

from games.rules.clocks import Clocks
from games.rules.crossing.course import Course
from games.rules.crossing.scoring import Result
from games.rules.kind import Seat


def deal(course: Course, *, each: int) -> list[list[str]]:
    """Give every live seat `each` tiles from the pool, seat by seat; returns what each drew, in that order."""
    state = course.state
    pool, hands, draws = state.bags["pool"], dict(state.hands), []
    for seat in range(state.seats):
        drawn = [] if seat in state.resigned else list(reversed(pool))[:each]
        pool = pool[: len(pool) - len(drawn)]
        hands[seat] += "".join(drawn)
        draws.append(drawn)
    course.change(bags={**state.bags, "pool": pool}, hands=hands)
    return draws


def grant(course: Course) -> None:
    """The earliest request gets its light: green, or red where the pool is short."""
    caller = course.state.requests[0].seat
    if course.state.pool_is_short:
        red_light(course, caller)
    else:
        _light(course, "green", caller)


def amber(course: Course) -> None:
    """Nobody called in time: a light of nobody's, or a red light without caller."""
    if course.state.pool_is_short:
        red_light(course, None)
    else:
        _light(course, "amber", None)


def _light(course: Course, verb: str, caller: Seat | None) -> None:
    each = course.state.options.tiles_per_light
    draws = deal(course, each=each)
    state = course.state
    dropped = [request.seat for request in state.requests if request.seat != caller]
    course.change(
        round=state.round + 1,
        turn=state.turn + 1,
        dealt_at=course.now,
        caller=caller,
        requests=(),
        jaywalked=(),
        seen_at={},
        unseen={seat: state.unseen[seat] + (len(drawn) if seat != caller else 0) for seat, drawn in enumerate(draws)},
        withheld={seat: len(drawn) if seat == caller else 0 for seat, drawn in enumerate(draws)},
        tiles_by_email=state.tiles_by_email_next,
        clocks=state.clocks.drop("leeway", "call", "abandon", *(f"see {seat}" for seat in range(state.seats))),
    )
    course.happened(verb, caller, round=course.state.round, draws=draws)
    _drop(course, dropped)


def red_light(course: Course, caller: Seat | None) -> None:
    """The caller's layout is final; the others have grace, unless nobody else is waited for."""
    state = course.state
    dropped = [request.seat for request in state.requests if request.seat != caller]
    course.change(
        phase="grace",
        turn=state.turn + 1,
        caller=caller,
        requests=(),
        done=(),
        clocks=state.clocks.drop("leeway", "call").set("grace", _grace(course)),
    )
    course.happened("red", caller)
    _drop(course, dropped)
    end_grace_early(course)


def _grace(course: Course) -> timedelta:
    """Where the game waits for vacations, one declared before this allocation and running now lengthens grace."""
    state = course.state
    grace = state.options.span("grace")
    if state.options.vacation != "waits":
        return grace
    vacations = (vacation for seat in state.waited_for for vacation in state.clocks.vacations_of(seat, course.now))
    ends = [vacation.ends for vacation in vacations if vacation.declared < state.dealt_at]
    return max([course.now, *ends]) - course.now + grace


def _drop(course: Course, seats: Sequence[Seat]) -> None:
    for seat in seats:
        course.happened("drop", seat)


def release(course: Course) -> None:
    """The withheld tiles are their holder's to see."""
    state = course.state
    seat = next(seat for seat, count in state.withheld.items() if count)
    course.put("unseen", seat, state.unseen[seat] + state.withheld[seat])
    course.put("withheld", seat, 0)
    course.happened("release", seat)


def end_grace_early(course: Course) -> None:
    """Score at once where everyone else waited for is done, and nobody is on vacation. Nothing ends in a pause."""
    state = course.state
    if state.phase != "grace" or state.clocks.pause:
        return
    others = [seat for seat in state.waited_for if seat != state.red_caller]
    if all(seat in state.done for seat in others) and not any(state.vacation_in_force(seat) for seat in state.live):
        finish(course, "played")


def end_pause(course: Course, seat: Seat | None) -> None:
    """Every clock goes on; grace ends if all have come back and said done meanwhile. No seat: it ends by itself."""
    course.change(clocks=course.state.clocks.resumed(), would_pause=())
    course.happened("resume", seat)
    end_grace_early(course)


def finish(course: Course, ending: str) -> None:
    """Score every layout as it lies."""
    state, words = course.state, course.resources.words
    results = tuple(Result.of(seat, state.boards[seat], state.counted(seat), words) for seat in state.live)
    course.change(phase="finished", ending=ending, requests=(), results=results, clocks=Clocks())
    course.happened("score", results=[_told(result) for result in results])
    course.happened("end", ending=ending)


def _told(result: Result) -> dict[str, object]:
    return asdict(result) | {"struck": list(result.struck), "layout": list(result.layout)}
