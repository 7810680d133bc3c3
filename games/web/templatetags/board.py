"""What templates need to show tiles: a board, a rack, a time left."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django import template
from django.utils import timezone

from games.rules.grid import Layout
from games.rules.tiles import VALUES
from games.web.board import Picture, draw
from games.wording import clock_time, length

register = template.Library()


@register.inclusion_tag("games/_board.html")
def board(layout: Layout, struck: Collection[str] = ()) -> dict[str, Picture]:
    """A layout as a board, with the words that are struck in it."""
    return {"picture": draw(layout, struck)}


@register.inclusion_tag("games/_board.html")
def drawn(picture: Picture) -> dict[str, Picture]:
    """A board drawn before, as where several are shown at one scale."""
    return {"picture": picture}


@register.filter
def value_of(tile: str) -> str:
    """What a tile is worth as it is printed on it: nothing on a blank."""
    return str(VALUES[tile]) if VALUES.get(tile) else ""


@register.filter
def in_groups(letters: str) -> str:
    """`AABQ` as `AA B Q`, as one holds them."""
    return "".join(letter if not i or letters[i - 1] == letter else f" {letter}" for i, letter in enumerate(letters))


@register.filter
def left_until(at: datetime | None) -> str:
    """The time left when the page was made; the script counts on from there."""
    return length(max(timedelta(0), at - timezone.now())) if at else ""


@register.filter
def clock(at: datetime) -> str:
    """`Thu 14:05`, with the date where the day alone would be unclear."""
    return clock_time(at)
