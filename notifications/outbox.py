"""How mail leaves, whether it is of a game or of none:

1. what is due is claimed, and the claim committed, before anything leaves;
2. each claimed row is closed, put off, or written, as `notifications.sending` and `notifications.digests` know;
3. what was written is handed to the provider over one connection;
4. what the provider says of a mail is recorded before the next is tried;
5. what it did not take comes again, later each time, and a refusal for good is heeded as a bounce.

A worker that dies holding a row costs a duplicate at worst, by the same Message-ID. What comes in is claimed in the same way."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from smtplib import SMTPRecipientsRefused, SMTPResponseException
from typing import TypeVar

from anymail.exceptions import AnymailError
from django.core.mail import EmailMultiAlternatives, get_connection
from django.db import transaction
from django.db.models import F, QuerySet

from games.players.models import Player
from games.store import MailFirst
from notifications import tokens
from notifications.bounces import bounced, how_it_was_refused
from notifications.models import Bounce, Outgoing, Queued

LEASE = timedelta(minutes=10)  # a try that says nothing for so long has crashed
AT_A_TIME = 10  # all of them within the lease, though each should wait for the provider as long as any may
MOST_TRIES = 20  # about four days
FIRST_RETRY = timedelta(minutes=1)
LONGEST_RETRY = timedelta(hours=6)
AN_ANSWER = (SMTPRecipientsRefused, SMTPResponseException)  # about one mail: the connection stands

Row = TypeVar("Row", bound=Queued)

log = logging.getLogger(__name__)


@transaction.atomic
def claim(free: "QuerySet[Row]", *, lease: timedelta, now: datetime, most: int) -> list[Row]:
    """Up to so many of the rows that are free, the longest due first, each with one try more. Nobody else gets them until the
    lease is over."""
    ours = list(free.select_for_update(skip_locked=True, of=("self",)).order_by("due_at", "pk")[:most])
    free.model._default_manager.filter(pk__in=[row.pk for row in ours]).update(
        due_at=now + lease, attempts=F("attempts") + 1
    )
    for row in ours:
        row.attempts += 1
    return ours


def why_never(row: Outgoing, addressee: Player | None) -> str:
    """Why a mail is not to go out at all; "" where it may."""
    if row.attempts > MOST_TRIES:
        return f"given up: {row.status}"
    if addressee is not None and addressee.mail_fails_since is not None:
        return "not sent: mail to this address comes back"
    if addressee is not None and not addressee.is_active:
        return "not sent: this account is shut"
    return ""


def close(row: Outgoing, *, status: str) -> None:
    """It is not to go out any more."""
    type(row)._default_manager.filter(pk=row.pk).update(due_at=None, status=status[:200])


def put_off(row: Outgoing, *, until: datetime) -> None:
    """Waiting is no try that failed."""
    type(row)._default_manager.filter(pk=row.pk).update(due_at=until, attempts=row.attempts - 1)


def try_later(row: Outgoing, *, why: str, now: datetime) -> None:
    due_at = now + wait_after(row.attempts)
    type(row)._default_manager.filter(pk=row.pk).update(due_at=due_at, status=why)


def hand_out(
    outbox: Sequence[tuple[Outgoing, EmailMultiAlternatives]], *, now: datetime
) -> Iterator[dict[str, str] | None]:
    """Of each mail what the provider said as it took it, as rows keep it; None of one that comes again. The next is tried when
    that has been kept."""
    for (row, mail), refused in zip(outbox, _hand_over([mail for _row, mail in outbox]), strict=True):
        if refused is not None:
            _failed(row, mail, refused, now=now)
        yield _said_of(mail) if refused is None else None


def _failed(row: Outgoing, mail: EmailMultiAlternatives, refused: Exception, *, now: datetime) -> None:
    """A refusal for good is a bounce; of one mail that is tried again and again, a soft one counts once."""
    log.warning("%s %s was not sent: %s", row._meta.model_name, row.pk, tokens.mask(repr(refused)))
    try_later(row, why=type(refused).__name__, now=now)
    how = how_it_was_refused(refused) if isinstance(refused, SMTPRecipientsRefused) else None
    if how == Bounce.HARD or (how == Bounce.SOFT and row.attempts == 1):
        with suppress(MailFirst):  # then it is refused once more, at the next try
            bounced(how=how, message_id=row.message_id, address=mail.to[0], now=now)


def _hand_over(mails: Sequence[EmailMultiAlternatives]) -> Iterator[Exception | None]:
    """Of each mail why the provider did not take it, or None. Where it does not answer at all, no other is tried."""
    if not mails:
        return
    connection, is_down = get_connection(), None
    try:
        connection.open()
    except OSError as down:
        is_down = down
    for mail in mails:
        refused: Exception | None = is_down
        if not is_down:
            mail.connection = connection
            try:
                mail.send()
            except (OSError, AnymailError) as error:
                refused = error
                if isinstance(error, OSError) and not isinstance(error, AN_ANSWER):
                    is_down = error
        yield refused
    connection.close()


def _said_of(mail: EmailMultiAlternatives) -> dict[str, str]:
    """What the provider said of a mail that it took, where Anymail asked one, as rows keep it."""
    provider = getattr(mail, "anymail_status", None)
    return {
        "provider_id": str(getattr(provider, "message_id", None) or "")[:200],
        "status": ", ".join(sorted(getattr(provider, "status", None) or ["sent"]))[:200],
    }


def wait_after(attempts: int) -> timedelta:
    """How long until the next try."""
    wait: timedelta = min(FIRST_RETRY * 2 ** (attempts - 1), LONGEST_RETRY)
    return wait
