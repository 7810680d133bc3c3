"""Reads what an email asks for. The writer's own lines go through the grammar, and text and HTML must agree.

Any bytes give a result. It uses no database and no game; whether the writer may act is decided elsewhere."""

import binascii
import codecs
import email
import email.errors
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from email.header import decode_header, make_header
from email.message import Message as Part
from email.parser import BytesHeaderParser
from email.utils import parseaddr
from hashlib import sha256
from itertools import islice
from urllib.parse import unquote

from inscriptis.css_profiles import STRICT_CSS_PROFILE
from inscriptis.html_engine import Inscriptis
from inscriptis.html_properties import Display, WhiteSpace
from inscriptis.model.config import ParserConfig
from inscriptis.model.html_element import HtmlElement
from lxml import etree
from lxml.html import HtmlElement as Element
from lxml.html import HTMLParser, document_fromstring
from msgspec.structs import replace

from games.rules import registry
from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH
from games.rules.lines import fold, lines_of
from games.rules.options import read_options
from games.rules.reading import MOST_LINES, Grammar, scan, verbs_meant
from games.rules.texts import say
from games.rules.values import Order, Unreadable
from notifications.incoming.introductions import UNKNOWN, Writer
from notifications.incoming.reply_text import PRIVATE, QUOTE_BEGINS, QUOTE_ENDS, ReplyText, cut
from notifications.replies import MailFacts

LONGEST_HEAD = 64_000  # bytes
MOST_DOUBTFUL = 60  # lines with letters that may have been read wrongly
OTHER_CHARSETS = ("iso8859-2", "cp1250", "iso8859-9", "iso8859-3", "iso8859-13", "iso8859-7")
"""Encodings to try for the correction of a line that may have been read wrongly."""
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
LONGEST_TEXT = 64 * 1024
LONGEST_HTML = 512 * 1024
_UNWANTED = str.maketrans("", "", PRIVATE)
FAULTS = (
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    AssertionError,
    RecursionError,
    email.errors.MessageError,
)
"""Errors that the library's parser raises on hostile headers and nesting."""


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
    html = bodies.html or ""
    is_too_long = len(html) > LONGEST_HTML
    shown = (
        MailFacts(error=_too_long())
        if is_too_long
        else _read_text(text_of(html), grammar, writer, is_guessed=bodies.is_guessed)
    )
    text_is_silent = bodies.text is None or (shown.says_something and not written.says_something)
    chosen = shown if text_is_silent else written
    error, orders = chosen.error, chosen.orders
    if written.says_something and shown.says_something and error is None:
        if shown.error is None and _agree(written.orders, shown.orders, prose={"SAY", *grammar.prose}):
            orders = shown.orders  # only HTML has the prose complete
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


# --- the bodies of an email ------------------------------------------------------------------------------------------------


LONGEST_HEADER = 2000
_PARAMETER = re.compile(r";\s*([\w*-]{1,40})\s*=\s*(\"[^\"]*\"|[^\s;\"]*)")
_NO_CHARSETS = {"idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined"}
"""Python codecs that aren't charsets of email; some take quadratic time."""
_MEANT = {"iso8859-1": "cp1252"}
"""Charsets that usually mean another one. Without this, an ellipsis would become a control character."""


@dataclass(frozen=True)
class Bodies:
    """The bodies of an email. `text` and `html` are None if the email has no such part. Several parts of one type are
    joined. `is_guessed` if neither a declared charset nor UTF-8 fits some of them."""

    text: str | None
    html: str | None
    attachments: tuple[str, ...]
    is_guessed: bool = False


def bodies_of(message: bytes) -> Bodies:
    """Collect what a person wrote in this email. Skips `message/*` and bounces, which have no bodies."""
    texts: list[str] = []
    htmls: list[str] = []
    attachments: list[str] = []
    is_guessed = False
    try:
        for part in _leaves(email.message_from_string(message.decode("latin-1"))):
            kind = _content_type(part)
            disposition, name = _header(part, "Content-Disposition").strip().lower(), _name(part)
            if kind not in {"text/plain", "text/html"} or disposition.startswith("attachment") or name:
                attachments.append(name or kind)
                continue
            text, is_certain = _decode(part)
            is_guessed = is_guessed or not is_certain
            if kind == "text/html":
                htmls.append(text)
            elif _parameter(_header(part, "Content-Type"), "format").lower() == "flowed":
                # drop the space that protects a line's first character; soft breaks stay, as rows must not be joined
                texts.append("\n".join(line.removeprefix(" ") for line in lines_of(text)))
            else:
                texts.append(text)
    except FAULTS:
        return Bodies(None, None, ())
    return Bodies(
        "\n".join(texts) if texts else None,
        "\n".join(htmls) if htmls else None,
        tuple(dict.fromkeys(attachments)),
        is_guessed,
    )


def _leaves(root: "Part[str, str]") -> Iterator["Part[str, str]"]:
    stack = [root]
    while stack:
        part = stack.pop()
        kind = _content_type(part)
        if kind == "multipart/report":
            continue
        if kind.startswith("multipart/"):
            inner = part.get_payload()
            stack += [each for each in reversed(inner) if isinstance(each, Part)] if isinstance(inner, list) else []
        else:
            yield part


def _header(part: "Part[str, str]", name: str) -> str:
    return str(part.get(name, ""))[:LONGEST_HEADER]


def _content_type(part: "Part[str, str]") -> str:
    kind = _header(part, "Content-Type").partition(";")[0].strip().lower()
    return kind if re.fullmatch(r"[\w.+-]+/[\w.+-]+", kind) else "text/plain"


def _parameter(header: str, name: str) -> str:
    """Return a header parameter, also in parts or with a charset (RFC 2231)."""
    found = {key.lower(): value.strip('"') for key, value in _PARAMETER.findall(header)}
    if name in found:
        return str(found[name])
    extended = found.get(f"{name}*") or "".join(value for key, value in found.items() if key.startswith(f"{name}*"))
    return unquote(extended.rpartition("''")[2], errors="replace")


def _name(part: "Part[str, str]") -> str:
    name = _parameter(_header(part, "Content-Disposition"), "filename") or _parameter(
        _header(part, "Content-Type"), "name"
    )
    with suppress(*FAULTS):  # otherwise it stays as it is
        name = name.encode("latin-1").decode()
    with suppress(*FAULTS):
        name = str(make_header(decode_header(name)))
    return " ".join("".join(character if character.isprintable() else " " for character in name).split())[:100]


def _decode(part: "Part[str, str]") -> tuple[str, bool]:
    """Return the text of a part, and whether its charset is certain."""
    payload = part.get_payload()
    raw = payload.encode("latin-1", "replace") if isinstance(payload, str) else b""
    encoding = _header(part, "Content-Transfer-Encoding").strip().lower()
    if encoding == "base64":  # skip invalid characters and drop an incomplete end
        characters = re.sub(rb"[^A-Za-z0-9+/]", b"", raw.partition(b"=")[0])
        raw = binascii.a2b_base64(characters[: len(characters) - (len(characters) % 4 == 1)] + b"==")
    elif encoding == "quoted-printable":
        raw = binascii.a2b_qp(raw)
    return _to_text(raw, _parameter(_header(part, "Content-Type"), "charset"))


def _to_text(raw: bytes, charset: str) -> tuple[str, bool]:
    for codec in (charset, "utf-8"):
        try:
            name = codecs.lookup(codec).name
            if name.replace("_", "-") not in _NO_CHARSETS:
                # UTF-7 can produce lone surrogates
                return raw.decode(_MEANT.get(name, name)).encode("utf-8", "replace").decode(), True
        except (LookupError, ValueError):
            continue  # an unknown charset, or the wrong one
    return raw.decode("cp1252", "replace"), False


# --- the text of HTML ------------------------------------------------------------------------------------------------------


MOST_SIGNATURES = 20  # at most so many are looked for, as the text after each is copied
_NBSP, _AMPERSAND = "\ue000", "\ue004"
_CONTROLS = [*range(9), 11, 12, *range(14, 32), *range(127, 160), 0xFFFE, 0xFFFF]
_TRAVELLING = dict.fromkeys([*_CONTROLS, *range(0xD800, 0xE000), *map(ord, PRIVATE)])
_TRAVELLING |= {0xA0: _NBSP, ord("&"): _AMPERSAND}  # inscriptis would drop the first and decode the second twice
_BLOCKS = {"p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li", "blockquote"}
_VISIBILITY = re.compile(r"(display:none|white-space:pre(?:-line|-wrap)?)(?:!important)?")
_UNSEEN = re.compile(
    r"(?:display:none|visibility:(?:hidden|collapse)|font-size:0(?:px|pt|em|rem|%)?|mso-hide:all)(?:!important)?"
)
_QUOTATION = re.compile(
    "quote|(?:gmail|zmail)_extra|olk_src_body|reference-message|messagereplysection|moz-forward|aolreplacedbody"
)
_SIGNATURE = re.compile("signature(?!_prefix)")
_NAMED = ("class", "id", "name")  # attributes by which mail programs mark a quote or a signature
_LONG_TAG = re.compile(r"<[^<>]{16384,}>?")  # dropped, as each attribute would be compared with all earlier ones
_IN_LINE = {"td", "th"}
_AS_BLOCK = {
    "table",
    "tbody",
    "thead",
    "tfoot",
    "tr",
    "caption",
    "dl",
    "dt",
    "dd",
    "form",
    "center",
    "hr",
    "section",
    "fieldset",
}

_PLAIN_CSS = {
    tag: HtmlElement(display=element.display, whitespace=element.whitespace)
    for tag, element in STRICT_CSS_PROFILE.items()
}
for _tag in ("textarea", "template", "noscript", "select", "datalist"):
    _PLAIN_CSS[_tag] = HtmlElement(display=Display.none, whitespace=WhiteSpace.normal)


def text_of(html: str) -> str:
    """Return the visible text, one line per block, without margins. Non-breaking spaces become spaces. Reads as much as
    possible of broken HTML."""
    html = _LONG_TAG.sub("", html)
    if not html.strip():
        return ""
    try:
        root = document_fromstring(html.encode("utf-8", "replace"), parser=HTMLParser(encoding="utf-8"))
    except (etree.ParserError, etree.XMLSyntaxError):
        return ""  # it is empty
    _prepare(root)
    text: str = Inscriptis(root, ParserConfig(css=_PLAIN_CSS)).get_text()
    return text.replace(_NBSP, " ").replace(_AMPERSAND, "&")


def _prepare(root: Element) -> None:
    for node in root.iter():
        if node.text and isinstance(node.tag, str):
            node.text = node.text.translate(_TRAVELLING)
        if node.tail:
            node.tail = node.tail.translate(_TRAVELLING)
    unseen = _unseen_by_style_sheet(root)
    for element in list(root.iter(etree.Element)):
        if not isinstance(element.tag, str):
            continue
        named = {f"#{element.get('id', '').lower()}"}
        named |= {f".{name}" for name in element.get("class", "").lower().split()}
        selectors = {element.tag, *named, *(element.tag + name for name in named)}
        _keep_visibility(element, is_unseen=not unseen.isdisjoint(selectors))
        if (
            element.tag in _BLOCKS
            and not len(element)
            and _NBSP in (text := element.text or "")
            and not text.strip(f"{_NBSP} \t\r\n")
        ):
            element.text = None
            etree.SubElement(element, "br")
        if element.tag in _IN_LINE:
            element.tag, element.tail = "span", " " + (element.tail or "")
        elif element.tag in _AS_BLOCK:
            element.tag = "div"
        is_cited = element.tag == "blockquote" and element.get("type", "").lower() == "cite"
        if is_cited or _is_called(element, _QUOTATION):
            element.text = QUOTE_BEGINS + (element.text or "")
            if len(element):
                element[-1].tail = (element[-1].tail or "") + QUOTE_ENDS
            else:
                element.text += QUOTE_ENDS
    body = root.find("body")
    signatures = (each for each in root.iterfind("body//*") if _is_called(each, _SIGNATURE))
    for element in list(islice(signatures, MOST_SIGNATURES)):
        element.drop_tree()
        element.tail = None
        etree.SubElement(body, "div").text = "--"
        etree.SubElement(body, "div").append(element)


def _is_called(element: Element, name: "re.Pattern[str]") -> bool:
    is_called = any(name.search(element.get(attribute, "").lower()) for attribute in _NAMED)
    return is_called and element.tag not in {"html", "body"}


def _unseen_by_style_sheet(root: Element) -> set[str]:
    """Return the selectors that style sheets hide on any screen: a tag, a class or an id, or a tag with one of those."""
    unseen, depth = set(), 0
    for sheet in root.iter("style"):
        for rule in re.sub(r"<!--|-->", "", sheet.text or "").lower().split("}"):
            selectors, opens, declared = rule.partition("{")
            is_of_all, depth = depth == 0 and "{" not in declared, max(0, depth + rule.count("{") - 1)
            if is_of_all and opens and _hides(declared):
                unseen |= {selector.strip() for selector in selectors.split(",")}
    return unseen


def _hides(style: str) -> bool:
    return any(_UNSEEN.fullmatch(each) for each in re.sub(r"\s", "", style).split(";"))


def _keep_visibility(element: Element, *, is_unseen: bool) -> None:
    """Remove inline styles, except those that hide text or preserve spaces: margins and padding would look like gaps between
    rows."""
    style = element.attrib.pop("style", "").lower().replace(" ", "")
    if is_unseen or "hidden" in element.attrib or _hides(style):
        style = "display:none"
    kept = [found[1] for each in style.split(";") if (found := _VISIBILITY.fullmatch(each))]
    if kept:
        element.set("style", ";".join(kept))
