"""Crosslet as the server hosts it: the one object outside rooms know."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.rules.chance import Chance
from games.rules.crosslet import play, robot, turns, view
from games.rules.crosslet.boards import BOARDS
from games.rules.crosslet.gcg import gcg
from games.rules.crosslet.options import Options
from games.rules.crosslet.state import State
from games.rules.kind import Json, Order, Seat
from games.rules.messages import Text, say, template
from games.rules.reading import Grammar
from games.rules.showing import Offer, Panel
from games.rules.table.turns import TurnKind, TurnTransition
from games.rules.table.view import TurnView
from games.rules.vocabulary import Vocabulary
from games.rules.words import WordList

BUTTONS = ("GRID", "SWAP", "EXCHANGE")  # a blank is taken before the turn ends


class Crosslet(TurnKind[State, Options]):
    """One board, open racks, and plays in as many lines as one likes."""

    key = "crosslet"
    name = "Crosslet"
    says = template(
        "One board, open racks, and plays in as many lines at once as one likes: all seven tiles may fall anywhere, if every "
        "run is a word. For two to four, by turns."
    )
    seats = (2, 4)
    state_type = State
    options_type = Options
    transition_type = turns.Transition
    most_telling = ("board", "recycle_blank", "blank_scores")
    opening = (
        template(
            "All lay tiles on one board, and all racks are open. A play may put any of your seven tiles anywhere, also in "
            "several lines at once, as long as every run is a word of the list “{words}” and all tiles hang together. Each "
            "new word scores. Instead of a play you may exchange tiles."
        ),
    )
    notations = {"gcg": gcg}
    verbs = play.VERBS
    happenings = (*turns.HAPPENINGS, *play.HAPPENINGS)

    def grammar(self, options: Options) -> Grammar:
        return replace(super().grammar(options), board=BOARDS[options.board])

    def tiles(self, options: Options) -> Mapping[str, int]:
        return turns.TILES.counts

    def pool(self, state: State) -> int:
        return len(state.bag)

    def begin(self, transition: TurnTransition[State]) -> None:
        turns.begin(transition)

    def run_out(self, transition: TurnTransition[State], seat: Seat) -> None:
        play.run_out(transition, seat)

    def left(self, transition: TurnTransition[State], seat: Seat, *, was_awaited: bool) -> None:
        turns.left(transition, seat, was_awaited=was_awaited)

    def panels(self, state: State, seat: Seat | None) -> tuple[Panel, ...]:
        return view.panels(state, seat)

    def buttons(self, state: State, seat: Seat, words: WordList) -> tuple[Offer, ...]:
        offers = super().buttons(state, seat, words)
        return tuple(sorted(offers, key=lambda one: BUTTONS.index(one.verb) if one.verb in BUTTONS else len(BUTTONS)))

    def awaits(self, state: State, seat: Seat) -> Text:
        return say("a play, or EXCHANGE")

    def own_facts(self, state: State, seat: Seat | None) -> dict[str, Json]:
        return view.facts(state)

    def move_of_robot(self, view: TurnView, seat: Seat, vocabulary: Vocabulary, chance: Chance) -> Sequence[Order]:
        return robot.move(view, seat, vocabulary, chance)
