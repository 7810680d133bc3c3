"""The one way in: every mail, from wherever it comes, becomes one row here. Stores bytes, and reads no more of them than
tells two mails apart; parsing is the task's."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from hashlib import sha256
from urllib.parse import unquote

from celery import current_app
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q

from games import commands
from notifications.inbound import rights
from notifications.inbound.headers import with_line_feeds
from notifications.models import InboundMail
from notifications.tokens import message_answered, token_in

LARGEST = 1_000_000  # bytes; of what is larger only the beginning is kept, and it is refused
LARGEST_POST = 12_000_000  # of a provider's webhook
BEGINNING = CHUNK = 64_000
FIRST_SWEEP_AFTER = timedelta(seconds=20)  # should the nudge be lost
UNKNOWN_SENDER = "unknown"  # a feeder that is not told the envelope; an empty sender is a bounce's
UNKNOWN_RECIPIENT = "unknown"

_END_OF_HEAD = re.compile(rb"(?:\r\n|\r(?!\n)|\n){2}")
_POST = " post"  # ends the source of what is a provider's post, and no mail yet


def accept(
    raw: bytes,
    *,
    recipient: str,
    sender: str,
    source: str,
    now: datetime,
    provider_event_id: str = "",
    authentication: str = "",
    most_bytes: int = LARGEST,
) -> InboundMail:
    """Keep one mail and return its row; the same mail again gives the row that is there. It is read after the commit.

    From here on the deadlines of its game wait for it."""
    content = _content_hash(raw, recipient)
    event = _storable(provider_event_id)[:200]
    try:
        with transaction.atomic():
            mail = InboundMail.objects.create(
                raw=raw if len(raw) <= most_bytes else raw[:BEGINNING],
                size=len(raw),
                recipient=_storable(recipient),
                sender=_storable(sender),
                source=source,
                provider_event_id=event,
                authentication=authentication,
                content_sha256=content,
                received_at=now,
                due_at=now + FIRST_SWEEP_AFTER,
            )
            _let_the_game_wait(mail, now=now)
            transaction.on_commit(lambda: _nudge(mail.pk), robust=True)
    except IntegrityError:
        same_event = Q(source=source, provider_event_id=event) & ~Q(provider_event_id="")
        return InboundMail.objects.get(Q(content_sha256=content) | same_event)
    return mail


def accept_post(post: bytes, *, provider: str, now: datetime) -> InboundMail:
    """Keep what a provider has posted until its mails are taken out of it; the game of the reply address in it waits."""
    _, _, body = post.partition(b"\r\n\r\n")
    ends = unquote((body[:BEGINNING] + b" " + body[-BEGINNING:]).decode("latin-1"))
    token = token_in(ends)
    return accept(
        post,
        recipient=settings.REPLY_ADDRESS % token if token else UNKNOWN_RECIPIENT,
        sender=UNKNOWN_SENDER,
        source=provider + _POST,
        now=now,
        most_bytes=LARGEST_POST,
    )


def is_post(mail: InboundMail) -> bool:
    """Whether this is no mail yet, but what a provider has posted."""
    return mail.source.endswith(_POST)


def provider_of(post: InboundMail) -> str:
    return post.source.removesuffix(_POST)


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
    found = _END_OF_HEAD.search(raw)
    head = with_line_feeds(raw[: found.start()] if found else raw)
    content = sha256((token_in(recipient) or recipient.lower()).encode() + b"\0")
    if message_id := _header(head, b"message-id"):
        content.update(message_id)
    else:
        content.update(b"\n".join((_header(head, b"from"), _header(head, b"date"), b"")))
        for chunk in _body(raw, found.end()) if found else ():
            content.update(chunk)
    return content.hexdigest()


def _body(raw: bytes, start: int) -> Iterator[bytes]:
    """What stands from there on with one kind of line end, a little at a time: a copy of a large mail takes as much again."""
    while start < len(raw):
        end = start + CHUNK
        end += raw[end - 1 : end + 1] == b"\r\n"  # which is one line end
        yield with_line_feeds(raw[start:end])
        start = end


def _header(head: bytes, name: bytes) -> bytes:
    found = re.search(rb"^" + name + rb":(.*(?:\n[ \t].*)*)", head, re.IGNORECASE | re.MULTILINE)
    return b" ".join(found.group(1).split()) if found else b""
