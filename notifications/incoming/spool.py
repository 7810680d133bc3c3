"""The only entrance for email: every email, wherever it comes from, becomes one row here.

It stores bytes and reads only what tells two emails apart. The task parses the rest."""

import logging
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from hashlib import sha256

from celery import current_app
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from games import commands
from games.commands.forgetting import forget
from notifications.incoming import rights
from notifications.incoming.rights import with_line_feeds
from notifications.models import InboundMail, Message
from notifications.tokens import message_answered, token_in

LARGEST = 1_000_000  # bytes; a larger email is refused, and only its beginning is stored
LARGEST_POST = 12_000_000  # bytes of a provider's post, like DATA_UPLOAD_MAX_MEMORY_SIZE
BEGINNING = CHUNK = 64_000
FIRST_SWEEP_AFTER = timedelta(seconds=20)  # when the sweep reads it, in case the task is lost
UNKNOWN_SENDER = "unknown"  # from a source that doesn't know the envelope; an empty sender means a bounce
UNKNOWN_RECIPIENT = "unknown"
HELD_FOR = timedelta(hours=48)

Outcome = InboundMail.Outcome

log = logging.getLogger(__name__)

_IN_BRACKETS = re.compile(r"<([^<>]*)>\s*$")
_END_OF_HEAD = re.compile(rb"(?:\r\n|\r(?!\n)|\n){2}")
POST = " post"  # the end of `source` for a provider's post that couldn't be read as an email


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
    """Store one email and return its row; the same email again returns the existing row. It is read after the commit.
    From now on, the deadlines of its game wait for it."""
    content, answered = _content_hash(raw, recipient), message_answered(recipient)
    event = _storable(provider_event_id)[:200]
    sender = _storable(sender)
    in_brackets = _IN_BRACKETS.search(sender)
    try:
        with transaction.atomic():
            mail = InboundMail.objects.create(
                raw=raw if len(raw) <= most_bytes else raw[:BEGINNING],
                size=len(raw),
                recipient=_storable(recipient),
                sender=(in_brackets[1] if in_brackets else sender).strip().lower(),  # as addresses are compared
                source=source,
                provider_event_id=event,
                authentication=authentication,
                content_sha256=content,
                message=answered,
                received_at=now,
                due_at=now + FIRST_SWEEP_AFTER,
            )
            _queue(mail, answered, now=now)
    except IntegrityError:
        same_event = Q(source=source, provider_event_id=event) & ~Q(provider_event_id="")
        return InboundMail.objects.get(Q(content_sha256=content) | same_event)
    log.info("mail taken", extra={"mail": mail.pk, "source": source})
    return mail


def keep_unread(post: bytes, *, size: int, provider: str, why: str, now: datetime) -> None:
    """Store a provider's post that couldn't be read, once, for staff."""
    row = InboundMail(
        raw=post,
        size=size,
        recipient=UNKNOWN_RECIPIENT,
        sender=UNKNOWN_SENDER,
        source=provider + POST,
        content_sha256=sha256(b"post\0" + post).hexdigest(),
        received_at=now,
        outcome=InboundMail.Outcome.BROKEN,
        why=why,
        acted_at=now,
        read_at=now,
    )
    InboundMail.objects.bulk_create([row], ignore_conflicts=True)


def is_post(mail: InboundMail) -> bool:
    """Return True if this is a provider's post that couldn't be read as an email."""
    return mail.source.endswith(POST)


def _storable(address: str) -> str:
    """Return an envelope address, which can be anything. Unprintable characters are replaced, as the database rejects
    some of them."""
    return "".join(character if character.isprintable() else "\ufffd" for character in address[:320])


def _queue(mail: InboundMail, answered: Message | None, *, now: datetime) -> None:
    """Queue the email to be read after the commit. The deadlines of its game wait for it."""
    transaction.on_commit(
        lambda: current_app.send_task("notifications.tasks.read_inbound", args=[mail.pk]), robust=True
    )
    if answered is None or answered.game_id is None or answered.player is None:
        return
    if rights.is_live(answered, now=now):
        commands.mail_is_waiting(game_id=answered.game_id, mail=mail.pk, accepted_at=now)


def _content_hash(raw: bytes, recipient: str) -> str:
    """Return a hash that is the same each time this email comes. It covers the token and the Message-ID or, without a
    Message-ID, the token, From, Date and body."""
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
    """Yield the bytes from `start` on with one kind of line ending. They come in chunks, as a copy of a large email
    would take as much memory again."""
    while start < len(raw):
        end = start + CHUNK
        end += raw[end - 1 : end + 1] == b"\r\n"  # never split one line ending
        yield with_line_feeds(raw[start:end])
        start = end


def _header(head: bytes, name: bytes) -> bytes:
    found = re.search(rb"^" + name + rb":(.*(?:\n[ \t].*)*)", head, re.IGNORECASE | re.MULTILINE)
    return b" ".join(found.group(1).split()) if found else b""


# --- emails to read again, and content to delete --------------------------------------------------------------------------


def is_open(mail: InboundMail, *, now: datetime) -> bool:
    """Return True if an email on hold can still be confirmed."""
    return mail.outcome == Outcome.HELD and mail.acted_at is not None and now < mail.acted_at + HELD_FOR


def confirm(mail: InboundMail, *, now: datetime) -> bool:
    """Record that the player wrote this email, and queue it to be read again as of now. Returns True if it was still on
    hold."""
    return _take_up(_still_held(now).filter(pk=mail.pk), mail, now=now, confirmed_at=now)


def decline(mail: InboundMail, *, now: datetime) -> bool:
    """Record that the player didn't write this email, and drop it. Returns True if it was still on hold."""
    return bool(_still_held(now).filter(pk=mail.pk).update(outcome=Outcome.DECLINED, **_EMPTY))


def replay(mail: InboundMail, *, now: datetime) -> bool:
    """Queue an email that had no effect to be read again, with all the usual checks. Returns True if that was possible.
    An email that had an effect is never repeated."""
    unread = InboundMail.objects.filter(pk=mail.pk, read_at__isnull=False).exclude(recipient="")
    unread = unread.exclude(outcome__in=(Outcome.OBEYED, Outcome.REPORT)).exclude(source__endswith=POST)
    return _take_up(unread, mail, now=now)


def forget_held(*, before: datetime, most: int) -> int:
    """Expire emails on hold that nobody has confirmed."""
    return _empty(
        InboundMail.objects.filter(outcome=Outcome.HELD, acted_at__lte=before),
        most=most,
        now=before,
        outcome=Outcome.EXPIRED,
    )


def forget_obeyed(*, before: datetime, most: int) -> int:
    """Delete the content of emails that were carried out. Their rows stay: if the same email comes again, its hash is
    recognised and it has no effect."""
    return _empty(_of_old(before).filter(outcome=Outcome.OBEYED), most=most, now=before)


def forget_quarantine(*, before: datetime, most: int) -> int:
    """Delete the content of emails that weren't carried out."""
    return _empty(_of_old(before).exclude(outcome=Outcome.OBEYED), most=most, now=before)


def forget_rows(*, before: datetime, most: int) -> int:
    """Delete the rows of emails whose content is deleted. If such an email were sent again, it would be read as a new
    one."""
    return forget(
        InboundMail.objects.filter(received_at__lte=before, recipient="", read_at__isnull=False), most=most, now=before
    )


def _of_old(before: datetime) -> "QuerySet[InboundMail]":
    return InboundMail.objects.filter(received_at__lte=before, read_at__isnull=False).exclude(recipient="")


def _empty(mails: "QuerySet[InboundMail]", *, most: int, now: datetime, **more: str) -> int:
    return forget(
        mails, most=most, now=now, by=lambda some: InboundMail.objects.filter(pk__in=some).update(**_EMPTY, **more)
    )


_EMPTY = {"raw": b"", "recipient": "", "sender": "", "authentication": "", "why": ""}


def _still_held(now: datetime) -> "QuerySet[InboundMail]":
    return InboundMail.objects.filter(Q(outcome=Outcome.HELD) & Q(acted_at__gt=now - HELD_FOR))


@transaction.atomic
def _take_up(which: "QuerySet[InboundMail]", mail: InboundMail, *, now: datetime, **noted: datetime) -> bool:
    taken = which.update(
        **noted, outcome=Outcome.UNREAD, why="", acted_at=None, read_at=None, attempts=0, due_at=now + FIRST_SWEEP_AFTER
    )
    if taken:
        _queue(mail, message_answered(mail.recipient), now=now)
    return bool(taken)
