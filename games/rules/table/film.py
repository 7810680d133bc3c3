"""A finished game shown again: what an onlooker saw of the table after each thing that happened there, from the record alone.

What was hidden while the game ran is hidden here until the end."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from games.rules.facts import JsonObject
from games.rules.panels import Grid, Panel
from games.rules.table.verify import replayed
from games.rules.texts import Text
from games.rules.words import AnyWord

if TYPE_CHECKING:
    from games.rules.table.kind import AnyKind

UNSAID = {"turn"}
"""The events that the film tells nothing of, as the next scene tells who moved."""


@dataclass(frozen=True)
class TableScene:
    """The table as it stood from `at` on: its panels, boards first, what each seat's player had come to, and sentences on what
    had just happened."""

    at: datetime
    says: tuple[Text, ...]
    seats: tuple[tuple[Text, ...], ...]
    panels: tuple[Panel, ...]


def scenes(kind: "AnyKind", record: JsonObject) -> Iterator[TableScene]:
    """A scene for the deal and for each change of what the table shows; the last is the end. Raises as `replayed` does."""
    before: tuple[Panel, ...] = ()
    says: list[Text] = []
    for event, state in replayed(kind, record):
        if event["verb"] not in UNSAID and (text := kind.word(event, None)):
            says.append(text)
        if state is None:
            continue
        view = kind.view(state, None, AnyWord())
        panels = tuple(sorted(view.panels, key=lambda panel: not isinstance(panel, Grid)))
        if panels != before:
            yield TableScene(state.now, tuple(says), tuple(tuple(seat.says) for seat in view.seats), panels)
        before, says = panels, []
