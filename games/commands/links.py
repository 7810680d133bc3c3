"""A link that seats whoever holds it: for the maker of a game to share, until the deal."""

from datetime import datetime

from games import store
from games.commands.lobby import maker_in_lobby
from games.players.models import InvitationLink, Player, secret_link


def make_link(*, game_id: int, player: Player, now: datetime) -> None:
    """A new one; the one before opens nothing any more. Raises as `take_link_back`."""
    with store.locked(game_id, now=now) as table:
        maker_in_lobby(table, player)
        InvitationLink.objects.update_or_create(game=table.game, defaults={"link": secret_link(), "made_at": now})


def take_link_back(*, game_id: int, player: Player, now: datetime) -> None:
    """Raises OrderRefused for anybody but the maker, and once the game has begun."""
    with store.locked(game_id, now=now) as table:
        maker_in_lobby(table, player)
        InvitationLink.objects.filter(game=table.game).delete()
