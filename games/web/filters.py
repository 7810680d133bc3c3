"""Filters of a list as links: each link adds one filter or removes one."""

from collections.abc import Mapping
from typing import NamedTuple

from django.http import HttpRequest
from django.utils.http import urlencode

from games.store import NoSuchGame
from games.web.asking import number_in

NARROWED_BY = 8


class Filter(NamedTuple):
    """A filter in words, with the address that adds or removes it."""

    says: str
    address: str


def read_before(request: HttpRequest) -> int | None:
    """Return the game after which the page begins. Raises NoSuchGame if it is not a number."""
    if not (text := request.GET.get("before", "")):
        return None
    if (number := number_in(text)) is None:
        raise NoSuchGame
    return number


def address_with(asked: Mapping[str, str]) -> str:
    """Return the address of the same page with these filters."""
    return f"?{urlencode(asked)}" if asked else "."


def offer_each(asked: Mapping[str, str], name: str, values: Mapping[str, str]) -> list[Filter]:
    """Return links that narrow a mixed list to one value; none if it is narrowed already or there is only one value."""
    if name in asked or len(values) < 2:
        return []
    return [Filter(says, address_with({**asked, name: value})) for value, says in list(values.items())[:NARROWED_BY]]


def address_without(page: str, asked: Mapping[str, str], *names: str) -> str:
    """Return the address of a page without these filters."""
    return page + address_with({key: text for key, text in asked.items() if key not in names}).lstrip(".")
