"""Scannergram as the server hosts it: the one object outside rooms know."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import ClassVar

from games.rules.chance import Chance
from games.rules.facts import Facts
from games.rules.kind import Due, Json, Order, Seat, UnreadableRecord
from games.rules.messages import Text, say, template
from games.rules.reading import Grammar
from games.rules.scannergram import bidding, robot, rounds, solving, view
from games.rules.scannergram.daily import Daily
from games.rules.scannergram.drawing import make_start, recorded_start
from games.rules.scannergram.options import PACES, Options
from games.rules.scannergram.rounds import Dealt, GridCourse
from games.rules.scannergram.state import POOL, WINDOW, State
from games.rules.scannergram.tiles import COUNTS
from games.rules.showing import Panel
from games.rules.table.turns import COMES, TurnKind
from games.rules.table.view import TurnView
from games.rules.vocabulary import Vocabulary


class Scannergram(TurnKind[State, Options]):
    """All see one grid and one new tile, and bid for the longest word that will hold it."""

    key = "scannergram"
    name = "Scannergram"
    says = template(
        "All look at one grid and one new tile, and bid for the longest word that will hold it once the grid is rearranged. "
        "For two to eight; a puzzle each round, and nobody waits for a turn."
    )
    seats = (2, 8)
    state_type = State
    options_type = Options
    paces = PACES
    most_telling = ("bid_within", "live")
    comes: ClassVar[Mapping[str, str]] = {
        **COMES,
        "window": template("the bidding ends and the highest bid is judged"),
    }
    opening = (
        template(
            "A grid of 20 tiles lies in the middle; each round turns up one tile more. Bid the length of the longest word that "
            "will hold the new tile once you have rearranged the grid, and send that grid along, sealed, with every word it "
            "creates. All tiles are used and every run is a word of the list “{words}”. The highest bid is opened: 1 point if "
            "all is right, 1 point less if not. Five points win."
        ),
    )
    practice = robot.PRACTICE
    daily = Daily()
    verbs = (bidding.BID, solving.CALL, solving.GRID_ALONE, bidding.PASS)
    happenings = (*rounds.HAPPENINGS, *bidding.HAPPENINGS, *solving.HAPPENINGS)
    own_ticks = ("window", "late")

    def grammar(self, options: Options) -> Grammar:
        """One for mail, web and API: there are no blanks, so the case of letters means nothing."""
        return replace(super().grammar(options), letters=str.upper, combine=solving.combine)

    def tiles(self, options: Options) -> Mapping[str, int]:
        return COUNTS

    def begin(self, transition: GridCourse) -> None:
        rounds.begin(transition, make_start(transition.chance, transition.words))

    def as_recorded(self, facts: Sequence[Facts | None]) -> "Scannergram":
        """With the start of its record, which names no word list from which to make one."""
        match facts:
            case [Dealt() as deal, *_]:
                return _AsRecorded(deal)
            case [_, *_]:
                raise UnreadableRecord("events.1: is to be a deal, with lists of texts as its draws and its layout")
        return self

    def run_out(self, transition: GridCourse, seat: Seat) -> None:
        bidding.run_out(transition, seat)

    def time_for(self, state: State, seat: Seat) -> timedelta:
        return bidding.time_for(state)

    def left(self, transition: GridCourse, seat: Seat, *, was_awaited: bool) -> None:
        bidding.left(transition, seat)

    def own_due(self, state: State) -> Iterable[Due]:
        if at := state.clocks.ends(WINDOW):
            yield Due(at, "window", deadline=True)

    def own_tick(self, transition: GridCourse, due: Due) -> None:
        bidding.window_closes(transition)

    def panels(self, state: State, seat: Seat | None) -> tuple[Panel, ...]:
        return view.panels(state, seat)

    def awaits(self, state: State, seat: Seat) -> Text:
        return say("the solution") if state.is_solving else say("a bid, or PASS")

    def moment(self, state: State, seat: Seat | None) -> Text | None:
        return view.moment(state, seat)

    def own_facts(self, state: State, seat: Seat | None) -> dict[str, Json]:
        return view.facts(state, seat)

    def pool(self, state: State) -> int:
        return len(state.bags[POOL])

    def move_of_robot(self, view: TurnView, seat: Seat, vocabulary: Vocabulary, chance: Chance) -> Sequence[Order]:
        return robot.move(view, seat, vocabulary, chance)


class _AsRecorded(Scannergram):
    def __init__(self, deal: Dealt) -> None:
        self.deal = deal

    def begin(self, transition: GridCourse) -> None:
        draws, exchanged, rows = self.deal.draws, self.deal.exchanged, self.deal.layout
        start = recorded_start(transition.chance, transition.words, draws=draws, exchanged=exchanged, rows=rows)
        rounds.begin(transition, start)
