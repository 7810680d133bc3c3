"""The only entrance for mail: every mail, wherever it comes from, becomes one row here.

Stores bytes, and reads only what distinguishes two mails; parsing is the task's."""

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
from notifications.models import InboundMail
from notifications.tokens import message_answered, token_in

LARGEST = 1_000_000  # bytes; of a larger mail only the beginning is kept, and it is refused
LARGEST_POST = 12_000_000  # of a provider's webhook, as DATA_UPLOAD_MAX_MEMORY_SIZE
BEGINNING = CHUNK = 64_000
FIRST_SWEEP_AFTER = timedelta(seconds=20)  # in case the nudge is lost
UNKNOWN_SENDER = "unknown"  # for a feeder that does not know the envelope; an empty sender is a bounce's
UNKNOWN_RECIPIENT = "unknown"
HELD_FOR = timedelta(hours=48)

Outcome = InboundMail.Outcome

log = logging.getLogger(__name__)

_IN_BRACKETS = re.compile(r"<([^<>]*)>\s*$")
_END_OF_HEAD = re.compile(rb"(?:\r\n|\r(?!\n)|\n){2}")
POST = " post"  # ends the source of a provider's post that is no mail


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
    """Store one mail and return its row; the same mail again returns the existing row. It is read after the commit, and from
    here on the deadlines of its game wait for it."""
    content = _content_hash(raw, recipient)
    event = _storable(provider_event_id)[:200]
    try:
        with transaction.atomic():
            mail = InboundMail.objects.create(
                raw=raw if len(raw) <= most_bytes else raw[:BEGINNING],
                size=len(raw),
                recipient=_storable(recipient),
                sender=_bare(_storable(sender)),
                source=source,
                provider_event_id=event,
                authentication=authentication,
                content_sha256=content,
                received_at=now,
                due_at=now + FIRST_SWEEP_AFTER,
            )
            _queue(mail, now=now)
    except IntegrityError:
        same_event = Q(source=source, provider_event_id=event) & ~Q(provider_event_id="")
        return InboundMail.objects.get(Q(content_sha256=content) | same_event)
    log.info("mail taken", extra={"mail": mail.pk, "source": source})
    return mail


def keep_unread(post: bytes, *, size: int, provider: str, why: str, now: datetime) -> None:
    """Store a provider's post that could not be read, once, for staff."""
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
    """Return True for a provider's post that is no mail."""
    return mail.source.endswith(POST)


def _storable(address: str) -> str:
    """Return an envelope address, which can be anything, with unprintable characters replaced, as no database takes them."""
    return "".join(character if character.isprintable() else "\ufffd" for character in address[:320])


def _bare(sender: str) -> str:
    """Return the address alone, in lower case, as its player's mails are found by it."""
    found = _IN_BRACKETS.search(sender)
    return (found[1] if found else sender).strip().lower()


def _queue(mail: InboundMail, *, now: datetime) -> None:
    """Have a worker read the mail after the commit; the deadlines of its game wait for it."""
    transaction.on_commit(
        lambda: current_app.send_task("notifications.tasks.read_inbound", args=[mail.pk]), robust=True
    )
    answered = message_answered(mail.recipient)
    if answered is None or answered.game_id is None or answered.player is None:
        return
    if rights.is_live(answered, now=now):
        commands.mail_is_waiting(game_id=answered.game_id, mail=mail.pk, accepted_at=now)


def _content_hash(raw: bytes, recipient: str) -> str:
    """Return the hash of a mail, the same however often it comes: of token and Message-ID or, without one, of token, From, Date
    and body."""
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
    """Yield the bytes from there on with one kind of line end, piece by piece, as a copy of a large mail takes as much
    memory again."""
    while start < len(raw):
        end = start + CHUNK
        end += raw[end - 1 : end + 1] == b"\r\n"  # which is one line end
        yield with_line_feeds(raw[start:end])
        start = end


def _header(head: bytes, name: bytes) -> bytes:
    found = re.search(rb"^" + name + rb":(.*(?:\n[ \t].*)*)", head, re.IGNORECASE | re.MULTILINE)
    return b" ".join(found.group(1).split()) if found else b""


# --- mails that are taken up again, or never ------------------------------------------------------------------------------


def is_open(mail: InboundMail, *, now: datetime) -> bool:
    """Return True if a held mail can still be confirmed."""
    return mail.outcome == Outcome.HELD and mail.acted_at is not None and now < mail.acted_at + HELD_FOR


def confirm(mail: InboundMail, *, now: datetime) -> bool:
    """Note that the player wrote this mail: it is read again, as of now. Returns whether it was still held."""
    return _take_up(_still_held(now).filter(pk=mail.pk), mail, now=now, confirmed_at=now)


def decline(mail: InboundMail, *, now: datetime) -> bool:
    """Note that the player did not write this mail: it is dropped. Returns whether it was still held."""
    return bool(_still_held(now).filter(pk=mail.pk).update(outcome=Outcome.DECLINED, **_EMPTY))


def replay(mail: InboundMail, *, now: datetime) -> bool:
    """Read a mail again that did nothing, with all the usual checks. Returns whether that was possible; one that did
    something is never repeated."""
    unread = InboundMail.objects.filter(pk=mail.pk, read_at__isnull=False).exclude(recipient="")
    unread = unread.exclude(outcome__in=(Outcome.OBEYED, Outcome.REPORT)).exclude(source__endswith=POST)
    return _take_up(unread, mail, now=now)


def forget_held(*, before: datetime, most: int) -> int:
    """End mails that nobody has confirmed."""
    return _empty(
        InboundMail.objects.filter(outcome=Outcome.HELD, acted_at__lte=before),
        most=most,
        now=before,
        outcome=Outcome.EXPIRED,
    )


def forget_obeyed(*, before: datetime, most: int) -> int:
    """Forget the content of mails that were carried out. The row of each stays: by its hash the same mail is recognised and does
    nothing twice."""
    return _empty(_of_old(before).filter(outcome=Outcome.OBEYED), most=most, now=before)


def forget_quarantine(*, before: datetime, most: int) -> int:
    """Forget the content of mails that were not carried out."""
    return _empty(_of_old(before).exclude(outcome=Outcome.OBEYED), most=most, now=before)


def forget_rows(*, before: datetime, most: int) -> int:
    """Forget the rows of mails whose content is forgotten; sent once more, such a mail would be read as a new one."""
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
        _queue(mail, now=now)
    return bool(taken)
