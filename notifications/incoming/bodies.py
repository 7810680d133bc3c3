"""The bodies of a mail from its bytes: text, HTML, and the names of attachments. No command is read here.

Any bytes give an answer. Parts are decoded here, as the library's own decoding raises on some hostile ones."""

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

LONGEST_HEADER = 2000
_PARAMETER = re.compile(r";\s*([\w*-]{1,40})\s*=\s*(\"[^\"]*\"|[^\s;\"]*)")
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

_NO_CHARSETS = {"idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined"}
"""Codecs of Python that are no charsets of mail; some take quadratic time."""

_MEANT = {"iso8859-1": "cp1252"}
"""Charsets that usually mean another one: else an ellipsis would become a control character."""


@dataclass(frozen=True)
class Bodies:
    """`text` and `html` are None where the mail has no such part; several parts of one type follow one another."""

    text: str | None
    html: str | None
    attachments: tuple[str, ...]


def bodies_of(message: bytes) -> Bodies:
    """Collect what a person wrote in this mail. Never enters `message/*` or a bounce, which have no bodies."""
    texts: list[str] = []
    htmls: list[str] = []
    attachments: list[str] = []
    try:
        for part in _leaves(email.message_from_string(message.decode("latin-1"))):
            kind = _content_type(part)
            disposition, name = _header(part, "Content-Disposition").strip().lower(), _name(part)
            if kind not in {"text/plain", "text/html"} or disposition.startswith("attachment") or name:
                attachments.append(name or kind)
            elif kind == "text/html":
                htmls.append(_decode(part))
            elif _parameter(_header(part, "Content-Type"), "format").lower() == "flowed":
                # without the blank that guards a line's first character; soft breaks stay, for rows must not be joined
                texts.append("\n".join(line.removeprefix(" ") for line in lines_of(_decode(part))))
            else:
                texts.append(_decode(part))
    except FAULTS:
        return Bodies(None, None, ())
    return Bodies(
        "\n".join(texts) if texts else None, "\n".join(htmls) if htmls else None, tuple(dict.fromkeys(attachments))
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
    """A header parameter, also in parts or with a charset (RFC 2231)."""
    found = {key.lower(): value.strip('"') for key, value in _PARAMETER.findall(header)}
    if name in found:
        return str(found[name])
    extended = found.get(f"{name}*") or "".join(value for key, value in found.items() if key.startswith(f"{name}*"))
    return unquote(extended.rpartition("''")[2], errors="replace")


def _name(part: "Part[str, str]") -> str:
    name = _parameter(_header(part, "Content-Disposition"), "filename") or _parameter(
        _header(part, "Content-Type"), "name"
    )
    with suppress(*FAULTS):  # then as it stands
        name = name.encode("latin-1").decode()
    with suppress(*FAULTS):
        name = str(make_header(decode_header(name)))
    return " ".join("".join(character if character.isprintable() else " " for character in name).split())[:100]


def _decode(part: "Part[str, str]") -> str:
    payload = part.get_payload()
    raw = payload.encode("latin-1", "replace") if isinstance(payload, str) else b""
    encoding = _header(part, "Content-Transfer-Encoding").strip().lower()
    if encoding == "base64":  # invalid characters are skipped, an incomplete end is dropped
        characters = re.sub(rb"[^A-Za-z0-9+/]", b"", raw.partition(b"=")[0])
        raw = binascii.a2b_base64(characters[: len(characters) - (len(characters) % 4 == 1)] + b"==")
    elif encoding == "quoted-printable":
        raw = binascii.a2b_qp(raw)
    return _to_text(raw, _parameter(_header(part, "Content-Type"), "charset"))


def _to_text(raw: bytes, charset: str) -> str:
    for codec in (charset, "utf-8"):
        try:
            name = codecs.lookup(codec).name
            if name.replace("_", "-") not in _NO_CHARSETS:
                # UTF-7 can produce lone surrogates
                return raw.decode(_MEANT.get(name, name)).encode("utf-8", "replace").decode()
        except (LookupError, ValueError):
            continue  # no charset, or a wrong one
    return raw.decode("cp1252", "replace")


MOST_SIGNATURES = 20  # that are looked for; the text behind one is copied
_NBSP, _AMPERSAND = "\ue000", "\ue004"
_CONTROLS = [*range(9), 11, 12, *range(14, 32), *range(127, 160), 0xFFFE, 0xFFFF]
_TRAVELLING = dict.fromkeys([*_CONTROLS, *range(0xD800, 0xE000), *map(ord, PRIVATE)])
_TRAVELLING |= {0xA0: _NBSP, ord("&"): _AMPERSAND}  # inscriptis would drop the one and decode the other twice
_BLOCKS = {"p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li", "blockquote"}
_VISIBILITY = re.compile(r"(display:none|white-space:pre(?:-line|-wrap)?)(?:!important)?")
_UNSEEN = re.compile(
    r"(?:display:none|visibility:(?:hidden|collapse)|font-size:0(?:px|pt|em|rem|%)?|mso-hide:all)(?:!important)?"
)
_QUOTATION = re.compile(
    "quote|(?:gmail|zmail)_extra|olk_src_body|reference-message|messagereplysection|moz-forward|aolreplacedbody"
)
_SIGNATURE = re.compile("signature(?!_prefix)")
_NAMED = ("class", "id", "name")  # elements by which mail programs mark a quotation or a signature
_LONG_TAG = re.compile(r"<[^<>]{16384,}>?")  # each attribute is compared with all before it
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
    """The visible text, one line a block, without margins; non-breaking spaces become spaces. Broken HTML gives what it
    can."""
    html = _LONG_TAG.sub("", html)
    if not html.strip():
        return ""
    try:
        root = document_fromstring(html.encode("utf-8", "replace"), parser=HTMLParser(encoding="utf-8"))
    except (etree.ParserError, etree.XMLSyntaxError):
        return ""  # nothing in it
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
        _keep_visibility(element, is_unseen=not unseen.isdisjoint(_selectors_of(element)))
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
        if _is_quotation(element):
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


def _is_quotation(element: Element) -> bool:
    if element.tag == "blockquote" and element.get("type", "").lower() == "cite":
        return True
    return _is_called(element, _QUOTATION)


def _is_called(element: Element, name: "re.Pattern[str]") -> bool:
    is_called = any(name.search(element.get(attribute, "").lower()) for attribute in _NAMED)
    return is_called and element.tag not in {"html", "body"}


def _unseen_by_style_sheet(root: Element) -> set[str]:
    """The selectors of a tag, class or id, or a tag with either, that style sheets hide on any screen."""
    unseen, depth = set(), 0
    for sheet in root.iter("style"):
        for rule in re.sub(r"<!--|-->", "", sheet.text or "").lower().split("}"):
            selectors, opens, declared = rule.partition("{")
            is_of_all, depth = depth == 0 and "{" not in declared, max(0, depth + rule.count("{") - 1)
            if is_of_all and opens and _hides(declared):
                unseen |= {selector.strip() for selector in selectors.split(",")}
    return unseen


def _selectors_of(element: Element) -> set[str]:
    """The selectors of that form which match this element."""
    named = {f".{name}" for name in element.get("class", "").lower().split()}
    named |= {f"#{element.get('id', '').lower()}"}
    return {element.tag, *named, *(element.tag + name for name in named)}


def _hides(style: str) -> bool:
    return any(_UNSEEN.fullmatch(each) for each in re.sub(r"\s", "", style).split(";"))


def _keep_visibility(element: Element, *, is_unseen: bool) -> None:
    """Keep only the inline styles that hide text or preserve spaces: margins and paddings would look like gaps between
    rows."""
    style = element.attrib.pop("style", "").lower().replace(" ", "")
    if is_unseen or "hidden" in element.attrib or _hides(style):
        style = "display:none"
    kept = [found[1] for each in style.split(";") if (found := _VISIBILITY.fullmatch(each))]
    if kept:
        element.set("style", ";".join(kept))
