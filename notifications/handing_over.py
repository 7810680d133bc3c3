"""Mails are handed to the provider over one connection. What becomes of those it did not take, `notifications.sending` and
`notifications.digests` know."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from smtplib import SMTPRecipientsRefused, SMTPResponseException

from anymail.exceptions import AnymailError
from django.core.mail import EmailMultiAlternatives, get_connection

FIRST_RETRY = timedelta(minutes=1)
LONGEST_RETRY = timedelta(hours=6)
AN_ANSWER = (SMTPRecipientsRefused, SMTPResponseException)  # about one mail: the connection stands


def hand_over(mails: Sequence[EmailMultiAlternatives]) -> Iterator[Exception | None]:
    """Of each mail why the provider did not take it, or None; the next is tried when that has been kept.
    Where it does not answer at all, no other is tried."""
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


def said_of(mail: EmailMultiAlternatives) -> dict[str, str]:
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
