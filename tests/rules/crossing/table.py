"""A game of Lexicon Crossing in any position, by a line or two. No database.

Every word is a word unless a test says otherwise, so a layout is complete as soon as all tiles lie in one row."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from games.rules import registry
from games.rules.crossing.options import Options
from games.rules.kind import Act, Event, Joining, Order, OrderRefused, Resources
from games.rules.messages import Player
from games.rules.options import read_options
from games.rules.reading import in_order_of_play
from games.rules.words import AnyWord

ANNA, BORIS, CHLOE = 0, 1, 2
DMITRI = None  # looks on
NAMES = ("Anna", "Boris", "Chloe")
DEAL = datetime(2026, 11, 20, 12, tzinfo=UTC)
CROSSING = registry.kind("crossing")
SHORT = {"tile_set": "A2 B2 C2", "starting_tiles": 3}  # two players leave no pool: the first light is red
EVERY_TWO = {"tile_set": "E10 A10", "starting_tiles": 2}


class Words(frozenset[str]):
    """A list of just these words."""

    name = "test"
    sha256 = ""


@dataclass(frozen=True)
class Told:
    """An event, and how a reader is told of it: in words, or not at all."""

    event: Event
    says: str | None


@dataclass(frozen=True)
class Table:
    """A position, and all that has happened on the way; each verb gives the next position."""

    state: Any
    resources: Resources
    now: datetime
    events: tuple[Event, ...]

    # --- time ---------------------------------------------------------------------------------------------------------

    def wait(self, **span: float) -> "Table":
        """Let time pass, `minutes=5`; what falls due happens at its own instant."""
        return replace(self, now=self.now + timedelta(**span))._settled()

    def _settled(self) -> "Table":
        table = self
        while (due := CROSSING.due(table.state)) and due.at <= table.now:
            table = table._after(CROSSING.tick(table.state, table.resources))
        return table

    def _after(self, step: Any) -> "Table":
        return replace(self, state=step.state, events=(*self.events, *step.events))

    # --- orders -------------------------------------------------------------------------------------------------------

    def give(self, seat: int, verb: str, **facts: Any) -> "Table":
        """One order: what is due before it, the order, and what it made due."""
        table = self._settled()
        step = CROSSING.play(table.state, seat, Order(verb, facts), self.resources, self.now)
        return table._after(step)._settled()

    def govern(self, verb: str, seat: int | None = None, reason: str = "", **facts: Any) -> "Table":
        """One act of the staff: what is due before it, the act, and what it made due."""
        table = self._settled()
        step = CROSSING.govern(table.state, Act(verb, reason, seat, facts), self.resources, self.now)
        return table._after(step)._settled()

    def play(self, seat: int, text: str) -> "Table":
        """What a player wrote: `green`, `jaywalk E`."""
        table = self
        for order in in_order_of_play(CROSSING.read(text, self.state.options).orders):
            table = table.give(seat, order.verb, **order.facts)
        return table

    def look(self, *seats: int) -> "Table":
        table = self
        for seat in seats:
            table = table.give(seat, "LOOK")
        return table

    def all_seen(self) -> "Table":
        """Everybody has looked, at this instant, and so at what that released."""
        return self.look(*self.state.live).look(*self.state.live)

    def lay(self, seat: int, *rows: str) -> "Table":
        return self.give(seat, "GRID", layout=rows)

    def complete(self, *seats: int) -> "Table":
        """Their layouts hold every tile they have seen, in one row."""
        table = self
        for seat in seats:
            table = table.lay(seat, table.state.held(seat))
        return table

    def jaywalk(self, seat: int) -> "Table":
        return self.give(seat, "JAYWALK", tiles=(self.state.held(seat)[0],))

    def vacation(self, seat: int, *, after: timedelta, lasts: timedelta) -> "Table":
        """Declared now."""
        starts = self.now + after
        return self.give(seat, "VACATION", starts=starts.isoformat(), ends=(starts + lasts).isoformat())

    def refusal(self, seat: int, text: str) -> str:
        """Why this may not be done now; a test that calls this fails where it may. Nothing has changed."""
        before = self._settled().state
        try:
            self.play(seat, text)
        except OrderRefused as refused:
            assert self._settled().state == before
            return str(refused)
        raise AssertionError(f"{text!r} was not refused")

    def staff_refusal(self, verb: str, seat: int | None = None, **facts: Any) -> str:
        """Why the staff may not do this now; as `refusal`."""
        before = self._settled().state
        try:
            self.govern(verb, seat, **facts)
        except OrderRefused as refused:
            assert self._settled().state == before
            return str(refused)
        raise AssertionError(f"{verb} was not refused")

    # --- what one can ask ---------------------------------------------------------------------------------------------

    @property
    def happened(self) -> list[tuple[str, int | None]]:
        """All that happened but submissions, as (verb, seat)."""
        return [(event.verb, event.seat) for event in self.events if event.verb != "submit"]

    def since(self, before: "Table") -> list[tuple[str, int | None]]:
        """What happened after an earlier position."""
        return [(event.verb, event.seat) for event in self.events[len(before.events) :] if event.verb != "submit"]

    def last(self, verb: str) -> Event:
        return next(event for event in reversed(self.events) if event.verb == verb)

    def when(self, verb: str) -> timedelta:
        """How long after the deal it last happened."""
        return self.last(verb).at - DEAL

    @property
    def requests(self) -> tuple[int, ...]:
        return tuple(request.seat for request in self.state.requests)

    @property
    def last_event(self) -> Told:
        return self.told(self.events[-1], DMITRI)

    def told(self, event: Event, reader: int | None) -> Told:
        facts = CROSSING.tell(self.state, event, reader)
        message = CROSSING.word(facts, reader) if facts is not None else None
        if message is None:
            return Told(event, None)
        values = {
            key: NAMES[value.seat] if isinstance(value, Player) else value for key, value in message.values.items()
        }
        return Told(event, message.template.format(**values))

    def told_to(self, reader: int | None) -> list[str]:
        """The history as this reader has it, in words."""
        return [says for event in self.events if (says := self.told(event, reader).says)]

    def view(self, seat: int | None) -> Any:
        return CROSSING.view(self.state, seat, self.resources.words)


def crossing(
    *seats: int, words: Any = None, tiles_by_email: tuple[int, ...] = (), key: bytes = bytes(32), **options: Any
) -> Table:
    """The tiles have just been dealt; nobody has looked."""
    resources = Resources(key=key, words=words or AnyWord())
    joining = [Joining(tiles_by_email=seat in tiles_by_email) for seat in seats]
    step = CROSSING.start(joining, read_options(Options, options), resources, DEAL)
    return Table(step.state, resources, DEAL, step.events)
