"""Absolute addresses of the site for links in mail. Opening one never does anything: a button there does."""

from datetime import date

from django.conf import settings
from django.urls import reverse

from games.players.models import Invitation
from games.players.tokens import token_of
from notifications.models import InboundMail, Message
from notifications.tokens import digest_token, held_token, leak_token, mute_token


def game_page(game_id: int) -> str:
    return _absolute("game", game_id)


def record_page(game_id: int) -> str:
    return _absolute("record", game_id)


def rules_page(kind: str) -> str:
    return _absolute("rules_of", kind)


def invitation_page(invitation: Invitation) -> str:
    return _absolute("invitation", token_of(invitation))


def no_invitations_page(invitation: Invitation) -> str:
    return _absolute("no_invitations", token_of(invitation))


def mute_page(*, player_id: int, game_id: int) -> str:
    return _absolute("mute", mute_token(player_id=player_id, game_id=game_id))


def held_page(mail: InboundMail) -> str:
    return _absolute("held", held_token(mail))


def leak_page(message: Message) -> str:
    return _absolute("leaked", leak_token(message))


def choices_page(game_id: int) -> str:
    return _absolute("game_mail_choices", game_id)


def daily_page() -> str:
    return _absolute("daily")


def daily_result_page(kind: str, day: date) -> str:
    return _absolute("daily_result", kind, day.isoformat())


def no_digests_page(player_id: int, kind: Message.Kind) -> str:
    return _absolute(f"no_mail_of_{kind}s", digest_token(player_id, kind))


def tournament_page(tournament_id: int) -> str:
    return _absolute("tournament", tournament_id)


def all_choices_page() -> str:
    return _absolute("mail_choices")


def _absolute(name: str, *args: object) -> str:
    return f"{settings.SITE_URL}{reverse(name, args=args)}"
