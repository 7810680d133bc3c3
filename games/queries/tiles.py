"""The one exit for tiles that have not been seen: the mail to a seat that gets its tiles by mail."""

from dataclasses import dataclass, replace

from games.players.models import Player
from games.queries.reading import sit_at
from games.queries.tables import table_view
from games.queries.views import TableView
from games.rules.kind import Order
from games.store import Table


@dataclass(frozen=True)
class Carried:
    """The unseen tiles that a mail carries, and the round in which it does; once the mail has left they are seen."""

    tiles: str
    round: int


def table_to_mail(table: Table, *, player: Player) -> tuple[TableView, Carried | None]:
    """A loaded table for a mail to one of its players, and what of unseen tiles the mail carries. It is left as it was, for
    the mail to the next. Raises NoSuchGame as `sit` does.

    Where it carries some the table is as it will be once the provider accepts the mail, for that is seeing: it may be
    rounds further on than the tiles. Whoever sends it reports the acceptance with `see_by_mail`."""
    sitting = sit_at(table, player)
    seat, state = sitting.seat, table.state
    tiles = table.kind.unseen_tiles(state, seat) if state is not None and seat is not None else ""
    if not tiles or seat is None:
        return table_view(sitting), None
    carried = Carried(tiles, state.round)
    seen = table.apart()
    seen.play(seat, Order("SEEN BY MAIL", {"round": carried.round}))
    seen.apply_due()
    return table_view(replace(sitting, table=seen)), carried
