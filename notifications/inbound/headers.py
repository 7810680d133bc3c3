"""Who a mail is from, and whether a machine wrote it: from its headers alone, whatever they hold. The body is not read here."""

import re
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import Message as Mime
from email.parser import BytesHeaderParser

from django.conf import settings

from notifications.inbound.authentication import is_from_its_domain, own_statements
from notifications.models import InboundMail
from notifications.tokens import is_ours

LONGEST_HEAD = 64_000
MOST_PARTS, DEEPEST = 100, 10
MOST_DELIMITERS = 1_000  # lines that may part two parts, or be rows of dashes
LONGEST_LINE = 1_000
MOST_STATEMENTS = 20

SENT_BY_MACHINES = (
    "List-Id",
    "X-Lexicon-Loop",
    "X-Autoreply",
    "X-Autorespond",
    "X-AutoReply-From",
    "X-Mail-Autoreply",
    "X-Vacation",
    "X-FC-MachineGenerated",
    "X-POST-MessageClass",
    "X-MS-Exchange-Generated-Message-Source",
)
ABSENT = re.compile(
    r"(automatic reply|auto(?:matische)? ?-?antwort|automatisch antwoord|réponse automatique|respuesta automática|autosvar"
    r"|risposta automatica|resposta automática|out of (the )?office)\s*:",
    re.IGNORECASE,
)
TO_MANY = {"bulk", "junk", "list", "auto_reply"}

# The library's reading of addresses takes some lines for another address than a mail program shows; this takes fewer.
_ADDRESS = r"[^\s<>@,;:\"()\[\]\\]+@[^\s<>@,;:\"()\[\]\\]+"
_FROM = re.compile(
    rf'(?P<name>"[^"<>]*"\s*|[^"<>@,;:()]*)<(?P<in_brackets>{_ADDRESS})>|(?P<bare>{_ADDRESS})(?:\s*\([^()@<>]*\))?'
)
_FROM_LINE = re.compile(rb"^from[ \t]*:", re.IGNORECASE | re.MULTILINE)
"""Also one that the library takes for no header, as it stands below a line that is none: others may have read that one."""


@dataclass(frozen=True)
class Envelope:
    """`sender` is the one From address in lower case, "" where there is none or several; `name` what it is called.

    `message_id` is as an answer quotes it, "" where there is none. `is_forged` where those who checked the sender's domain
    could not vouch for it; not where nobody has checked."""

    sender: str
    name: str
    message_id: str
    is_automatic: bool
    is_report: bool
    is_forged: bool


def envelope_of(mail: InboundMail) -> Envelope:
    """What the headers say. Never fails: what cannot be read is not there."""
    raw = _head(bytes(mail.raw))
    head = BytesHeaderParser().parsebytes(raw)
    found = _FROM.fullmatch(_text(head, "From")) if len(_FROM_LINE.findall(raw)) == 1 else None
    sender = (found["in_brackets"] or found["bare"]).lower() if found else ""
    stated = own_statements(_all(head, "Authentication-Results"), authserv_id=settings.AUTHSERV_ID)
    vouched = is_from_its_domain([*filter(None, [mail.authentication]), *stated], sender=sender)
    is_report = head.get_content_type() == "multipart/report"
    return Envelope(
        sender=sender,
        name=_decoded((found["name"] or "").strip(' "')) if found else "",
        message_id=_text(head, "Message-ID")[:400],
        is_automatic=is_report or mail.sender.strip("<> ") == "" or is_ours(sender) or _is_automatic(head),
        is_report=is_report,
        is_forged=vouched is False,
    )


def is_too_intricate(raw: bytes) -> bool:
    """Whether a mail has more parts, or parts within parts, than are read; a scan of its bytes, so that none is parsed."""
    folded = with_line_feeds(raw).lower()
    return (
        folded.count(b"\ncontent-type:") > MOST_PARTS
        or folded.count(b"boundary=") > DEEPEST
        or (b"boundary=" in folded and folded.count(b"\n--") > MOST_DELIMITERS)
        or (len(raw) > LONGEST_HEAD and _end_of_head(raw[:LONGEST_HEAD]) is None)
    )


def with_line_feeds(raw: bytes) -> bytes:
    """The bytes with one kind of line end. A pattern that is replaced would take forty times their size."""
    return raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def _is_automatic(head: "Mime[str, str]") -> bool:
    """Absences, lists and our own mail: stored, never answered. `X-Auto-Response-Suppress` alone is no reason."""
    submitted = {re.split(r"[;(\s]", line.strip())[0].lower() for line in _all(head, "Auto-Submitted")}
    return (
        bool(submitted - {"", "no"})
        or any(line.lower() in TO_MANY for name in ("Precedence", "Preference") for line in _all(head, name))
        or any(name in head for name in SENT_BY_MACHINES)
        or "<>" in _all(head, "Return-Path")
        or bool(ABSENT.match(_decoded(_text(head, "Subject"))))
    )


def _all(head: "Mime[str, str]", name: str) -> list[str]:
    """Each header of this name, unfolded."""
    return [" ".join(str(line).split()) for line in head.get_all(name, [])[:MOST_STATEMENTS]]


def _text(head: "Mime[str, str]", name: str) -> str:
    """The header in one line; what cannot be printed is shown to be there, as no address and no database takes it."""
    line = " ".join(str(head.get(name, ""))[:LONGEST_LINE].split())
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in line)


def _decoded(name: str) -> str:
    try:
        return str(make_header(decode_header(name)))
    except (HeaderParseError, LookupError, ValueError):
        return ""


def _head(raw: bytes) -> bytes:
    """The headers, with one kind of line end; of a mail without an end of its headers, its beginning."""
    return with_line_feeds(raw[:LONGEST_HEAD]).partition(b"\n\n")[0] + b"\n"


def _end_of_head(beginning: bytes) -> int | None:
    return min((at for gap in (b"\n\n", b"\r\n\r\n") if (at := beginning.find(gap)) >= 0), default=None)
