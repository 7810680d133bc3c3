"""Crosslet for the tests of every kind: orders to try at random, what must add up, and what is hidden (the bag)."""

from collections import Counter
from dataclasses import replace
from datetime import timedelta

from hypothesis import strategies as st

from games.rules.crosslet.board import BARE, CENTRE, SIDE
from games.rules.fixed_board import with_letters
from games.rules.grid import cells, place_of, tiles_used
from games.rules.values import Order

OPTIONS = st.fixed_dictionaries(
    {
        "board": st.sampled_from(["plain8", "classic"]),
        "blank_scores": st.booleans(),
        "recycle_blank": st.booleans(),
        "vacation": st.sampled_from(["waits", "passes"]),
        "nights": st.sampled_from(["run", "stand"]),
        "rest_days": st.sampled_from(["none", "sat_sun"]),
        "move_within": st.sampled_from([3600, 259200]),
    }
)
VERBS = (
    *["LAY", "LAY", "LAY AS NEXT", "LAY AS NEXT", "LAY AS NEXT", "EXCHANGE", "SWAP"] * 3,
    *[
        "LAY WHAT IS NOT HELD",
        "LAY APART",
        "EXCHANGE NOTHING",
        "STANDING",
        "HOURS",
        "HOURS",
        "STANDING",
        "LOOK",
        "PAUSE",
        "RESUME",
        "VOID",
        "KEEP",
        "RESIGN",
        "VACATION",
        "EXTEND",
    ],
)


def options(seats):
    """Options for this number of players."""
    return OPTIONS


def orders(state, seat, *, verb, number, now):
    """The orders of one move; LAY AS NEXT does something only for the player to move."""
    rack = state.hands[seat]
    match verb:
        case "LAY AS NEXT":
            mover = next(iter(state.awaited), seat)
            return [play(state, state.hands[mover], number)] if mover == seat else []
        case "LAY":
            return [play(state, rack, number)]
        case "LAY WHAT IS NOT HELD":
            return [Order("GRID", {"layout": with_letters(BARE, {CENTRE: "Q", (7, 8): "Q", (7, 9): "Z"})})]
        case "LAY APART":
            return [Order("GRID", {"layout": with_letters(BARE, {(0, number): (rack or "E")[0].replace("?", "e")})})]
        case "EXCHANGE":
            return [Order("EXCHANGE", {"tiles": tuple(rack[:number])})]
        case "HOURS":
            return [Order(verb, {"asleep_from": 240 * number, "asleep_for": 120 * number, "offsets": [[0, 330]]})]
        case "STANDING":
            return [Order(verb, {"orders": [f"EXCHANGE {' '.join(rack[:number])}"] if number else []})]
        case "EXCHANGE NOTHING":
            return [Order("EXCHANGE", {"tiles": ()})]
        case "SWAP":
            blanks = [place_of(cell) for cell, character in cells(state.board).items() if character.islower()]
            return [Order("SWAP", {"cells": tuple(blanks[:1] or ["H8"])})]
        case "VACATION":
            starts = now + timedelta(hours=6 * number)
            return [Order(verb, {"starts": starts.isoformat(), "ends": (starts + timedelta(days=4)).isoformat()})]
        case _:
            return [Order(verb)]


def play(state, rack, number):
    """The first tiles of a rack, blanks as E, right or down from a tile on the board, or from left of the centre if it is empty."""
    down = number % 2
    ends = [cell for cell in cells(state.board) if is_free(state, step(cell, 1, down))]
    end = ends[number % len(ends)] if ends else (7, 6)
    characters = enumerate(rack[: number + 2].replace("?", "e"), start=1)
    tiles = {step(end, i, down): character for i, character in characters if is_free(state, step(end, i, down))}
    return Order("GRID", {"layout": with_letters(BARE, tiles)})


def step(cell, by, down):
    return (cell[0] + by, cell[1]) if down else (cell[0], cell[1] + by)


def is_free(state, cell):
    return max(cell) < SIDE and state.board[cell[0]][cell[1]] == "."


def adds_up(state):
    """True if the bag, the racks, the board and the tiles of resigned seats make up the set."""
    tiles = Counter("".join([*state.bags.values(), *state.hands.values(), tiles_used(state.board)]))
    return tiles == Counter(state.alphabet.sets["S100"])


def knowing(state, events, *, seat):
    """The readers who may know what this seat hides."""
    return {seat}


def with_other_secrets(state, events, *, seat):
    """The same game with its bag in another order and another standing order for the seat; seats hide nothing else."""
    bags = {**state.bags, "bag": state.bag[::-1]}
    standing = {**state.standing, seat: () if seat in state.standing else ("EXCHANGE Q",)}
    changed = replace(state, bags=bags, words_used=state.words_used + 7, standing=standing)
    return changed, [_with_other_secrets(event, seat) for event in events]


def _with_other_secrets(event, seat):
    stood = event.verb == "standing" and event.seat == seat
    return replace(event, facts={"orders": ["EXCHANGE Q"]}) if stood else event
