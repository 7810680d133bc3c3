"""A robot for Scannergram: bids the longest word it finds for the new tile, and raises while it finds a longer one.

It knows only the grid, the tile, a word list, and what its seat may see. In the same position it makes the same bid."""

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from games.rules.grid import Layout
from games.rules.robots import Mind
from games.rules.scannergram.levels import ScannergramLevel
from games.rules.scannergram.rebuilding import solve
from games.rules.table.turn_kind import TurnView
from games.rules.values import Order, Seat


@dataclass(frozen=True)
class Shown:
    """The facts of a game in its view."""

    grid: Layout
    tile: str
    bids: tuple[Mapping[str, int], ...]
    barred: tuple[str, ...]
    solving: bool
    live: bool
    max_called: int | None


def move(view: TurnView, seat: Seat, mind: Mind) -> tuple[Order, ...]:
    """Return the orders of a robot in a seat that the game waits for; () if it can't write the solution that it won
    with."""
    assert isinstance(mind.level, ScannergramLevel)
    table = msgspec.convert(view.facts, Shown)
    standing = table.bids[-1]["length"] if table.bids else 1
    found = solve(
        table.grid,
        table.tile,
        mind.vocabulary,
        mind.level.limits,
        above=standing - 1 if table.solving else standing,
        barred=table.barred,
        max_called=table.max_called,
    )
    if found is None:
        return () if table.solving else (Order("PASS"),)
    length, solution = found
    sealed = {"calls": solution.calls, "layout": solution.layout}
    if table.solving:
        return (Order("CALL", sealed),)
    return (Order("BID", {"length": length} | ({} if table.live else sealed)),)
