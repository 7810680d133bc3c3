"""Mails of what belongs to no game, from their rows to what leaves: each says what it is about, and how to end its kind."""

from datetime import datetime

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.translation import get_language

from notifications import tokens
from notifications.choices import Kind
from notifications.letters import addresses
from notifications.letters.parts import Letter, as_text
from notifications.letters.puzzle import results_letter
from notifications.letters.tournament import tournament_letter
from notifications.models import Digest
from notifications.readers import in_the_words_of


def write(digest: Digest, *, now: datetime) -> Letter | None:
    """What a digest says; None where nothing is left to tell."""
    with in_the_words_of(digest.player):
        if digest.tournament is not None:
            return tournament_letter(digest.tournament, player=digest.player, news=digest.news.order_by("pk"))
        assert digest.day is not None, "a digest is of a tournament or of a day"
        return results_letter(player=digest.player, day=digest.day, now=now)


def compose(digest: Digest, letter: Letter) -> EmailMultiAlternatives:
    """The mail; the same digest always has the same Message-ID. One click on its way out ends mails of its kind (RFC 8058)."""
    with in_the_words_of(digest.player):
        page = {
            "body": render_to_string("mail/body.html", {"letter": letter}),
            "subject": letter.subject,
            "language": get_language(),
        }
        text = as_text(letter)
        html = render_to_string("mail/letter.html", page)
    kind = Kind(digest.kind)
    mail = EmailMultiAlternatives(
        subject=letter.subject,
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
