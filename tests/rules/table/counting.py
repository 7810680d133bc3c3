"""The example game of the documentation, played by orders and time, for tests of what all games with turns share."""

from datetime import timedelta

from docs.contributors.counting import Counting
from games.rules.chance import stream_key
from games.rules.table.turns import TurnOptions
from games.rules.values import Joining, Order, Resources, StaffAction
from games.rules.words import AnyWord
from tests.rules.position import DEAL, SEED, record_of

DAY = timedelta(days=1)
MOVE = timedelta(days=3)


class Table:
    """One example game, played by orders and time."""

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
