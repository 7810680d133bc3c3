"""What other pages show of tournaments: a line on a game's page, the address of a player's calendar."""

from django import template
from django.conf import settings
from django.urls import reverse

from games.players.models import Player
from games.tournaments.commands.addresses import calendar_token
from games.tournaments.queries.seats import FixtureLine, fixture_of

register = template.Library()


@register.simple_tag
def tournament_of(game_id: int) -> FixtureLine | None:
    """Where in which tournament a game is played; None for a casual one. One query, by an index."""
    return fixture_of(game_id)


@register.simple_tag
def calendar_address(player: Player) -> str:
    """Where this player's calendar is, for a program of theirs. Whoever knows it reads it."""
    return f"{settings.SITE_URL.rstrip('/')}{reverse('calendar', args=[calendar_token(player)])}"
