"""In whose language and time zone a mail is written, and what answers it worded."""

import zoneinfo
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.utils import timezone, translation

from notifications.models import Message


@contextmanager
def in_the_words_of_its_reader(message: Message) -> Iterator[None]:
    """A stranger is spoken to in the language of whoever invited them."""
    speaker = message.player or (message.invitation.invited_by if message.invitation else None)
    language = speaker.language if speaker else settings.LANGUAGE_CODE
    zone = message.player.time_zone if message.player else "UTC"
    with translation.override(language), timezone.override(zoneinfo.ZoneInfo(zone)):
        yield
