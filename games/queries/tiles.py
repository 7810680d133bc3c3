"""The one exit for tiles that have not been seen: the mail to a seat that gets its tiles by mail."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.players.models import Player
from games.queries.reading import sit
from games.queries.tables import table_view
from games.queries.views import TableView
from games.rules.kind import Order


@dataclass(frozen=True)
class Carried:
    """The unseen tiles that a mail carries, and the round in which it does; once the mail has left they are seen."""

    tiles: str
    round: int


def table_to_mail(*, game_id: int, player: Player, now: datetime) -> tuple[TableView, Carried | None]:
    """The table for a mail to one of its players, and what of unseen tiles the mail carries.

    Where it carries some the table is as it will be once the provider accepts the mail, for that is seeing: it may be
    rounds further on than the tiles. Whoever sends it reports the acceptance with `see_by_mail`."""
    sitting = sit(game_id=game_id, player=player, now=now)
    tiles = _tiles(sitting.table.state, sitting.seat)
    if not tiles or sitting.seat is None:
        return table_view(sitting), None
    carried = Carried(tiles, sitting.table.state.round)
    sitting.table.play(sitting.seat, Order("SEEN BY MAIL", {"round": carried.round}))
    sitting.table.apply_due()
    return table_view(sitting), carried


def _tiles(state: Any, seat: int | None) -> str | None:
    if state is None or state.phase == "finished" or seat is None:
        return None
    if seat not in state.tiles_by_email or seat not in state.waited_for or not state.unseen[seat]:
        return None
    hand, withheld = state.hands[seat], state.withheld[seat]
    seen = len(hand) - state.face_down(seat)
    return "".join(hand[seen : len(hand) - withheld])
