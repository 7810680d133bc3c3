"""From a letter to a mail: fences, text and HTML, and the headers that make a game one conversation and no answer a loop."""

import dataclasses
import re
from typing import Any, cast

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.translation import get_language

from notifications import tokens
from notifications.fences import first_fence, last_fence, letters_of
from notifications.letters.parts import Letter, as_text
from notifications.models import Message

# A fence is found by its letters, wherever they stand: nothing that people write may hold them.
_LIKE_A_FENCE = re.compile(
    "|".join("[^a-z]*".join(letters_of(fence)) for fence in (first_fence(), last_fence("", 0))), re.IGNORECASE
)


def compose(message: Message, letter: Letter) -> EmailMultiAlternatives:
    """The mail that tells one person one letter; the same message always has the same Message-ID and reply address."""
    letter = without_fences(letter)
    first, last = first_fence(), last_fence(message.game_id, letter.turn)
    text = f"{first}\n\n{as_text(letter)}\n\n{last}\n"
    mail = EmailMultiAlternatives(
        subject=letter.subject,
        body=text,
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[message.address],
        reply_to=[tokens.reply_address(message)],
        headers=_headers(message),
    )
    page = {
        "letter": letter,
        "subject": letter.subject,
        "first_fence": first,
        "last_fence": last,
        "language": get_language(),
    }
    mail.attach_alternative(render_to_string("mail/letter.html", page), "text/html")
    return mail


def without_fences(letter: Letter) -> Letter:
    """The same letter with nothing in its texts that could be taken for a fence in a quoted answer."""
    return cast(Letter, _without_fences(letter))


def _without_fences(said: Any) -> Any:
    if isinstance(said, str):
        return _LIKE_A_FENCE.sub("…", said)
    if isinstance(said, tuple):
        return tuple(_without_fences(item) for item in said)
    if dataclasses.is_dataclass(said) and not isinstance(said, type):
        texts = {part.name: _without_fences(getattr(said, part.name)) for part in dataclasses.fields(said)}
        return dataclasses.replace(said, **texts)
    return said


def _headers(message: Message) -> dict[str, str]:
    answers = message.in_reply_to
    return {
        "Message-ID": message.message_id,
        "In-Reply-To": answers or message.thread,
        "References": f"{message.thread} {answers}".strip(),
        "Auto-Submitted": "auto-replied" if answers else "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "X-Lexicon-Loop": tokens.host(),
        "List-Id": f"Lexicon game {message.game_id} <game-{message.game_id}.{tokens.host()}>",
    }
