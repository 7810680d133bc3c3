"""What one reader may know of a table: what all share. A kind gives its own pieces; whose move it is says `turns`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.rules.kind import Due, Json, Seat
from games.rules.messages import Message, say
from games.rules.said import AGREEING
from games.rules.showing import ClockView, Offer, Panel, SeatView, Sign
from games.rules.table.orders import agreeing
from games.rules.table.state import TableState
from games.rules.table.wording import ASKS


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


def seat_view(state: TableState, seat: Seat, own: Iterable[Message]) -> SeatView:
    """A seat with the kind's own remarks and those on where its player is."""
    if state.phase == "finished" or seat in state.resigned:
        says = [say("resigned")] if seat in state.resigned else []
        return SeatView(seat, seen=True, away=False, resigned=seat in state.resigned, says=(*own, *says))
    says = [*own]
    if state.vacation_of(seat):
        says.append(say("on vacation"))
    if seat in state.away:
        says.append(say("away"))
    elif state.needs(seat):
        says.append(say("to move"))
    if seat in state.would_pause and not state.clocks.pause:
        says.append(say("would like a pause"))
    if seat in state.would_void:
        says.append(say("would like to call the game off"))
    return SeatView(seat, seen=True, away=seat in state.away, resigned=False, says=tuple(says))


def leaving(state: TableState, seat: Seat) -> tuple[Offer, ...]:
    """The orders that every game with turns has: being back, what all can agree on, and going for good."""
    is_gone = seat in state.away or state.vacation_of(seat) is not None
    back = (Offer("LOOK", say("I am back")),) if is_gone else ()
    wishes = (Offer(verb, say(AGREEING[verb]), asks=ASKS.get(verb)) for verb in agreeing(state, seat))
    return (*back, *wishes, Offer("RESIGN", say("Resign"), asks=ASKS["RESIGN"]))
