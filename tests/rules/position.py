"""The base of every kind's builder: a position of a game, with everything that led to it. No database.

A kind's `table.py` names the kind and adds what only its games need."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar, Self

from games.rules.chance import commitment
from games.rules.table.verify import FORMAT, INSTANTS
from games.rules.texts import Player, Text
from games.rules.values import Event, Order, OrderRefused, Resources, StaffAction
from games.wording import listing

ANNA, BORIS, CHLOE = 0, 1, 2
DMITRI = None  # a spectator
NAMES = ("Anna", "Boris", "Chloe", "Dora", "Emil", "Fanny", "Gus", "Hana")
DEAL = datetime(2026, 11, 20, 12, tzinfo=UTC)
SEED = bytes(range(32))


class Words(frozenset[str]):
    """A word list of just these words."""

    name = "test"
    sha256 = ""


@dataclass(frozen=True)
class Position:
    """A position of a game. Methods that act return the next position."""

    kind: ClassVar[Any]
    passed_over: ClassVar[Sequence[str]] = ()
    """Verbs of events that happen too often to be worth a line in a test."""

    state: Any
    resources: Resources
    now: datetime = DEAL
    events: tuple[Event, ...] = ()

    # --- time ---------------------------------------------------------------------------------------------------------

    def wait(self, **span: float) -> Self:
        """Let time pass, `minutes=5`; what falls due happens at its own instant."""
        return replace(self, now=self.now + timedelta(**span))._settled()

    def _settled(self) -> Self:
        table = self
        while (due := self.kind.due(table.state)) and due.at <= table.now:
            table = table._after(self.kind.tick(table.state, table.resources))
        return table

    def _after(self, step: Any) -> Self:
        return replace(self, state=step.state, events=(*self.events, *step.events))

    # --- orders -------------------------------------------------------------------------------------------------------

    def give(self, seat: int, verb: str, **facts: Any) -> Self:
        """Give one order, after what was due before it, and apply what it makes due."""
        table = self._settled()
        step = self.kind.play(table.state, seat, Order(verb, facts), self.resources, self.now)
        return table._after(step)._settled()

    def govern(self, verb: str, seat: int | None = None, reason: str = "", **facts: Any) -> Self:
        """Carry out one staff action, after what was due before it, and apply what it makes due."""
        table = self._settled()
        step = self.kind.govern(table.state, StaffAction(verb, reason, seat, **facts), self.resources, self.now)
        return table._after(step)._settled()

    def play(self, seat: int, text: str) -> Self:
        """Carry out the text that a player wrote, all of it or nothing."""
        table = self
        for order in self.kind.in_order_of_play(self.kind.read(text, self.state.options).orders):
            table = table.give(seat, order.verb, **order.facts)
        return table

    def refusal(self, seat: int, text: str) -> str:
        """Why this text is refused now. The test fails if it isn't, or if the refusal changes anything."""
        return self._refusal(lambda: self.play(seat, text), text)

    def refusal_of(self, seat: int, verb: str, **facts: Any) -> str:
        """The same for an order that wasn't read from text."""
        return self._refusal(lambda: self.give(seat, verb, **facts), verb)

    def staff_refusal(self, verb: str, seat: int | None = None, **facts: Any) -> str:
        """The same for a staff action."""
        return self._refusal(lambda: self.govern(verb, seat, **facts), verb)

    def _refusal(self, attempt: Callable[[], Self], said: str) -> str:
        before = self._settled().state
        try:
            attempt()
        except OrderRefused as refused:
            assert self._settled().state == before
            return worded(refused.why)
        raise AssertionError(f"{said!r} was not refused")

    # --- queries ------------------------------------------------------------------------------------------------------

    @property
    def happened(self) -> list[tuple[str, int | None]]:
        """The events as (verb, seat), without those in `passed_over`."""
        return [(event.verb, event.seat) for event in self.events if event.verb not in self.passed_over]

    def since(self, before: Self) -> list[tuple[str, int | None]]:
        """The events after an earlier position."""
        return self.happened[len(before.happened) :]

    def last(self, verb: str) -> Event:
        return next(event for event in reversed(self.events) if event.verb == verb)

    @property
    def points(self) -> list[int]:
        return [self.state.points[seat] for seat in range(self.state.seats)]

    def told_to(self, reader: int | None) -> list[str]:
        """The history in words, as this reader sees it."""
        told = (self.kind.tell(self.state, event, reader) for event in self.events)
        messages = (self.kind.word(facts, reader) for facts in told if facts is not None)
        return [worded(text) for text in messages if text]

    def view(self, seat: int | None) -> Any:
        return self.kind.view(self.state, seat, self.resources.words)


def worded(text: Text) -> str:
    """The text in English, with the names of the players."""
    return text.template.format(**{name: _plain(value) for name, value in text.values.items()})


def _plain(value: Any) -> Any:
    if isinstance(value, Player):
        return NAMES[value.seat]
    if isinstance(value, Text):
        return worded(value)
    if isinstance(value, tuple):
        parts = [_plain(item) for item in value]
        return listing(parts) if any(isinstance(item, Player) for item in value) else ", ".join(parts)
    return value


def record_of(table: Position, *, seed: bytes = SEED, cuts: Sequence[str] = ()) -> dict[str, Any]:
    """The record of a finished game, as the server writes it. Without `cuts`, nobody has cut."""
    kind, state = table.kind, table.state
    events = [event for event in table.events if event.verb not in kind.unrecorded]
    told = (kind.tell(state, event, None) or {} for event in events)
    return {
        "format": FORMAT,
        "kind": kind.key,
        "tiles": dict(kind.tiles(state.options)),
        "seats": list(NAMES[: state.seats]),
        "options": {**vars(state.options), "word_list": "open"},
        "word_list": {"name": "open", "sha256": "0" * 64},
        "commitment": commitment(seed),
        "cuts": list(cuts) or [""] * state.seats,
        "seed": seed.hex(),
        "events": [
            {"n": n, "at": instant(event.at), **_written(facts)}
            for n, (event, facts) in enumerate(zip(events, told, strict=True), start=1)
        ],
    }


def instant(at: datetime) -> str:
    return f"{at:%Y-%m-%dT%H:%M:%S.%fZ}"


def _written(facts: dict[str, Any]) -> dict[str, Any]:
    instants = {name: instant(datetime.fromisoformat(facts[name])) for name in INSTANTS if name in facts}
    return {**facts, **instants}
