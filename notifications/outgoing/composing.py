"""Composes an email from its content: fences, text and HTML, and the headers that join a game's emails into one
conversation and prevent loops of automatic email."""

import re
import secrets
from binascii import b2a_qp
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from email.charset import QP, Charset
from email.policy import Compat32
from functools import cache, lru_cache, partial
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.players.models import Player
from games.players.tokens import token_of
from games.players.zones import zone_says
from games.tournaments.web.calendar import calendar_text
from notifications import tokens
from notifications.models import MailKind, Message
from notifications.outgoing.mails.parts import PARTS_KEPT, TO_NOBODY, Link, MailContent, Part, Replies, as_text
from notifications.preferences.choices import localized_for
from notifications.replies import first_fence, last_fence, letters_of, preheader
from notifications.tokens import page, page_with, signed_page

# A fence is recognised by its letters, with anything between them, even over several lines. So no text from a player,
# alone or after ours, may contain them in order. In HTML, tags and entities can be between letters.
_FENCES = (letters_of(first_fence()), letters_of(last_fence("", 0)))
_LIKE_A_FENCE = re.compile("|".join("[^a-z]*".join(fence) for fence in _FENCES), re.IGNORECASE | re.ASCII)
_LIKE_A_FENCE_IN_HTML = re.compile(
    "|".join(r"(?:[^a-z<&]|<[^>]*>|&#?\w+;)*".join(fence) for fence in _FENCES), re.IGNORECASE | re.ASCII
)
_TAG = re.compile("<[^>]*>")
_TIME_OF_DAY = re.compile(r"(?<![\w:.])\d{1,2}:\d{2}(?![\w:])")
_LINE_END = re.compile("\r\n|\r|\n")


class QuotedPrintable(Charset):
    """Encodes text in C. The library does the same in Python, but may break long lines at other characters."""

    def body_encode(self, string: Any) -> Any:
        return b2a_qp(string.encode() if isinstance(string, str) else string, istext=True).decode()


QUOTED_PRINTABLE = QuotedPrintable("utf-8")  # a relay that re-encodes 8-bit text would break the email's signature
QUOTED_PRINTABLE.body_encoding = QP


class PlainHeaders(Compat32):
    """Writes a header that fits on its line as it is. The library looks for places to break it first, which takes a
    third of its time for an email."""

    def fold_binary(self, name: str, value: Any) -> bytes:
        line = f"{name}: {value}"
        if (
            isinstance(value, str)
            and line.isascii()
            and line.isprintable()
            and len(line) <= (self.max_line_length or 0)
        ):
            return f"{line}{self.linesep}".encode()
        return super().fold_binary(name, value)


class Mail(EmailMultiAlternatives):
    """An email that is written with plain headers, and with boundaries that can't be in its text. The library would
    search the text for each boundary, and write each line by itself."""

    encoding = QUOTED_PRINTABLE

    def message(self, **options: Any) -> Any:
        whole: Any = super().message(**options)
        whole.as_bytes = partial(_written, whole)
        for part in whole.walk():
            if part.is_multipart():
                part.set_boundary(secrets.token_hex(14))  # short enough that the header fits on one line
        return whole


_headers_ending_with = cache(lambda line_end: PlainHeaders(linesep=line_end))


def _written(part: Any, linesep: str = "\n") -> bytes:
    """Return a part of an email with its headers as bytes."""
    policy, line_end = _headers_ending_with(linesep), linesep.encode()
    head = b"".join(policy.fold_binary(name, value) for name, value in part.raw_items()) + line_end
    if not part.is_multipart():
        text: str = part.get_payload()
        return head + _LINE_END.sub(linesep, text).encode(errors="surrogateescape")
    boundary: bytes = b"--" + part.get_boundary().encode()
    parts = (boundary + line_end + _written(inner, linesep) + line_end for inner in part.get_payload())
    return head + b"".join(parts) + boundary + b"--" + line_end


def compose(message: Message, content: MailContent, *, now: datetime) -> Mail:
    """Return the email with this content to one person. The same message always gets the same Message-ID and reply
    address. An email that can't be answered has no fences and no reply address."""
    about = message.game_id or message.puzzle_id
    first, last = (first_fence(), last_fence(about, content.turn)) if about else ("", "")
    subject, reply_address = without_fences(content.subject), tokens.reply_address(message)
    with localized_for(message, now=now):
        text = as_text(content)
        dated = _with_zone(content, message.player) if _TIME_OF_DAY.search(text) else content
        text = without_fences(text if dated is content else as_text(dated))
        parts = _parts(dated.parts, subject=subject, reply_address=reply_address)
        html: str = render_to_string("mail/body.html", {"content": dated, "parts": parts})
        if _LIKE_A_FENCE_IN_HTML.search(_TAG.sub("", html)):  # faster than looking for a fence between all tags
            html = _LIKE_A_FENCE_IN_HTML.sub(lambda found: "…" + "".join(_TAG.findall(found.group())), html)
        shown = {
            "body": mark_safe(html),  # noqa: S308  from our own template, with a few letters removed
            "subject": subject,
            "preheader": preheader(without_fences(f"{content.headline} {content.under}")) if about else "",
            "first_fence": first,
            "last_fence": last,
            "language": get_language(),
        }
    mail = Mail(
        subject=subject,
        body=f"{first}\n\n{text}\n\n{last}\n" if about else f"{text}\n",
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[message.address],
        reply_to=[reply_address] if about else None,
        headers=_headers(message),
    )
    mail.attach_alternative(render_to_string("mail/page.html", shown), "text/html")
    if content.deadlines:
        mail.attach("deadlines.ics", calendar_text(content.deadlines, now=message.made_at), "text/calendar")
    return mail


def _parts(parts: Sequence[Part], *, subject: str, reply_address: str) -> SafeString:
    """Return the parts of an email as HTML. Buttons to reply get the address and the subject of their email."""
    reply = f"mailto:{quote(reply_address, safe='@')}?subject={quote(f'Re: {subject}')}"
    language, html = get_language(), ""
    for part in parts:
        drawn = _drawn(part, language)
        html += drawn.replace(TO_NOBODY, reply) if isinstance(part, Replies) else drawn
    return mark_safe(html)  # noqa: S308  from our own templates; what is quoted has no special characters


@lru_cache(maxsize=PARTS_KEPT)
def _drawn(part: Part, language: str) -> str:
    """Return the HTML of a part. It is made once for all readers who get an equal part in the same language."""
    return render_to_string(part.template, {"part": part})


def _with_zone(content: MailContent, reader: Player | None) -> MailContent:
    """Add the time zone of the times of day. A reader who has never signed in also gets a link to choose it."""
    says = _("times in {zone}").format(zone=zone_says(str(timezone.get_current_timezone())))
    has_chosen = reader is None or reader.last_login is not None
    choose = () if has_chosen else (Link(_("Choose your time zone"), page("account"), ""),)
    under = " · ".join(filter(None, (content.under, says)))
    return replace(content, under=under, parts=(*content.parts, *choose))


def without_fences(text: str) -> str:
    """Return the text without anything that could be taken for a fence in a reply."""
    return _LIKE_A_FENCE.sub("…", text)


def _headers(message: Message) -> dict[str, str]:
    """Return the headers of an email. They include those for a mail program's own unsubscribe button (RFC 8058): one
    click mutes the game, ends all invitations to the address, or ends emails of this kind."""
    headers = {
        "Message-ID": message.message_id,
        "Auto-Submitted": "auto-replied" if message.in_reply_to else "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "X-Lexicon-Loop": tokens.host(),
    } | _conversation(message)
    if message.game_id is not None and message.player is not None:
        way_out = page_with("mute_mail", tokens.sign("mute", f"{message.player.pk}-{message.game_id}"))
    elif message.channel_id is not None or message.report_id is not None:  # such an email is sent only once
        return headers
    elif message.player is not None:
        sort = MailKind.TODAY if message.puzzle_id is not None else message.kind
        way_out = signed_page(f"no_mail_of_{sort}s", message.player.pk)
    elif message.invitation is not None:
        way_out = page_with("no_invitations", token_of(message.invitation))
    else:
        return headers
    return headers | {"List-Unsubscribe": f"<{way_out}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}


def _conversation(message: Message) -> dict[str, str]:
    """Return the headers by which a mail program groups the emails of a game, of a puzzle, or of one tournament."""
    host = tokens.host()
    list_of_puzzles = f"Lexicon daily puzzle <daily-puzzle.{host}>"
    if message.thread:
        answers, of_the_game = message.in_reply_to, f"Lexicon game {message.game_id} <game-{message.game_id}.{host}>"
        return {
            "In-Reply-To": answers or message.thread,
            "References": f"{message.thread} {answers}".strip(),
            "List-Id": of_the_game if message.game_id is not None else list_of_puzzles,
        }
    if message.channel_id is not None or message.report_id is not None:
        return {}
    if message.tournament_id is None:
        return {"List-Id": list_of_puzzles}
    root = f"<tournament.{message.tournament_id}.{message.player_id}@{host}>"
    list_id = f"Lexicon tournament {message.tournament_id} <tournament-{message.tournament_id}.{host}>"
    return {"List-Id": list_id, "In-Reply-To": root, "References": root}
