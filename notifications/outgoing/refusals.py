"""Reads why an email was refused, from a mail server's reply, a provider's event, or the report of a returned email.

Pure, as it is also used where untrusted email is read. Enhanced status codes are those of RFC 3463 and its registry at
IANA."""

import re

HARD, SOFT, COMPLAINT = "hard", "soft", "complaint"
"""The values of `models.Bounce`, which isn't loaded where this runs."""

NO_SUCH_MAILBOX = {
    "5.1.0": "the address is refused",
    "5.1.1": "no such mailbox",
    "5.1.2": "no such host",
    "5.1.3": "no address at all",
    "5.1.6": "the mailbox has moved, and left no address",
    "5.1.10": "the domain takes no mail",
    "5.2.1": "the mailbox is disabled",
}
NO_SUCH_MAILBOX_BY_CODE = {550, 551, 553}  # if there is no enhanced status
ABOUT_THE_MAIL_OR_US = re.compile(r"5\.(?:[3456]\.\d+|1\.[78]$)")
"""The system, the route, the protocol, the content, and the sender's address; our own quota is 5.4.5. None of these
counts against the mailbox. 5.7 counts a little, as its server may keep refusing us."""

_STATUS = re.compile(r"(?<![\w.])([245]\.\d{1,3}\.\d{1,3})(?![\w]|\.\d)")  # not part of an IP address
_CODE = re.compile(r"(?<![\w.])([2-5]\d\d)(?![\w]|\.\d)")


def how_it_was_refused(said: str, *, code: int | None = None, status: str = "") -> str | None:
    """Return HARD if there is no such mailbox, SOFT if the refusal counts against it for some days, None if it says
    nothing about it.

    `said` is the reply of a mail server. It starts with the code unless `code` is given. `status` is the field of a
    report. Everything but HARD is tried again."""
    statuses = {found for found in _STATUS.findall(f"{status} {said}") if not found.endswith(".0.0")}
    if code is None and (written := _CODE.search(said)):
        code = int(written[1])
    if statuses:
        if all(found in NO_SUCH_MAILBOX for found in statuses):
            return HARD
        return None if all(map(ABOUT_THE_MAIL_OR_US.match, statuses)) else SOFT
    return HARD if code in NO_SUCH_MAILBOX_BY_CODE else SOFT


def has_status(said: str) -> bool:
    """Return True if this text contains an enhanced status code."""
    return bool(_STATUS.search(said))
