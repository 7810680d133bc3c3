"""An HTML body as text that reads like the same mail's plain text. Nothing is cut here; quoting elements are marked, and
signatures put last, below the line that plain text has above them.

Never the standard library's HTML parser: a comment bomb held it for twenty seconds.
"""

import re
from itertools import islice

from inscriptis.css_profiles import STRICT_CSS_PROFILE
from inscriptis.html_engine import Inscriptis
from inscriptis.html_properties import Display, WhiteSpace
from inscriptis.model.config import ParserConfig
from inscriptis.model.html_element import HtmlElement
from lxml import etree
from lxml.html import HtmlElement as Element
from lxml.html import HTMLParser, document_fromstring

from notifications.inbound.reply_text import PRIVATE, QUOTE_BEGINS, QUOTE_ENDS

MOST_SIGNATURES = 20  # that are looked for; the text behind one is copied
_NBSP, _AMPERSAND = "\ue000", "\ue004"
_CONTROLS = [*range(9), 11, 12, *range(14, 32), *range(127, 160), 0xFFFE, 0xFFFF]
_TRAVELLING = dict.fromkeys([*_CONTROLS, *range(0xD800, 0xE000), *map(ord, PRIVATE)])
_TRAVELLING |= {0xA0: _NBSP, ord("&"): _AMPERSAND}  # inscriptis would drop the one, and decode the other once more
_BLOCKS = {"p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li", "blockquote"}
_VISIBILITY = re.compile(r"(display:none|white-space:pre(?:-line|-wrap)?)(?:!important)?")
_UNSEEN = re.compile(
    r"(?:display:none|visibility:(?:hidden|collapse)|font-size:0(?:px|pt|em|rem|%)?|mso-hide:all)(?:!important)?"
)
_QUOTATION = re.compile(
    "quote|(?:gmail|zmail)_extra|olk_src_body|reference-message|messagereplysection|moz-forward|aolreplacedbody"
)
_SIGNATURE = re.compile("signature(?!_prefix)")
_NAMED = ("class", "id", "name")  # by one of these mail programs tell a quotation, or a signature
_LONG_TAG = re.compile(r"<[^<>]{16384,}>?")  # of its attributes each is compared with all before it
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
    """The visible text, a line a block, without margins; a non-breaking space is a space. Broken HTML gives what it has."""
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
    """The selectors of one tag, class or id, or of a tag with either, that style sheets hide, whatever the screen."""
    unseen, depth = set(), 0
    for sheet in root.iter("style"):
        for rule in re.sub(r"<!--|-->", "", sheet.text or "").lower().split("}"):
            selectors, opens, declared = rule.partition("{")
            is_of_all, depth = depth == 0 and "{" not in declared, max(0, depth + rule.count("{") - 1)
            if is_of_all and opens and _hides(declared):
                unseen |= {selector.strip() for selector in selectors.split(",")}
    return unseen


def _selectors_of(element: Element) -> set[str]:
    """The selectors above that are for this element."""
    named = {f".{name}" for name in element.get("class", "").lower().split()}
    named |= {f"#{element.get('id', '').lower()}"}
    return {element.tag, *named, *(element.tag + name for name in named)}


def _hides(style: str) -> bool:
    return any(_UNSEEN.fullmatch(each) for each in re.sub(r"\s", "", style).split(";"))


def _keep_visibility(element: Element, *, is_unseen: bool) -> None:
    """Of an inline style only what hides text or keeps its spaces: margins and paddings would look like rows' gaps."""
    style = element.attrib.pop("style", "").lower().replace(" ", "")
    if is_unseen or "hidden" in element.attrib or _hides(style):
        style = "display:none"
    kept = [found[1] for each in style.split(";") if (found := _VISIBILITY.fullmatch(each))]
    if kept:
        element.set("style", ";".join(kept))
