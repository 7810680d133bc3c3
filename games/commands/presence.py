"""That a player is at the page of a game. No rule asks for it, nobody is shown it, and it takes no lock of the game: it only keeps
mail away that its reader does not need."""

from datetime import datetime

from games.models import Seat
from games.players.models import Player


def note_presence(*, game_id: int, player: Player, at: datetime) -> None:
    """Keep that a player did something with the game's page before them as it was at an instant; never an earlier one."""
    Seat.objects.filter(game=game_id, player=player).exclude(present_at__gte=at).update(present_at=at)
