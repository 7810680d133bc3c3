"""Filters of a list that are links: each an address with one filter more, or without one."""

from collections.abc import Mapping
from typing import NamedTuple

from django.http import HttpRequest
from django.utils.http import urlencode

from games.store import NoSuchGame
from games.web.asking import number_in

NARROWED_BY = 8


class Filter(NamedTuple):
    """A filter in words, and the address without it, or with it where it is offered."""

    says: str
    address: str


def read_before(request: HttpRequest) -> int | None:
    """The game after which the page begins. Raises NoSuchGame for what is no number."""
    if not (text := request.GET.get("before", "")):
        return None
    if (number := number_in(text)) is None:
        raise NoSuchGame
    return number


def address_with(asked: Mapping[str, str]) -> str:
    """The address of the same page with these filters."""
    return f"?{urlencode(asked)}" if asked else "."


def offer_each(asked: Mapping[str, str], name: str, values: Mapping[str, str]) -> list[Filter]:
    """Make the links that narrow a list of several sorts to one."""
    if name in asked or len(values) < 2:
        return []
    return [Filter(says, address_with({**asked, name: value})) for value, says in list(values.items())[:NARROWED_BY]]


def address_without(page: str, asked: Mapping[str, str], *names: str) -> str:
    """The address of a page without these filters."""
    return page + address_with({key: text for key, text in asked.items() if key not in names}).lstrip(".")
