"""Scannergram as the server hosts it: the one object outside rooms know."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from games.rules.chance import Chance
from games.rules.kind import Due, Joining, Json, Order, Resources, Seat, Step, UnreadableRecord
from games.rules.messages import Message, say
from games.rules.reading import Grammar
from games.rules.scannergram import play, robot, view, wording
from games.rules.scannergram.daily import Daily
from games.rules.scannergram.drawing import make_start, recorded_start
from games.rules.scannergram.options import PACES, Options
from games.rules.scannergram.orders import grammar
from games.rules.scannergram.state import POOL, State
from games.rules.scannergram.tiles import COUNTS
from games.rules.showing import Offer, Panel
from games.rules.table.turns import TurnCourse, TurnKind
from games.rules.table.view import TurnView
from games.rules.vocabulary import Vocabulary
from games.rules.words import WordList


class Scannergram(TurnKind):
    """All see one grid and one new tile, and bid for the longest word that will hold it."""

    key = "scannergram"
    name = "Scannergram"
    says = wording.SAYS
    seats = (2, 8)
    state_type = State
    options_type = Options
    paces = PACES
    most_telling = ("bid_within", "live")
    comes = wording.COMES
    commands = wording.COMMANDS
    opening = wording.OPENING
    practice = robot.PRACTICE
    daily = Daily()
    orders = {"BID": play.bid, "PASS": play.pass_round, "CALL": play.call, "GRID": play.call}
    own_ticks = ("window", "late")

    def grammar(self, options: Options) -> Grammar:
        return grammar()

    def tiles(self, options: Options) -> Mapping[str, int]:
        return COUNTS

    def begin(self, course: TurnCourse[State]) -> None:
        play.begin(course, make_start(course.chance, course.words))

    def start_again(
        self, seats: Sequence[Joining], options: Options, resources: Resources, now: datetime, deal: Mapping[str, Json]
    ) -> Step:
        return _AsRecorded(deal).start(seats, options, resources, now)

    def check_own(self, verb: str, state: State, seat: Seat) -> None:
        play.check("CALL" if verb == "GRID" else verb, state, seat)

    def run_out(self, course: TurnCourse[State], seat: Seat) -> None:
        play.run_out(course, seat)

    def time_for(self, state: State, seat: Seat) -> timedelta:
        return play.time_for(state)

    def left(self, course: TurnCourse[State], seat: Seat, *, was_awaited: bool) -> None:
        play.left(course, seat)

    def own_due(self, state: State) -> Iterable[Due]:
        if at := state.clocks.ends(play.WINDOW):
            yield Due(at, "window", deadline=True)

    def own_tick(self, course: TurnCourse[State], due: Due) -> None:
        play.window_closes(course)

    def panels(self, state: State, seat: Seat | None, words: WordList) -> tuple[Panel, ...]:
        return view.panels(state, seat)

    def offers(self, state: State, seat: Seat) -> tuple[Offer, ...]:
        return view.offers(state, seat)

    def awaits(self, state: State, seat: Seat) -> Message:
        return say("the solution") if state.is_solving else say("a bid, or PASS")

    def moment(self, state: State, seat: Seat | None) -> Message | None:
        return view.moment(state, seat)

    def own_facts(self, state: State, seat: Seat | None) -> dict[str, Json]:
        return view.facts(state, seat)

    def pool(self, state: State) -> int:
        return len(state.bags[POOL])

    def hide(self, state: State, facts: dict[str, Json], reader: Seat | None) -> dict[str, Json] | None:
        return view.hide(facts, reader)

    def own_word(self, facts: Mapping[str, Json], reader: Seat | None) -> Message | None:
        return wording.own_word(facts, reader)

    def order_of(self, facts: Mapping[str, Json]) -> Order | None:
        match facts["verb"]:
            case "bid":
                return Order("BID", {name: facts[name] for name in ("length", "calls", "layout") if name in facts})
            case "opened":
                return Order("CALL", {name: facts[name] for name in ("calls", "layout")})
            case "pass":
                return Order("PASS")
            case _:
                return None

    def next_orders(self, view: TurnView, seat: Seat, vocabulary: Vocabulary, chance: Chance) -> Sequence[Order]:
        return robot.next_orders(view, seat, vocabulary, chance)


class _AsRecorded(Scannergram):
    """The game with the start of its record: a record names no word list from which to make one."""

    def __init__(self, deal: Mapping[str, Json]) -> None:
        self.draws, self.rows = (_texts(deal, name) for name in ("draws", "layout"))
        self.exchanged = _texts(deal, "exchanged") if "exchanged" in deal else []

    def begin(self, course: TurnCourse[State]) -> None:
        start = recorded_start(course.chance, course.words, draws=self.draws, exchanged=self.exchanged, rows=self.rows)
        play.begin(course, start)


def _texts(deal: Mapping[str, Json], name: str) -> list[str]:
    texts = deal.get(name)
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise UnreadableRecord(f"events.1.{name}: is to be a list of texts")
    return texts
