"""The email provider of the simulated site, and the inboxes behind it.

Django hands each email over as it would to SMTP. The provider takes it, refuses it, or is down, as the faults say. An email that
it took arrives a little later, perhaps twice, or bounces."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from email.utils import format_datetime
from functools import cached_property
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected

from django.core.mail import EmailMessage as OutgoingMail
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

RETURNED = """\
From: Mail Delivery System <mailer-daemon@mx.example.net>
To: {sender}
Subject: Undelivered Mail Returned to Sender
Date: {date}
Message-ID: <returned-{id}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="part"

--part
Content-Type: text/plain

Your message could not be delivered.

--part
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; {to}
Action: failed
Status: {status}
Diagnostic-Code: smtp; {code} {status} Not delivered

--part
Content-Type: text/rfc822-headers

Message-ID: <{id}
--part--
"""
REFUSALS = {  # of one recipient, by the class of answer
    "not now": (450, b"4.2.1 Mailbox busy, try again later"),
    "too much": (452, b"4.2.2 Mailbox full"),
    "suspected": (550, b"5.7.1 Message looks like spam"),
    "unknown": (550, b"5.1.1 No such mailbox"),
}


@dataclass(frozen=True)
class Mail:
    """An email that the provider took. `id` is its Message-ID."""

    at: datetime
    to: str
    id: str
    raw: bytes

    @cached_property
    def headers(self) -> EmailMessage:
        return message_from_bytes(self.raw, policy=default)

    def returned(self, status: str, at: datetime) -> bytes:
        """Return a mail server's report that it couldn't deliver this email (RFC 3464)."""
        code = {"4": 450, "5": 550}[status[0]]
        report = RETURNED.format(
            sender=self.headers["From"], date=format_datetime(at), id=self.id[1:], to=self.to, status=status, code=code
        )
        return report.encode()

    @cached_property
    def text(self) -> str:
        body = self.headers.get_body(("plain",))
        return body.get_content() if body else ""


@dataclass
class Provider:
    """The provider. `answers` decides about each email: empty to take it, a key of `REFUSALS`, or `down` for no answer. `handed_over`
    is called when one was taken, while the sender still waits for the answer."""

    answers: Callable[[str], str] = lambda to: ""
    arrived: Callable[[Mail], object] = lambda mail: None
    handed_over: Callable[[str], object] = lambda to: None
    taken: list[tuple[datetime, str, str]] = field(default_factory=list)
    """The instant, address and Message-ID of each email that was taken."""

    @contextmanager
    def set_aside(self) -> Iterator[list[Mail]]:
        """Take all emails without delivering them, until the end of the context. Yields them."""
        mails, before = list[Mail](), {**vars(self)}
        vars(self).update(vars(Provider(arrived=mails.append)))
        try:
            yield mails
        finally:
            vars(self).update(before)

    def take(self, mail: OutgoingMail) -> None:
        """Raises SMTPException if the email is refused, and ConnectionError if the provider is down."""
        message = mail.message()
        raw, to, message_id = message.as_bytes(linesep="\r\n"), mail.to[0], str(message["Message-ID"])
        answer = self.answers(to)
        if answer == "down":
            raise ConnectionRefusedError("the provider is down")
        if answer == "gone":
            raise SMTPServerDisconnected("the provider hung up")
        if answer:
            raise SMTPRecipientsRefused({to: REFUSALS[answer]})
        self.taken.append((timezone.now(), to, message_id))
        self.arrived(Mail(timezone.now(), to, message_id, raw))
        self.handed_over(to)


PROVIDER = Provider()


class Backend(BaseEmailBackend):
    """The backend that Django sends through."""

    def send_messages(self, email_messages: Sequence[OutgoingMail]) -> int:
        for mail in email_messages:
            PROVIDER.take(mail)
        return len(email_messages)
