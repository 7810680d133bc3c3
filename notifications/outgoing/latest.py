"""A game as it stands, loaded once for all that one task tells of it."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import cached_property
from itertools import chain

from games import models, queries, store
from games.queries.reading import ReaderTable
from games.rules.kind import Event
from games.store.events import first_number, saved_events

A_PAGE = 40


class Latest:
    """The latest known state of a game, with everything due up to `now` applied in memory, and what all its readers share."""

    def __init__(self, game_id: int, *, now: datetime, table: store.Table | None = None) -> None:
        self.game_id = game_id
        self.now = now
        self._table = table
        self._saved = list[tuple[int, Event]]()
        self._older: Iterator[models.Event] | None = None

    def table(self, *, event: int = 0) -> store.Table:
        """The table, loaded again only if it is older than the event of this number. Raises NoSuchGame."""
        if self._table is None or self._table.game.last_event < event:
            self._table = store.seen_now(self.game_id, now=self.now)
            self._saved, self._older = [], None
            vars(self).pop("first_deal", None)
        return self._table

    @cached_property
    def unheard(self) -> Mapping[int, set[int]]:
        """By player, the seats that each has muted."""
        return queries.unheard_at(self.game_id)

    @cached_property
    def first_deal(self) -> int:
        """The number of the event that began the game; 0 before it."""
        table = self.table()
        return first_number(table.game, table.kind.begins_a_turn)

    def story(self, loaded: ReaderTable) -> Iterator[tuple[int, Event]]:
        """The events of a table as this reader is loaded with it, the newest first, each with its number."""
        table = loaded.table
        unsaved = list(enumerate(table.happenings, start=table.game.last_event + 1))
        return chain(reversed(unsaved), self._read())

    def _read(self) -> Iterator[tuple[int, Event]]:
        """The events that are saved, each read once."""
        table, n = self.table(), 0
        if self._older is None:
            self._older = saved_events(table.game, at_once=A_PAGE)
        while True:
            if n == len(self._saved):
                event = next(self._older, None)
                if event is None:
                    return
                self._saved.append((event.n, queries.happened(event)))
            yield self._saved[n]
            n += 1
