"""Absolute addresses of the site for links in mail. Opening one never does anything: a button there does."""

from django.conf import settings
from django.urls import reverse

from games.players.invitations import token_of
from games.players.models import Invitation


def game_page(game_id: int) -> str:
    return _absolute("game", game_id)


def record_page(game_id: int) -> str:
    return _absolute("record", game_id)


def rules_page() -> str:
    return _absolute("rules")


def invitation_page(invitation: Invitation) -> str:
    return _absolute("invitation", token_of(invitation))


def _absolute(name: str, *args: object) -> str:
    return f"{settings.SITE_URL}{reverse(name, args=args)}"
