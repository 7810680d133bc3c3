"""The rules, for players: each kind's RULES.md as a page, in another language where a RULES.<language>.md stands beside it."""

from functools import cache
from itertools import pairwise
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

from games import rules as rooms

MARKDOWN = MarkdownIt("commonmark").enable("table")


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "games/rules.html", {"rules": page_of("crossing", get_language() or "")})


@cache
def page_of(kind: str, language: str) -> SafeString:
    """The rules of a kind as HTML; each heading can be linked to by its English words, in every language."""
    room = Path(rooms.__path__[0]) / kind
    source, translated = room / "RULES.md", room / f"RULES.{language}.md"
    tokens = MARKDOWN.parse((translated if translated.exists() else source).read_text(encoding="utf-8"))
    english = MARKDOWN.parse(source.read_text(encoding="utf-8"))
    for heading, named in zip(_headings(tokens), _headings(english), strict=True):
        heading[0].attrSet("id", slugify(named[1].content))
    html: str = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
    return mark_safe(html)  # noqa: S308 - our own file


def _headings(tokens: list[Token]) -> list[tuple[Token, Token]]:
    """Where each heading opens, and what it says."""
    return [pair for pair in pairwise(tokens) if pair[0].type == "heading_open"]
