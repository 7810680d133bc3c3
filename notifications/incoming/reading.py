"""Reads what an email asks for. The writer's own lines go through the grammar, and text and HTML must agree.

Any bytes give a result. It uses no database and no game; whether the writer may act is decided elsewhere."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from email.header import decode_header, make_header
from email.parser import BytesHeaderParser
from email.utils import parseaddr
from hashlib import sha256

from msgspec.structs import replace

from games.rules import registry
from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH
from games.rules.lines import fold
from games.rules.options import read_options
from games.rules.reading import MOST_LINES, Grammar, scan, verbs_meant
from games.rules.texts import say
from games.rules.values import Order, Unreadable
from notifications.incoming.bodies import FAULTS, LONGEST_HEAD, bodies_of, text_of
from notifications.incoming.introductions import UNKNOWN, Writer
from notifications.incoming.reply_text import PRIVATE, ReplyText, cut
from notifications.replies import MailFacts

MOST_DOUBTFUL = 60  # lines with letters that may have been read wrongly
OTHER_CHARSETS = ("iso8859-2", "cp1250", "iso8859-9", "iso8859-3", "iso8859-13", "iso8859-7")
"""Encodings to try for the correction of a line that may have been read wrongly."""
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
LONGEST_TEXT = 64 * 1024
LONGEST_HTML = 512 * 1024
_UNWANTED = str.maketrans("", "", PRIVATE)


def grammar_for(kind: str, options: Mapping[str, object] | None) -> Grammar:
    """Return the grammar of a game of this kind with these stored options; without options, that of a daily puzzle."""
    if options is None:
        return registry.daily(kind).rules.grammar
    rules = registry.kind(kind)
    grammar: Grammar = rules.grammar(read_options(rules.options_type, options))
    return grammar


def read(message: bytes, *, grammar: Grammar) -> MailFacts:
    """Read the orders of an email, in capitals or small letters. Never raises, whatever the bytes."""
    bodies = bodies_of(message)
    grammar = grammar.ignoring_case()
    writer = _writer(message)
    written = _read_text((bodies.text or "").translate(_UNWANTED), grammar, writer, is_guessed=bodies.is_guessed)
    if bodies.html is None:
        return replace(written, attachments=bodies.attachments)
    is_too_long = len(bodies.html) > LONGEST_HTML
    shown = (
        MailFacts(error=_too_long())
        if is_too_long
        else _read_text(text_of(bodies.html), grammar, writer, is_guessed=bodies.is_guessed)
    )
    text_is_silent = bodies.text is None or (shown.says_something and not written.says_something)
    chosen = shown if text_is_silent else written
    error, orders = chosen.error, chosen.orders
    if written.says_something and shown.says_something and error is None:
        if shown.error is None and _agree(written.orders, shown.orders, prose={"SAY", *grammar.prose}):
            orders = shown.orders  # only the HTML has the whole prose
        else:
            orders, error = (), _disagreement(shown)
    return replace(chosen, orders=orders, error=error, attachments=bodies.attachments)


def as_json(read: MailFacts, alphabet: Alphabet = ENGLISH) -> dict[str, object]:
    """Return what was read in an email in the shape that `manage.py read_mail` prints, with tiles as they are written."""
    error = read.error and {"line": read.error.line, "why": str(read.error.why), "try": read.error.correct}
    commands = [alphabet.write_json(order.as_json()) for order in read.orders]
    return {"commands": commands, "ignored": list(read.ignored), "error": error}


def _writer(message: bytes) -> Writer:
    """Return the address and name of the From line, to tell the writer's earlier emails from ours."""
    try:
        name, address = parseaddr(str(BytesHeaderParser().parsebytes(message[:LONGEST_HEAD])["From"] or ""))
        return Writer(address.casefold(), fold(str(make_header(decode_header(name)))).strip().casefold())
    except FAULTS:
        return UNKNOWN


def _read_text(text: str, grammar: Grammar, writer: Writer, *, is_guessed: bool) -> MailFacts:
    if len(text) > LONGEST_TEXT:
        return MailFacts(error=_too_long())
    own = cut(text, grammar, writer=writer)
    scanned = scan(own.lines, grammar)
    doubtful = _in_doubt(own.lines, grammar) if is_guessed else None
    fault = own.fault or doubtful or scanned.fault or (None if scanned.orders else _only_quoted(own, grammar))
    return MailFacts(
        orders=() if fault else scanned.orders,
        ignored=tuple(line for line in scanned.ignored if doubtful is None or line != doubtful.line),
        error=fault,
        below=_verbs_in(own.below, grammar),
        inside=_verbs_in(own.inside, grammar),
        meant=verbs_meant(scanned.ignored, grammar),
        written=sha256("\n".join(map(str.strip, own.lines)).strip().encode("utf-8", "replace")).hexdigest()[:16],
    )


def _in_doubt(lines: Sequence[str], grammar: Grammar) -> Unreadable | None:
    """Return the fault of the first line whose orders depend on a letter that may have been read wrongly, because the
    email doesn't say how it is encoded and its alphabet has letters that Western encodings lack."""
    alphabet = grammar.alphabet
    strange = [at for at, line in enumerate(lines) if _BEYOND_ASCII.search(line)]
    if not strange or len(lines) > MOST_LINES or can_be_western(alphabet):
        return None

    def orders(at: Collection[int]) -> list[Order]:
        """Return the orders with one tile for each doubtful letter of these lines, and another one elsewhere."""
        tiles = (alphabet.letters[n in at] for n in range(len(lines)))
        plain = [_BEYOND_ASCII.sub(tile, line) for line, tile in zip(lines, tiles, strict=True)]
        return [order for order in scan(plain, grammar).orders if order.verb not in {"SAY", "JOIN", *grammar.prose}]

    one = orders(())
    if one == orders(strange):
        return None
    line = next((lines[at] for at in strange[:MOST_DOUBTFUL] if one != orders((at,))), lines[strange[0]]).strip()
    aliases = {form: alias for form, alias in in_plain_letters(alphabet).items() if form == form.upper()}
    if not aliases:
        return Unreadable(
            "Your email doesn’t say how its letters are encoded, so they can’t be read. Send it as plain text in UTF-8.",
            line=line,
            correct=line,
        )
    return Unreadable(
        "Your email doesn’t say how its letters are encoded, so some of them may have been read wrongly. Write them "
        "like this: {letters}.",
        line=line,
        correct=_with_plain_letters(line, alphabet) or " ".join(aliases.values()),
        letters=tuple(say("{alias} for {letter}", alias=alias, letter=form) for form, alias in aliases.items()),
    )


def can_be_western(alphabet: Alphabet) -> bool:
    """Return True if all letters of an alphabet exist in the encoding that is assumed where none is declared."""
    try:
        "".join(form for tile in alphabet.defined for form in (tile.letter, tile.blank)).encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True


def in_plain_letters(alphabet: Alphabet) -> dict[str, str]:
    """Return how tiles are written with ASCII letters only, in brackets, by the letter and by its blank."""
    return {
        form: f"[{alias}]"
        for tile in alphabet.defined
        for alias in tile.aliases[:1]
        for form, alias in ((tile.letter, alias), (tile.blank, alias.lower()))
    }


def _with_plain_letters(line: str, alphabet: Alphabet) -> str:
    """Return a line that was read as Western text as it is in the first other encoding in which all its letters are
    tiles, written with ASCII letters. Empty if there is none."""
    known = in_plain_letters(alphabet)
    for charset in OTHER_CHARSETS:
        try:
            meant = line.encode("cp1252").decode(charset)
        except ValueError:
            continue
        plain = "".join(known.get(letter, letter) for letter in meant)
        if not _BEYOND_ASCII.search(plain):
            return plain
    return ""


def _only_quoted(own: ReplyText, grammar: Grammar) -> Unreadable | None:
    """Return the fault of an email that has commands only below a line that seems to begin a quoted email."""
    commands = [line for line in map(grammar.line_of, own.below) if grammar.verb_of(line)]
    if not own.quote_begins or not commands:
        return None
    return Unreadable(
        "Your commands look like part of a quoted email, so they weren’t carried out. Write them above the quote.",
        line=own.quote_begins,
        correct=next((line.raw for line in commands if not grammar.opens_layout(line, line.phrase)), commands[0].raw),
    )


def _verbs_in(lines: Iterable[str], grammar: Grammar) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, map(grammar.verb_of, map(grammar.line_of, lines)))))


def _agree(written: tuple[Order, ...], shown: tuple[Order, ...], *, prose: Collection[str]) -> bool:
    """Return True if text and HTML ask for the same. Prose is compared only as far as both go, as plain text breaks
    long lines and marks bold words."""
    if len(written) != len(shown):
        return False
    for one, other in zip(written, shown, strict=True):
        if one == other:
            continue
        if one.verb not in prose or one.verb != other.verb or list(one.facts) != list(other.facts):
            return False
        words = (fold(" ".join(map(str, order.facts.values()))).replace("*", "").split() for order in (one, other))
        first, second = map(" ".join, words)
        if not (first.startswith(second) or second.startswith(first)):
            return False
    return True


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
