"""Template filters: words to type and tiles in the HTML of our emails, and the beginning of an email in the mailbox."""

import re
from urllib.parse import quote

from django import template
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from games.rules.alphabets.alphabet import Alphabet
from notifications.outgoing.mails.parts import TO_NOBODY, Glyph

register = template.Library()

CHIP = (
    "background:rgba(127,122,110,.18);border-radius:3px;padding:1px 5px;font:15px Consolas,ui-monospace,Menlo,monospace"
)

LOOKS = {  # visible in light and dark mode
    "place": "opacity:.6",
    "laid": "font-weight:bold",
    "fresh": "font-weight:bold;background:rgba(127,122,110,.4)",
    "number": "opacity:.7",
    "block": "background:#857E70;color:#857E70",
    "g": "background:rgba(52,150,84,.38)",
    "y": "background:rgba(222,172,24,.42)",
    "b": "background:rgba(66,128,204,.4)",
    "r": "background:rgba(206,66,58,.4)",
}


@register.filter
def set_glyph(glyph: Glyph) -> SafeString:
    """Return a glyph of a printed board as HTML, in its style."""
    look = LOOKS.get(glyph.look)
    return format_html('<span style="{}">{}</span>', look, glyph.text) if look else escape(glyph.text)


@register.filter
def typed(text: str) -> SafeString:
    """Return the escaped text, with words in backticks as code."""
    return mark_safe(re.sub(r"`([^`]+)`", rf'<code style="{CHIP}">\1</code>', escape(text)))  # noqa: S308  escaped first


@register.filter
def reply(line: str) -> str:
    """Return the address of a reply with this line, which the reader still has to send. It has no recipient yet."""
    written = quote(f"{line}\r\n")
    return f"{TO_NOBODY}&body={written}"


@register.filter
def excerpt(text: str) -> str:
    """Return the beginning of an email's text, without our fence."""
    return " ".join(line for line in text[:400].splitlines() if not line.startswith("====="))


@register.filter
def value_of(character: str, alphabet: Alphabet) -> str:
    """Return the value printed on a tile; empty for a blank."""
    return alphabet.printed_value(character)


@register.filter
def as_written(character: str, alphabet: Alphabet) -> str:
    """Return a tile as players write it."""
    return alphabet.write(character)
