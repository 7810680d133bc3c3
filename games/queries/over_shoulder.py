"""What the staff see of a table when they look at it as one of its players: what that player and every onlooker know alike,
and what the table waits for from them. No hand, no draft and no note; also of private games."""

from dataclasses import dataclass
from datetime import datetime

from games import store
from games.queries.reading import seated
from games.queries.tables import table_view
from games.queries.views import TableView
from games.wording import speak


@dataclass(frozen=True)
class OverTheShoulder:
    """`player` is who sits there; `awaited` is what the table waits for from them, as far as anybody may know."""

    table: TableView
    player: str
    awaited: str


def over_the_shoulder(*, game_id: int, seat: int, now: datetime) -> OverTheShoulder:
    """Raises NoSuchGame, also where nobody sits at that seat."""
    onlooker = seated(store.seen_now(game_id, now=now), None)
    if seat not in onlooker.places:
        raise store.NoSuchGame
    table, awaited = onlooker.table, None
    if table.state is not None:
        awaited = table.kind.awaiting(table.state, None).get(seat)
    return OverTheShoulder(
        table=table_view(onlooker),
        player=onlooker.names[seat],
        awaited=speak(awaited, onlooker.names) if awaited else "",
    )
