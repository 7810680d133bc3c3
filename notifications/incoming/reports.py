"""Reads a report that an email of ours came back, from a mail server (RFC 3464) or a provider (RFC 5965). Takes bytes
and returns a plain value.

Whether to believe the report is decided elsewhere. Addresses in a report can be anything and aren't read."""

import email
import re
from dataclasses import dataclass
from email.message import Message as Part

from notifications.incoming.bodies import FAULTS
from notifications.outgoing.refusals import COMPLAINT, how_it_was_refused

MOST_RECIPIENTS = 10  # our own emails have only one
LONGEST_FIELD = 1_000

UNWANTED = {"abuse", "fraud", "opt-out"}


@dataclass(frozen=True)
class Report:
    """The way an email came back (hard, soft or complaint) and its Message-ID, "" if the report has none or several."""

    how: str
    message_id: str


def report_of(raw: bytes) -> Report | None:
    """Read a report. Returns None if it doesn't say that an email came back. Never raises."""
    try:
        mail = email.message_from_string(raw.decode("latin-1"))
        inner = mail.get_payload()  # only the parts of the report itself, without their own parts
        is_report = mail.get_content_type() == "multipart/report" and isinstance(inner, list)
        parts = [part for part in inner if isinstance(part, Part)] if is_report else []
        how = next((how for how in map(_how, parts) if how is not None), None)
        ids = {found for found in map(_message_id, parts) if found}
    except FAULTS:
        return None
    return Report(how, ids.pop() if len(ids) == 1 else "") if how is not None else None


def _how(part: "Part[str, str]") -> str | None:
    match part.get_content_type():
        case "message/delivery-status":
            blocks = _blocks(part)[: MOST_RECIPIENTS + 1]  # one block per recipient
            failed = (block for block in blocks if _field(block, "Action").lower() == "failed")
            fates = (how_it_was_refused(_field(one, "Diagnostic-Code"), status=_field(one, "Status")) for one in failed)
            return next((fate for fate in fates if fate is not None), None)
        case "message/feedback-report":
            kinds = {_field(block, "Feedback-Type").lower() for block in [part, *_blocks(part)[:1]]}
            return COMPLAINT if kinds & UNWANTED else None
        case _:
            return None


def _blocks(part: "Part[str, str]") -> list["Part[str, str]"]:
    """Return the groups of fields. Those that the library leaves as text are parsed here."""
    inner = part.get_payload()
    if isinstance(inner, list):
        return [block for block in inner if isinstance(block, Part)]
    return [email.message_from_string(group) for group in str(inner).split("\n\n")[: MOST_RECIPIENTS + 1]]


def _message_id(part: "Part[str, str]") -> str:
    """Return the Message-ID of the returned email. The report contains that email, or only its headers."""
    inner = part.get_payload()
    match part.get_content_type():
        case "message/rfc822" | "message/global" if isinstance(inner, list) and inner and isinstance(inner[0], Part):
            return _field(inner[0], "Message-ID")
        case "text/rfc822-headers" | "message/rfc822-headers":
            head = inner[0] if isinstance(inner, list) and inner else email.message_from_string(str(inner))
            return _field(head, "Message-ID") if isinstance(head, Part) else ""
        case _:
            return ""


def _field(block: "Part[str, str]", name: str) -> str:
    """Return a field in one line, without comments."""
    line = " ".join(str(block.get(name, ""))[:LONGEST_FIELD].split())
    return line if name == "Diagnostic-Code" else re.sub(r"\s*\([^()]*\)\s*", "", line)
