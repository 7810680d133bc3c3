"""When a player is emailed, in a few words for other pages."""

from django import template
from django.utils.translation import gettext

from games.players.models import Player
from notifications.preferences.choices import chosen_by

register = template.Library()


@register.simple_tag
def emails_of(player: Player) -> str:
    """Return the player's schedule, or that emails fail."""
    return gettext("Emails are failing") if player.mail_fails_since else str(chosen_by(player))
