"""Whom an order names: a player by name, or by their seat as pages count it, becomes the number of that seat."""

from collections.abc import Iterable
from dataclasses import replace

from games.models import Seat
from games.rules.kind import Order, OrderRefused
from games.rules.lines import fold
from games.rules.messages import say
from games.sharing import by_number, playing
from games.store import Table
from games.wording import together

NAMED = ("to", "from")
AROUND = " .!,*_"
"""What the grammar leaves off the end of a line."""


def addressed(table: Table, order: Order) -> Order:
    """The order with seats where it names players. Raises OrderRefused for a name that is none at this table, or is
    several’s."""
    named = {name: order.facts[name] for name in NAMED if isinstance(order.facts.get(name), str)}
    if not named:
        return order
    rows = list(table.game.seats.all())
    seats = {name: _seat(written, rows, of=table.game.seat_count) for name, written in named.items()}
    return replace(order, facts={**order.facts, **seats})


def _seat(written: str, rows: Iterable[Seat], *, of: int) -> int:
    word, _, number = _plain(written).partition(" ")
    if word == "seat" and number.isascii() and number.isdecimal() and 1 <= int(number) <= of:
        return int(number) - 1
    names = [(row.number, row.name) for row in rows]
    names += [(seat, together([row.name for row in playing(shares)])) for seat, shares in by_number(rows).items()]
    found = {seat for seat, name in names if _plain(name) == _plain(written)}
    if len(found) == 1:
        return found.pop()
    if found:
        seats = tuple(str(number + 1) for number in sorted(found))
        raise OrderRefused(
            say(
                "Several at this table are called {name}, at seats {seats}: write SEAT and the number.",
                name=written,
                seats=seats,
            )
        )
    raise OrderRefused(
        say("Nobody at this table is called {name}: write the name, or SEAT and its number.", name=written)
    )


def _plain(name: str) -> str:
    return " ".join(fold(name).strip(AROUND).split()).casefold()
