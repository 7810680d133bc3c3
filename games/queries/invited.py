"""A table as somebody sees it who was asked to it and has not sat down yet: what an onlooker sees, though it may be private."""

from datetime import datetime

from games import store
from games.queries.reading import Sitting
from games.queries.tables import TableView, table_view


def invited_table(*, game_id: int, now: datetime) -> TableView:
    """The caller has shown that they were invited. Raises NoSuchGame."""
    table = store.seen_now(game_id, now=now)
    return table_view(Sitting(table, list(table.game.seats.select_related("player").order_by("number")), None))
