"""Builds a game of Lexicon Crossing in any position with a line or two. No database.

Every word is valid unless a test says otherwise, so a layout is complete as soon as all tiles are in one row."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from games.rules import registry
from games.rules.crossing.options import Options
from games.rules.options import read_options
from games.rules.values import Event, Joining, Resources
from games.rules.words import AnyWord
from tests.rules.position import DEAL, DMITRI, Position, worded

CROSSING = registry.kind("crossing")
SHORT = {"tile_set": "A2 B2 C2", "starting_tiles": 3}  # two players empty the pool, so the first light is red
EVERY_TWO = {"tile_set": "E10 A10", "starting_tiles": 2}


@dataclass(frozen=True)
class Told:
    """An event and its sentence for a reader; `says` is None if that reader isn't told of it."""

    event: Event
    says: str | None


@dataclass(frozen=True)
class Table(Position):
    kind = CROSSING
    passed_over = ("submit",)

    # --- orders -------------------------------------------------------------------------------------------------------

    def look(self, *seats: int) -> "Table":
        table = self
        for seat in seats:
            table = table.give(seat, "LOOK")
        return table

    def all_seen(self) -> "Table":
        """Let everybody look now, also at the tile that this releases."""
        return self.look(*self.state.live).look(*self.state.live)

    def lay(self, seat: int, *rows: str) -> "Table":
        return self.give(seat, "GRID", layout=rows)

    def complete(self, *seats: int) -> "Table":
        """Submit layouts of every tile that these seats have seen, in one row each."""
        table = self
        for seat in seats:
            table = table.lay(seat, table.state.held(seat))
        return table

    def jaywalk(self, seat: int, tiles: str = "", *, taken: str = "") -> "Table":
        """Jaywalk these tiles, or the first one held."""
        facts = {"tiles": tuple(tiles or self.state.held(seat)[0])} | ({"taken": tuple(taken)} if taken else {})
        return self.give(seat, "JAYWALK", **facts)

    def vacation(self, seat: int, *, after: timedelta, lasts: timedelta) -> "Table":
        """Declare a vacation now."""
        starts = self.now + after
        return self.give(seat, "VACATION", starts=starts.isoformat(), ends=(starts + lasts).isoformat())

    # --- queries ------------------------------------------------------------------------------------------------------

    def when(self, verb: str) -> timedelta:
        """How long after the deal this last happened."""
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
        return Told(event, worded(message))


def crossing(
    *seats: int, words: Any = None, tiles_by_email: tuple[int, ...] = (), key: bytes = bytes(32), **options: Any
) -> Table:
    """A game whose tiles have just been dealt; nobody has looked."""
    resources = Resources(key=key, words=words or AnyWord())
    joining = [Joining(tiles_by_email=seat in tiles_by_email) for seat in seats]
    step = CROSSING.start(joining, read_options(Options, options), resources, DEAL)
    return Table(step.state, resources, DEAL, step.events)


def two_tiles(table: Table, first: int, second: int) -> tuple[str, str]:
    """A tile that the first seat has seen, and a different one that the second has seen."""
    return next((one, other) for one in table.state.held(first) for other in table.state.held(second) if one != other)


def layouts(view):
    """The layouts of others that a reader sees, by seat."""
    return {seat: other.layout for seat, other in view.others.items()}
