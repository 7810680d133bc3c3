"""Mails of what belongs to no game, from their rows to what leaves: each says what it is about, and how to end its kind."""

from datetime import datetime

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.translation import get_language

from notifications import tokens
from notifications.mails import addresses
from notifications.mails.parts import MailContent, as_text
from notifications.mails.puzzle import results_mail
from notifications.mails.tournament import tournament_mail
from notifications.models import Digest
from notifications.preferences import Kind
from notifications.readers import localized_for_player


def write(digest: Digest, *, now: datetime) -> MailContent | None:
    """What a digest says; None where nothing is left to tell."""
    with localized_for_player(digest.player):
        if digest.tournament is not None:
            return tournament_mail(digest.tournament, player=digest.player, news=digest.news.order_by("pk"))
        assert digest.day is not None, "a digest is of a tournament or of a day"
        return results_mail(player=digest.player, day=digest.day, now=now)


def compose(digest: Digest, content: MailContent) -> EmailMultiAlternatives:
    """The mail; the same digest always has the same Message-ID. One click on its way out ends mails of its kind (RFC 8058)."""
    with localized_for_player(digest.player):
        page = {
            "body": render_to_string("mail/body.html", {"content": content}),
            "subject": content.subject,
            "language": get_language(),
        }
        text = as_text(content)
        html = render_to_string("mail/page.html", page)
    kind = Kind(digest.kind)
    mail = EmailMultiAlternatives(
        subject=content.subject,
        body=f"{text}\n",
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[digest.player.email],
        headers={
            "Message-ID": digest.message_id,
            "Auto-Submitted": "auto-generated",
            "X-Auto-Response-Suppress": "All",
            "X-Lexicon-Loop": tokens.host(),
            "List-Unsubscribe": f"<{addresses.no_digests_page(digest.player_id, kind)}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            **_conversation(digest),
        },
    )
    mail.attach_alternative(html, "text/html")
    return mail


def _conversation(digest: Digest) -> dict[str, str]:
    """What belongs together in a mail program: all puzzles, or one tournament, whose mails are answers to one root."""
    if digest.tournament_id is None:
        return {"List-Id": f"Lexicon daily puzzle <daily-puzzle.{tokens.host()}>"}
    root = f"<tournament.{digest.tournament_id}.{digest.player_id}@{tokens.host()}>"
    list_id = f"Lexicon tournament {digest.tournament_id} <tournament-{digest.tournament_id}.{tokens.host()}>"
    return {"List-Id": list_id, "In-Reply-To": root, "References": root}
