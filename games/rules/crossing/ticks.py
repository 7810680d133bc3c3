"""What happens without an order: the deal, and then the next thing due, done at exactly its instant."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from games.rules.clocks import WAITS_AT_MOST, Clock, Clocks
from games.rules.crossing import challenges, jaywalks, lights
from games.rules.crossing.course import Course
from games.rules.crossing.options import Options
from games.rules.crossing.results import finish
from games.rules.crossing.seeing import declare_vacation, go_away
from games.rules.crossing.set_ups import check_set_up
from games.rules.crossing.state import State
from games.rules.kind import Deadline, Due, Joining, Resources, Seat, Step
from games.rules.tiles import parse_tile_set


def start(joining: Sequence[Joining], options: Options, resources: Resources, now: datetime) -> Step:
    """Shuffle the set and deal. Nobody has seen anything yet."""
    seats = range(len(joining))
    plan = check_set_up(len(joining), options)
    tiles_by_email = tuple(seat for seat in seats if joining[seat].tiles_by_email)
    state = State(
        options=options,
        seats=len(joining),
        now=now,
        dealt_at=now,
        bags=jaywalks.bags(options),
        hands=dict.fromkeys(seats, ""),
        boards=dict.fromkeys(seats, ()),
        unseen=dict.fromkeys(seats, plan.deal),
        withheld=dict.fromkeys(seats, 0),
        seen_round=dict.fromkeys(seats, 0),
        tiles_by_email=tiles_by_email,
        tiles_by_email_next=tiles_by_email,
        clocks=Clocks(
            running={f"wait {seat}": Clock(WAITS_AT_MOST) for seat in seats},
            banks=dict.fromkeys(seats, options.span("see_bank")),
        ),
    )
    course = Course(state, resources, now)
    pool = "".join(course.chance.shuffle(parse_tile_set(options.tile_set).tiles))
    course.change(bags={**state.bags, "pool": pool})
    course.happened("deal", round=1, draws=lights.deal(course, each=plan.deal))
    for seat in seats:
        for starts, ends, declared in joining[seat].vacations:
            instants = {"starts": starts, "ends": ends, "declared": declared}
            declare_vacation(course, seat, {name: at.isoformat() for name, at in instants.items()})
    return course.step()


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
            challenges.close_light(course)
        case "light":
            lights.grant(course)
        case "amber":
            lights.nobody_called(course)
        case "abandon":
            finish(course, "abandoned")
        case "grace":
            lights.end_grace(course)
        case "challenge":
            finish(course, "played")
        case "hard end":
            finish(course, "hard_end")
    return course.step()


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
