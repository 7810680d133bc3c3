"""Parts of pages that are alike for many readers and drawn once: what follows from the language alone, and the lines of lists."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from django import template
from django.template.base import Node, NodeList, Parser, Token
from django.template.context import Context
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.queries.lists import GameLine, OpenGame, PublicGame
from games.rules.grid import tiles_used
from games.web.board import draw_example
from games.web.kinds import KindCard, kind_cards

register = template.Library()

Line: TypeAlias = GameLine | OpenGame | PublicGame
TEMPLATES = {
    GameLine: "games/_game_line.html",
    OpenGame: "games/_open_game.html",
    PublicGame: "games/_public_game.html",
}

EXAMPLE = (
    "C.......",
    "A.......",
    "KEYBOARD",
    "E..E..U.",
    "...D..B.",
    "......B.",
    "......I.",
    "......S.",
    "......H.",
)


class Once(Node):
    """A part of a template that is drawn once in each language. It is drawn without the page's context, so that nothing of one
    reader is in what another is shown."""

    def __init__(self, nodes: NodeList) -> None:
        self.nodes = nodes
        self.drawn: dict[str | None, SafeString] = {}

    def render(self, context: Context) -> SafeString:
        language = get_language()
        if language not in self.drawn:
            self.drawn[language] = self.nodes.render(context.new({}))
        return self.drawn[language]


@register.tag
def once(parser: Parser, token: Token) -> Once:
    """`{% once %}…{% endonce %}`: a part whose words follow from the language alone."""
    nodes = parser.parse(("endonce",))
    parser.delete_first_token()
    return Once(nodes)


@register.simple_tag
def front_page_example() -> dict[str, object]:
    """The layout to try on the front page, with its rows and tiles for the script."""
    return {"drawn": draw_example(EXAMPLE), "rows": "/".join(EXAMPLE), "hand": tiles_used(EXAMPLE)}


@register.simple_tag
def kinds_played() -> tuple[KindCard, ...]:
    """All kinds, for a part that knows nothing of its page."""
    return kind_cards()


@register.simple_tag
def drawn_lines(lines: Sequence[Line]) -> SafeString:
    """The lines of a list."""
    language, zone = get_language(), timezone.get_current_timezone_name()
    drawn = [_drawn(TEMPLATES[type(line)], (("line", line),), language, zone) for line in lines]
    return mark_safe("".join(drawn))  # noqa: S308  # of templates alone


@register.simple_tag
def drawn_of(template_name: str, **shown: object) -> SafeString:
    """A template that shows these values and nothing else."""
    return _drawn(template_name, tuple(shown.items()), get_language(), timezone.get_current_timezone_name())


@lru_cache(maxsize=5000)
def _drawn(template_name: str, shown: tuple[tuple[str, object], ...], language: str | None, zone: str) -> SafeString:
    """Remembered by all that it shows: whoever may see equal values may see this."""
    return render_to_string(template_name, dict(shown))
