"""Tournaments on other pages: a line on a game's page, the address of a player's calendar, the tournaments of a club;
and the actions on a part of the directors' dashboard."""

from collections.abc import Mapping, Sequence

from django import template
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.translation import gettext

from games.players.models import Player
from games.rules import registry
from games.tournaments.commands.calendar import calendar_token
from games.tournaments.models import Tournament
from games.tournaments.queries.pages import FixtureLine, fixture_of, open_and_running, tournaments_of

register = template.Library()


@register.simple_tag
def tournament_of(game_id: int) -> FixtureLine | None:
    """Return the tournament that a game belongs to; None for a casual game."""
    return fixture_of(game_id)


@register.simple_tag
def calendar_address(player: Player) -> str:
    """Return the address of this player's calendar, for a calendar program. Anybody who knows it can read the
    calendar."""
    return f"{settings.SITE_URL.rstrip('/')}{reverse('calendar', args=[calendar_token(player)])}"


@register.simple_tag
def tournaments_of_club(club_id: int, player: Player) -> list[Tournament]:
    """Return the latest tournaments of a club, for a member."""
    return tournaments_of(club_id=club_id, player=player)


@register.simple_tag
def latest_tournaments(reader: Player | AnonymousUser) -> list[Tournament]:
    """Return the tournaments that are open or in progress, the reader's own first."""
    return open_and_running(player=reader if isinstance(reader, Player) else None)


@register.filter
def kind_name(key: str) -> str:
    """Return the name of a kind in the reader's language."""
    return gettext(registry.kind(key).name)


@register.filter
def on(actions: Mapping[int, Sequence[object]], pk: int) -> Sequence[object]:
    """Return the actions on the round or table with this id."""
    return actions[pk]
