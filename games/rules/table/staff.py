"""What the staff do at a table. A kind says what of it is its own, as `transition.Tenant` names it.

Each action leaves one event of the record that says `staff`, with the reason where one is given."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from games.rules.clocks import WAITS_AT_MOST, Clocks
from games.rules.kind import Json, OrderRefused, Seat, StaffAction, Step
from games.rules.messages import Player, Text, say
from games.rules.table.facts import ByStaff, Extended, Paused, Replaced
from games.rules.table.transition import AnyTransition

LONGEST = timedelta(days=366)


def govern(transition: AnyTransition, action: StaffAction) -> Step:
    """Carry out one action. Raises OrderRefused, and leaves everything as it was."""
    if transition.state.phase == "finished":
        raise OrderRefused(say("The game is over. Its result stands."))
    if action.verb not in ACTIONS:
        raise OrderRefused(say("{verb} is nothing that the staff can do in this game.", verb=action.verb))
    ACTIONS[action.verb](transition, action)
    return transition.step()


def by(action: StaffAction) -> ByStaff:
    """That the staff did it, and why."""
    return ByStaff(staff=True, reason=action.reason)


def seat_of(transition: AnyTransition, action: StaffAction) -> Seat:
    """The seat that the action is about, whose player still plays. Raises OrderRefused."""
    seats = transition.state.seats
    if type(action.seat) is not int or not 0 <= action.seat < seats:
        raise OrderRefused(say("Choose one of the {n} seats of this game.", n=seats))
    if action.seat not in transition.state.live:
        raise OrderRefused(
            say("{player} no longer plays in this game: choose a seat that does.", player=Player(action.seat))
        )
    return action.seat


# --- clocks -----------------------------------------------------------------------------------------------------------


def pause(transition: AnyTransition, action: StaffAction) -> None:
    """No clock runs until the staff ends the pause; one that the players made becomes theirs."""
    clocks = transition.state.clocks
    if clocks.pause and clocks.pause.ends is None:
        raise OrderRefused(say("The staff has paused the game already. It goes on when the staff ends the pause."))
    transition.change(clocks=clocks.paused(transition.now, ends=None))
    transition.happened(Paused(**vars(by(action))))


def resume(transition: AnyTransition, action: StaffAction) -> None:
    if transition.state.clocks.pause is None:
        raise OrderRefused(say("The game is not paused: its clocks run."))
    transition.kind.end_pause(transition, None, by(action))


def extend(transition: AnyTransition, action: StaffAction) -> None:
    seconds = action.facts.get("by")
    if type(seconds) is not int or not 0 < seconds <= LONGEST.total_seconds():
        raise OrderRefused(say("An extension is a number of seconds, {most} at most.", most=LONGEST))
    transition.kind.extend(transition, action, timedelta(seconds=seconds))
    transition.happened(Extended(by=seconds, bank=bool(action.facts.get("bank")), **vars(by(action))), action.seat)


def set_hard_end(transition: AnyTransition, action: StaffAction) -> None:
    """At that instant the game is scored as it lies, in a pause too; it may be set anew as long as the game runs."""
    until = _instant(action.facts.get("until"))
    if until <= transition.now:
        raise OrderRefused(say("The hard end would be over already: choose an instant that is still to come."))
    transition.change(clocks=replace(transition.state.clocks, hard_end=until, hard_end_set=transition.now))
    transition.happened(Extended(until=until, **vars(by(action))))


def _instant(text: Json) -> datetime:
    with suppress(TypeError, ValueError, OverflowError):
        instant = datetime.fromisoformat(text)
        if instant.tzinfo is not None:
            return instant.astimezone(UTC)
    raise OrderRefused(say("A hard end is an instant, such as {example}.", example="2026-11-20T12:00Z"))


# --- seats ------------------------------------------------------------------------------------------------------------


def go_away(transition: AnyTransition, action: StaffAction) -> None:
    """Whoever's time runs is away before it is over; that empties the bank."""
    seat, state = seat_of(transition, action), transition.state
    if state.clocks.ends(f"{state.seat_clock} {seat}") is None:
        raise OrderRefused(_why_not_away(transition, seat))
    transition.go_away(seat, by(action))
    transition.change(clocks=transition.state.clocks.without_bank(seat))


def _why_not_away(transition: AnyTransition, seat: Seat) -> Text:
    state = transition.state
    if seat in state.away:
        return say("{player} is away already.", player=Player(seat))
    if reason := transition.kind.why_not_awaited(state, seat):
        return reason
    if state.clocks.pause:
        return say("No clock runs in the pause: end the pause first.")
    return say("{player} is on vacation, and the game waits for them.", player=Player(seat))


def replace_player(transition: AnyTransition, action: StaffAction) -> None:
    """Another plays on with all that the seat has: what was their predecessor's own, and no tile, is forgotten."""
    seat = seat_of(transition, action)
    for field in ("away", "would_pause", "would_void", "extended"):
        transition.forget(field, seat)
    clocks: Clocks = transition.state.clocks.set(f"wait {seat}", WAITS_AT_MOST)
    transition.change(clocks=replace(clocks, vacations=tuple(one for one in clocks.vacations if one.seat != seat)))
    transition.kind.hand_over(transition, seat)
    transition.happened(Replaced(**vars(by(action))), seat)
    transition.kind.sits_down(transition, seat)


# --- tiles, and the end -----------------------------------------------------------------------------------------------


def amber(transition: AnyTransition, action: StaffAction) -> None:
    transition.kind.deal_amber(transition, action)


def score(transition: AnyTransition, action: StaffAction) -> None:
    """The game as it lies is the result."""
    transition.kind.finish(transition, "adjudicated", by(action))


def make_void(transition: AnyTransition, action: StaffAction) -> None:
    transition.end("void", by(action))


ACTIONS: Mapping[str, Callable[[AnyTransition, StaffAction], None]] = {
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
