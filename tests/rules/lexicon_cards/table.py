"""A game of Lexicon in any position, by a line or two. No database.

Anna sits left of the dealer in the first round unless a test says otherwise; hands, table and piles can be set as one likes."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.rules.chance import Chance, commitment, stream_key
from games.rules.kind import Event, Joining, Order, OrderRefused, Resources
from games.rules.lexicon_cards.kind import LexiconCards
from games.rules.messages import Player
from games.rules.options import read_options
from games.rules.turns.verify import INSTANTS
from games.rules.words import AnyWord

ANNA, BORIS, CHLOE = 0, 1, 2
DMITRI = None  # looks on
NAMES = ("Anna", "Boris", "Chloe", "Dora", "Emil", "Fanny", "Gus", "Hana")
DEAL = datetime(2026, 11, 20, 12, tzinfo=UTC)
LEXICON = LexiconCards()


class Words(frozenset[str]):
    """A list of just these words."""

    name = "test"
    sha256 = ""


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
        return table._after(LEXICON.play(table.state, seat, Order(verb, facts), self.resources, self.now))._settled()

    def play(self, seat: int, text: str) -> "Table":
        """What a player wrote: `lay CAT`, `draw Q`."""
        table = self
        for order in LEXICON.read(text, self.state.options).orders:
            table = table.give(seat, order.verb, **order.facts)
        return table

    def leave(self, seat: int) -> "Table":
        """The player is gone for good."""
        return self._after(LEXICON.resign(self.state, seat, self.resources, self.now))._settled()

    def refusal(self, seat: int, text: str) -> str:
        """Why this may not be done now. Nothing has changed."""
        before = self._settled().state
        with pytest.raises(OrderRefused) as refused:
            self.play(seat, text)
        assert self._settled().state == before
        return str(refused.value)

    def having(self, *, hands: dict[int, str] | None = None, **fields: Any) -> "Table":
        """The same with other hands, `pack`, `exposed`, or anything else of the state."""
        state = self.state
        bags = {name: fields.pop(name) for name in ("pack", "exposed") if name in fields}
        hands = {**state.hands, **(hands or {})}
        points = {**state.points, **fields.pop("points", {})}
        return replace(self, state=replace(state, hands=hands, points=points, bags={**state.bags, **bags}, **fields))

    # --- what one can ask ---------------------------------------------------------------------------------------------

    @property
    def happened(self) -> list[tuple[str, int | None]]:
        """All that happened but whose turn it was, as (verb, seat)."""
        return [(event.verb, event.seat) for event in self.events if event.verb != "turn"]

    def since(self, before: "Table") -> list[tuple[str, int | None]]:
        """What happened after an earlier position."""
        return self.happened[len(before.happened) :]

    def last(self, verb: str) -> Event:
        return next(event for event in reversed(self.events) if event.verb == verb)

    @property
    def points(self) -> list[int]:
        return [self.state.points[seat] for seat in range(self.state.seats)]

    @property
    def ranks(self) -> list[tuple[str, int, str]]:
        """Who came where: name, rank, what is shown."""
        return [(NAMES[rank.seat], rank.rank, rank.shown) for rank in LEXICON.ranks(self.state)]

    def told(self, reader: int | None) -> list[str]:
        """The history as this reader has it, in words."""
        facts = (LEXICON.tell(self.state, event, reader) for event in self.events)
        return [_words(message) for one in facts if one and (message := LEXICON.word(one, reader))]

    def view(self, seat: int | None) -> Any:
        return LEXICON.view(self.state, seat, self.resources.words)

    def panel(self, name: str, seat: int | None = None) -> Any:
        return next((panel for panel in self.view(seat).panels if panel.name == name), None)

    def offer(self, seat: int, verb: str) -> Any:
        return next((offer for offer in self.view(seat).offers if offer.verb == verb), None)

    def _settled(self) -> "Table":
        table = self
        while (due := LEXICON.due(table.state)) and due.at <= table.now:
            table = table._after(LEXICON.tick(table.state, table.resources))
        return table

    def _after(self, step: Any) -> "Table":
        return replace(self, state=step.state, events=(*self.events, *step.events))


def _words(message):
    def plain(value):
        if isinstance(value, tuple):
            return ", ".join(map(plain, value))
        return NAMES[value.seat] if isinstance(value, Player) else str(value)

    return message.template.format(**{name: plain(value) for name, value in message.values.items()})


def seed_in_which(seat, *, starts_of, cuts=()):
    """A seed by whose stream this seat goes first in the first round."""
    seeds = (bytes([number]) * 32 for number in range(256))
    return next(one for one in seeds if (Chance(stream_key(one, cuts)).below(starts_of) + 1) % starts_of == seat)


def lexicon(*seats, first=ANNA, words=None, joining=None, **options):
    """The cards have just been dealt, and it is the turn of `first`."""
    resources = Resources(key=seed_in_which(first, starts_of=len(seats)), words=words or AnyWord())
    step = LEXICON.start(
        joining or [Joining()] * len(seats), read_options(LEXICON.options_type, options), resources, DEAL
    )
    return Table(step.state, resources, DEAL, step.events)


def record(table, *, seed, cuts):
    """As the record of a finished game has it."""
    told = [
        {"n": n, "at": instant(event.at), **_written(LEXICON.tell(table.state, event, None))}
        for n, event in enumerate(table.events, start=1)
    ]
    return {
        "format": "lexicon-record/1",
        "kind": "lexicon_cards",
        "tiles": dict(LEXICON.tiles(table.state.options)),
        "seats": list(NAMES[: table.state.seats]),
        "options": {**vars(table.state.options), "word_list": "open"},
        "word_list": {"name": "open", "sha256": "0" * 64},
        "commitment": commitment(seed),
        "cuts": list(cuts),
        "seed": seed.hex(),
        "events": told,
    }


def instant(at):
    return f"{at:%Y-%m-%dT%H:%M:%S.%fZ}"


def _written(facts):
    """The facts with their instants as a record has them."""
    instants = {name: instant(datetime.fromisoformat(facts[name])) for name in INSTANTS if name in facts}
    return {**facts, **instants}
