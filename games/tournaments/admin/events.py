"""What happened at one table: of a finished game everything, of a running one instants, verbs and addresses only."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.models import Event, Game
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
    """Where requests are hidden, the events of a running game and their numbers would tell of them: `are_hidden`."""

    lines: tuple[EventLine, ...]
    is_finished: bool
    are_hidden: bool


def events_at(fixture: Fixture) -> Events:
    assert fixture.game is not None
    game = fixture.game
    is_finished = game.phase == Game.Phase.FINISHED
    if not is_finished and not game.options.get("requests_visible", True):
        return Events((), is_finished, are_hidden=True)
    seats = {seat.number: seat for seat in game.seats.select_related("player")}

    def line(event: Event) -> EventLine:
        seat = seats.get(event.seat) if event.seat is not None else None
        return EventLine(
            n=event.n,
            at=event.at,
            verb=event.verb,
            name=called(seat) if seat else "",
            address=seat.player.email if seat and seat.player else "",
            facts=event.facts if is_finished else None,
        )

    return Events(tuple(line(event) for event in game.events.order_by("n")), is_finished, are_hidden=False)
