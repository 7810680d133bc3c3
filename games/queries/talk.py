"""What happened at a table and what was said there, as one reader may know it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from typing import Any

from games.queries.reading import Sitting
from games.queries.telling import speaker, told
from games.wording import speak

HISTORY_SHOWN = 80


@dataclass(frozen=True)
class HistoryLine:
    """One event in words; of a line that somebody said, `said` is the line alone and `by` the seat.

    `n` counts hidden events, too: it must not leave the server, nor be seen in a sign of what a page shows."""

    n: int = field(repr=False)
    at: datetime
    says: str
    said: str = ""
    by: int | None = None
    verb: str = ""


def history(sitting: Sitting) -> tuple[HistoryLine, ...]:
    """The newest first: so many events, and what was said since the oldest of them."""
    rows = sitting.table.game.events.order_by("-n").iterator(chunk_size=HISTORY_SHOWN)
    unsaved = [(sitting.table.game.last_event + i, one) for i, one in enumerate(sitting.table.happenings, start=1)]
    events: Iterable[tuple[int, Any]] = chain(reversed(unsaved), ((row.n, row) for row in rows))
    lines, shown = list[HistoryLine](), 0
    for n, event in events:
        message = told(sitting.table, event, sitting.seat, unheard=sitting.kept.unheard)
        if message is None:
            continue
        by = speaker(sitting.table, event) if event.verb == "say" else None
        is_said = by is not None
        said = event.facts["text"] if is_said else ""
        lines.append(HistoryLine(n, event.at, speak(message, sitting.names), said, by, event.verb))
        shown += not is_said
        if shown == HISTORY_SHOWN:  # counted here: what is hidden must not push a line off the page
            break
    return tuple(lines)
