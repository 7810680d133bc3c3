"""What the staff do at a table of Lexicon Crossing that is its own: time to look, banks, and ambers."""

from dataclasses import replace
from datetime import timedelta

from games.rules.crossing import dealing
from games.rules.crossing.state import State
from games.rules.crossing.transition import Transition
from games.rules.kind import OrderRefused, Seat, StaffAction
from games.rules.messages import Player, Text, say
from games.rules.table.staff import by as by_staff
from games.rules.table.staff import seat_of

OF_ALL = ("call", "grace", "challenge")


def extend(transition: Transition, action: StaffAction, by: timedelta) -> None:
    """More time to look for a seat, or for all with the call, grace and challenges; or more in the bank, and in a clock that
    draws on it."""
    seats = transition.state.live if action.seat is None else (seat_of(transition, action),)
    if action.bank:
        _extend_banks(transition, seats, by)
    else:
        _extend_clocks(transition, action.seat, seats, by)


def _extend_clocks(transition: Transition, seat: Seat | None, seats: tuple[Seat, ...], by: timedelta) -> None:
    state = transition.state
    clocks = state.clocks
    of_all = [name for name in OF_ALL if seat is None and clocks[name]]
    looking = [other for other in seats if clocks[f"see {other}"]]
    is_known = state.options.requests_visible or not state.is_caught_up
    if not of_all and not looking and is_known:  # else a refusal would tell that somebody has asked
        raise OrderRefused(_nothing_runs(seat))
    for other in looking:
        clocks = clocks.extend_of(other, "see", by, transition.now)
    for name in of_all:
        clocks = clocks.extend(name, by)
    transition.change(clocks=clocks)


def _nothing_runs(seat: Seat | None) -> Text:
    if seat is None:
        return say("Nobody is waited for by a clock now: extend the banks, or wait until one runs.")
    return say("{player} has no time to look running: extend the bank, or the whole table.", player=Player(seat))


def _extend_banks(transition: Transition, seats: tuple[Seat, ...], by: timedelta) -> None:
    clocks = transition.state.clocks
    for seat in seats:
        clocks = replace(clocks, banks={**clocks.banks, seat: clocks.banks[seat] + by})
        if clocks[f"see {seat}"]:
            clocks = clocks.extend(f"see {seat}", by)
    transition.change(clocks=clocks)


def why_not_awaited(state: State, seat: Seat) -> Text | None:
    if state.unseen[seat]:
        return None
    return say("{player} has looked: only whose time to look runs can be marked away.", player=Player(seat))


def amber(transition: Transition, action: StaffAction) -> None:
    """A light of nobody's, whoever has looked or asked; a withheld tile is released first."""
    state = transition.state
    if state.phase != "playing":
        raise OrderRefused(say("The red light is on: no more tiles are dealt."))
    if state.clocks.pause:
        raise OrderRefused(say("No tiles are dealt in a pause: end the pause first."))
    if state.pool_is_short:
        raise OrderRefused(say("The pool is short: the next light is red, and an amber cannot be dealt."))
    if any(state.withheld.values()):
        dealing.release(transition, staff=True)
    dealing.amber(transition, by_staff(action))
