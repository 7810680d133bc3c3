"""A handshake game in any position, by a line or two. No database."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from games.rules.chance import commitment
from games.rules.handshake.kind import Handshake
from games.rules.handshake.options import Options
from games.rules.kind import Event, Joining, Order, OrderRefused, Resources
from games.rules.messages import Message, Player
from games.rules.options import read_options
from games.rules.words import AnyWord

ANNA, BORIS, CHLOE = 0, 1, 2
DMITRI = None  # looks on
NAMES = ("Anna", "Boris", "Chloe", "Emil", "Fatima")
SEED = bytes(range(32))
DEAL = datetime(2026, 11, 20, 12, tzinfo=UTC)
HANDSHAKE = Handshake()
TARGETS = ("Marie Curie", "Elvis Presley", "Ada Lovelace", "Pelé", "Sappho")
FRIENDS = ("Aunt Olga", "Uncle Bob", "My dentist", "The postman", "Grandma")


@dataclass(frozen=True)
class Table:
    """A position, and all that has happened on the way; each verb gives the next position."""

    state: Any
    resources: Resources
    now: datetime
    events: tuple[Event, ...]

    # --- time ---------------------------------------------------------------------------------------------------------

    def wait(self, **span: float) -> "Table":
        """Let time pass, `hours=5`; what falls due happens at its own instant."""
        return replace(self, now=self.now + timedelta(**span))._settled()

    def _settled(self) -> "Table":
        table = self
        while (due := HANDSHAKE.due(table.state)) and due.at <= table.now:
            table = table._after(HANDSHAKE.tick(table.state, table.resources))
        return table

    def _after(self, step: Any) -> "Table":
        return replace(self, state=step.state, events=(*self.events, *step.events))

    def end(self) -> "Table":
        """Nobody does anything any more."""
        table = self
        while due := HANDSHAKE.due(table.state):
            table = replace(table, now=due.at)._settled()
        return table

    # --- orders -------------------------------------------------------------------------------------------------------

    def give(self, seat: int, verb: str, **facts: Any) -> "Table":
        """One order: what is due before it, the order, and what it made due."""
        table = self._settled()
        step = HANDSHAKE.play(table.state, seat, Order(verb, facts), self.resources, self.now)
        return table._after(step)._settled()

    def play(self, seat: int, text: str) -> "Table":
        """What a player wrote: `VOTE 2`."""
        table = self
        for order in HANDSHAKE.read(text, self.state.options).orders:
            table = table.give(seat, order.verb, **order.facts)
        return table

    def claim(self, *seats: int) -> "Table":
        """Each files a claim that nobody has made, with a middle person of the round."""
        table = self
        for seat in seats:
            number = self.state.round
            names = f"{TARGETS[seat]} {number} THROUGH {FRIENDS[seat]} {number}"
            table = table.play(seat, f"CLAIM HAND {names}: at the zoo, 199{number}")
        return table

    def doubt(self, **by_name: str) -> "Table":
        """What each doubts: `anna="2, 3"`, `boris="none"`."""
        return self._each("DOUBT", by_name)

    def vote(self, **by_name: str) -> "Table":
        return self._each("VOTE", by_name)

    def _each(self, verb: str, by_name: dict[str, str]) -> "Table":
        table = self
        for name, said in by_name.items():
            table = table.play(NAMES.index(name.capitalize()), f"{verb} {said}")
        return table

    def believed(self) -> "Table":
        """Everybody who is asked for doubts has none."""
        table = self
        for seat in self.state.awaited:
            table = table.play(seat, "DOUBT NONE")
        return table

    def end_of_round(self) -> "Table":
        """The stages that are still open pass without a word."""
        table, number = self, self.state.round
        while table.state.round == number:
            table = table.wait(days=1)
        return table

    def refusal(self, seat: int, text: str) -> str:
        """Why this may not be done now; a test that calls this fails where it may. Nothing has changed."""
        return self._refusal(lambda: self.play(seat, text), text)

    def refusal_of(self, seat: int, verb: str, **facts: Any) -> str:
        """The same of an order that no grammar has read."""
        return self._refusal(lambda: self.give(seat, verb, **facts), verb)

    def _refusal(self, give: Any, said: str) -> str:
        before = self._settled().state
        try:
            give()
        except OrderRefused as refused:
            assert self._settled().state == before
            return worded(refused.why)
        raise AssertionError(f"{said!r} was not refused")

    # --- what one can ask ---------------------------------------------------------------------------------------------

    @property
    def points(self) -> list[int]:
        return [self.state.points[seat] for seat in range(self.state.seats)]

    def since(self, before: "Table") -> list[tuple[str, int | None]]:
        """What happened after an earlier position, but whose move it came to be."""
        happened = self.events[len(before.events) :]
        return [(event.verb, event.seat) for event in happened if event.verb != "turn"]

    def last(self, verb: str) -> Event:
        return next(event for event in reversed(self.events) if event.verb == verb)

    def told_to(self, reader: int | None) -> list[str]:
        """The history as this reader has it, in words."""
        told = (HANDSHAKE.tell(self.state, event, reader) for event in self.events)
        messages = (HANDSHAKE.word(facts, reader) for facts in told if facts is not None)
        return [worded(message) for message in messages if message]

    def view(self, seat: int | None) -> Any:
        return HANDSHAKE.view(self.state, seat, self.resources.words)

    def panel(self, seat: int | None, name: str) -> list[str]:
        """The lines of one panel as this reader sees it; none where there is no such panel."""
        for panel in self.view(seat).panels:
            if panel.name == name:
                lines = panel.lines if hasattr(panel, "lines") else [part for pair in panel.pairs for part in pair]
                return [worded(line) for line in lines]
        return []


def worded(message: Message) -> str:
    """The message in English, with the names of the players."""
    return message.template.format(**{name: _plain(value) for name, value in message.values.items()})


def _plain(value: Any) -> Any:
    if isinstance(value, Player):
        return NAMES[value.seat]
    return ", ".join(map(_plain, value)) if isinstance(value, tuple) else value


def handshake(seats: int = 3, **options: Any) -> Table:
    """The first round has begun; nobody has claimed anything."""
    resources = Resources(key=bytes(32), words=AnyWord())
    step = HANDSHAKE.start([Joining()] * seats, read_options(Options, options), resources, DEAL)
    return Table(step.state, resources, DEAL, step.events)


def record(table: Table) -> dict[str, Any]:
    """As the record of a finished game has it; nobody cut."""
    events = []
    for n, event in enumerate(table.events, start=1):
        facts = HANDSHAKE.tell(table.state, event, DMITRI) or {}
        instants = {
            name: instant(datetime.fromisoformat(facts[name])) for name in ("starts", "ends", "until") if name in facts
        }
        events.append({"n": n, "at": instant(event.at), **facts, **instants})
    return {
        "format": "lexicon-record/1",
        "kind": "handshake",
        "tiles": {},
        "seats": list(NAMES[: table.state.seats]),
        "options": {**vars(table.state.options), "word_list": "open"},
        "commitment": commitment(SEED),
        "cuts": [""] * table.state.seats,
        "seed": SEED.hex(),
        "events": events,
    }


def instant(at: datetime) -> str:
    return f"{at:%Y-%m-%dT%H:%M:%S.%fZ}"


def shown(seats: int = 3, **options: Any) -> Table:
    """Everybody has made a claim, and all are shown: claim 1 is Anna’s, 2 Boris’s, 3 Chloe’s."""
    return handshake(seats, **options).claim(*range(seats))


def voting(seats: int = 3, **options: Any) -> Table:
    """Nobody doubted anything; the votes are asked for."""
    return shown(seats, **options).believed()
