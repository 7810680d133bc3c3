"""What other pages show of tournaments: a line on a game's page, the address of a player's calendar."""

from collections.abc import Sequence

from django import template
from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from games.players.models import Player
from games.queries import GameLine
from games.tournaments.commands.addresses import calendar_token
from games.tournaments.queries.seats import FixtureLine, fixture_of, with_join_by

register = template.Library()


@register.simple_tag
def tournament_of(game_id: int) -> FixtureLine | None:
    """Where in which tournament a game is played; None for a casual one. One query, by an index."""
    return fixture_of(game_id)


@register.simple_tag
def calendar_address(player: Player) -> str:
    """Where this player's calendar is, for a program of theirs. Whoever knows it reads it."""
    return f"{settings.SITE_URL.rstrip('/')}{reverse('calendar', args=[calendar_token(player)])}"


@register.filter
def to_be_joined(lines: Sequence[GameLine]) -> list[GameLine]:
    """Games that have not begun, with until when those of tournaments are to be joined."""
    return with_join_by(lines, now=timezone.now())
