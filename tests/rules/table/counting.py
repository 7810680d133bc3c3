"""The smallest game with turns, for tests of what all such games share: each counts in turn; three points win."""

from dataclasses import dataclass
from datetime import timedelta

from games.rules.chance import stream_key
from games.rules.facts import Facts
from games.rules.kind import Joining, Order, Resources, StaffAction
from games.rules.panels import Offer
from games.rules.table.state import TurnState
from games.rules.table.turn_kind import TurnKind
from games.rules.table.turns import TurnOptions, check_awaited
from games.rules.table.verbs import Happening, Verb, an_order, lines, to_all
from games.rules.texts import say
from games.rules.words import AnyWord
from tests.rules.position import DEAL, SEED, record_of

DAY = timedelta(days=1)
MOVE = timedelta(days=3)


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


class Table:
    """A game of it as orders and time take it on."""

    def __init__(self, seats=2, **options):
        self.kind, self.now = Counting(), DEAL
        self.resources = Resources(key=stream_key(SEED, [""] * seats), words=AnyWord())
        self.events = []
        self._take(self.kind.start([Joining()] * seats, TurnOptions(**options), self.resources, DEAL))

    def _take(self, step):
        self.state = step.state
        self.events += step.events

    def at(self, now):
        """Let time pass."""
        self.now = now
        while (due := self.kind.due(self.state)) and due.at <= now:
            self._take(self.kind.tick(self.state, self.resources))
        return self

    def play(self, seat, verb, **facts):
        self._take(self.kind.play(self.state, seat, Order(verb, facts), self.resources, self.now))
        return self.at(self.now)

    def govern(self, verb, seat=None, reason="", **facts):
        self._take(self.kind.govern(self.state, StaffAction(verb, reason, seat, **facts), self.resources, self.now))
        return self.at(self.now)

    def says(self, reader=None):
        """The last thing that happened, in words."""
        return str(self.kind.word(self.kind.tell(self.state, self.events[-1], reader), reader))

    def vacation(self, seat, starts, ends):
        return self.play(seat, "VACATION", starts=starts.isoformat(), ends=ends.isoformat())

    @property
    def to_move(self):
        (seat,) = self.state.awaited
        return seat

    @property
    def other(self):
        return self.state.next_after(self.to_move)

    def happened(self, verb):
        return [(event.seat, event.at) for event in self.events if event.verb == verb]

    @property
    def record(self):
        return record_of(self)
