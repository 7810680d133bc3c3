"""Staff actions that every game has; a game's own part of them is in its folder.

Each action leaves one event in the record, marked `staff`, with the reason if one was given."""

from dataclasses import replace
from datetime import UTC, timedelta

from games.rules.clocks import WAITS_AT_MOST, Clocks
from games.rules.table import orders, standing
from games.rules.table.facts import ByStaff, Extended, Paused, Replaced
from games.rules.table.transition import AnyTransition
from games.rules.texts import Player, Text, say
from games.rules.values import OrderRefused, Seat, StaffAction

LONGEST = timedelta(days=366)


def carry_out(transition: AnyTransition, action: StaffAction) -> None:
    """Carry out one action. Raises OrderRefused, and then leaves everything as it was."""
    if transition.state.phase == "finished":
        raise OrderRefused("The game is over, and its result is final.")
    match action.verb:
        case "PAUSE":
            _pause(transition, action)
        case "RESUME":
            if transition.state.clocks.pause is None:
                raise OrderRefused("The game isn’t paused. Its clocks are running.")
            orders.end_pause(transition, None, by(action))
        case "EXTEND":
            if type(action.by) is not int or not 0 < action.by <= LONGEST.total_seconds():
                raise OrderRefused("An extension must be a number of seconds, {most} at most.", most=LONGEST)
            transition.kind.extend(transition, action, timedelta(seconds=action.by))
            transition.happened(Extended(by=action.by, bank=action.bank, **vars(by(action))), action.seat)
        case "AWAY":
            _go_away(transition, action)
        case "AMBER":
            transition.kind.deal_amber(transition, action)
        case "REPLACE":
            _replace_player(transition, action)
        case "HARD_END":
            _set_hard_end(transition, action)
        case "SCORE":
            transition.kind.finish(transition, "adjudicated", by(action))
        case "VOID":
            transition.end("void", by(action))
        case verb:
            raise OrderRefused("{verb} isn’t a staff action in this game.", verb=verb)


def by(action: StaffAction) -> ByStaff:
    """Return who acted, in which office, and the reason, as an event has them."""
    return ByStaff(staff=True, reason=action.reason, office=action.office)


def seat_of(transition: AnyTransition, action: StaffAction) -> Seat:
    """Return the seat that the action is about. Raises OrderRefused if there is no such seat, or its player has
    resigned."""
    seats = transition.state.seats
    if type(action.seat) is not int or not 0 <= action.seat < seats:
        raise OrderRefused("Choose one of the {n} seats of this game.", n=seats)
    if action.seat not in transition.state.live:
        raise OrderRefused(
            "{player} no longer plays in this game. Choose a seat that does.", player=Player(action.seat)
        )
    return action.seat


def _pause(transition: AnyTransition, action: StaffAction) -> None:
    """Stop all clocks until the staff end the pause; a pause of the players becomes theirs."""
    clocks = transition.state.clocks
    if clocks.pause and clocks.pause.ends is None:
        raise OrderRefused(
            "The game is already paused by a moderator or director. It goes on when one of them ends the pause."
        )
    transition.change(clocks=clocks.paused(transition.now, ends=None))
    transition.happened(Paused(**vars(by(action))))


def _set_hard_end(transition: AnyTransition, action: StaffAction) -> None:
    """Set the instant at which the game is scored as it stands, even in a pause. It can be moved while the game runs."""
    if action.until is None or action.until.tzinfo is None:
        raise OrderRefused(
            "The final deadline must be a date and time, for example {example}.", example="2026-11-20T12:00Z"
        )
    until = action.until.astimezone(UTC)
    if until <= transition.now:
        raise OrderRefused("The final deadline would be in the past. Choose a later time.")
    transition.change(clocks=replace(transition.state.clocks, hard_end=until, hard_end_set=transition.now))
    transition.happened(Extended(until=until, **vars(by(action))))


def _go_away(transition: AnyTransition, action: StaffAction) -> None:
    """Mark a seat away before its time is up, and empty its time bank."""
    seat, state = seat_of(transition, action), transition.state
    if state.clocks.ends(f"{state.seat_clock} {seat}") is None:
        raise OrderRefused(_why_not_away(transition, seat))
    transition.go_away(seat, by(action))
    banks = {other: timedelta(0) if other == seat else bank for other, bank in transition.state.clocks.banks.items()}
    transition.change(clocks=replace(transition.state.clocks, banks=banks))


def _why_not_away(transition: AnyTransition, seat: Seat) -> Text:
    state = transition.state
    if seat in state.away:
        return say("{player} is already away.", player=Player(seat))
    if reason := transition.kind.why_not_awaited(state, seat):
        return reason
    if state.clocks.pause:
        return say("No clocks run during a pause. End the pause first.")
    return say("{player} is on vacation, and the game waits for them.", player=Player(seat))


def _replace_player(transition: AnyTransition, action: StaffAction) -> None:
    """Give the seat to another player, without the standing orders, vacations and hours of the former one."""
    seat = seat_of(transition, action)
    for field in ("away", "would_pause", "would_void", "extended"):
        transition.forget(field, seat)
    standing.forget(transition, seat)
    clocks: Clocks = transition.state.clocks.set(f"wait {seat}", WAITS_AT_MOST)
    transition.change(clocks=replace(clocks, vacations=tuple(one for one in clocks.vacations if one.seat != seat)))
    transition.change(hours={other: theirs for other, theirs in transition.state.hours.items() if other != seat})
    transition.kind.hand_over(transition, seat)
    transition.happened(Replaced(**vars(by(action))), seat)
    transition.kind.sits_down(transition, seat)
