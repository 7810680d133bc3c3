"""A player of Crosslet that makes the dearest play in one line, and exchanges where it finds none or only a poor one.

It knows what all know, and a word list; it gives orders and changes nothing.
"""

from collections.abc import Mapping
from typing import Any

from games.rules.chance import Chance
from games.rules.crosslet.boards import BARE
from games.rules.crosslet.scoring import RACK, Tiles, tally
from games.rules.crosslet.search import Search
from games.rules.fixed_board import with_signs
from games.rules.grid import BLANK, Layout, cells
from games.rules.kind import Order, Seat
from games.rules.places import place_of
from games.rules.table.view import TurnView
from games.rules.tiles import VALUES
from games.rules.vocabulary import Vocabulary

EASY = "ESAIRNTOLD"  # what a blank stands for, and what is kept in an exchange
VOWELS = "AEIOU"
POOR = 10  # points: for less than that an ill-matched rack is exchanged


def move(view: TurnView, seat: Seat, vocabulary: Vocabulary, chance: Chance) -> tuple[Order, ...]:
    """Give the order of a robot in this seat, which is waited for; after a SWAP it wants to be asked again."""
    board, rack = tuple(view.facts["board"]), view.facts["racks"][seat]
    if view.facts["recycle_blank"] and (blank := _blank_to_take(board, rack)):
        return (Order("SWAP", {"cells": (blank,)}),)
    best = best_play(board, rack, view.facts, vocabulary, chance)
    if best is None or (best[0] < POOR and view.pool >= RACK and _is_ill_matched(rack)):
        return (Order("EXCHANGE", {"tiles": _unwanted(rack, view.pool)}),)
    return (Order("GRID", {"layout": with_signs(BARE, best[1])}),)


def best_play(
    board: Layout, rack: str, facts: Mapping[str, Any], vocabulary: Vocabulary, chance: Chance
) -> tuple[int, Tiles] | None:
    """The dearest play in one line, of equals the first found, with its points; None where there is none.

    `facts` name the board's `colours` and whether `blank_scores`. Of two blanks one stands for a letter drawn."""
    wild = EASY
    if rack.count(BLANK) > 1:
        wild = EASY[chance.below(len(EASY))]
    best: tuple[int, Tiles] | None = None
    for tiles in Search(board, rack, vocabulary, wild).plays():
        made = tally(with_signs(board, tiles), tiles, tuple(facts["colours"]), blank_scores=bool(facts["blank_scores"]))
        if best is None or made.points > best[0]:
            best = made.points, tiles
    return best


def _blank_to_take(board: Layout, rack: str) -> str | None:
    """The place of a blank whose letter is held."""
    blanks = (place_of(cell) for cell, sign in cells(board).items() if sign.islower() and sign.upper() in rack)
    return next(blanks, None)


def _is_ill_matched(rack: str) -> bool:
    vowels = sum(tile in VOWELS for tile in rack)
    return not 2 <= vowels <= 5


def _unwanted(rack: str, pool: int) -> tuple[str, ...]:
    """What goes back, as far as the bag allows: all but blanks and one of each easy letter, the dearest first."""
    kept = {tile for tile in rack if tile in EASY or tile == BLANK}
    rest = list(rack)
    for tile in kept:
        rest.remove(tile)
    rest.sort(key=lambda tile: (-VALUES[tile], tile))
    return tuple(rest or sorted(rack))[:pool]
