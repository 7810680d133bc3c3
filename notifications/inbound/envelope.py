"""Who a mail is from, and whether a machine wrote it: from its headers alone, whatever they hold. The body is not read here."""

import re
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import Message as Mime
from email.parser import BytesHeaderParser

from notifications.models import InboundMail

LONGEST_HEAD = 64_000
MOST_PARTS, DEEPEST = 100, 10
LONGEST_LINE = 1_000

# The library's reading of addresses takes some lines for another address than a mail program shows; this takes fewer.
_ADDRESS = r"[^\s<>@,;:\"()\[\]\\]+@[^\s<>@,;:\"()\[\]\\]+"
_FROM = re.compile(
    rf'(?P<name>"[^"<>]*"\s*|[^"<>@,;()]*)<(?P<in_brackets>{_ADDRESS})>|(?P<bare>{_ADDRESS})(?:\s*\([^()@<>]*\))?'
)


@dataclass(frozen=True)
class Envelope:
    """`sender` is the one From address in lower case, "" where there is none or several; `name` what it is called.

    `message_id` is as an answer quotes it, "" where there is none."""

    sender: str
    name: str
    message_id: str
    is_automatic: bool


def envelope_of(mail: InboundMail) -> Envelope:
    """What the headers say. Never fails: what cannot be read is not there."""
    head = BytesHeaderParser().parsebytes(_head(bytes(mail.raw)))
    found = _FROM.fullmatch(_text(head, "From")) if len(head.get_all("From", [])) == 1 else None
    return Envelope(
        sender=(found["in_brackets"] or found["bare"]).lower() if found else "",
        name=_decoded((found["name"] or "").strip(' "')) if found else "",
        message_id=_text(head, "Message-ID")[:400],
        is_automatic=mail.sender == "" or _is_automatic(head),
    )


def is_too_intricate(raw: bytes) -> bool:
    """Whether a mail has more parts, or parts within parts, than are read; a scan of its bytes, so that none is parsed."""
    folded = raw.lower()
    return (
        folded.count(b"\ncontent-type:") > MOST_PARTS
        or folded.count(b"boundary=") > DEEPEST
        or (len(raw) > LONGEST_HEAD and _end_of_head(raw[:LONGEST_HEAD]) is None)
    )


def _is_automatic(head: "Mime[str, str]") -> bool:
    """Bounces, absences, lists and our own mail: stored, never answered. `X-Auto-Response-Suppress` alone is no reason."""
    auto_submitted = _text(head, "Auto-Submitted").partition(";")[0].strip().lower()
    return (
        auto_submitted not in ("", "no")
        or _text(head, "Precedence").lower() in ("bulk", "junk", "list")
        or head.get_content_type() == "multipart/report"
        or "List-Id" in head
        or "X-Lexicon-Loop" in head
    )


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
    beginning = raw[:LONGEST_HEAD]
    return beginning[:ends] if (ends := _end_of_head(beginning)) else beginning


def _end_of_head(beginning: bytes) -> int | None:
    return min((at for gap in (b"\n\n", b"\r\n\r\n") if (at := beginning.find(gap)) >= 0), default=None)
