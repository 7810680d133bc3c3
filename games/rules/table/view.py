"""What one reader may know of a game with turns. A kind gives its own pieces; what all share is put together here."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.rules.kind import Due, Json, Seat
from games.rules.messages import Message, Player, say
from games.rules.said import AGREEING, until_the_hard_end
from games.rules.showing import ClockView, Offer, Panel, SeatView, Sign
from games.rules.table.state import TurnState
from games.rules.table.ticks import first_due
from games.rules.wishes import offered


@dataclass(frozen=True)
class TurnView:
    """One reader's view. `facts` are the kind's own part of what the API says, flat; `panels` what pages and mails draw."""

    phase: str
    ending: str
    round: int
    turn: int
    pool: int
    seats: tuple[SeatView, ...]
    next: Due | None
    why: tuple[Message, ...]
    waiting_for: Mapping[Seat, Message]
    paused: bool
    offers: tuple[Offer, ...]
    clocks: tuple[ClockView, ...]
    sign: Sign
    mark: tuple[str, bool]
    panels: tuple[Panel, ...]
    facts: Mapping[str, Json]


def seat_view(state: TurnState, seat: Seat, own: Iterable[Message]) -> SeatView:
    """A seat with the kind's own remarks and those on where its player is."""
    if state.phase == "finished" or seat in state.resigned:
        says = [say("resigned")] if seat in state.resigned else []
        return SeatView(seat, seen=True, away=False, resigned=seat in state.resigned, says=(*own, *says))
    says = [*own]
    if state.vacation_of(seat):
        says.append(say("on vacation"))
    if seat in state.away:
        says.append(say("away"))
    elif seat in state.awaited:
        says.append(say("to move"))
    if seat in state.would_pause and not state.clocks.pause:
        says.append(say("would like a pause"))
    if seat in state.would_void:
        says.append(say("would like to call the game off"))
    return SeatView(seat, seen=True, away=seat in state.away, resigned=False, says=tuple(says))


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


def next_due(state: TurnState, own: Iterable[Due]) -> Due | None:
    """What happens by itself next, but that a vacation begins or ends."""
    due = first_due(state, own)
    return due if due and due.what != "vacation" else None


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


def leaving(state: TurnState, seat: Seat) -> tuple[Offer, ...]:
    """The orders that every game with turns has: being back, what all can agree on, and going for good."""
    is_gone = seat in state.away or state.vacation_of(seat) is not None
    back = (Offer("LOOK", say("I am back")),) if is_gone else ()
    agreeing = (Offer(verb, say(AGREEING[verb])) for verb in offered(state, seat))
    return (*back, *agreeing, Offer("RESIGN", say("Resign")))
