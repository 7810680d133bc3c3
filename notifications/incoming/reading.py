"""Reads what a mail asks for: the writer's own lines go through the grammar, and text and HTML must agree.

No database and no game; who may act is settled elsewhere."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from email.header import decode_header, make_header
from email.parser import BytesHeaderParser
from email.utils import parseaddr
from hashlib import sha256

from msgspec.structs import replace

from games.rules import registry
from games.rules.kind import Order, Unreadable
from games.rules.lines import fold, line_of
from games.rules.options import read_options
from games.rules.reading import Grammar, scan, verbs_meant
from notifications.incoming.bodies import FAULTS, bodies_of, text_of
from notifications.incoming.quotes import UNKNOWN, Writer
from notifications.incoming.reply_text import PRIVATE, ReplyText, cut
from notifications.mail_facts import MailFacts
from notifications.outgoing.fences import first_fence, last_fence, letters_of

LONGEST_TEXT = 64 * 1024
LONGEST_HTML = 512 * 1024
_UNWANTED = str.maketrans("", "", PRIVATE)


def grammar_for(kind: str, options: Mapping[str, object] | None) -> Grammar:
    """The grammar of a game of this kind with these options, as stored; without options that of its daily puzzle."""
    rules = registry.kind(kind)
    grammar: Grammar
    if options is None:
        assert rules.daily is not None, "only a kind that has a puzzle mails one"
        grammar = rules.daily.grammar
    else:
        grammar = rules.grammar(read_options(rules.options_type, options))
    return grammar


def read(message: bytes, *, grammar: Grammar) -> MailFacts:
    """The orders of a mail as written; case means nothing. Never raises, whatever the bytes."""
    bodies = bodies_of(message)
    grammar = grammar.ignoring_case()
    writer = _writer(message)
    written = _read_text((bodies.text or "").translate(_UNWANTED), grammar, writer)
    shown = _read_html(bodies.html or "", grammar, writer)
    text_is_silent = bodies.text is None or (shown.says_something and not written.says_something)
    chosen = shown if text_is_silent else written
    error, orders = chosen.error, chosen.orders
    if written.says_something and shown.says_something and error is None:
        if shown.error is None and _agree(written.orders, shown.orders, prose={"SAY", *grammar.prose}):
            orders = shown.orders  # only there is prose complete
        else:
            orders, error = (), _disagreement(shown)
    return replace(chosen, orders=orders, error=error, attachments=bodies.attachments)


def as_json(read: MailFacts) -> dict[str, object]:
    """Return what was read in a mail in the shape that `manage.py read_mail` prints."""
    error = read.error and {"line": read.error.line, "why": str(read.error.why), "try": read.error.correct}
    return {"commands": [order.as_json() for order in read.orders], "ignored": list(read.ignored), "error": error}


def _writer(message: bytes) -> Writer:
    """The address and name of the From line, to tell an earlier mail of the writer's from ours."""
    try:
        name, address = parseaddr(str(BytesHeaderParser().parsebytes(message[:LONGEST_HEAD])["From"] or ""))
        return Writer(address.casefold(), fold(str(make_header(decode_header(name)))).strip().casefold())
    except FAULTS:
        return UNKNOWN


def _read_html(source: str, grammar: Grammar, writer: Writer) -> MailFacts:
    if len(source) > LONGEST_HTML:
        return MailFacts(error=_too_long())
    return _read_text(text_of(source), grammar, writer)


def _read_text(text: str, grammar: Grammar, writer: Writer) -> MailFacts:
    if len(text) > LONGEST_TEXT:
        return MailFacts(error=_too_long())
    own = cut(text, grammar, writer=writer)
    scanned = scan(own.lines, grammar)
    fault = own.fault or scanned.fault or (None if scanned.orders else _only_quoted(own, grammar))
    return MailFacts(
        orders=() if fault else scanned.orders,
        ignored=scanned.ignored,
        error=fault,
        below=_verbs_in(own.below, grammar),
        inside=_verbs_in(own.inside, grammar),
        meant=verbs_meant(scanned.ignored, grammar),
        written=sha256("\n".join(map(str.strip, own.lines)).strip().encode("utf-8", "replace")).hexdigest()[:16],
    )


def _only_quoted(own: ReplyText, grammar: Grammar) -> Unreadable | None:
    """The fault of a mail whose only commands stand below what looks like the beginning of a quoted mail."""
    commands = [line for line in map(line_of, own.below) if grammar.verb_of(line)]
    if not own.quote_begins or not commands:
        return None
    return Unreadable(
        "Your commands look like part of a quoted email, so they weren’t carried out. Write them above the quote.",
        line=own.quote_begins,
        correct=next((line.raw for line in commands if not grammar.opens_layout(line, line.phrase)), commands[0].raw),
    )


def _verbs_in(lines: Iterable[str], grammar: Grammar) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, map(grammar.verb_of, map(line_of, lines)))))


def _agree(written: tuple[Order, ...], shown: tuple[Order, ...], *, prose: Collection[str]) -> bool:
    """True if text and HTML ask for the same. Prose is compared on its common beginning, as plain text breaks long lines
    and marks bold words."""
    return len(written) == len(shown) and all(
        one == other or (one.verb in prose and _say_the_same(one, other))
        for one, other in zip(written, shown, strict=True)
    )


def _say_the_same(one: Order, other: Order) -> bool:
    if one.verb != other.verb or list(one.facts) != list(other.facts):
        return False
    first, second = map(_words, (one, other))
    return first.startswith(second) or second.startswith(first)


def _words(order: Order) -> str:
    """All that an order's facts hold, as one text."""
    return " ".join(fold(" ".join(map(str, order.facts.values()))).replace("*", "").split())


def _disagreement(shown: MailFacts) -> Unreadable:
    verbs = ", ".join(order.verb for order in shown.orders)
    return Unreadable(
        "Your email has a text version and an HTML version that say different things. Send it as plain text.",
        line=shown.error.line if shown.error else verbs,
        correct=verbs or "STATUS",
    )


def _too_long() -> Unreadable:
    return Unreadable(
        "Your email is too long to be read. Send only your own lines, without quoting our email.",
        line="",
        correct="STATUS",
    )


MOST_HEADERS, LONGEST_HEAD, LONGEST_HEADER = 100, 64_000, 1_000
MOST_SHOWN = 20_000  # characters


@dataclass(frozen=True)
class Preview:
    """`is_of_a_game`: it holds mail of ours, or something that a game would obey, and so may reveal somebody's tiles."""

    headers: tuple[str, ...]
    text: str
    is_of_a_game: bool


def show(raw: bytes) -> Preview:
    """Show a mail to staff. Never raises."""
    bodies = bodies_of(raw)
    text = bodies.text if bodies.text is not None else text_of((bodies.html or "")[: 2 * MOST_SHOWN])
    text = "".join(
        character if character.isprintable() or character == "\n" else "\ufffd"
        for character in text.replace("\r\n", "\n")
    )
    letters = letters_of(text)
    is_of_a_game = any(letters_of(fence) in letters for fence in (first_fence(), last_fence("", 0))) or any(
        _asks_for_something(raw, kind) for kind in registry.KINDS
    )
    return Preview(_headers(raw), text[:MOST_SHOWN], is_of_a_game)


def _asks_for_something(raw: bytes, kind: str) -> bool:
    rules = registry.kind(kind)
    reading = read(raw, grammar=rules.grammar(rules.options_type()))
    return reading.says_something or bool(reading.below)


def _headers(raw: bytes) -> tuple[str, ...]:
    try:
        head = BytesHeaderParser().parsebytes(raw[:LONGEST_HEAD])
        lines = [f"{name}: {' '.join(str(value).split())}" for name, value in head.items()[:MOST_HEADERS]]
    except FAULTS:
        return ()
    return tuple("".join(s if s.isprintable() else "\ufffd" for s in line)[:LONGEST_HEADER] for line in lines)
