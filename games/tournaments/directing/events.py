"""The events of a tournament's table, as its directors may see them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from games import store
from games.models import Event
from games.players.models import Player
from games.queries.history import told_to_all
from games.queries.reading import called
from games.sharing import knows_a_hand
from games.store.events import events_of
from games.tournaments.models import Fixture


@dataclass(frozen=True)
class EventLine:
    """An event in a table's list; `facts` is None while the game runs."""

    n: int
    at: datetime
    verb: str
    name: str
    address: str
    facts: Mapping[str, object] | None = None


@dataclass(frozen=True)
class Events:
    """A table's events. `are_hidden`: the reader plays there, and the game is not over."""

    lines: tuple[EventLine, ...]
    is_finished: bool
    are_hidden: bool
    tells_addresses: bool = False


def events_at(fixture: Fixture, *, reader: Player, now: datetime, tells_addresses: bool) -> Events:
    """Return the events of a table: all of a finished game; of a running one what spectators may know, without facts;
    none for a reader who plays there."""
    assert fixture.game is not None
    table = store.seen_now(fixture.game.pk, now=now)
    game = table.game
    is_finished = not table.is_running and not table.is_in_lobby
    if not is_finished and knows_a_hand(game, reader):
        return Events((), is_finished, are_hidden=True)
    seats = {seat.number: seat for seat in game.seats.filter(substitution=None).select_related("player")}

    def line(n: int, event: Event) -> EventLine:
        seat = seats.get(event.seat) if event.seat is not None else None
        return EventLine(
            n=n,
            at=event.at,
            verb=event.verb,
            name=called(seat) if seat else "",
            address=seat.player.email if seat and seat.player and tells_addresses else "",
            facts=event.facts if is_finished else None,
        )

    told = list(told_to_all(table))[::-1] if table.is_running else events_of(game)
    lines = tuple(
        line(n, event) for n, event in enumerate(told, start=1)
    )  # numbered again, as a gap would hint at something hidden
    return Events(lines, is_finished, are_hidden=False, tells_addresses=tells_addresses)
