"""The smallest game there can be: each player counts in turn, and the first to reach three wins."""

from dataclasses import dataclass

from games.rules.facts import Facts
from games.rules.panels import Offer
from games.rules.table.state import TurnState
from games.rules.table.turn_kind import TurnKind
from games.rules.table.turns import TurnOptions, check_awaited
from games.rules.table.verbs import Happening, Verb, an_order, lines, to_all
from games.rules.texts import say


@dataclass(frozen=True, kw_only=True)
class State(TurnState):
    options: TurnOptions


class Count(Facts):
    verb = "COUNT"


class Counted(Facts):
    verb = "count"


class Skipped(Facts):
    verb = "skip"


class Dealt(Facts):
    verb = "deal"
    first: int


def count(transition, seat, facts):
    transition.put("points", seat, transition.state.points[seat] + 1)
    transition.happened(Counted(), seat)
    if transition.state.points[seat] == 3:
        transition.finish()
    else:
        transition.await_orders(transition.state.next_after(seat))


class Counting(TurnKind):
    key = "counting"
    name = "Counting"
    seats = (2, 4)
    state_type = State
    options_type = TurnOptions
    most_telling = ()
    opening = ("Count.",)
    verbs = (
        Verb(
            facts=Count,
            check=check_awaited,
            carry_out=count,
            offer=lambda state, seat, refusal: Offer("COUNT", say("Count"), refusal),
            help={"COUNT": "say the next number"},
        ),
    )
    happenings = (
        Happening(facts=Dealt, tells=to_all("start"), begins_a_turn=True),
        Happening(facts=Counted, says=lines(others="{player} counted."), came_of=an_order(Count())),
        Happening(facts=Skipped),
    )

    def begin(self, transition):
        first = transition.chance.below(transition.state.seats)
        transition.happened(Dealt(first))
        transition.await_orders(first)

    def run_out(self, transition, seat):
        transition.happened(Skipped(), seat)
        transition.await_orders(transition.state.next_after(seat))

    def has_left(self, transition, seat):
        if seat in transition.state.awaited:
            transition.await_orders(transition.state.next_after(seat))

    def panels(self, state, seat):
        return ()

    def tiles(self, options):
        return {}
