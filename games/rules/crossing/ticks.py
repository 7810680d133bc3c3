"""What happens by itself: the next thing due, and doing it at exactly that instant."""

from collections.abc import Iterator

from games.rules import wishes
from games.rules.crossing import challenging, lights
from games.rules.crossing.course import Course
from games.rules.crossing.state import State
from games.rules.kind import Deadline, Due, Json, Resources, Seat, Step

# At one instant, things happen in this order.
ORDER = (
    *("resume", "vacation", "away", "release", "leeway", "light", "amber"),
    *("abandon", "grace", "challenge", "hard end"),
)


def due(state: State) -> Due | None:
    """The first thing due; things of one instant in the rules' order, players going away by seat."""
    return min(_all_due(state), key=lambda one: (one.at, ORDER.index(one.what), one.seat or 0), default=None)


def _all_due(state: State) -> Iterator[Due]:
    if state.phase == "finished":
        return
    clocks = state.clocks
    if clocks.pause and clocks.pause.ends:
        yield Due(clocks.pause.ends, "resume")
    for vacation in clocks.vacations:
        if vacation.ends > state.now:
            yield Due(vacation.ends if vacation.starts <= state.now else vacation.starts, "vacation")
    for seat in state.waited_for:
        if at := clocks.ends(f"see {seat}"):
            yield Due(at, "away", seat, deadline=True)
        if at := clocks.ends(f"wait {seat}"):
            yield Due(at, "away", seat)
        if _passes(state, seat):
            yield Due(state.now, "away", seat)
    if _may_be_released(state):
        yield Due(state.now, "release")
    leeway_ends = clocks.ends("leeway")
    if state.granted and leeway_ends:
        yield Due(max(leeway_ends, state.now), "leeway")
    if state.requests and leeway_ends:
        yield Due(max(leeway_ends, state.now), "light", state.requests[0].seat)
    if at := clocks.ends("call"):
        yield Due(at, "abandon" if state.options.call_within == "never" else "amber")
    if at := clocks.ends("abandon"):
        yield Due(at, "abandon")
    for name in ("grace", "challenge"):
        if at := clocks.ends(name):
            yield Due(at, name, deadline=True)
    if clocks.hard_end:
        yield Due(clocks.hard_end, "hard end", deadline=True)


def _passes(state: State, seat: Seat) -> bool:
    """Whether a vacation is in force that the game does not wait for, or no longer."""
    return (
        state.phase == "playing" and state.vacation_in_force(seat) is not None and not state.waits_for_vacation_of(seat)
    )


def _may_be_released(state: State) -> bool:
    """Whether enough of the others waited for have seen their tiles, for the caller to be given theirs."""
    caller = next((seat for seat, count in state.withheld.items() if count), None)
    if caller is None:
        return False
    others = [seat for seat in state.waited_for if seat != caller]
    have_seen = [seat for seat in others if not state.unseen[seat]]
    return have_seen == others if state.options.reveal_after == "all" or not others else bool(have_seen)


def tick(state: State, resources: Resources) -> Step:
    """The first thing due, at its own instant. Nothing due is an error of the caller."""
    one = due(state)
    if one is None:
        raise ValueError("nothing is due")
    course = Course(state, resources, one.at)
    match one.what:
        case "resume":
            lights.end_pause(course, None)
        case "away" if one.seat is not None:
            go_away(course, one.seat)
        case "release":
            lights.release(course)
        case "leeway":
            challenging.close_light(course)
        case "light":
            lights.grant(course)
        case "amber":
            lights.nobody_called(course)
        case "abandon":
            lights.finish(course, "abandoned")
        case "grace":
            lights.end_grace(course)
        case "challenge":
            lights.finish(course, "played")
        case "hard end":
            lights.finish(course, "hard_end")
    return course.step()


def go_away(course: Course, seat: Seat, **facts: Json) -> None:
    """No longer waited for until they look. A clock that ran out has emptied the bank; a vacation leaves it."""
    state = course.state
    course.change(away=tuple(sorted((*state.away, seat))), clocks=state.clocks.stop_seeing(seat, course.now))
    wishes.forget(course, "would_void", seat)
    course.happened("away", seat, **facts)


def deadlines(state: State, seat: Seat) -> Iterator[Deadline]:
    """What a seat that is waited for must be warned of. Where requests are hidden, so is whether anybody has called."""
    if state.phase == "finished" or seat not in state.waited_for:
        return
    looks_by_mail = seat in state.tiles_by_email and seat in state.tiles_by_email_next  # the mail itself is the look
    if state.unseen[seat] and not looks_by_mail:
        yield Deadline("look", state.clocks.ends(f"see {seat}"))
    if state.clocks["call"] and state.options.requests_visible:
        yield Deadline("call", state.clocks.ends("call"))
    if state.phase == "grace" and seat not in (state.red_caller, *state.done):
        yield Deadline("grace", state.clocks.ends("grace"))
    if state.phase == "challenge" and seat not in state.done:
        yield Deadline("challenge", state.clocks.ends("challenge"))
    if state.clocks.hard_end:
        yield Deadline("end", state.clocks.hard_end)
