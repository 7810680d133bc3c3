"""Planning a hand: which of its cards make words, and how many points the hand will probably cost by the end of the
round.

Cards are counted in one integer, five bits for each of the 27, so that subtraction takes cards from a hand. A Master
that keeps its letter counts as that letter. Nothing here knows whose turn it is or gives orders."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from string import ascii_uppercase

from games.rules.lexicon_cards.cards import COUNTS, MASTER, VALUES
from games.rules.word_index import BySpelling

CARDS = ascii_uppercase + MASTER
BITS = 5
ONE = {card: 1 << (BITS * place) for place, card in enumerate(CARDS)}
GUARD = sum(one << (BITS - 1) for one in ONE.values())
"""The highest bit of each card's count. A subtraction clears it where there are too few cards."""

OUT_SOON: Sequence[float] = (1, 0.35, 0.35, 0.33, 0.3, 0.3, 0.28, 0.28, 0.26, 0.26, 0.25)
"""The chance of a player with this many cards to go out in a turn, averaged until then; the last value is for more
cards."""
HELPS: Sequence[float] = (1, 0.5, 0.35, 0.25, 0.2)
"""The chance that a drawn card makes a word from this many cards that made none."""
AVERAGE = sum(VALUES[card] * n for card, n in COUNTS.items()) / sum(COUNTS.values())

MOST_KEPT = 1 << 14


def counted(cards: str) -> int:
    """Return the cards as one number."""
    return sum(map(ONE.__getitem__, cards.upper()))


def holds(hand: int, part: int) -> bool:
    """Return True if the hand has all these cards."""
    return ((hand | GUARD) - part) & GUARD == GUARD


def cards_of(hand: int) -> str:
    """Return the cards of a number, A to Z and then Masters."""
    return "".join(card * (hand // one % (1 << BITS)) for card, one in ONE.items())


@lru_cache(maxsize=MOST_KEPT)
def points_of(hand: int) -> int:
    """Return the points that a hand counts."""
    return sum(VALUES[card] for card in cards_of(hand))


@lru_cache(maxsize=MOST_KEPT)
def size_of(hand: int) -> int:
    """Return the number of cards in a hand."""
    return len(cards_of(hand))


# --- cards that make words --------------------------------------------------------------------------------------------

Makes = tuple[str, str]
"""A word on the table, or `""`, and the word made from it."""


def parts(hand: str, table: Sequence[str], index: BySpelling, *, more: int = 0) -> Mapping[int, Makes]:
    """Return each set of cards, as a number, that can be laid as one word or added to one on the table, with that
    word.

    With `more`, sets that the hand lacks this many cards for are included."""
    letters, masters = hand.upper().replace(MASTER, ""), hand.count(MASTER)
    found: dict[int, Makes] = {}
    for lies in ("", *dict.fromkeys(table)):
        own = lies.upper()
        words = index.spelt(letters + own, lacking=masters + more) & index.having(own)
        grows = re.compile(".*".join(["", *own, ""])).fullmatch
        for word in index.words_in(words):
            if len(word) > len(own) and grows(word):
                for used in _ways(counted(word) - counted(own), word, masters):
                    found.setdefault(used, (lies, word))
    return found


def _ways(used: int, word: str, masters: int) -> Iterator[int]:
    """Yield the cards themselves, and with up to `masters` Masters in place of letters of the word."""
    yield used
    for n in range(1, masters + 1):
        for letters in set(combinations(sorted(word), n)):
            given = sum(map(ONE.__getitem__, letters))
            if holds(used, given):
                yield used - given + n * ONE[MASTER]


# --- the cost of a hand -----------------------------------------------------------------------------------------------


class Plan:
    """The expected cost of hands, while others hold this many cards.

    The cost is the points counted in the player's own hand, minus those that the others count if this hand goes out
    first."""

    def __init__(self, makes: Mapping[int, Makes], others: Sequence[int]) -> None:
        stays = 1.0
        for size in others:
            stays *= 1 - OUT_SOON[min(size, len(OUT_SOON) - 1)]
        self._stays = stays
        self._gain = AVERAGE * sum(others) / max(1, len(others))
        self._parts = tuple(makes)
        self._turns: dict[int, float] = {0: 0}
        self._draws = _chances()

    def left(self, hand: int) -> float:
        """Return the cost of the hand left after the player's turn."""
        return self._after(hand, self._parts)

    def drawing(self, hand: int) -> float:
        """Return the cost of a hand that gets one more unknown card."""
        return sum(chance * self.left(hand + ONE[card]) for card, chance in self._draws)

    def completes(self, hand: int, card: int) -> bool:
        """Return True if some part of the hand with this card in it makes a word."""
        return any(holds(hand, part) and holds(part, card) for part in self._parts)

    def _after(self, hand: int, among: Sequence[int]) -> float:
        if not hand:
            return -self._gain
        return (1 - self._stays) * points_of(hand) + self._stays * self._turn(hand, among)

    def _turn(self, hand: int, among: Sequence[int]) -> float:
        """Return the cost of a hand before the player's turn, in which one of these parts may be played."""
        if hand not in self._turns:
            guarded = hand | GUARD
            held = [part for part in among if (guarded - part) & GUARD == GUARD]
            self._turns[hand] = min([self._waiting(hand), *[self._after(hand - part, held) for part in held]])
        return self._turns[hand]

    def _waiting(self, hand: int) -> float:
        """Return the cost of drawing until the cards make a word. A small hand is then gone, and half of a larger
        one."""
        size, points = size_of(hand), points_of(hand)
        helps = HELPS[min(size, len(HELPS) - 1)]
        then = -self._gain if size <= 3 else points / 2
        goes_on = 1 - self._stays * (1 - helps)
        return ((1 - self._stays) * points + self._stays * helps * then) / goes_on


@cache
def _chances() -> Sequence[tuple[str, float]]:
    """Return the letters that can be drawn with their chances, as in a whole pack."""
    total = sum(n for card, n in COUNTS.items() if card != MASTER)
    return tuple((card, n / total) for card, n in COUNTS.items() if card != MASTER)
