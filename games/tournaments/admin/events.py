"""What happened at one table: of a finished game everything, of a running one what its onlookers are told, without facts, and
nothing to whoever plays there."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games import store
from games.admin.acts import plays_in
from games.models import Event
from games.players.models import Player
from games.queries.history import told_to_all
from games.queries.reading import called
from games.tournaments.models import Fixture


@dataclass(frozen=True)
class EventLine:
    """`facts` is None while the game runs."""

    n: int
    at: datetime
    verb: str
    name: str
    address: str
    facts: Any = None


@dataclass(frozen=True)
class Events:
    """`are_hidden`: the reader plays there, and the game is not over."""

    lines: tuple[EventLine, ...]
    is_finished: bool
    are_hidden: bool


def events_at(fixture: Fixture, *, reader: Player, now: datetime) -> Events:
    assert fixture.game is not None
    table = store.seen_now(fixture.game.pk, now=now)
    game = table.game
    is_finished = not table.is_running and not table.is_in_lobby
    if not is_finished and plays_in(game, reader):
        return Events((), is_finished, are_hidden=True)
    seats = {seat.number: seat for seat in game.seats.select_related("player")}

    def line(n: int, event: Event) -> EventLine:
        seat = seats.get(event.seat) if event.seat is not None else None
        return EventLine(
            n=n,
            at=event.at,
            verb=event.verb,
            name=called(seat) if seat else "",
            address=seat.player.email if seat and seat.player else "",
            facts=event.facts if is_finished else None,
        )

    rows = told_to_all(table) if table.is_running else game.events.order_by("-n")
    told = list(rows)[::-1]  # numbered anew: a gap would tell of what is hidden
    return Events(tuple(line(n, event) for n, event in enumerate(told, start=1)), is_finished, are_hidden=False)
