"""From a letter to a mail: fences, text and HTML, and the headers that make a game one conversation and no answer a loop."""

import re

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from notifications import tokens
from notifications.fences import first_fence, last_fence, letters_of
from notifications.letters import addresses
from notifications.letters.parts import Letter, as_text
from notifications.models import Message
from notifications.readers import in_the_words_of_its_reader

# A fence is found by its letters, wherever they stand and over several lines: no words of people, nor theirs after ours,
# may make one. In HTML, tags and entities stand between letters.
_FENCES = (letters_of(first_fence()), letters_of(last_fence("", 0)))
_LIKE_A_FENCE = re.compile("|".join("[^a-z]*".join(fence) for fence in _FENCES), re.IGNORECASE | re.ASCII)
_LIKE_A_FENCE_IN_HTML = re.compile(
    "|".join(r"(?:[^a-z<&]|<[^>]*>|&#?\w+;)*".join(fence) for fence in _FENCES), re.IGNORECASE | re.ASCII
)
_TAG = re.compile("<[^>]*>")


def compose(message: Message, letter: Letter) -> EmailMultiAlternatives:
    """The mail that tells one person one letter; the same message always has the same Message-ID and reply address."""
    first, last = first_fence(), last_fence(message.game_id, letter.turn)
    subject = without_fences(letter.subject)
    with in_the_words_of_its_reader(message):
        text = without_fences(as_text(letter))
        page = {
            "body": _without_fences_in_html(render_to_string("mail/body.html", {"letter": letter})),
            "subject": subject,
            "first_fence": first,
            "last_fence": last,
            "language": get_language(),
        }
    mail = EmailMultiAlternatives(
        subject=subject,
        body=f"{first}\n\n{text}\n\n{last}\n",
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[message.address],
        reply_to=[tokens.reply_address(message)],
        headers=_headers(message),
    )
    mail.attach_alternative(render_to_string("mail/letter.html", page), "text/html")
    return mail


def without_fences(text: str) -> str:
    """The text with nothing in it that could be taken for a fence in a quoted answer."""
    return _LIKE_A_FENCE.sub("…", text)


def _without_fences_in_html(html: str) -> SafeString:
    cleaned = _LIKE_A_FENCE_IN_HTML.sub(lambda found: "…" + "".join(_TAG.findall(found.group())), html)
    return mark_safe(cleaned)  # noqa: S308  a template's own, but for a few letters


def _headers(message: Message) -> dict[str, str]:
    answers = message.in_reply_to
    return _ways_out(message) | {
        "Message-ID": message.message_id,
        "In-Reply-To": answers or message.thread,
        "References": f"{message.thread} {answers}".strip(),
        "Auto-Submitted": "auto-replied" if answers else "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "X-Lexicon-Loop": tokens.host(),
        "List-Id": f"Lexicon game {message.game_id} <game-{message.game_id}.{tokens.host()}>",
    }


def _ways_out(message: Message) -> dict[str, str]:
    """For a mail program's own button: one click mutes the game (RFC 8058); a stranger is led to the invitation's page."""
    if message.player is not None:
        page = addresses.mute_page(player_id=message.player.pk, game_id=message.game_id)
        return {"List-Unsubscribe": f"<{page}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    if message.invitation is not None:
        return {"List-Unsubscribe": f"<{addresses.invitation_page(message.invitation)}>"}
    return {}
