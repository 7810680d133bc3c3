"""A game as it stands, loaded once for all that one task tells of it."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import cached_property
from itertools import chain

from games import queries, store
from games.queries.reading import ReaderTable
from games.rules.kind import Event

A_PAGE = 40


class Latest:
    """The latest known state of a game, with everything due up to `now` applied in memory, and what all its readers share."""

    def __init__(self, game_id: int, *, now: datetime, table: store.Table | None = None) -> None:
        self.game_id = game_id
        self.now = now
        self._table = table
        self._saved = list[tuple[int, Event]]()

    def table(self, *, event: int = 0) -> store.Table:
        """The table, loaded again only if it is older than the event of this number. Raises NoSuchGame."""
        if self._table is None or self._table.game.last_event < event:
            self._table = store.seen_now(self.game_id, now=self.now)
            self._saved = []
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
        begun = table.game.events.filter(verb__in=table.kind.begins_a_turn).order_by("n")
        return begun.values_list("n", flat=True).first() or 0

    def story(self, loaded: ReaderTable) -> Iterator[tuple[int, Event]]:
        """The events of a table as this reader is loaded with it, the newest first, each with its number."""
        table = loaded.table
        unsaved = list(enumerate(table.happenings, start=table.game.last_event + 1))
        return chain(reversed(unsaved), self._read())

    def _read(self) -> Iterator[tuple[int, Event]]:
        """The events that are saved, a page at a time and each page once."""
        game, n = self.table().game, 0
        while True:
            if n == len(self._saved):
                before = self._saved[-1][0] if self._saved else game.last_event + 1
                rows = game.events.filter(n__lt=before).order_by("-n").values_list("n", "verb", "at", "seat", "facts")
                self._saved += [(number, Event(*event)) for number, *event in rows[:A_PAGE]]
            if n == len(self._saved):
                return
            yield self._saved[n]
            n += 1
