"""The handshake game as the server hosts it: the one object outside rooms know."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import ClassVar

from games.rules.chance import Chance
from games.rules.handshake import doubting, robot, rounds, view
from games.rules.handshake.claiming import CLAIM, FILED
from games.rules.handshake.options import PACES, Options
from games.rules.handshake.rounds import Transition
from games.rules.handshake.state import State
from games.rules.kind import Json, Order, Seat
from games.rules.messages import Text, template
from games.rules.showing import Panel
from games.rules.table.turns import TurnKind
from games.rules.table.view import TurnView
from games.rules.vocabulary import Vocabulary

NAME = template("The Handshake Game")
SAYS = template(
    "Whose hand did you shake, and whose had they shaken before? Claim it; the others doubt, and vote for the one they "
    "like best. Three rounds, no letters at all."
)
OPENING = (
    template(
        "In each of three rounds, claim a handshake: whose hand you shook, when and where, and whose hand they had "
        "shaken before, or who had refused theirs; or a handshake refused to you. All claims are shown at once. Then "
        "doubt the ones you do not believe: if most of the others do too, the claim is void, and if not, your doubt "
        "costs a point. Then vote for the one you like best: each vote is a point."
    ),
)


class Handshake(TurnKind[State, Options]):
    """Three rounds of claims to have shaken a hand that shook a famous one; the table doubts and votes."""

    key = "handshake"
    name = NAME
    says = SAYS
    seats = (3, 12)
    state_type = State
    options_type = Options
    paces = PACES
    most_telling = ("move_within",)
    verbs = (CLAIM, *doubting.VERBS)
    happenings = (FILED, *doubting.HAPPENINGS, *rounds.HAPPENINGS)
    opening = OPENING
    has_words = False
    has_draws = False
    practice: ClassVar = {}

    def begin(self, transition: Transition) -> None:
        rounds.begin(transition)

    def run_out(self, transition: Transition, seat: Seat) -> None:
        rounds.has_spoken(transition, seat)

    def time_for(self, state: State, seat: Seat) -> timedelta:
        return state.options.span(rounds.OPEN_FOR[state.stage])

    def left(self, transition: Transition, seat: Seat, *, was_awaited: bool) -> None:
        rounds.left(transition, seat)

    def panels(self, state: State, seat: Seat | None) -> tuple[Panel, ...]:
        return view.panels(state, seat)

    def awaits(self, state: State, seat: Seat) -> Text:
        return view.ASKED[state.stage]

    def moment(self, state: State, seat: Seat | None) -> Text | None:
        return view.moment(state)

    def own_facts(self, state: State, seat: Seat | None) -> dict[str, Json]:
        return view.facts(state, seat)

    def move_of_robot(self, view: TurnView, seat: Seat, vocabulary: Vocabulary, chance: Chance) -> Sequence[Order]:
        return robot.move(view, seat, chance)

    def tiles(self, options: Options) -> Mapping[str, int]:
        return {}
