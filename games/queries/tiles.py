"""The one exit for tiles that have not been seen: the mail to a seat that gets its tiles by mail."""

from dataclasses import dataclass
from typing import Any

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
    tiles = _tiles(table.state, sitting.seat)
    if not tiles or sitting.seat is None:
        return table_view(sitting), None
    carried = Carried(tiles, table.state.round)
    mark, held = table.mark(), table.held
    try:
        table.play(sitting.seat, Order("SEEN BY MAIL", {"round": carried.round}))
        table.apply_due()
        return table_view(sitting), carried
    finally:
        table.go_back(mark)
        table.held = held


def _tiles(state: Any, seat: int | None) -> str | None:
    if state is None or state.phase == "finished" or seat is None:
        return None
    if seat not in state.tiles_by_email or seat not in state.waited_for or not state.unseen[seat]:
        return None
    hand, withheld = state.hands[seat], state.withheld[seat]
    seen = len(hand) - state.face_down(seat)
    return "".join(hand[seen : len(hand) - withheld])
