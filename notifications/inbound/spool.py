"""The one way in: every mail, from wherever it comes, becomes one row here. Stores bytes, and reads no more of them than
tells two mails apart; parsing is the task's."""

import hashlib
import re
from datetime import datetime, timedelta

from celery import current_app
from django.db import IntegrityError, transaction
from django.db.models import Q

from games import commands
from notifications.inbound import rights
from notifications.models import InboundMail
from notifications.tokens import message_answered, token_in

LARGEST = 1_000_000  # bytes; of what is larger only the beginning is kept, and it is refused
BEGINNING = 64_000
FIRST_SWEEP_AFTER = timedelta(seconds=20)  # should the nudge be lost
UNKNOWN_SENDER = "unknown"  # a feeder that is not told the envelope; an empty sender is a bounce's


def accept(
    raw: bytes, *, recipient: str, sender: str, source: str, now: datetime, provider_event_id: str = ""
) -> InboundMail:
    """Keep one mail and return its row; the same mail again gives the row that is there. It is read after the commit.

    From here on the deadlines of its game wait for it."""
    content = _content_hash(raw, recipient)
    try:
        with transaction.atomic():
            mail = InboundMail.objects.create(
                raw=raw if len(raw) <= LARGEST else raw[:BEGINNING],
                size=len(raw),
                recipient=_storable(recipient),
                sender=_storable(sender),
                source=source,
                provider_event_id=provider_event_id,
                content_sha256=content,
                received_at=now,
                due_at=now + FIRST_SWEEP_AFTER,
            )
            _let_the_game_wait(mail, now=now)
            transaction.on_commit(lambda: _nudge(mail.pk), robust=True)
    except IntegrityError:
        same_event = Q(source=source, provider_event_id=provider_event_id) & ~Q(provider_event_id="")
        return InboundMail.objects.get(Q(content_sha256=content) | same_event)
    return mail


def _storable(address: str) -> str:
    """What is in an envelope can be anything; what cannot be printed is shown to be there, as no database takes it."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in address[:320])


def _let_the_game_wait(mail: InboundMail, *, now: datetime) -> None:
    answered = message_answered(mail.recipient)
    if answered is not None and answered.player is not None and rights.is_live(answered, now=now):
        commands.mail_is_waiting(game_id=answered.game_id, mail=mail.pk, accepted_at=now)


def _nudge(mail_id: int) -> None:
    current_app.send_task("notifications.tasks.read_inbound", args=[mail_id])


def _content_hash(raw: bytes, recipient: str) -> str:
    """One for a mail however often it comes: token and Message-ID, or token, From, Date and body where there is none."""
    head, _, body = re.sub(rb"\r\n?", b"\n", raw).partition(b"\n\n")
    identity = _header(head, b"message-id") or b"\n".join((_header(head, b"from"), _header(head, b"date"), body))
    return hashlib.sha256((token_in(recipient) or recipient.lower()).encode() + b"\0" + identity).hexdigest()


def _header(head: bytes, name: bytes) -> bytes:
    found = re.search(rb"^" + name + rb":(.*(?:\n[ \t].*)*)", head, re.IGNORECASE | re.MULTILINE)
    return b" ".join(found.group(1).split()) if found else b""
