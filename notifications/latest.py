"""A game as it stands, loaded once for all that one task tells of it."""

from datetime import datetime

from games import store


class Latest:
    """The latest known state of a game, with everything due up to `now` applied in memory."""

    def __init__(self, game_id: int, *, now: datetime) -> None:
        self.game_id = game_id
        self.now = now
        self._table: store.Table | None = None

    def table(self, *, event: int = 0) -> store.Table:
        """The table, loaded again only if it is older than the event of this number. Raises NoSuchGame."""
        if self._table is None or self._table.game.last_event < event:
            self._table = store.seen_now(self.game_id, now=self.now)
        return self._table
