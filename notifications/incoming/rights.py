"""Checks the sender of an email by its headers, and what the reply address of one of our emails allows.

SPF, DKIM and DMARC say whether an email is from the domain of its From line. One of our own hops or a mail provider has
checked them and written the result into an Authentication-Results header (RFC 8601). This file reads that header and
verifies nothing again. It reads no body. Source of the rights: the page "Playing by email" of the documentation."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import Message as Mime
from email.parser import BytesHeaderParser
from email.utils import parsedate_tz
from functools import cache

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db.models import Count, Q, QuerySet
from publicsuffixlist import PublicSuffixList

from games.models import Event, Game, Seat
from games.players.accounts import holder_of
from games.players.tokens import is_open
from games.rules import registry
from games.rules.daily import ends_at
from games.rules.values import Order
from notifications.models import InboundMail, MailKind, Message
from notifications.replies import MailFacts
from notifications.tokens import is_ours

# --- the reply address -----------------------------------------------------------------------------------------------------


DIES_AFTER = timedelta(days=30)  # after the game or the puzzle's day is over


def is_live(message: Message, *, now: datetime) -> bool:
    """Return True if answers to this email are carried out: its seat and address still belong to the player it was sent
    to, and nobody has reported it as leaked."""
    return may_be_answered(message, now=now) and is_of_its_player(message)


def is_of_its_player(message: Message) -> bool:
    """Return True unless somebody else has the seat of this email, or its player has left. A puzzle has no seats."""
    return message.invitation is not None or message.puzzle_id is not None or has_the_seat(message)


def may_be_answered(message: Message, *, now: datetime) -> bool:
    """Return True if there is still somebody to answer, whether or not they have the seat."""
    if message.leaked_at is not None:
        return False
    if message.puzzle is not None:
        return now < ends_at(message.puzzle.day) + DIES_AFTER and _has_the_address(message)
    if message.game is None:
        return False
    if message.game.finished_at and now >= message.game.finished_at + DIES_AFTER:
        return False
    if message.invitation is not None:
        holder = holder_of(message.address)
        if (holder is not None and not holder.is_active) or not is_open(message.invitation, now=now):
            return False
        return message.invitation.declined_at is None and message.game.phase != Game.Phase.CANCELLED
    return message.seat is not None and _has_the_address(message)


def _has_the_address(message: Message) -> bool:
    player = message.player
    return player is not None and player.is_active and message.address.lower() == player.email.lower()


def has_the_seat(message: Message) -> bool:
    """Return True if the seat of this email still belongs to its player, alone or shared. Uses the value that was
    loaded with the token, if any."""
    if "has_the_seat" in vars(message):
        return bool(vars(message)["has_the_seat"])
    held = Seat.objects.filter(game=message.game_id, player=message.player_id, resigned_at=None)
    return held.filter(number=message.seat).exists() if message.seat is not None else False


def of_their_turn(game: Game, orders: Collection[Order]) -> list[Order]:
    """Return the orders that count only in answer to the current turn's email."""
    kind = registry.kind(game.kind)
    return [order for order in orders if order.verb in kind.of_its_turn]


def is_overtaken(message: Message, orders: Collection[Order]) -> bool:
    """Return True if a layout answers the email of a past round and this seat has submitted another one since. It is
    then saved as a draft."""
    kind = registry.kind(message.its_game.kind)
    if (
        kind.layouts is None
        or not 0 < message.turn < message.its_game.turn
        or all("layout" not in order.facts for order in orders)
    ):
        return False
    events = Event.objects.filter(game=message.game_id)
    turns = events.filter(verb__in=kind.begins_a_turn).order_by("n").values_list("n", flat=True)
    ended = turns[message.turn : message.turn + 1].first()
    return ended is not None and events.filter(verb=kind.layouts.submits, seat=message.seat, n__gt=ended).exists()


# --- how much is read and answered -----------------------------------------------------------------------------------------


AN_HOUR, A_DAY = 20, 60  # emails read for one seat, or for all puzzles of one player
SAID_TWICE_AFTER = timedelta(minutes=1)  # until then, the same text again was probably sent by accident
ANSWERS_A_DAY = 5  # for errors, receipts for email without a command, and questions about email on hold

THEIRS = (InboundMail.Outcome.OBEYED, InboundMail.Outcome.REFUSED)
_NOT_SURELY_THEIRS = (
    InboundMail.Outcome.HELD,
    InboundMail.Outcome.DECLINED,
    InboundMail.Outcome.EXPIRED,
    InboundMail.Outcome.BROKEN,
)


def has_written_too_much(message: Message, *, is_theirs: bool, now: datetime) -> bool:
    """Return True if more email has come for this seat than is read. Email from the player and email from unverified
    senders are counted apart, so that nobody can shut a player out by email."""
    if is_theirs and "hour_full" in vars(message):
        limits = ((vars(message)["hour_full"], timedelta(hours=1)), (vars(message)["day_full"], timedelta(days=1)))
        return any(since is not None and since > now - span for since, span in limits)
    read = InboundMail.objects.filter(
        message__game=message.game_id,
        message__seat=message.seat,
        message__player=message.player_id,
        outcome__in=THEIRS if is_theirs else _NOT_SURELY_THEIRS,
        received_at__lte=now,
    )
    of_an_hour = Count("pk", filter=Q(received_at__gt=now - timedelta(hours=1)))
    counted = read.filter(received_at__gt=now - timedelta(days=1)).aggregate(hour=of_an_hour, day=Count("pk"))
    return bool(counted["hour"] >= AN_HOUR or counted["day"] >= A_DAY)


def was_notified_of_the_limit(message: Message, *, now: datetime) -> bool:
    """Return True if the player has been notified of the limit in the last hour."""
    answers = _answers(message, MailKind.ERROR, span=timedelta(hours=1), now=now)
    return answers.filter(answers__outcome=InboundMail.Outcome.TOO_MANY).exists()


def was_answered_the_same(message: Message, *, kind: MailKind, facts: MailFacts, now: datetime) -> bool:
    """Return True if the same lines got the same answer just now. It isn't sent again."""
    answers = _answers(message, kind, span=SAID_TWICE_AFTER, now=now)
    same = {f"facts__{name}": value for name, value in (("why", facts.why), ("written", facts.written)) if value}
    return answers.filter(**same).exists()


def answers_today(message: Message, *, kind: MailKind, now: datetime) -> int:
    """Return how many answers of this kind were sent in the last day. Of receipts, only those for email without a
    command count."""
    return _answers(message, kind, span=timedelta(days=1), now=now).count()


def _answers(message: Message, kind: MailKind, *, span: timedelta, now: datetime) -> "QuerySet[Message]":
    answers = Message.objects.filter(
        game=message.game_id, address=message.address, kind=kind, made_at__gt=now - span, made_at__lte=now
    )
    return answers.filter(facts__verbs=[]) if kind == MailKind.RECEIPT else answers


# --- the headers -----------------------------------------------------------------------------------------------------------


LONGEST_HEAD = 64_000
MOST_PARTS, DEEPEST = 100, 10
MOST_DELIMITERS = 1_000  # lines that may separate two parts, or be rows of dashes
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

# For some lines the library finds a different address from the one that a mail program shows. This accepts fewer.
_ADDRESS = r"[^\s<>@,;:\"()\[\]\\]+@[^\s<>@,;:\"()\[\]\\]+"
_FROM = re.compile(
    rf'(?P<name>"[^"<>]*"\s*|[^"<>@,;:()]*)<(?P<in_brackets>{_ADDRESS})>|(?P<bare>{_ADDRESS})(?:\s*\([^()@<>]*\))?'
)
_FROM_LINE = re.compile(rb"^from[ \t]*:", re.IGNORECASE | re.MULTILINE)
"""Also matches a From line that the library skips because it is below a malformed line.
Other programs may have read that one."""


@dataclass(frozen=True)
class Headers:
    """The headers of an email, as far as they are used.

    `sender` is the only From address in lower case, "" if there isn't exactly one; `name` is its display name.
    `message_id` is for an answer to quote, "" if it is missing. `ahead` is how many minutes the writer's clock is ahead
    of UTC, by the Date; 0 if that doesn't say. `is_forged`: the sender's domain was checked and couldn't be confirmed;
    False if nobody checked."""

    sender: str
    name: str
    message_id: str
    ahead: int
    is_automatic: bool
    is_report: bool
    is_forged: bool


def headers_of(mail: InboundMail) -> Headers:
    """Read the headers. Never fails: a header that can't be read counts as missing."""
    raw = with_line_feeds(bytes(mail.raw)[:LONGEST_HEAD]).partition(b"\n\n")[0] + b"\n"
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
        ahead=(date[9] or 0) // 60 if (date := parsedate_tz(_text(head, "Date"))) else 0,
        is_automatic=is_report or mail.sender.strip("<> ") == "" or is_ours(sender) or _is_automatic(head),
        is_report=is_report,
        is_forged=vouched is False,
    )


def is_surely_from_its_player(message: Message, headers: Headers) -> bool:
    """Return True if the only From is a verified address of the seat, and no check found it forged."""
    if headers.is_forged or not headers.sender:
        return False
    if headers.sender == message.address.lower():
        return True
    others = EmailAddress.objects.filter(user=message.player_id, verified=True, email__iexact=headers.sender)
    return message.player_id is not None and others.exists()


def is_too_intricate(raw: bytes) -> bool:
    """Return True if an email has more parts, or more deeply nested ones, than we read. Its bytes are only scanned, not
    parsed."""
    folded = with_line_feeds(raw).lower()
    return (
        folded.count(b"\ncontent-type:") > MOST_PARTS
        or folded.count(b"boundary=") > DEEPEST
        or (b"boundary=" in folded and folded.count(b"\n--") > MOST_DELIMITERS)
        or (len(raw) > LONGEST_HEAD and all(gap not in raw[:LONGEST_HEAD] for gap in (b"\n\n", b"\r\n\r\n")))
    )


def with_line_feeds(raw: bytes) -> bytes:
    """Return the bytes with one kind of line ending. Replacing by a pattern would take 40 times as much memory."""
    return raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def _is_automatic(head: "Mime[str, str]") -> bool:
    """Return True for out-of-office replies, lists and our own email, which are stored and never answered.
    `X-Auto-Response-Suppress` alone doesn't count."""
    submitted = {re.split(r"[;(\s]", line.strip())[0].lower() for line in _all(head, "Auto-Submitted")}
    return (
        bool(submitted - {"", "no"})
        or any(line.lower() in TO_MANY for name in ("Precedence", "Preference") for line in _all(head, name))
        or any(name in head for name in SENT_BY_MACHINES)
        or "<>" in _all(head, "Return-Path")
        or bool(ABSENT.match(_decoded(_text(head, "Subject"))))
    )


def _all(head: "Mime[str, str]", name: str) -> list[str]:
    """Return each header of this name, unfolded."""
    return [" ".join(str(line).split()) for line in head.get_all(name, [])[:MOST_STATEMENTS]]


def _text(head: "Mime[str, str]", name: str) -> str:
    """Return a header in one line. Unprintable characters are replaced, as no address contains them and the database
    rejects some."""
    line = " ".join(str(head.get(name, ""))[:LONGEST_LINE].split())
    if line.isprintable():
        return line
    return "".join(character if character.isprintable() else "\ufffd" for character in line)


def _decoded(name: str) -> str:
    try:
        return str(make_header(decode_header(name)))
    except (HeaderParseError, LookupError, ValueError):
        return ""


# --- checks of the sender --------------------------------------------------------------------------------------------------


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
    """Return the Authentication-Results headers that our own hop wrote, without its name, newest first.

    Those of anyone else are only claims by the sender. A hop that writes such headers removes incoming ones that have
    its own name."""
    own = []
    for header in headers if authserv_id else ():
        text = _without_comments(header[:LONGEST])
        found = _NAME.match(text)
        if found and found[1].strip('"').lower() == authserv_id.lower():
            own.append(text[found.end() :])
    return own


def is_from_its_domain(statements: Sequence[str], *, sender: str) -> bool | None:
    """Return True if SPF, DKIM or DMARC confirm the domain of the sender's address, False if they don't, None if
    nothing mentions them.

    Only the first statement on each method counts, as every hop writes above the earlier ones. Unreadable statements
    confirm nothing."""
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
    """Return the results for these three methods in a statement; None if a quote or comment in it doesn't end."""
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
    """Return the domain of an address or of a bare domain."""
    return address.strip('"<> ').rpartition("@")[2].rstrip(".").lower()


def _is_aligned(one: str, other: str) -> bool:
    """Return True if both are one domain or share a registered domain (relaxed alignment, RFC 7489, 3.1)."""
    return bool(one and other) and (one == other or _registered(one) == _registered(other) is not None)


def _registered(domain: str) -> str | None:
    """Return the registered part of a domain; None for a public suffix such as org or co.uk."""
    return _suffixes().privatesuffix(domain)


@cache
def _suffixes() -> PublicSuffixList:
    """Read the list of 10,000 suffixes that comes with the package, once."""
    return PublicSuffixList()
