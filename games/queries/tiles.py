"""The one exit for tiles that have not been seen: the mail to a seat that gets its tiles by mail."""

from dataclasses import dataclass, replace

from games.players.models import Player
from games.queries.reading import Sitting, sit_at
from games.queries.tables import table_view
from games.queries.views import TableView
from games.rules.by_mail import ByMail
from games.rules.table.facts import SeenByMail
from games.store import Table

NOTHING = ByMail()


@dataclass(frozen=True)
class TableToMail:
    """A table as its reader may see it, and what a mail shows of it; nothing before the deal.

    `tiles` are the unseen ones that the mail carries, and `round` the one in which it does; once it has left they are seen."""

    view: TableView
    shown: ByMail = NOTHING
    tiles: str = ""
    round: int | None = None


def table_to_mail(table: Table, *, player: Player, carries: bool = True) -> TableToMail:
    """A loaded table for a mail to one of its players, with the unseen tiles unless it `carries` none. It is left as it was, for
    the mail to the next. Raises NoSuchGame as `sit` does.

    Where it carries some the table is as it will be once the provider accepts the mail, for that is seeing: it may be
    rounds further on than the tiles. Whoever sends it reports the acceptance with `see_by_mail`."""
    sitting = sit_at(table, player)
    seat, state = sitting.seat, table.state
    tiles = table.kind.unseen_tiles(state, seat) if carries and state is not None and seat is not None else ""
    if not tiles or seat is None or state is None:
        return _to_mail(sitting)
    seen = table.apart()
    seen.play(seat, SeenByMail(state.round))
    seen.apply_due()
    return replace(_to_mail(replace(sitting, table=seen)), tiles=tiles, round=state.round)


def _to_mail(sitting: Sitting) -> TableToMail:
    table = table_view(sitting)
    if table.view is None:
        return TableToMail(table)
    known = replace(table.view, next=table.next and table.view.next)  # what a robot is late for is not told
    return TableToMail(table, sitting.table.kind.by_mail(known, sitting.seat))
