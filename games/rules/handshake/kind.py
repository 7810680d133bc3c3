"""The handshake game as the server hosts it: the one object outside rooms know."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import ClassVar

from games.rules.chance import Chance
from games.rules.handshake import play, robot, rounds, view, wording
from games.rules.handshake.options import PACES, Options
from games.rules.handshake.orders import grammar
from games.rules.handshake.rounds import Course
from games.rules.handshake.state import State
from games.rules.kind import Json, Order, Seat
from games.rules.messages import Message
from games.rules.reading import Grammar
from games.rules.showing import Offer, Panel
from games.rules.table.turns import TurnKind
from games.rules.table.view import TurnView
from games.rules.vocabulary import Vocabulary
from games.rules.words import WordList

HIDDEN_FACTS = {"claim", "doubt", "vote"}


class Handshake(TurnKind):
    """Three rounds of claims to have shaken a hand that shook a famous one; the table doubts and votes."""

    key = "handshake"
    name = wording.NAME
    says = wording.SAYS
    seats = (3, 12)
    state_type = State
    options_type = Options
    paces = PACES
    most_telling = ("move_within",)
    orders: ClassVar = {"CLAIM": play.claim, "DOUBT": play.doubt, "VOTE": play.vote}
    commands = wording.COMMANDS
    opening = wording.OPENING
    has_words = False
    has_draws = False
    practice: ClassVar = {}

    def grammar(self, options: Options) -> Grammar:
        return grammar(options)

    def begin(self, course: Course) -> None:
        course.change(hands=dict.fromkeys(range(course.state.seats), ""))
        course.happened("deal")
        rounds.open_round(course)

    def check_own(self, verb: str, state: State, seat: Seat) -> None:
        play.check_stage(verb, state, seat)

    def run_out(self, course: Course, seat: Seat) -> None:
        play.run_out(course, seat)

    def time_for(self, state: State, seat: Seat) -> timedelta:
        return state.options.span(rounds.OPEN_FOR[state.stage])

    def left(self, course: Course, seat: Seat, *, was_awaited: bool) -> None:
        play.left(course, seat)

    def panels(self, state: State, seat: Seat | None, words: WordList) -> tuple[Panel, ...]:
        return view.panels(state, seat)

    def offers(self, state: State, seat: Seat) -> tuple[Offer, ...]:
        return view.offers(state, seat)

    def awaits(self, state: State, seat: Seat) -> Message:
        return view.ASKED[state.stage]

    def moment(self, state: State, seat: Seat | None) -> Message | None:
        return view.moment(state)

    def own_facts(self, state: State, seat: Seat | None) -> dict[str, Json]:
        return view.facts(state, seat)

    def hide(self, state: State, facts: dict[str, Json], reader: Seat | None) -> dict[str, Json] | None:
        """Others learn that somebody spoke, never what."""
        if facts["verb"] in HIDDEN_FACTS and facts["seat"] != reader:
            return {"verb": facts["verb"], "seat": facts["seat"]}
        return facts

    def own_word(self, facts: Mapping[str, Json], reader: Seat | None) -> Message | None:
        return wording.word(facts, reader)

    def order_of(self, facts: Mapping[str, Json]) -> Order | None:
        """The facts of what a player said are those of its order."""
        if facts["verb"] not in HIDDEN_FACTS:
            return None
        return Order(
            facts["verb"].upper(), {name: value for name, value in facts.items() if name not in ("verb", "seat")}
        )

    def next_orders(self, view: TurnView, seat: Seat, vocabulary: Vocabulary, chance: Chance) -> Sequence[Order]:
        return robot.next_orders(view, seat, chance)

    def tiles(self, options: Options) -> Mapping[str, int]:
        return {}
