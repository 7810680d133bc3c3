"""Dealing: the deal, green and amber lights, the red light, in a pause never; and the score at the end."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import timedelta

from games.rules.crossing.course import Course
from games.rules.crossing.scoring import Result
from games.rules.kind import Json, Seat


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


def nobody_called(course: Course) -> None:
    """A light of nobody's, or a red light without caller."""
    if course.state.pool_is_short:
        red_light(course, None)
    else:
        amber(course)


def amber(course: Course, **facts: Json) -> None:
    """A light of nobody's, where the pool can serve it; by the staff, with the facts of that."""
    _light(course, "amber", None, **facts)


def _light(course: Course, verb: str, caller: Seat | None, **facts: Json) -> None:
    """What a seat that still has not looked used of its bank stays used; its clock to look begins anew."""
    draws = deal(course, each=course.state.options.tiles_per_light)
    state = course.state
    clocks = state.clocks
    for seat in range(state.seats):
        clocks = clocks.stop_seeing(seat, course.now)
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
        clocks=clocks.drop("leeway", "call", "abandon"),
    )
    course.happened(verb, caller, round=course.state.round, draws=draws, **facts)
    _drop(course, dropped, **{name: facts[name] for name in ("staff",) if name in facts})


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


def _drop(course: Course, seats: Sequence[Seat], **facts: Json) -> None:
    for seat in seats:
        course.happened("drop", seat, **facts)


def release(course: Course, **facts: Json) -> None:
    """The withheld tiles are their holder's to see."""
    state = course.state
    seat = next(seat for seat, count in state.withheld.items() if count)
    course.put("unseen", seat, state.unseen[seat] + state.withheld[seat])
    course.put("withheld", seat, 0)
    course.happened("release", seat, **facts)


def end_grace_early(course: Course) -> None:
    """Score at once where everyone else waited for is done, and nobody is on vacation. Nothing ends in a pause."""
    state = course.state
    if state.phase != "grace" or state.clocks.pause:
        return
    others = [seat for seat in state.waited_for if seat != state.red_caller]
    if all(seat in state.done for seat in others) and not any(state.vacation_in_force(seat) for seat in state.live):
        finish(course, "played")


def end_pause(course: Course, seat: Seat | None, **facts: Json) -> None:
    """Every clock goes on; grace ends if all have come back and said done meanwhile. No seat: it ends by itself, or by the
    staff."""
    course.change(clocks=course.state.clocks.resumed(), would_pause=())
    course.happened("resume", seat, **facts)
    end_grace_early(course)


def finish(course: Course, ending: str, **facts: Json) -> None:
    """Score every layout as it lies."""
    state, words = course.state, course.resources.words
    results = tuple(Result.of(seat, state.boards[seat], state.counted(seat), words) for seat in state.live)
    course.change(results=results)
    course.happened("score", results=[_told(result) for result in results], **facts)
    course.end(ending, **facts)


def _told(result: Result) -> dict[str, object]:
    return asdict(result) | {"struck": list(result.struck), "layout": list(result.layout)}
