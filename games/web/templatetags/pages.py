"""Parts of pages that are the same for many readers, such as lines of lists, drawn once for all of them."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.template import Context
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.queries.lists import GameLine, OpenGame
from games.queries.public import PublicGame
from games.rules import registry
from games.rules.alphabets.known import ENGLISH
from games.rules.grid import tiles_used
from games.web.kinds import kind_cards
from games.web.layouts import draw_example
from games.web.places import place_of as place_of_page
from games.word_lists.shelf import own_name
from games.wording import cached_per_language

register = template.Library()

Line: TypeAlias = GameLine | OpenGame | PublicGame
TEMPLATES = {
    GameLine: "games/_game_line.html",
    OpenGame: "games/_open_game.html",
    PublicGame: "games/_public_game.html",
}


@register.simple_tag
def front_page_example() -> dict[str, object]:
    """Return the layout to try on the front page, with its rows and tiles for the script."""
    sample = registry.kind("crossing").sample
    assert sample is not None
    return {"drawn": draw_example(sample.rows), "rows": sample.packed, "hand": tiles_used(sample.rows)}


@register.simple_tag
def place_of(request: HttpRequest | None) -> str:
    """Return the navigation section of the current page; empty for a page outside it."""
    match = request.resolver_match if request else None
    return place_of_page(match.url_name if match else None)


@register.inclusion_tag("games/_game_tabs.html")
def game_tabs(kind: str, tab: str) -> dict[str, object]:
    """Return the tabs of one kind's pages, with this one marked; empty for a kind that is not played here."""
    return {"card": next((card for card in kind_cards() if card.key == kind), None), "tab": tab}


@register.simple_tag(takes_context=True)
def waiting_besides(context: Context) -> int:
    """Return the number of games that wait for the reader, not counting the one that this page shows."""
    count = context.get("waiting")
    waiting = int(count()) if count else 0
    return waiting - bool(waiting and getattr(context.get("table"), "is_your_move", False))


@register.simple_tag
def guest_days() -> int:
    """Return the number of days for which a guest's games are kept."""
    return int(settings.KEEP_GUESTS_DAYS)


@register.simple_tag
def drawn_lines(lines: Sequence[Line]) -> SafeString:
    """Render the lines of a list, all of one type."""
    if not lines:
        return SafeString()
    draw = _drawer(TEMPLATES[type(lines[0])])
    return mark_safe("".join(draw(line=line) for line in lines))  # noqa: S308  # from templates only


@register.filter
def language_badge(code: str) -> SafeString:
    """Return the code of a game's language as a badge after a space; empty for a game without words, and for an English
    game on English pages, which needs no badge."""
    if not code or (code == ENGLISH.code and (get_language() or code).startswith(code)):
        return SafeString()
    return format_html(' <abbr class="pill" lang="{}" title="{}">{}</abbr>', code, own_name(code), code.upper())


@register.simple_tag
def cached_include(template_name: str, **shown: object) -> SafeString:
    """Include a template that shows these values and nothing else; its HTML is cached."""
    return _drawer(template_name)(**shown)


@cached_per_language
def _drawer(template_name: str) -> Callable[..., SafeString]:
    """Return a function that renders a template without the page's context, so nothing of one reader reaches another.

    Results are cached by everything that the template shows: anyone who is allowed to see equal values is allowed to
    see the result. In development each is rendered again, as templates change."""

    def draw(**shown: object) -> SafeString:
        return render_to_string(template_name, shown)

    return draw if settings.DEBUG else lru_cache(maxsize=5000)(draw)
