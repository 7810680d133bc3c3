"""Lexicon Crossing as the server hosts it: the one object outside rooms know."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from games.rules.crossing import deal, play, tell, ticks, view, wording
from games.rules.crossing.options import PRESETS, Options
from games.rules.crossing.orders import grammar
from games.rules.crossing.ranks import ranks
from games.rules.crossing.record import read_record
from games.rules.crossing.state import State
from games.rules.crossing.verify import verify
from games.rules.kind import Due, Event, Joining, Json, Kind, Order, Reading, Resources, Seat, Step
from games.rules.messages import Message
from games.rules.reading import Grammar, read
from games.rules.words import WordList


class Crossing(Kind):
    """Everyone builds a crossword of their own; a green light deals a tile to all."""

    key = "crossing"
    name = "Lexicon Crossing"
    seats = (2, 12)
    format = 1
    state_type = State
    options_type = Options
    presets = PRESETS
    verbs = view.VERBS
    most_telling = ("tile_set", "see_within")
    labels = wording.LABELS
    comes = wording.COMES

    def set_up(self, seats: int, options: Options) -> Sequence[Message]:
        return deal.check_set_up(seats, options).warnings

    def start(self, seats: Sequence[Joining], options: Options, resources: Resources, now: datetime) -> Step:
        return deal.start(seats, options, resources, now)

    def grammar(self, options: Options) -> Grammar:
        return grammar(options)

    def read(self, text: str, options: Options) -> Reading:
        return read(text, grammar(options))

    def play(self, state: State, seat: Seat, order: Order, resources: Resources, now: datetime) -> Step:
        return play.play(state, seat, order, resources, now)

    def due(self, state: State) -> Due | None:
        return ticks.due(state)

    def tick(self, state: State, resources: Resources) -> Step:
        return ticks.tick(state, resources)

    def awaiting(self, state: State, seat: Seat | None = None) -> Mapping[Seat, Message]:
        return view.awaiting(state, seat)

    def resign(self, state: State, seat: Seat, resources: Resources, now: datetime) -> Step:
        return play.play(state, seat, Order("LEAVE"), resources, now)

    def view(self, state: State, seat: Seat | None, words: WordList) -> view.CrossingView:
        return view.view(state, seat, words)

    def tell(self, state: State, event: Event, seat: Seat | None) -> dict[str, Any] | None:
        return tell.tell(state, event, seat)

    def word(self, facts: Mapping[str, Any], seat: Seat | None) -> Message | None:
        return wording.word(facts, seat)

    def ranks(self, state: State) -> Any:
        return ranks(state)

    def verify(self, record: Json) -> None:
        verify(read_record(record))
