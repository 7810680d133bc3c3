"""How the HTML of our mails sets words to type and tiles, and how the mailbox shows a mail's beginning."""

import re

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.rules.tiles import printed_value

register = template.Library()
register.filter("value_of", printed_value)

CHIP = (
    "background:rgba(127,122,110,.18);border-radius:3px;padding:1px 5px;font:15px ui-monospace,Consolas,Menlo,monospace"
)


@register.filter
def typed(text: str) -> SafeString:
    """The text, escaped, with what stands in backticks set as code."""
    return mark_safe(re.sub(r"`([^`]+)`", rf'<code style="{CHIP}">\1</code>', escape(text)))  # noqa: S308  escaped first


@register.filter
def excerpt(text: str) -> str:
    """The beginning of a mail's text, without our fence."""
    return " ".join(line for line in text[:400].splitlines() if not line.startswith("====="))
