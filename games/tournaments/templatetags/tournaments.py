"""Parts of other pages about tournaments and ratings: a line on a game's page, the address of a player's calendar, a
player's ratings and reliability; and the actions on a part of the directors' dashboard."""

from collections.abc import Mapping, Sequence

from django import template
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from games.players.models import Player
from games.rules import registry
from games.tournaments.commands.calendar import calendar_token
from games.tournaments.models import Tournament
from games.tournaments.queries.pages import FixtureLine, fixture_of, tournaments_of
from games.tournaments.queries.ratings import RatingLine, Trophies, ratings_of, reliability, trophies_of

register = template.Library()


@register.simple_tag
def tournament_of(game_id: int) -> FixtureLine | None:
    """The table of a tournament at which a game is played; None for a casual one."""
    return fixture_of(game_id)


@register.simple_tag
def calendar_address(player: Player) -> str:
    """The address of this player's calendar, for a calendar program. Anybody who knows it can read it."""
    return f"{settings.SITE_URL.rstrip('/')}{reverse('calendar', args=[calendar_token(player)])}"


@register.inclusion_tag("tournaments/_ratings.html", name="ratings_of")
def show_ratings(player: Player) -> dict[str, tuple[RatingLine, ...]]:
    """Each kind with its graph."""
    return {"ratings": ratings_of(player=player, now=timezone.now())}


@register.inclusion_tag("tournaments/_reliability.html", name="reliability_of")
def show_reliability(player: Player) -> dict[str, int | None]:
    """A percentage; a dash before the first game."""
    return {"reliability": reliability(player)}


@register.simple_tag(name="trophies_of")
def trophies_won(player: Player) -> Trophies:
    """The prizes of the player; empty before the first."""
    return trophies_of(player=player.pk, now=timezone.now())


@register.simple_tag
def tournaments_of_club(club_id: int, player: Player) -> list[Tournament]:
    """The latest tournaments of a club, for a member."""
    return tournaments_of(club_id=club_id, player=player)


@register.filter
def kind_name(key: str) -> str:
    """The name of a kind in the reader's language."""
    return gettext(registry.kind(key).name)


@register.filter
def on(actions: Mapping[int, Sequence[object]], pk: int) -> Sequence[object]:
    """The actions on the round or table with this id."""
    return actions[pk]
