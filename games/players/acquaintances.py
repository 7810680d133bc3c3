"""Find the people a player has met at a table, who can be invited to the next one by name."""

from games.players.models import Player

GAMES_LOOKED_AT = 100  # the latest, so that nothing grows with a player's past


def played_with(player: Player, *, name: str | None = None) -> list[Player]:
    """Those who have sat with this player in a game that began, the latest first; of that name only, where one is given.

    Robots are none of them, nor who cannot sign in."""
    began = player.seats.filter(game__started_at__isnull=False).order_by("-game")
    others = Player.objects.filter(is_active=True, seats__game__in=began.values("game")[:GAMES_LOOKED_AT])
    others = others.exclude(pk=player.pk)
    if name is not None:
        others = others.filter(name__iexact=name)
    return list(dict.fromkeys(others.order_by("-seats__game")))
