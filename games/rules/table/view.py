"""What one reader may know of a table: what all share. A kind gives its own pieces; whose move it is says `turns`."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from games.rules.clocks import Clocks
from games.rules.kind import Due, Json, Seat
from games.rules.messages import Text, say
from games.rules.showing import ClockView, Offer, Panel, SeatView, Sign, TeamView
from games.rules.table.state import TableState


@dataclass(frozen=True, kw_only=True)
class View:
    """What every view holds; a kind's own stands in a class below this one. `panels` are what pages and mails draw; `teams` are
    there at the end, best first; `lies_open` says that boards which were their players' own lie open for all, and nobody
    arranges one any more."""

    phase: str
    ending: str
    round: int
    turn: int
    pool: int
    seats: tuple[SeatView, ...]
    next: Due | None
    why: tuple[Text, ...]
    waiting_for: Mapping[Seat, Text]
    paused: bool
    offers: tuple[Offer, ...]
    clocks: tuple[ClockView, ...]
    sign: Sign
    mark: tuple[str, bool]
    panels: tuple[Panel, ...] = ()
    teams: tuple[TeamView, ...] = ()
    lies_open: bool = False

    def allows(self, verb: str) -> bool:
        """Whether its reader may give this order now."""
        return any(offer.verb == verb and offer.refusal is None for offer in self.offers)


@dataclass(frozen=True, kw_only=True)
class TurnView(View):
    """`facts` are the kind's own part of what the API says, flat."""

    facts: Mapping[str, Json]


def remarks(state: TableState, seat: Seat, *, here: Iterable[Text], own: Iterable[Text] = ()) -> Iterator[Text]:
    """Short remarks on where a seat's player stands: what is said of one who is `here`, and the kind's `own`."""
    if seat in state.resigned:
        yield say("resigned")
    if state.phase == "finished" or seat in state.resigned:
        return
    if state.vacation_of(seat):
        yield say("on vacation")
    if seat in state.away:
        yield say("away")
    else:
        yield from here
    yield from own
    if seat in state.would_pause and not state.clocks.pause:
        yield say("would like a pause")
    if seat in state.would_void:
        yield say("would like to call the game off")


def why_nothing_happens(
    state: TableState, running: Callable[[], Iterable[Text]], *, beside: Iterable[Text] = ()
) -> tuple[Text, ...]:
    """Why nothing happens: of a game whose clocks are `running` the kind says it, and what it says `beside` that."""
    pause = state.clocks.pause
    if state.phase == "finished":
        return (say("The game is over."),)
    if pause is None:
        sentences = tuple(running())
    elif pause.ends:
        by_players = say(
            "The players have paused the game. Any of them can go on; it ends by itself {at}.", at=pause.ends
        )
        sentences = (by_players,)
    else:
        sentences = (say("The staff has paused the game and will end the pause."),)
    return (*sentences, *beside, *until_the_hard_end(state.clocks))


def until_the_hard_end(clocks: Clocks) -> tuple[Text, ...]:
    """By when the game ends, where that was set."""
    return (say("The game ends by {at} at the latest.", at=clocks.hard_end),) if clocks.hard_end else ()
