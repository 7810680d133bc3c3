"""The local mailbox: where mail goes while no provider is configured, and how an answer is written from it.

Its pages stand in `notifications.pages`. An answer is a real mail and goes in like every other."""

from collections.abc import Sequence
from datetime import datetime
from email.message import EmailMessage as MimeMessage
from email.utils import format_datetime, make_msgid

from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from notifications.models import LocalMail

LONGEST_SUBJECT = 400  # twelve long names make a longer one


class MailboxBackend(BaseEmailBackend):
    """A Django mail backend that keeps each mail, once for each of its recipients."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for mail in email_messages:
            LocalMail.objects.bulk_create(_kept(mail, address) for address in mail.recipients())
        return len(email_messages)


def write_answer(mail: LocalMail, *, text: str, now: datetime) -> MimeMessage:
    """The mail that a mail program would send from `mail`'s address when its reader answers with `text` above the quote."""
    answer = MimeMessage()
    answer["From"] = mail.address
    answer["To"] = mail.reply_to or mail.sender
    answer["Date"] = format_datetime(now)
    answer["Message-ID"] = make_msgid(domain="mailbox.localhost")
    answer["Subject"] = f"Re: {mail.subject.removeprefix('Re: ')}"
    if mail.message_id:
        answer["In-Reply-To"] = mail.message_id
        answer["References"] = mail.message_id
    written = "\n".join(text.splitlines())
    quoted = "\n".join(f"> {line}".rstrip() for line in mail.text.splitlines())
    answer.set_content(f"{written}\n\n{mail.sender} wrote:\n{quoted}\n")
    return answer


def _kept(mail: EmailMessage, address: str) -> LocalMail:
    mime = mail.message()
    alternatives = mail.alternatives if isinstance(mail, EmailMultiAlternatives) else []
    html = next((str(content) for content, mimetype in alternatives if mimetype == "text/html"), "")
    return LocalMail(
        address=address.lower(),
        sender=mail.from_email,
        subject=str(mail.subject)[:LONGEST_SUBJECT],
        message_id=mime["Message-ID"] or "",
        in_reply_to=mime["In-Reply-To"] or "",
        reply_to=mime["Reply-To"] or "",
        text=str(mail.body),
        html=html,
        raw=mime.as_bytes(),
        received_at=timezone.now(),
    )
