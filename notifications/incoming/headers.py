"""The sender of a mail, and signs that a machine wrote it, from its headers alone, whatever they hold. No body is read.

Whether a mail is from the domain of its From line was found out by SPF, DKIM and DMARC, by one of our own hops or a mail
provider, and written into an Authentication-Results header (RFC 8601). That is read here; nothing is verified again."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import Message as Mime
from email.parser import BytesHeaderParser
from email.utils import parsedate_tz
from functools import cache

from django.conf import settings
from publicsuffixlist import PublicSuffixList

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

# For some lines the library finds another address than a mail program shows; this accepts fewer.
_ADDRESS = r"[^\s<>@,;:\"()\[\]\\]+@[^\s<>@,;:\"()\[\]\\]+"
_FROM = re.compile(
    rf'(?P<name>"[^"<>]*"\s*|[^"<>@,;:()]*)<(?P<in_brackets>{_ADDRESS})>|(?P<bare>{_ADDRESS})(?:\s*\([^()@<>]*\))?'
)
_FROM_LINE = re.compile(rb"^from[ \t]*:", re.IGNORECASE | re.MULTILINE)
"""Matches also a From line that the library skips, because it stands below a malformed line: others may have read that one."""


@dataclass(frozen=True)
class Headers:
    """`sender` is the only From address in lower case, "" if there is none or several; `name` is its display name.
    `message_id` is as an answer quotes it, "" if there is none. `ahead` is how many minutes the writer's clock is ahead of
    UTC, by the Date; 0 where that says nothing. `is_forged`: the sender's domain was checked and could not be confirmed;
    False if nobody checked."""

    sender: str
    name: str
    message_id: str
    ahead: int
    is_automatic: bool
    is_report: bool
    is_forged: bool


def headers_of(mail: InboundMail) -> Headers:
    """Read the headers. Never fails: what cannot be read counts as missing."""
    raw = _head(bytes(mail.raw))
    head = BytesHeaderParser().parsebytes(raw)
    found = _FROM.fullmatch(_text(head, "From")) if len(_FROM_LINE.findall(raw)) == 1 else None
    sender = (found["in_brackets"] or found["bare"]).lower() if found else ""
    results = own_statements(_all(head, "Authentication-Results"), authserv_id=settings.AUTHSERV_ID)
    vouched = is_from_its_domain([*filter(None, [mail.authentication]), *results], sender=sender)
    is_report = head.get_content_type() == "multipart/report"
    return Headers(
        sender=sender,
        name=_decoded((found["name"] or "").strip(' "')) if found else "",
        message_id=_text(head, "Message-ID")[:400],
        ahead=_ahead(_text(head, "Date")),
        is_automatic=is_report or mail.sender.strip("<> ") == "" or is_ours(sender) or _is_automatic(head),
        is_report=is_report,
        is_forged=vouched is False,
    )


def _ahead(date: str) -> int:
    """Return the zone of a date in minutes ahead of UTC."""
    read = parsedate_tz(date)
    return (read[9] or 0) // 60 if read else 0


def is_too_intricate(raw: bytes) -> bool:
    """True if a mail has more parts, or deeper ones, than are read; found by scanning its bytes, so that nothing is parsed."""
    folded = with_line_feeds(raw).lower()
    return (
        folded.count(b"\ncontent-type:") > MOST_PARTS
        or folded.count(b"boundary=") > DEEPEST
        or (b"boundary=" in folded and folded.count(b"\n--") > MOST_DELIMITERS)
        or (len(raw) > LONGEST_HEAD and _end_of_head(raw[:LONGEST_HEAD]) is None)
    )


def with_line_feeds(raw: bytes) -> bytes:
    """The bytes with one kind of line end. Replacing by a pattern would take forty times their size."""
    return raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def _is_automatic(head: "Mime[str, str]") -> bool:
    """True for absence notices, lists and our own mail, which are stored and never answered. `X-Auto-Response-Suppress`
    alone is no reason."""
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
    """The header in one line, unprintable characters escaped, as no address and no database takes them."""
    line = " ".join(str(head.get(name, ""))[:LONGEST_LINE].split())
    return "".join(character if character.isprintable() else "\ufffd" for character in line)


def _decoded(name: str) -> str:
    try:
        return str(make_header(decode_header(name)))
    except (HeaderParseError, LookupError, ValueError):
        return ""


def _head(raw: bytes) -> bytes:
    """The headers with one kind of line end; the beginning of a mail whose headers do not end."""
    return with_line_feeds(raw[:LONGEST_HEAD]).partition(b"\n\n")[0] + b"\n"


def _end_of_head(beginning: bytes) -> int | None:
    return min((at for gap in (b"\n\n", b"\r\n\r\n") if (at := beginning.find(gap)) >= 0), default=None)


# --- what was found of the sender -----------------------------------------------------------------------------------------

LONGEST = 4_000  # characters of one statement
DEEPEST_COMMENT = 5

_QUOTED = r'"(?:[^"\\]|\\.)*"'
_COMMENT = re.compile(rf"({_QUOTED})|\([^()]*\)")
_CLAUSE = re.compile(rf'(?:{_QUOTED}|[^;"()])+')
_RESULT = re.compile(r"\s*(spf|dkim|dmarc)\s*(?:/\s*\d+\s*)?=\s*(\w+)", re.IGNORECASE)
_PROPERTY = re.compile(rf'(\w+\.[\w-]+)\s*=\s*((?:{_QUOTED}|[^\s"])+)')
_NAME = re.compile(rf'\s*({_QUOTED}|[^\s;"]+)(?:\s+\d+)?\s*(?:;|$)')


@dataclass(frozen=True)
class _Result:
    """One finding, such as `dkim=pass header.d=example.org`."""

    method: str
    word: str
    properties: dict[str, str]

    def vouches_for(self, domain: str) -> bool:
        names = {"spf": ("smtp.mailfrom",), "dkim": ("header.d", "header.i")}[self.method]
        of = next((self.properties[name] for name in names if name in self.properties), "")
        return self.word == "pass" and _is_aligned(_domain(of), domain)


def own_statements(headers: Sequence[str], *, authserv_id: str) -> list[str]:
    """The Authentication-Results headers that our own hop wrote, without its name, newest first.

    Anybody else's are claims of the sender. A hop that writes such headers removes incoming ones with its own name."""
    own = []
    for header in headers if authserv_id else ():
        text = _without_comments(header[:LONGEST])
        found = _NAME.match(text)
        if found and found[1].strip('"').lower() == authserv_id.lower():
            own.append(text[found.end() :])
    return own


def is_from_its_domain(statements: Sequence[str], *, sender: str) -> bool | None:
    """True if SPF, DKIM or DMARC confirm the domain of the sender's address; None if nothing is said of them.

    Of each method the first statement counts, as every hop writes above the others. Unreadable statements confirm nothing."""
    domain = _domain(sender)
    found: dict[str, list[_Result]] = {}
    for statement in statements:
        here = _results(statement[:LONGEST])
        if here is None:
            return False
        for method in {result.method for result in here} - found.keys():
            found[method] = [result for result in here if result.method == method]
    if not found:
        return None
    for policy in found.pop("dmarc", []):
        if policy.word in ("pass", "fail"):
            return policy.word == "pass" and _domain(policy.properties.get("header.from", domain)) == domain
    return any(result.vouches_for(domain) for results in found.values() for result in results)


def _results(statement: str) -> list[_Result] | None:
    """The findings of a statement on these three; None if a quote or comment in it does not end."""
    text = _without_comments(statement)
    clauses = _CLAUSE.findall(text)
    if sum(map(len, clauses)) + text.count(";") - sum(clause.count(";") for clause in clauses) != len(text):
        return None
    results = []
    for clause in clauses:
        if found := _RESULT.match(clause):
            properties = {name.lower(): value for name, value in _PROPERTY.findall(clause[found.end() :])}
            results.append(_Result(found[1].lower(), found[2].lower(), properties))
    return results


def _without_comments(text: str) -> str:
    for _ in range(DEEPEST_COMMENT):
        text = _COMMENT.sub(lambda found: found[1] or " ", text)
    return text


def _domain(address: str) -> str:
    """The domain of an address or of a bare domain."""
    return address.strip('"<> ').rpartition("@")[2].rstrip(".").lower()


def _is_aligned(one: str, other: str) -> bool:
    """True if both are one domain or share a registered one (relaxed alignment, RFC 7489, 3.1)."""
    return bool(one and other) and (one == other or _registered(one) == _registered(other) is not None)


def _registered(domain: str) -> str | None:
    """The registered part of a domain; None for a public suffix such as org or co.uk."""
    return _suffixes().privatesuffix(domain)


@cache
def _suffixes() -> PublicSuffixList:
    """The list that comes with the package: 10,000 suffixes, read once."""
    return PublicSuffixList()
