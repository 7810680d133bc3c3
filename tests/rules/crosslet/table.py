"""A game of Crosslet in any position, by a line or two. No database. Every word is a word unless a test says otherwise."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from games.rules.chance import commitment, stream_key
from games.rules.crosslet.boards import BARE
from games.rules.crosslet.kind import Crosslet
from games.rules.crosslet.options import Options
from games.rules.fixed_board import with_signs
from games.rules.kind import Event, Joining, OrderRefused, Resources
from games.rules.messages import Player
from games.rules.options import read_options
from games.rules.places import cells_from
from games.rules.reading import read
from games.rules.turns.verify import FORMAT
from games.rules.words import AnyWord

KIND = Crosslet()
ANNA, BORIS, CHLOE = 0, 1, 2
NAMES = ("Anna", "Boris", "Chloe")
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
MOVE = timedelta(days=3)
SEED = bytes(range(32))


def laid(words):
    """The tiles that words lay, by the place each begins at: `8D` across, `D8` down; a dot lays none."""
    return {
        cell: sign
        for place, word in words.items()
        for cell, sign in zip(cells_from(place, len(word)), word, strict=True)
        if sign != "."
    }


def board(words):
    return with_signs(BARE, laid(words))


@dataclass(frozen=True)
class Table:
    """A position, and all that has happened on the way; each verb gives the next position."""

    state: Any
    resources: Resources
    now: datetime
    events: tuple[Event, ...] = ()

    def at(self, racks, *, bag="", words=None, to_move=ANNA) -> "Table":
        """The same table with these racks, this bag (drawn from its right end) and these words on the board."""
        state = replace(
            self.state,
            hands=dict(enumerate(racks)),
            bags={"bag": bag, "removed": ""},
            boards={None: board(words or {})},
            awaited=(to_move,),
            clocks=self.state.clocks.drop("move 0", "move 1", "move 2")
            .set(f"move {to_move}", MOVE)
            .keep(self.now, standing=()),
        )
        return replace(self, state=state, events=())

    def wait(self, **span: float) -> "Table":
        """Let time pass; what falls due happens at its own instant."""
        table = replace(self, now=self.now + timedelta(**span))
        while (due := KIND.due(table.state)) and due.at <= table.now:
            table = table._after(KIND.tick(table.state, table.resources))
        return table

    def _after(self, step: Any) -> "Table":
        return replace(self, state=step.state, events=(*self.events, *step.events))

    def give(self, seat: int, order: Any) -> "Table":
        return self._after(KIND.play(self.state, seat, order, self.resources, self.now)).wait()

    def play(self, seat: int, text: str) -> "Table":
        """What a player typed, all or nothing: lower case is a blank."""
        table = self
        for order in KIND.read(text, self.state.options).orders:
            table = table.give(seat, order)
        return table

    def mail(self, seat: int, text: str) -> "Table":
        """What a player mailed, where case means nothing."""
        table = self
        for order in read(text, KIND.grammar(self.state.options).ignoring_case()).orders:
            table = table.give(seat, order)
        return table

    def refusal(self, seat: int, text: str) -> str:
        """Why this may not be done now; a test that calls this fails where it may. Nothing has changed."""
        before = self.state
        try:
            self.play(seat, text)
        except OrderRefused as refused:
            assert self.state == before
            return told(refused.why)
        raise AssertionError(f"{text!r} was not refused")

    @property
    def happened(self) -> list[tuple[str, int | None]]:
        return [(event.verb, event.seat) for event in self.events]

    def last(self, verb: str) -> Event:
        return next(event for event in reversed(self.events) if event.verb == verb)

    def told_to(self, reader: int | None) -> list[str]:
        """What happened, as this reader has it, in words."""
        said = (KIND.word(KIND.tell(self.state, event, reader), reader) for event in self.events)
        return [told(message) for message in said if message]

    def view(self, seat: int | None) -> Any:
        return KIND.view(self.state, seat, self.resources.words)

    @property
    def record(self) -> dict[str, Any]:
        """As the server writes it of a finished game."""
        events = []
        for number, event in enumerate(self.events, start=1):
            facts = KIND.tell(self.state, event, None)
            for name in ("starts", "ends", "until"):
                if name in facts:
                    facts[name] = stamp(datetime.fromisoformat(facts[name]))
            events.append({"n": number, "at": stamp(event.at), **facts})
        return {
            "format": FORMAT,
            "kind": KIND.key,
            "tiles": KIND.tiles(self.state.options),
            "seats": list(NAMES[: self.state.seats]),
            "options": vars(self.state.options),
            "commitment": commitment(SEED),
            "cuts": [""] * self.state.seats,
            "seed": SEED.hex(),
            "events": events,
        }


def stamp(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%fZ}"


def told(message: Any) -> str:
    values = {key: NAMES[value.seat] if isinstance(value, Player) else value for key, value in message.values.items()}
    shown = {key: ", ".join(value) if isinstance(value, tuple) else value for key, value in values.items()}
    return message.template.format(**shown)


def crosslet(seats: int = 2, *, words: Any = None, **options: Any) -> Table:
    """The tiles have just been dealt."""
    resources = Resources(key=stream_key(SEED, [""] * seats), words=words or AnyWord())
    step = KIND.start([Joining()] * seats, read_options(Options, options), resources, NOON)
    return Table(step.state, resources, NOON, step.events)
