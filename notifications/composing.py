"""From a content to a mail: fences, text and HTML, and the headers that make a game one conversation and no answer a loop."""

import re
from email.charset import QP, Charset

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.tournaments.web.calendar import calendar_text
from notifications import tokens
from notifications.fences import first_fence, last_fence, letters_of, preheader
from notifications.mails import addresses
from notifications.mails.parts import MailContent, as_text
from notifications.models import Message
from notifications.readers import localized_for

# A fence is found by its letters, wherever they stand and over several lines: no words of people, nor theirs after ours,
# may make one. In HTML, tags and entities stand between letters.
_FENCES = (letters_of(first_fence()), letters_of(last_fence("", 0)))
_LIKE_A_FENCE = re.compile("|".join("[^a-z]*".join(fence) for fence in _FENCES), re.IGNORECASE | re.ASCII)
_LIKE_A_FENCE_IN_HTML = re.compile(
    "|".join(r"(?:[^a-z<&]|<[^>]*>|&#?\w+;)*".join(fence) for fence in _FENCES), re.IGNORECASE | re.ASCII
)
_TAG = re.compile("<[^>]*>")
QUOTED_PRINTABLE = Charset("utf-8")  # a relay that writes 8 bits anew would break the mail's signature
QUOTED_PRINTABLE.body_encoding = QP


def compose(message: Message, content: MailContent) -> EmailMultiAlternatives:
    """The mail that tells one person one content; the same message always has the same Message-ID and reply address."""
    first, last = first_fence(), last_fence(message.game_id, content.turn)
    subject = without_fences(content.subject)
    with localized_for(message):
        text = without_fences(as_text(content))
        body = {"content": content, "subject": subject, "reply_address": tokens.reply_address(message)}
        page = {
            "body": _without_fences_in_html(render_to_string("mail/body.html", body)),
            "subject": subject,
            "preheader": preheader(without_fences(f"{content.headline} {content.under}")),
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
    mail.encoding = QUOTED_PRINTABLE
    mail.attach_alternative(render_to_string("mail/page.html", page), "text/html")
    if content.deadlines:
        mail.attach("deadlines.ics", calendar_text(content.deadlines), "text/calendar")
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
    """For a mail program's own button (RFC 8058): one click mutes the game, or ends all invitations to the address."""
    if message.player is not None:
        page = addresses.mute_page(player_id=message.player.pk, game_id=message.game_id)
    elif message.invitation is not None:
        page = addresses.no_invitations_page(message.invitation)
    else:
        return {}
    return {"List-Unsubscribe": f"<{page}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
