"""The rules for players: the kinds and the house rules; and each kind's RULES.md as a page, translated if there is a
RULES.<language>.md beside it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

from games import rules as rooms
from games.rules import registry
from games.web.kinds import kind_cards
from games.web.layouts import draw_example

HOUSE = ""  # its RULES.md is beside the kinds' folders
MARKDOWN = MarkdownIt("commonmark").enable("table")


def _fence(self: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: dict[str, Any]) -> str:
    """Draw a code block named `board` as a layout with its sum."""
    if tokens[at].info != "board":
        return self.fence(tokens, at, options, env)
    return render_to_string("games/_example.html", {"example": draw_example(tuple(tokens[at].content.split()))})


MARKDOWN.add_render_rule("fence", _fence)


@dataclass(frozen=True)
class Section:
    """A section of a kind's rules, as the house page links to it.

    `is_found_here`: old emails link to the house page with this name, so that link leads to this section."""

    name: str
    heading: str
    is_found_here: bool


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Show the house page."""
    language = get_language() or ""
    taken = {name for name, _heading in contents_of(HOUSE, language)}
    games = []
    for card in kind_cards():
        sections = [Section(name, heading, name not in taken) for name, heading in contents_of(card.key, language)]
        taken |= {section.name for section in sections}
        games.append((card, sections))
    return render(request, "games/rules.html", {"games": games, "rules": page_of(HOUSE, language)})


@require_safe
def rules_of(request: HttpRequest, kind: str) -> HttpResponse:
    if kind not in registry.KINDS:
        raise Http404
    card = next(card for card in kind_cards() if card.key == kind)
    return render(request, "games/rules_of.html", {"card": card, "rules": page_of(kind, get_language() or "")})


@cache
def contents_of(kind: str, language: str) -> list[tuple[str, str]]:
    """Return the sections of a kind's rules as (link, heading)."""
    headings = [opened for opened in _headings(_tokens(kind, language)) if opened[0].tag == "h2"]
    return [(str(opens.attrs["id"]), says.content) for opens, says in headings]


@cache
def minute_of(kind: str, language: str) -> SafeString:
    """Return the first section of a kind's rules without its heading: how it is played, in a minute."""
    tokens = _tokens(kind, language)
    starts = [at for at, token in enumerate(tokens) if token.type == "heading_open" and token.tag == "h2"]
    return _html(tokens[starts[0] + 3 : starts[1]])


@cache
def page_of(kind: str, language: str) -> SafeString:
    """Return the rules of a kind, or of the house, as HTML. Sections below a line in the file are not needed to play
    and are folded."""
    needed, wondered = _parted(_tokens(kind, language))
    folds = [render_to_string("games/_fold.html", fold) for fold in wondered]
    return mark_safe(_html(needed) + "".join(folds))  # noqa: S308 - rendered by us, from our own file


def _tokens(kind: str, language: str) -> list[Token]:
    """Return the parsed text; each section has the id of its English heading in every language."""
    room = Path(rooms.__path__[0]) / kind
    source, translated = room / "RULES.md", room / f"RULES.{language}.md"
    tokens = MARKDOWN.parse((translated if translated.exists() else source).read_text(encoding="utf-8"))
    english = MARKDOWN.parse(source.read_text(encoding="utf-8"))
    for heading, named in zip(_headings(tokens), _headings(english), strict=True):
        heading[0].attrSet("id", slugify(named[1].content))
    return tokens


def _parted(tokens: list[Token]) -> tuple[list[Token], list[dict[str, str]]]:
    """Return the text above the line, and each section below it: its name, heading and text, as HTML."""
    line = next(at for at, token in enumerate(tokens) if token.type == "hr")
    starts = [at for at in range(line, len(tokens)) if tokens[at].type == "heading_open"]
    sections = [tokens[start:end] for start, end in pairwise([*starts, len(tokens)])]
    folds = [
        {"name": str(section[0].attrs["id"]), "heading": section[1].content, "text": _html(section[3:])}
        for section in sections
    ]
    return tokens[:line], folds


def _html(tokens: list[Token]) -> SafeString:
    html: str = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
    return mark_safe(html)  # noqa: S308 - our own file


def _headings(tokens: list[Token]) -> list[tuple[Token, Token]]:
    """Return the opening token of each heading, with its text."""
    return [pair for pair in pairwise(tokens) if pair[0].type == "heading_open"]
