"""Crosslet as the server hosts it: the one object outside rooms know."""

from collections.abc import Mapping, Sequence

from games.rules.chance import Chance
from games.rules.crosslet import play, robot, view, wording
from games.rules.crosslet.boards import BARE
from games.rules.crosslet.gcg import gcg
from games.rules.crosslet.options import Options
from games.rules.crosslet.orders import grammar
from games.rules.crosslet.state import State
from games.rules.fixed_board import with_signs
from games.rules.kind import Json, Order, OrderRefused, Seat
from games.rules.messages import Message, say
from games.rules.places import cell_at
from games.rules.reading import Grammar
from games.rules.showing import Offer, Panel
from games.rules.table.turns import TurnCourse, TurnKind
from games.rules.table.view import TurnView
from games.rules.vocabulary import Vocabulary
from games.rules.words import WordList


class Crosslet(TurnKind):
    """One board, open racks, and plays in as many lines as one likes."""

    key = "crosslet"
    name = "Crosslet"
    says = wording.SAYS
    seats = (2, 4)
    state_type = State
    options_type = Options
    most_telling = ("board", "recycle_blank", "blank_scores")
    commands = wording.COMMANDS
    opening = wording.OPENING
    notations = {"gcg": gcg}
    orders = {"GRID": play.lay, "EXCHANGE": play.exchange, "SWAP": play.swap}

    def grammar(self, options: Options) -> Grammar:
        return grammar(options)

    def tiles(self, options: Options) -> Mapping[str, int]:
        return play.TILES.counts

    def pool(self, state: State) -> int:
        return len(state.bag)

    def begin(self, course: TurnCourse[State]) -> None:
        play.begin(course)

    def check_own(self, verb: str, state: State, seat: Seat) -> None:
        if verb == "SWAP" and not state.options.recycle_blank:
            raise OrderRefused(say("At this table blanks stay where they lie."))
        self.check_is_awaited(state, seat)

    def run_out(self, course: TurnCourse[State], seat: Seat) -> None:
        play.run_out(course, seat)

    def left(self, course: TurnCourse[State], seat: Seat, *, was_awaited: bool) -> None:
        play.left(course, seat, was_awaited=was_awaited)

    def panels(self, state: State, seat: Seat | None, words: WordList) -> tuple[Panel, ...]:
        return view.panels(state, seat)

    def offers(self, state: State, seat: Seat) -> tuple[Offer, ...]:
        try:
            self.check_is_awaited(state, seat)
        except OrderRefused as refused:
            return view.offers(state, seat, refused.why)
        return view.offers(state, seat, None)

    def awaits(self, state: State, seat: Seat) -> Message:
        return say("a play, or EXCHANGE")

    def own_facts(self, state: State, seat: Seat | None) -> dict[str, Json]:
        return view.facts(state)

    def own_word(self, facts: Mapping[str, Json], reader: Seat | None) -> Message | None:
        return wording.own_word(facts, reader)

    def order_of(self, facts: Mapping[str, Json]) -> Order | None:
        match facts["verb"]:
            case "play":
                tiles = {cell_at(place): sign for place, sign in facts["tiles"].items()}
                return Order("GRID", {"layout": with_signs(BARE, tiles)})
            case "exchange":
                return Order("EXCHANGE", {"tiles": tuple(facts["returned"])})
            case "swap":
                return Order("SWAP", {"cells": tuple(facts["tiles"])})
            case _:
                return None

    def next_orders(self, view: TurnView, seat: Seat, vocabulary: Vocabulary, chance: Chance) -> Sequence[Order]:
        return robot.next_orders(view, seat, vocabulary, chance)
