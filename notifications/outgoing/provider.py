"""The connection to the mail provider. Each thread keeps its own from one batch of emails to the next, as opening one
takes several round trips, and more with TLS and a password.

A kept connection carries up to 100 emails within a minute. It is tried before each batch, and any error ends it, so
that no email depends on what happened to another one."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from smtplib import SMTP, SMTPRecipientsRefused, SMTPResponseException

from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend

MOST_MAILS, LONGEST = 100, timedelta(minutes=1)
ABOUT_ONE_MAIL = (SMTPRecipientsRefused, SMTPResponseException)  # the provider has answered


@dataclass
class Kept:
    """An open connection, since when, and the number of emails that it has carried."""

    connection: BaseEmailBackend
    since: datetime
    mails: int = 0


class _Own(threading.local):
    kept: Kept | None = None


_own = _Own()


@dataclass(frozen=True)
class NotTaken:
    """An email that the provider didn't accept, and `why`. `why` is None if it wasn't tried because the provider
    `is_down`."""

    why: Exception | None
    is_down: bool


def hand_over(mails: Sequence[EmailMessage], *, now: datetime) -> Iterator[NotTaken | None]:
    """Hand each email to the provider. Yields None for each that was accepted. If the provider doesn't answer at all,
    the rest isn't tried."""
    if mails and not _is_of_use(_own.kept, now=now):
        close()
    is_down = False
    for mail in mails:
        if is_down:
            yield NotTaken(None, is_down)
            continue
        refused, is_open = None, False
        try:
            kept = _own.kept or Kept(get_connection(), now)
            kept.connection.open()  # does nothing if it is open already
            _own.kept, is_open = kept, True
            kept.mails += 1
            mail.connection = kept.connection
            mail.send()
        except BaseException as error:
            close()
            if not isinstance(error, Exception):
                raise
            is_down = not is_open or (isinstance(error, OSError) and not isinstance(error, ABOUT_ONE_MAIL))
            refused = NotTaken(error, is_down)
        yield refused


def close() -> None:
    """End this thread's connection, if there is one; the next email opens another."""
    kept, _own.kept = _own.kept, None
    if kept is not None:
        with suppress(OSError):
            kept.connection.close()


def _is_of_use(kept: Kept | None, *, now: datetime) -> bool:
    """Return True if a kept connection may be used for another batch, and its server still answers."""
    if kept is None or kept.mails >= MOST_MAILS or not kept.since <= now < kept.since + LONGEST:
        return False
    server = getattr(kept.connection, "connection", None)  # only SMTP backends have one to test
    with suppress(OSError):
        return not isinstance(server, SMTP) or server.noop()[0] == 250
    return False
