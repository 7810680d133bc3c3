"""In whose language and time zone a mail is written, and what answers it worded."""

import zoneinfo
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.utils import timezone, translation

from games.players.accounts import holder_of
from games.players.models import Player
from notifications.models import Message


@contextmanager
def localized_for(message: Message) -> Iterator[None]:
    """In the language and time zone of its reader, who for an invitation is whoever holds its address; a stranger is spoken to
    in the language of whoever invited them."""
    invitation = message.invitation
    reader = message.player or (holder_of(invitation.email) if invitation else None)
    speaker = reader or (invitation.invited_by if invitation else None)
    with _in_words(speaker.language if speaker else settings.LANGUAGE_CODE, reader.time_zone if reader else "UTC"):
        yield


@contextmanager
def localized_for_player(player: Player) -> Iterator[None]:
    """The same for what is of no game."""
    with _in_words(player.language, player.time_zone):
        yield


@contextmanager
def _in_words(language: str, zone: str) -> Iterator[None]:
    with translation.override(language), timezone.override(zoneinfo.ZoneInfo(zone)):
        yield
