"""The replay of a finished game: what a spectator saw after each event, from the record alone.

Tiles and events that were hidden during the game stay hidden here until the end."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.rules.facts import JsonObject
from games.rules.panels import Grid, Panel
from games.rules.table.kind import AnyKind
from games.rules.table.state import TableState
from games.rules.table.verify import replayed
from games.rules.table.view import View
from games.rules.texts import Text
from games.rules.words import AnyWord

UNSAID = {"turn"}
"""The events without a sentence in the replay, because the next scene says who moved."""


@dataclass(frozen=True)
class TableScene:
    """The game as a spectator saw it from `at` on: panels, boards first; remarks on each seat; and sentences on what
    had just happened."""

    at: datetime
    says: tuple[Text, ...]
    seats: tuple[tuple[Text, ...], ...]
    panels: tuple[Panel, ...]


def moves(kind: AnyKind, record: JsonObject) -> Iterator[tuple[int, TableState, JsonObject, TableState]]:
    """Yield each event after the deal as the number of the scene that shows it, the state before it, the event, and the
    state after all events that came with it. Raises as `replayed` does."""
    step, events = -1, list[JsonObject]()
    panels: tuple[Panel, ...] = ()
    before: TableState | None = None
    for event, state in replayed(kind, record):
        events.append(event)
        if state is None:
            continue
        now = _panels(kind.view(state, None, AnyWord()))
        step += now != panels
        if before is not None:
            yield from ((step, before, one, state) for one in events)
        panels, before, events = now, state, []


def scenes(kind: AnyKind, record: JsonObject) -> Iterator[TableScene]:
    """Return a scene for the deal and for each visible change; the last is the end. Raises as `replayed` does."""
    before: tuple[Panel, ...] = ()
    says: list[Text] = []
    for event, state in replayed(kind, record):
        if event["verb"] not in UNSAID and (text := kind.word(event, None)):
            says.append(text)
        if state is None:
            continue
        view = kind.view(state, None, AnyWord())
        panels = _panels(view)
        if panels != before:
            yield TableScene(state.now, tuple(says), tuple(tuple(seat.says) for seat in view.seats), panels)
        before, says = panels, []


def _panels(view: View[Any]) -> tuple[Panel, ...]:
    return tuple(sorted(view.panels, key=lambda panel: not isinstance(panel, Grid)))
