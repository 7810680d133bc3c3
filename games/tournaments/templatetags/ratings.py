"""What pages show of a player's ratings, and of how surely they finish what they begin."""

from typing import Any

from django import template
from django.utils import timezone

from games.players.models import Player
from games.tournaments.commands.walkouts import reliability
from games.tournaments.queries.ratings import ratings_of as lines_of

register = template.Library()


@register.inclusion_tag("tournaments/_ratings.html")
def ratings_of(player: Player) -> dict[str, Any]:
    """Each kind with its graph."""
    return {"ratings": lines_of(player=player, now=timezone.now())}


@register.inclusion_tag("tournaments/_reliability.html")
def reliability_of(player: Player) -> dict[str, Any]:
    """A percentage; a dash before the first game."""
    return {"reliability": reliability(player)}
