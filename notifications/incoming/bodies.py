"""The bodies of an email: its text, its HTML, and the visible text of that HTML. Any bytes give a result."""

import binascii
import codecs
import email
import email.errors
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from email.header import decode_header, make_header
from email.message import Message as Part
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

from games.rules.lines import lines_of
from notifications.incoming.reply_text import PRIVATE, QUOTE_BEGINS, QUOTE_ENDS

LONGEST_HEAD = 64_000  # bytes
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
    with suppress(*FAULTS):  # otherwise the name stays as it is
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
            continue  # the charset is unknown or wrong
    return raw.decode("cp1252", "replace"), False


# --- the text of HTML ------------------------------------------------------------------------------------------------------


MOST_SIGNATURES = 20  # at most this many are looked for, as the text after each is copied
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
        return ""  # the HTML is empty
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
