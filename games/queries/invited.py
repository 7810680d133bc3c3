"""A table as somebody sees it who was asked to it and has not sat down yet: as an onlooker, though it may be private."""

from datetime import datetime

from games import store
from games.queries.reading import seated
from games.queries.tables import table_view
from games.queries.views import TableView


def invited_table(*, game_id: int, now: datetime) -> TableView:
    """The caller has shown that they were invited. Raises NoSuchGame."""
    return table_view(seated(store.seen_now(game_id, now=now), None))
