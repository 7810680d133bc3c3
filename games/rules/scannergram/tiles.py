"""The tiles of Scannergram: the Scrabble letters without S and without blanks, 94 of them. They have no values."""

from collections import Counter
from collections.abc import Mapping

from games.rules.tiles import NAMED_SETS

COUNTS: Mapping[str, int] = {
    letter: count for letter, count in NAMED_SETS["S98"].counts.items() if count and letter != "S"
}
LETTERS = "".join(Counter(COUNTS).elements())
"""Every tile, in the order A…Z."""

START = 20
"""Tiles of the start grid."""
