"""Whether a finished game is played once more by the same people, for one of them."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from games.models import Game, Seat
from games.players.models import Player
from games.queries.views import TableView


@dataclass(frozen=True)
class RematchLine:
    """`game_id` is None where nobody has asked for it yet; `asked_by` is who has, where this reader does not sit there."""

    game_id: int | None = None
    asked_by: str = ""


def rematch(table: TableView, *, player: Player | None) -> RematchLine | None:
    """None for whoever did not play, and where it has begun without them."""
    if player is None or table.you is None:
        return None
    mine = Exists(Seat.objects.filter(game=OuterRef("pk"), player=player))
    made = Game.objects.filter(rematch_of=table.id).exclude(phase=Game.Phase.CANCELLED)
    again = made.select_related("made_by").annotate(is_mine=mine).first()
    if again is None:
        return RematchLine()
    if again.is_mine:
        return RematchLine(again.pk)
    if again.phase != Game.Phase.LOBBY:
        return None
    return RematchLine(again.pk, asked_by=again.made_by.name if again.made_by else "")
