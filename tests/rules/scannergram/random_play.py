"""Scannergram for the tests of every kind: orders to try at random, what must add up, and what a seat hides."""

from collections import Counter
from dataclasses import replace
from datetime import timedelta

from hypothesis import strategies as st

from games.rules.grid import tiles_used
from games.rules.scannergram.judging import Solution, created
from games.rules.scannergram.rounds import COUNTS
from games.rules.values import Order

OPTIONS = st.fixed_dictionaries(
    {
        "max_called": st.sampled_from([None, 4]),
        "live": st.booleans(),
        "bid_within": st.sampled_from([0, 300, 86400]),
        "solve_within": st.sampled_from([300, 86400]),
        "move_within": st.sampled_from([3600, 259200]),
        "vacation": st.sampled_from(["waits", "passes"]),
    }
)
VERBS = (
    *["BID", "BID", "BID WRONG", "PASS", "SOLVE"] * 4,
    *["BID WHAT IS NOT HELD", "BID ALONE", "LOOK", "PAUSE", "RESUME", "VOID", "KEEP", "RESIGN", "VACATION", "EXTEND"],
)
BARE = ("PASS", "PAUSE", "RESUME", "VOID", "KEEP", "RESIGN")  # orders that are only a verb


def options(seats):
    """Options for this number of players."""
    return OPTIONS


def orders(state, seat, *, verb, number, now):
    """The orders of one move."""
    higher = (state.best.length if state.best else 1) + number
    match verb:
        case "BID":
            sealed = {} if state.options.live else solution(state)
            return [Order("BID", {"length": higher, **sealed})]
        case "BID WRONG":
            return [Order("BID", {"length": higher, "calls": ("QUIZ",), "layout": state.grid})]
        case "BID WHAT IS NOT HELD":
            return [Order("BID", {"length": higher, "calls": ("QUIZ",), "layout": ("ZZZ",)})]
        case "BID ALONE":
            return [Order("BID", {"length": higher})]
        case "SOLVE":
            return [Order("CALL", solution(state))]
        case "VACATION":
            starts = now + timedelta(hours=6 * number)
            return [Order(verb, {"starts": starts.isoformat(), "ends": (starts + timedelta(days=4)).isoformat()})]
        case _:
            return [Order(verb)]


def solution(state):
    """A solution with the new tile at the end of the first row, calling the words that this creates."""
    width = len(state.grid[0]) + 1
    first = state.grid[0].rstrip(".") + state.tile
    layout = (first.ljust(width, "."), *(row.ljust(width, ".") for row in state.grid[1:]))
    return {"calls": created(state.grid, layout), "layout": layout}


def adds_up(state):
    """True if the pool, the grid, the tile turned up and the tiles that left the game make up the set."""
    return Counter("".join([*state.bags.values(), tiles_used(state.grid)])) == Counter(COUNTS)


def knowing(state, events, *, seat):
    """The readers who may know what this seat hides."""
    return {seat}


def with_other_secrets(state, events, *, seat):
    """The same game with other sealed solutions of this seat, and another pool. Opened solutions are no secret."""
    changed = replace(
        state,
        bags={**state.bags, "pool": state.bags["pool"][::-1]},
        words_used=state.words_used + 7,
        bids=tuple(
            replace(bid, sealed=Solution(("ZZ",), ("ZZ",))) if bid.seat == seat and bid.sealed else bid
            for bid in state.bids
        ),
    )
    return changed, [_with_other_secrets(event, seat) for event in events]


def _with_other_secrets(event, seat):
    if event.verb == "bid" and event.seat == seat and "calls" in event.facts:
        return replace(event, facts={**event.facts, "calls": ["ZZ"], "layout": ["ZZ"]})
    return event
