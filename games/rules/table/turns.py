"""Games in which orders are awaited from some seats: how long for, what falls due of them, and whose move it is, in words.

Pauses, absence, vacations and the end stand in the files beside this one, which every table shares."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal

from games.rules.kind import Due, Seat
from games.rules.messages import Message, Player, say, template
from games.rules.options import DAY, duration, vacations
from games.rules.said import until_the_hard_end
from games.rules.showing import ClockView, Sign
from games.rules.table.state import TurnState

# --- how long a move may take -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TurnOptions:
    """A kind's own options stand in a class below this one. Durations in seconds."""

    move_within: int = duration(
        3 * DAY, say("Move within"), say("How soon a player should move; then it is done for them.")
    )
    vacation: Literal["waits", "passes"] = vacations()

    def span(self, name: str) -> timedelta:
        return timedelta(seconds=getattr(self, name))


PACES: dict[str, dict[str, Any]] = {
    "daily": {},
    "leisurely": {"move_within": 7 * DAY},
    "live": {"move_within": 600},
}
PACE_SAYS = {
    "daily": template("Look in once or twice a day. Who lets their time run out holds nobody up for long."),
    "leisurely": template("Look in every few days: nobody is hurried, and a game may take a season."),
    "live": template("Everyone is at the table at once: a few minutes for each move, done in an evening."),
}


# --- what falls due ---------------------------------------------------------------------------------------------------


def due_of_awaited(state: TurnState) -> Iterator[Due]:
    """That an awaited seat is late, or is away for a vacation that passes or has used up its allowance."""
    for seat in state.awaited:
        if seat in state.away:
            yield Due(state.now, "late", seat)
        elif seat in state.live:
            yield from _of_awaited(state, seat)


def _of_awaited(state: TurnState, seat: int) -> Iterator[Due]:
    passes = state.vacation_of(seat) is not None and not state.waits_for_vacation_of(seat)
    if passes:
        yield Due(state.now, "away", seat)
    if at := state.clocks.ends(f"wait {seat}"):
        yield Due(at, "away", seat)
    if at := state.clocks.ends(f"move {seat}"):
        yield Due(at, "late", seat, deadline=True)


# --- whose move it is -------------------------------------------------------------------------------------------------


def why(state: TurnState, reader: Seat | None) -> tuple[Message, ...]:
    """Who is waited for, and until when."""
    if state.phase == "finished":
        return (say("The game is over."),)
    return (*_before_the_hard_end(state, reader), *until_the_hard_end(state.clocks))


def _before_the_hard_end(state: TurnState, reader: Seat | None) -> tuple[Message, ...]:
    if pause := state.clocks.pause:
        if pause.ends:
            return (
                say("The players have paused the game. Any of them can go on; it ends by itself {at}.", at=pause.ends),
            )
        return (say("The staff has paused the game and will end the pause."),)
    awaited = [seat for seat in state.awaited if seat in state.waited_for]
    if not awaited:
        return (say("Nobody is waited for."),)
    if vacations := [seat for seat in awaited if state.waits_for_vacation_of(seat)]:
        if vacations == [reader]:
            return (say("You are on vacation, and the game waits until you look."),)
        others = tuple(Player(seat) for seat in vacations if seat != reader)
        return (say("The game waits for the vacation of {players}.", players=others),)
    at = max((ends for seat in awaited if (ends := state.clocks.ends(f"move {seat}"))), default=state.now)
    return (*_who_is_to_move(awaited, reader), say("Nobody is waited for longer than {at}.", at=at))


def _who_is_to_move(awaited: list[Seat], reader: Seat | None) -> tuple[Message, ...]:
    others = tuple(Player(seat) for seat in awaited if seat != reader)
    if not others:
        return (say("It is your move."),)
    if reader in awaited:
        return (say("You and {players} are to move.", players=others),)
    if len(others) == 1:
        return (say("It is {player}’s move.", player=others[0]),)
    return (say("{players} are to move.", players=others),)


def clocks(state: TurnState, reader: Seat | None) -> tuple[ClockView, ...]:
    """The clocks of those who are to move, the reader's own first, and that of a pause."""
    if state.phase == "finished":
        return ()
    if pause := state.clocks.pause:
        if pause.ends is None:
            return ()
        return (ClockView(say("The pause"), pause.ends, say("ends by itself {at}", at=pause.ends)),)
    shown = []
    for seat in sorted(state.awaited, key=lambda seat: seat != reader):
        if at := state.clocks.ends(f"move {seat}"):
            label = say("Your move") if seat == reader else say("{player}’s move", player=Player(seat))
            shown.append(ClockView(label, at, say("until {at}", at=at), seat=seat))
    return tuple(shown[:2])


def sign(state: TurnState, reader: Seat | None, own: Message | None) -> Sign:
    """The disc over the table; `own` is what a kind would rather say of the moment."""
    if state.phase == "finished":
        return Sign("✓", say("The game is over"))
    if state.clocks.pause:
        return Sign("II", say("Paused"))
    is_on = reader in state.awaited
    if own is None:
        awaited = [seat for seat in state.awaited if seat in state.waited_for]
        if is_on:
            own = say("Your move")
        elif len(awaited) == 1:
            own = say("{player}’s move", player=Player(awaited[0]))
        else:
            own = say("Several are to move")
    return Sign("▶" if is_on else "·", own, "green" if is_on else "", is_on)
