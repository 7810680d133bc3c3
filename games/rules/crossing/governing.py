"""What the staff do at a table of Lexicon Crossing. What is the same in every kind stands in `games.rules.governing`."""

from dataclasses import replace
from datetime import datetime, timedelta

from games.rules import governing
from games.rules.crossing import lights, seeing, swaps
from games.rules.crossing.course import Course, lapse
from games.rules.crossing.results import finish
from games.rules.crossing.state import NOTHING, State
from games.rules.governing import hand_over, seat_of, span_of, told
from games.rules.kind import Act, OrderRefused, Resources, Seat, Step
from games.rules.messages import Message, Player, say

OF_ALL = ("call", "grace", "challenge")


def govern(state: State, act: Act, resources: Resources, now: datetime) -> Step:
    """Carry out one act, or raise OrderRefused and leave everything as it was."""
    return governing.govern(Course(state, resources, now), act, ACTS)


def resume(course: Course, act: Act) -> None:
    governing.check_paused(course)
    lights.end_pause(course, None, **told(act))


def extend(course: Course, act: Act) -> None:
    """More time to look for a seat, or for all with the call, grace and challenges; or more in the bank, and in a clock that
    draws on it."""
    by = span_of(act)
    of_bank = bool(act.facts.get("bank"))
    seats = course.state.live if act.seat is None else (seat_of(course, act),)
    if of_bank:
        _extend_banks(course, seats, by)
    else:
        _extend_clocks(course, act.seat, seats, by)
    bank = {"bank": True} if of_bank else {}
    course.happened("extend", act.seat, **told(act, by=int(by.total_seconds()), **bank))


def _extend_clocks(course: Course, seat: Seat | None, seats: tuple[Seat, ...], by: timedelta) -> None:
    state = course.state
    clocks = state.clocks
    of_all = [name for name in OF_ALL if seat is None and clocks[name]]
    looking = [other for other in seats if clocks[f"see {other}"]]
    is_known = state.options.requests_visible or not state.is_caught_up
    if not of_all and not looking and is_known:  # else a refusal would tell that somebody has asked
        raise OrderRefused(_nothing_runs(seat))
    for other in looking:
        clocks = clocks.extend_seeing(other, by, course.now)
    for name in of_all:
        clocks = clocks.extend(name, by)
    course.change(clocks=clocks)


def _nothing_runs(seat: Seat | None) -> Message:
    if seat is None:
        return say("Nobody is waited for by a clock now: extend the banks, or wait until one runs.")
    return say("{player} has no time to look running: extend the bank, or the whole table.", player=Player(seat))


def _extend_banks(course: Course, seats: tuple[Seat, ...], by: timedelta) -> None:
    clocks = course.state.clocks
    for seat in seats:
        clocks = replace(clocks, banks={**clocks.banks, seat: clocks.banks[seat] + by})
        if clocks[f"see {seat}"]:
            clocks = clocks.extend(f"see {seat}", by)
    course.change(clocks=clocks)


def go_away(course: Course, act: Act) -> None:
    """Whose time to look runs is away before it is over; going away empties the bank."""
    seat = seat_of(course, act)
    state = course.state
    if state.clocks.ends(f"see {seat}") is None:
        raise OrderRefused(_why_not_away(state, seat))
    seeing.go_away(course, seat, **told(act))
    clocks = course.state.clocks
    course.change(clocks=replace(clocks, banks={**clocks.banks, seat: NOTHING}))


def _why_not_away(state: State, seat: Seat) -> Message:
    if seat in state.away:
        return say("{player} is away already.", player=Player(seat))
    if not state.unseen[seat]:
        return say("{player} has looked: only whose time to look runs can be marked away.", player=Player(seat))
    if state.clocks.pause:
        return say("No clock runs in the pause: end the pause first.")
    return say("{player} is on vacation, and the game waits for them.", player=Player(seat))


def replace_player(course: Course, act: Act) -> None:
    """Another plays on with hand, submitted layout and right to jaywalk; every tile is unseen to them. Caught up stays so."""
    seat = seat_of(course, act)
    lapse(course, seat)
    swaps.forget(course, seat)
    hand_over(course, seat)
    state = course.state
    by_email = [other for other in state.tiles_by_email_next if other != seat]
    course.change(
        done=tuple(other for other in state.done if other != seat),
        seen_at={other: at for other, at in state.seen_at.items() if other != seat},
        tiles_by_email=tuple(other for other in state.tiles_by_email if other != seat),
        tiles_by_email_next=tuple(by_email),
        clocks=replace(
            state.clocks.drop(f"see {seat}"),
            banks={**state.clocks.banks, seat: state.options.span("see_bank")},
        ),
    )
    course.put("unseen", seat, len(state.hands[seat]) - state.withheld[seat])
    course.put("seen_round", seat, 0)
    course.happened("replace", seat, **told(act))


def amber(course: Course, act: Act) -> None:
    """A light of nobody's, whoever has looked or asked; a withheld tile is released first."""
    state = course.state
    if state.phase != "playing":
        raise OrderRefused(say("The red light is on: no more tiles are dealt."))
    if state.clocks.pause:
        raise OrderRefused(say("No tiles are dealt in a pause: end the pause first."))
    if state.pool_is_short:
        raise OrderRefused(say("The pool is short: the next light is red, and an amber cannot be dealt."))
    if any(state.withheld.values()):
        lights.release(course, staff=True)
    lights.amber(course, **told(act))


def score(course: Course, act: Act) -> None:
    finish(course, "adjudicated", **told(act))


def make_void(course: Course, act: Act) -> None:
    course.end("void", **told(act))


ACTS = {
    "PAUSE": governing.pause,
    "RESUME": resume,
    "EXTEND": extend,
    "AWAY": go_away,
    "AMBER": amber,
    "REPLACE": replace_player,
    "HARD_END": governing.set_hard_end,
    "SCORE": score,
    "VOID": make_void,
}
