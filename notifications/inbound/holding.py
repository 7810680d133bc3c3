"""Mails in the spool that are taken up again, or never: those held until their player confirms them, those that staff have
read once more, and what is forgotten when its time is over. What a mail then does is `notifications.inbound.dispatch`'s."""

from datetime import datetime, timedelta

from celery import current_app
from django.db import transaction
from django.db.models import Q, QuerySet

from games import commands
from notifications.inbound import rights
from notifications.inbound.spool import FIRST_SWEEP_AFTER
from notifications.models import InboundMail
from notifications.tokens import message_answered

HELD_FOR = timedelta(hours=48)
KEPT_FOR = timedelta(days=90)

Outcome = InboundMail.Outcome


def is_open(mail: InboundMail, *, now: datetime) -> bool:
    """Whether a held mail can still be confirmed."""
    return mail.outcome == Outcome.HELD and mail.acted_at is not None and now < mail.acted_at + HELD_FOR


def confirm(mail: InboundMail, *, now: datetime) -> bool:
    """Its player says that they wrote it: it is read anew, as of now. Whether it was still held."""
    return _take_up(_still_held(now).filter(pk=mail.pk), mail, now=now, confirmed_at=now)


def decline(mail: InboundMail, *, now: datetime) -> bool:
    """Its player says that they did not write it: it is gone. Whether it was still held."""
    return bool(_still_held(now).filter(pk=mail.pk).update(outcome=Outcome.DECLINED, **_EMPTY))


def replay(mail: InboundMail, *, now: datetime) -> bool:
    """Read a mail anew that did nothing; nothing that is asked of a mail is left out. Whether that could be.

    What a mail has done it never does again."""
    unread = InboundMail.objects.filter(pk=mail.pk, read_at__isnull=False).exclude(recipient="")
    return _take_up(unread.exclude(outcome__in=(Outcome.OBEYED, Outcome.REPORT)), mail, now=now)


def forget_old(*, now: datetime) -> int:
    """End what was held for too long, and forget mails that have been kept for their time; how many.

    Of each its row stays: by the hash in it the same mail is known again, and does nothing twice."""
    late = InboundMail.objects.filter(outcome=Outcome.HELD, acted_at__lte=now - HELD_FOR)
    expired = late.update(outcome=Outcome.EXPIRED, **_EMPTY)
    old = InboundMail.objects.filter(received_at__lte=now - KEPT_FOR, read_at__isnull=False).exclude(recipient="")
    return expired + old.update(**_EMPTY)


_EMPTY = {"raw": b"", "recipient": "", "sender": "", "authentication": "", "why": ""}


def _still_held(now: datetime) -> "QuerySet[InboundMail]":
    return InboundMail.objects.filter(Q(outcome=Outcome.HELD) & Q(acted_at__gt=now - HELD_FOR))


@transaction.atomic
def _take_up(which: "QuerySet[InboundMail]", mail: InboundMail, *, now: datetime, **noted: datetime) -> bool:
    taken = which.update(
        **noted, outcome=Outcome.UNREAD, why="", acted_at=None, read_at=None, attempts=0, due_at=now + FIRST_SWEEP_AFTER
    )
    answered = message_answered(mail.recipient) if taken else None
    if answered is not None and answered.player is not None and rights.is_live(answered, now=now):
        commands.mail_is_waiting(game_id=answered.game_id, mail=mail.pk, accepted_at=now)
    if taken:
        transaction.on_commit(
            lambda: current_app.send_task("notifications.tasks.read_inbound", args=[mail.pk]), robust=True
        )
    return bool(taken)
