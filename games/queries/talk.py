"""What happened at a table and what was said there, as one reader may know it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from typing import Any

from games.models import Seat
from games.queries.reading import Sitting
from games.queries.telling import person_who_said, speaker, told
from games.wording import speak

HISTORY_SHOWN = 80


@dataclass(frozen=True)
class HistoryLine:
    """One event in words; of a line that somebody said, `said` is the line alone, `by` the seat and `name` the person.

    `n` counts hidden events, too: it must not leave the server, nor be seen in a sign of what a page shows."""

    n: int = field(repr=False)
    at: datetime
    says: str
    said: str = ""
    by: int | None = None
    verb: str = ""
    name: str = ""
    is_own: bool = False


def _said_by(row: Seat | None, event: Any) -> bool:
    """Whether somebody at the seat that it was said at said it themself."""
    return row is not None and event.facts.get("player", row.player_id) == row.player_id


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
        name = person_who_said(sitting.table, event) or sitting.names[by] if by is not None else ""
        is_own = by is not None and by == sitting.seat and _said_by(sitting.own, event)
        lines.append(HistoryLine(n, event.at, speak(message, sitting.names), said, by, event.verb, name, is_own))
        shown += not is_said
        if shown == HISTORY_SHOWN:  # counted here: what is hidden must not push a line off the page
            break
    return tuple(lines)
