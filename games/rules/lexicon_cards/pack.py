"""The cards: their values, the pack, and how a pile is shuffled. No player, no word and no table stands here.

A card is a letter A–Z or `?`, the Master; several cards are a string, a pile one that is drawn from its right end. A Master
that stands for a letter is that letter in lower case: on the table, and in a hand where it keeps what it stood for.
"""

from collections.abc import Iterable, Mapping
from string import ascii_uppercase

from games.rules.chance import Chance

MASTER = "?"
HAND = 10
"""Cards dealt to each player."""

_ORDER = ascii_uppercase + MASTER

COUNTS: Mapping[str, int] = {
    card: count for count, cards in {4: "AEI", 3: "HLORSTUW", 1: "BCDFGJKMNPQVXYZ" + MASTER}.items() for card in cards
}
"""One pack of 52, as published."""

VALUES: Mapping[str, int] = {
    card: value
    for value, cards in {10: "AEI", 8: "CHKLMNOPRSTUW", 6: "DJV", 4: "GQY", 2: "BFXZ", 15: MASTER}.items()
    for card in cards
}
"""What a card counts that is left in a hand, as published; a pack counts 405 in all."""


def cards_of(packs: int) -> str:
    """All cards of so many packs, in order A…Z, then Masters."""
    return "".join(card * COUNTS[card] * packs for card in _ORDER)


def as_dealt(card: str) -> str:
    """The card as it lies in a pack: a Master stands for nothing there."""
    return MASTER if card.islower() else card


def is_master(card: str) -> bool:
    return as_dealt(card) == MASTER


def in_order(cards: Iterable[str]) -> str:
    """The cards in order A…Z, then Masters, those that stand for a letter by that letter."""
    return "".join(sorted(cards, key=lambda card: (_ORDER.index(as_dealt(card)), card)))


def value(cards: str) -> int:
    """What the cards count together."""
    return sum(VALUES[as_dealt(card)] for card in cards)


def dearest(hand: str) -> str:
    """The card that counts most; of equals, the first in the alphabet."""
    return min(in_order(hand), key=lambda card: -value(card))


def shuffled(cards: str, chance: Chance) -> str:
    """A pile of these cards, shuffled from the order A…Z, then Masters, which stand for nothing any more."""
    return "".join(chance.shuffle(in_order(map(as_dealt, cards))))
