"""What happens without an order: the deal, and what the clocks of Lexicon Crossing bring, at exactly its instant."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from games.rules.crossing import challenges, dealing, grace, jaywalks, lights
from games.rules.crossing.results import finish
from games.rules.crossing.set_ups import check_set_up
from games.rules.crossing.state import State
from games.rules.crossing.transition import Transition
from games.rules.kind import Deadline, Due, Joining, Seat
from games.rules.tiles import parse_tile_set


def new_state(state: State, joining: Sequence[Joining]) -> State:
    """The table before anything is drawn."""
    seats = range(state.seats)
    tiles_by_email = tuple(seat for seat in seats if joining[seat].tiles_by_email)
    return replace(
        state,
        bags=jaywalks.bags(state.options),
        hands=dict.fromkeys(seats, ""),
        boards=dict.fromkeys(seats, ()),
        unseen=dict.fromkeys(seats, 0),
        withheld=dict.fromkeys(seats, 0),
        seen_round=dict.fromkeys(seats, 0),
        tiles_by_email=tiles_by_email,
        tiles_by_email_next=tiles_by_email,
        clocks=replace(state.clocks, banks=dict.fromkeys(seats, state.options.span("see_bank"))),
    )


def begin(transition: Transition) -> None:
    """Shuffle the set and deal. Nobody has seen anything yet."""
    state = transition.state
    each = check_set_up(state.seats, state.options).deal
    pool = "".join(transition.chance.shuffle(parse_tile_set(state.options.tile_set).tiles))
    transition.put("bags", "pool", pool)
    transition.change(unseen=dict.fromkeys(range(state.seats), each))
    draws = dealing.deal(transition, each=each)
    transition.happened(dealing.Deal(round=1, draws=draws, tiles_by_email=state.tiles_by_email))


OWN = ("release", "leeway", "light", "amber", "abandon", "grace", "challenge")
"""At one instant, things happen in this order."""


def falls_due(state: State) -> Iterator[Due]:
    clocks = state.clocks
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
    if leeway_ends and (state.granted or _tells_that_leeway_is_over(state, leeway_ends)):
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


def _tells_that_leeway_is_over(state: State, leeway_ends: datetime) -> bool:
    """Whether that is still to come, where it alone is told: with hidden requests it may not wait for somebody to ask."""
    return not state.options.requests_visible and leeway_ends > state.now


def _passes(state: State, seat: Seat) -> bool:
    """Whether a vacation is in force that the game does not wait for, or no longer."""
    return state.phase == "playing" and state.vacation_of(seat) is not None and not state.waits_for_vacation_of(seat)


def _may_be_released(state: State) -> bool:
    """Whether enough of the others waited for have seen their tiles, for the caller to be given theirs."""
    caller = next((seat for seat, count in state.withheld.items() if count), None)
    if caller is None:
        return False
    others = [seat for seat in state.waited_for if seat != caller]
    have_seen = [seat for seat in others if not state.unseen[seat]]
    return have_seen == others if state.options.reveal_after == "all" or not others else bool(have_seen)


def happens(transition: Transition, due: Due) -> None:
    match due.what:
        case "release":
            dealing.release(transition)
        case "leeway":
            challenges.close_light(transition)
        case "light":
            lights.grant(transition)
        case "amber":
            lights.nobody_called(transition)
        case "abandon":
            finish(transition, "abandoned")
        case "grace":
            grace.end_grace(transition)
        case "challenge":
            finish(transition, "played")


def deadlines(state: State, seat: Seat) -> Iterator[Deadline]:
    """Where requests are hidden, so is whether anybody has called."""
    clocks = state.clocks
    looks_by_mail = seat in state.tiles_by_email and seat in state.tiles_by_email_next  # the mail itself is the look
    if state.unseen[seat] and not looks_by_mail:
        yield clocks.deadline("look", f"see {seat}")
    if clocks["call"] and state.options.requests_visible:
        yield clocks.deadline("call", "call")
    if state.phase == "grace" and seat not in (state.red_caller, *state.done):
        yield clocks.deadline("grace", "grace")
    if state.phase == "challenge" and seat not in state.done:
        yield clocks.deadline("challenge", "challenge")
