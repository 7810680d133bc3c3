"""In whose language and time zone a mail is written, and what answers it worded."""

import zoneinfo
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.utils import timezone, translation

from games.players.models import Player
from notifications.models import Message


@contextmanager
def in_the_words_of_its_reader(message: Message) -> Iterator[None]:
    """A stranger is spoken to in the language of whoever invited them."""
    speaker = message.player or (message.invitation.invited_by if message.invitation else None)
    language = speaker.language if speaker else settings.LANGUAGE_CODE
    zone = message.player.time_zone if message.player else "UTC"
    with _in_words(language, zone):
        yield


@contextmanager
def in_the_words_of(player: Player) -> Iterator[None]:
    """The same for what is of no game."""
    with _in_words(player.language, player.time_zone):
        yield


@contextmanager
def _in_words(language: str, zone: str) -> Iterator[None]:
    with translation.override(language), timezone.override(zoneinfo.ZoneInfo(zone)):
        yield
