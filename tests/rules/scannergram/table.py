"""A game of Scannergram in any position, by a line or two. No database.

Every word is a word unless a test says otherwise. The grid is that of the published rules."""

from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from games.rules.chance import commitment
from games.rules.kind import Event, Joining, Order, OrderRefused, Resources
from games.rules.options import read_options
from games.rules.reading import in_order_of_play
from games.rules.scannergram.kind import Scannergram
from games.rules.scannergram.state import GONE, POOL, UP
from games.rules.scannergram.tiles import COUNTS
from games.rules.turns.verify import FORMAT, INSTANTS
from games.rules.words import AnyWord

ANNA, BORIS, CHLOE = 0, 1, 2
DMITRI = None  # looks on
DEAL = datetime(2026, 11, 20, 12, tzinfo=UTC)
SCANNERGRAM = Scannergram()
START = ("..P..", "..A..", "WAIF.", "..N..", "..E..", ".IDLY", ".T.I.", ".C.M.", ".H.B.", "...E.", "...R.")


def laid(layout, row, column, letter):
    """The layout with one more tile, on an empty cell."""
    line = layout[row]
    assert line[column] == "."
    return (*layout[:row], line[:column] + letter + line[column + 1 :], *layout[row + 1 :])


ITCHY = laid(START, 9, 1, "Y")
WITCH = laid(START, 4, 1, "W")


@dataclass(frozen=True)
class Table:
    """A position, and all that has happened on the way; each verb gives the next position."""

    state: Any
    resources: Resources
    now: datetime = DEAL
    events: tuple[Event, ...] = ()

    def wait(self, **span):
        """Let time pass, `hours=5`; what falls due happens at its own instant."""
        return replace(self, now=self.now + timedelta(**span)).settled()

    def settled(self):
        table = self
        while (due := SCANNERGRAM.due(table.state)) and due.at <= table.now:
            table = table.after(SCANNERGRAM.tick(table.state, table.resources))
        return table

    def after(self, step):
        return replace(self, state=step.state, events=(*self.events, *step.events))

    def give(self, seat, verb, **facts):
        step = SCANNERGRAM.play(self.state, seat, Order(verb, facts), self.resources, self.now)
        return self.after(step).settled()

    def write(self, seat, text):
        """Whatever stands in a mail."""
        table = self
        for order in in_order_of_play(SCANNERGRAM.read(text, self.state.options).orders):
            table = table.give(seat, order.verb, **order.facts)
        return table

    def bid(self, seat, length, *calls, grid=None):
        facts = {"calls": calls, "layout": grid} if grid else {}
        return self.give(seat, "BID", length=length, **facts)

    def refusal(self, seat, verb, **facts):
        """Why an order is refused; the table is as it was."""
        try:
            self.give(seat, verb, **facts)
        except OrderRefused as refused:
            return str(refused)
        raise AssertionError("it was carried out")

    def view(self, reader):
        return SCANNERGRAM.view(self.state, reader, self.resources.words)

    def panels(self, reader):
        return {panel.name: panel for panel in self.view(reader).panels}

    def told(self, reader):
        """All that a reader has been told of."""
        told = (SCANNERGRAM.tell(self.state, event, reader) for event in self.events)
        return [facts for facts in told if facts is not None]

    @property
    def points(self):
        return tuple(self.state.points[seat] for seat in range(self.state.seats))

    @property
    def happened(self):
        return [event.verb for event in self.events]


def dealt(*players, words=None, key=bytes(32), **options):
    """The start of a game as the stream has it."""
    resources = Resources(key=key, words=words or AnyWord())
    joining = [Joining()] * len(players)
    step = SCANNERGRAM.start(joining, read_options(SCANNERGRAM.options_type, options), resources, DEAL)
    return Table(step.state, resources, events=step.events)


def scannergram(*players, grid=START, tile="Y", pool="AEIO", words=None, **options):
    """A game whose grid and tile are these; `pool` is drawn from its end."""
    table = dealt(*players, words=words, **options)
    gone = Counter(COUNTS) - Counter("".join(grid) + tile + pool)
    bags = {POOL: pool, UP: tile, GONE: "".join(gone.elements())}
    return replace(table, state=replace(table.state, boards={None: grid}, bags=bags), events=())


def record(table):
    """The record of a finished game whose key is its seed, as the server writes it."""
    told = (SCANNERGRAM.tell(table.state, event, DMITRI) for event in table.events)
    return {
        "format": FORMAT,
        "kind": SCANNERGRAM.key,
        "seats": ["Anna", "Boris", "Chloe"][: table.state.seats],
        "options": vars(table.state.options),
        "commitment": commitment(table.resources.key),
        "cuts": [""] * table.state.seats,
        "seed": table.resources.key.hex(),
        "events": [
            {"n": n, "at": written(event.at)}
            | {
                name: written(datetime.fromisoformat(value)) if name in INSTANTS else value
                for name, value in facts.items()
            }
            for n, (event, facts) in enumerate(zip(table.events, told, strict=True), start=1)
        ],
    }


def written(at):
    return f"{at:%Y-%m-%dT%H:%M:%S.%fZ}"
