"""Lexicon Crossing as the server hosts it: the one object outside rooms know."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar

from games.rules.chance import Chance
from games.rules.crossing import governing, orders, robot, ticks, view, wording
from games.rules.crossing.options import BEGINNINGS, GROUPS, MEANT_FOR, PACES, Options, why_unrated
from games.rules.crossing.orders import grammar
from games.rules.crossing.record import read_record
from games.rules.crossing.results import ranks
from games.rules.crossing.set_ups import check_set_up, set_ups
from games.rules.crossing.state import State
from games.rules.crossing.verify import verify
from games.rules.crossing.view import CrossingView, facts
from games.rules.kind import (
    Act,
    Deadline,
    Due,
    Event,
    Joining,
    Json,
    Kind,
    Order,
    Rank,
    Reading,
    Resources,
    Seat,
    SetUps,
    Step,
)
from games.rules.messages import Message
from games.rules.reading import Grammar, read
from games.rules.tiles import parse_tile_set
from games.rules.vocabulary import Vocabulary
from games.rules.words import WordList


class Crossing(Kind):
    """Everyone builds a crossword of their own; a green light deals a tile to all."""

    key = "crossing"
    name = "Lexicon Crossing"
    says = wording.SAYS
    seats = (2, 12)
    format = 1
    state_type = State
    options_type = Options
    paces = PACES
    pace_says = wording.PACE_SAYS
    clocks = ("see_within", "see_bank", "leeway", "grace")
    groups = GROUPS
    needs = MEANT_FOR
    most_telling = ("tile_set", "see_within")
    comes = wording.COMES
    word_list = "open"
    keeps_layouts = True
    of_its_turn = frozenset({"GREEN", "RED", "JAYWALK", "OFFER", "UNOFFER", "ACCEPT", "DECLINE SWAP", "CHALLENGE"})
    commands = wording.COMMANDS
    widest: ClassVar[Mapping[str, Json]] = {
        "teams": "AB",
        "word_check": "challenge",
        "jaywalk_tiles": 2,
        "face_up": True,
    }
    opening = wording.OPENING
    widest_spread = 2
    unrecorded = frozenset(wording.ABOUT_SWAPS)
    has_draws = True
    notations: ClassVar[Mapping[str, Callable[[Any, Sequence[str]], str]]] = {}
    practice = robot.PRACTICE
    beginnings = BEGINNINGS

    def opening_with(self, options: Options) -> Sequence[str]:
        return wording.OPENING_WITH_CHALLENGES if options.words_are_challenged else wording.OPENING

    def set_up(self, seats: int, options: Options) -> Sequence[Message]:
        return check_set_up(seats, options).warnings

    def set_ups(self, seats: int, options: Options) -> SetUps:
        return set_ups(seats, options)

    def why_unrated(self, options: Options) -> Message | None:
        return why_unrated(options)

    def start(self, seats: Sequence[Joining], options: Options, resources: Resources, now: datetime) -> Step:
        return ticks.start(seats, options, resources, now)

    def grammar(self, options: Options) -> Grammar:
        return grammar(options)

    def read(self, text: str, options: Options) -> Reading:
        return read(text, grammar(options))

    def play(self, state: State, seat: Seat, order: Order, resources: Resources, now: datetime) -> Step:
        return orders.play(state, seat, order, resources, now)

    def due(self, state: State) -> Due | None:
        return ticks.due(state)

    def tick(self, state: State, resources: Resources) -> Step:
        return ticks.tick(state, resources)

    def awaiting(self, state: State, seat: Seat | None = None) -> Mapping[Seat, Message]:
        return view.awaiting(state, seat)

    def resign(self, state: State, seat: Seat, resources: Resources, now: datetime) -> Step:
        return orders.play(state, seat, Order("LEAVE"), resources, now)

    def govern(self, state: State, act: Act, resources: Resources, now: datetime) -> Step:
        return governing.govern(state, act, resources, now)

    def view(self, state: State, seat: Seat | None, words: WordList) -> CrossingView:
        return view.view(state, seat, words)

    def tell(self, state: State, event: Event, seat: Seat | None) -> dict[str, Any] | None:
        return wording.tell(state, event, seat)

    def word(self, facts: Mapping[str, Any], seat: Seat | None) -> Message | None:
        return wording.word(facts, seat)

    def came_of(self, verb: str, told: Sequence[Mapping[str, Any]], seat: Seat) -> Sequence[Message]:
        return wording.came_of(verb, told) or super().came_of(verb, told, seat)

    def ranks(self, state: State) -> Sequence[Rank]:
        return ranks(state)

    def deadlines(self, state: State, seat: Seat) -> Iterable[Deadline]:
        return ticks.deadlines(state, seat)

    def unseen_tiles(self, state: State, seat: Seat) -> str:
        return state.mailed(seat)

    def facts(self, state: State, view: CrossingView, seat: Seat | None) -> dict[str, Json]:
        return facts(state, view, seat)

    def tiles(self, options: Options) -> Mapping[str, int]:
        return parse_tile_set(options.tile_set).counts

    def next_orders(self, view: CrossingView, seat: Seat, vocabulary: Vocabulary, chance: Chance) -> Sequence[Order]:
        return robot.next_orders(view, seat, vocabulary, chance)

    def left_to_people(self, view: CrossingView, seat: Seat, patience: timedelta) -> Mapping[str, datetime | None]:
        return robot.left_to_people(view, seat, patience)

    def verify(self, record: Json) -> None:
        verify(read_record(record))
