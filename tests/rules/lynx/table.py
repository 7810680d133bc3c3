"""A game of Lynx in any position, by a line or two. No database.

The word list holds the answers of the published game and a few more, and knows how its phrases are written."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.rules.chance import Chance, commitment, stream_key
from games.rules.kind import Event, Joining, Order, OrderRefused, Resources
from games.rules.lynx.kind import Lynx
from games.rules.options import read_options

ANNA, BORIS, CHLOE = 0, 1, 2
DMITRI = None  # looks on
NAMES = ("Anna", "Boris", "Chloe")
DEAL = datetime(2026, 11, 20, 12, tzinfo=UTC)
LYNX = Lynx()
SQUARE = "... .#. ..."
PUBLISHED = (
    (ANNA, "4D", "MOM", 6),
    (BORIS, "5A", "SANCTUM", 7),
    (ANNA, "2D", "TENURED", 7),
    (BORIS, "1A", "OCTET", 5),
    (ANNA, "3D", "TITANIC", 14),
    (BORIS, "7A", "DECRY", 10),
    (ANNA, "6A", "ERRANDS", 14),
    (BORIS, "6D", "ERE", 3),
)


class Phrases(frozenset[str]):
    """A list of just these entries, as they are written."""

    name = "test"
    sha256 = ""

    def __new__(cls, written):
        made = super().__new__(cls, (one.replace(" ", "").replace("-", "") for one in written))
        made.written = {one.replace(" ", "").replace("-", ""): one for one in written}
        return made

    def as_written(self, entry):
        return self.written.get(entry, entry)


LIST = Phrases([*(answer for _, _, answer, _ in PUBLISHED), "BALANCE", "ICE CREAM"])


@dataclass(frozen=True)
class Table:
    """A position, and all that has happened on the way; each verb gives the next position."""

    state: Any
    resources: Resources
    now: datetime
    events: tuple[Event, ...]

    def wait(self, **span: float) -> "Table":
        """Let time pass, `minutes=5`; what falls due happens at its own instant."""
        return replace(self, now=self.now + timedelta(**span))._settled()

    def give(self, seat: int, verb: str, **facts: Any) -> "Table":
        """One order: what is due before it, the order, and what it made due."""
        table = self._settled()
        return table._after(LYNX.play(table.state, seat, Order(verb, facts), self.resources, self.now))._settled()

    def play(self, seat: int, text: str) -> "Table":
        """What a player wrote: `enter 4d mom`, `pass`."""
        table = self
        for order in LYNX.read(text, self.state.options).orders:
            table = table.give(seat, order.verb, **order.facts)
        return table

    def refuses(self, seat: int, text: str) -> str:
        """Why the order is refused."""
        with pytest.raises(OrderRefused) as refused:
            self.play(seat, text)
        return str(refused.value)

    def view(self, seat: int | None) -> Any:
        return LYNX.view(self.state, seat, self.resources.words)

    def told(self, reader: int | None) -> list[str]:
        """All that this reader is told, as sentences with seats by number."""
        facts = (LYNX.tell(self.state, event, reader) for event in self.events)
        return [str(message) for one in facts if one and (message := LYNX.word(one, reader))]

    def panel(self, name: str, seat: int | None = None) -> Any:
        return next((panel for panel in self.view(seat).panels if panel.name == name), None)

    @property
    def happened(self) -> list[str]:
        return [event.verb for event in self.events]

    @property
    def points(self) -> list[int]:
        return [self.state.points[seat] for seat in range(self.state.seats)]

    def _settled(self) -> "Table":
        table = self
        while (due := LYNX.due(table.state)) and due.at <= table.now:
            table = table._after(LYNX.tick(table.state, table.resources))
        return table

    def _after(self, step: Any) -> "Table":
        return replace(self, state=step.state, events=(*self.events, *step.events))


def seed_that_begins_with(first, seats, *, cuts=()):
    """A seed by whose stream this seat begins."""
    seeds = (bytes([number]) * 32 for number in range(256))
    return next(seed for seed in seeds if Chance(stream_key(seed, cuts)).below(seats) == first)


def lynx(*seats, first=ANNA, words=LIST, vacations=(), grid=(), **options):
    """A game of these seats on the published pattern, unless the options name another; `grid` has letters in it."""
    resources = Resources(key=seed_that_begins_with(first, len(seats)), words=words)
    chosen = read_options(LYNX.options_type, {"pattern": "example", **options})
    joining = [Joining(vacations=tuple(vacations) if seat == ANNA else ()) for seat in seats]
    step = LYNX.start(joining, chosen, resources, DEAL)
    return Table(replace(step.state, boards={None: grid or step.state.grid}), resources, DEAL, step.events)


def published(moves=8, **options):
    """The published game, up to so many entries."""
    table = lynx(ANNA, BORIS, **options)
    for seat, light, answer, _ in PUBLISHED[:moves]:
        table = table.wait(minutes=10).play(seat, f"enter {light} {answer}")
    return table


def record(table, *, seed):
    """As the record of a finished game has it."""
    told = [
        {"n": n, "at": f"{event.at:%Y-%m-%dT%H:%M:%S.%fZ}", **LYNX.tell(table.state, event, None)}
        for n, event in enumerate(table.events, start=1)
    ]
    return {
        "format": "lexicon-record/1",
        "kind": "lynx",
        "tiles": {},
        "seats": list(NAMES[: table.state.seats]),
        "options": {**vars(table.state.options), "word_list": "phrases"},
        "word_list": {"name": "phrases", "sha256": "0" * 64},
        "commitment": commitment(seed),
        "cuts": [""] * table.state.seats,
        "seed": seed.hex(),
        "events": told,
    }
