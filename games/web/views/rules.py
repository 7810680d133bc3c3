"""The rules, for players: each kind's RULES.md as a page."""

from functools import cache
from itertools import pairwise
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

from games import rules as rooms


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "games/rules.html", {"rules": page_of("crossing")})


@cache
def page_of(kind: str) -> SafeString:
    """The RULES.md of a kind as HTML; each heading can be linked to by its words."""
    markdown = MarkdownIt("commonmark").enable("table")
    tokens = markdown.parse((Path(rooms.__path__[0]) / kind / "RULES.md").read_text(encoding="utf-8"))
    for opening, heading in pairwise(tokens):
        if opening.type == "heading_open":
            opening.attrSet("id", slugify(heading.content))
    html: str = markdown.renderer.render(tokens, markdown.options, {})
    return mark_safe(html)  # noqa: S308 - our own file
