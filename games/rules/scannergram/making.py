"""Lays all of some tiles in one connected grid of words: the start grid of a game, and of a daily puzzle.

The same tiles and the same words give the same grid. A game's own stream is not drawn on: it proves which tiles were
drawn, and their grid stands in the record.
"""

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256

from games.rules.chance import Chance
from games.rules.grid import Layout
from games.rules.sketch import Sketch, Tiles
from games.rules.tiles import VALUES
from games.rules.words import WordList, spelt_from

FEW = 4  # so many tiles are tried in every order and place
STARTS, TRIES = 8, 12
PLACES, WORDS = 12, 2000  # of so many places for a word the best is taken, among so many words
VOWELS = "AEIOU"


def lay_all(tiles: str, words: WordList) -> tuple[Layout | None, str]:
    """A trimmed grid of all the tiles, upper case; or None, where the budget was spent before one was found, and the letter that
    was left over most often."""
    spelt = spelt_from(words, tiles)
    if tiles in spelt:
        return (tiles,), ""
    maker = _Maker(tiles, spelt)
    return maker.grid(), maker.misfit


class _Maker:
    """One search. `whim` varies its tries, by a stream that only the tiles decide."""

    def __init__(self, tiles: str, spelt: Sequence[str]) -> None:
        self.tiles = Counter(tiles)
        self.holding = {letter: [word for word in spelt if letter in word] for letter in sorted(self.tiles)}
        self.words = frozenset(spelt)
        self.whim = Chance(sha256(tiles.encode()).digest())
        self.left = Counter(letter for letter, words in self.holding.items() if not words)

    @property
    def misfit(self) -> str:
        """The letter that no try found a place for, or the fewest did."""
        return max(sorted(self.left), key=lambda letter: self.left[letter], default="")

    def grid(self) -> Layout | None:
        if self.left:
            return None
        return next(filter(None, (self._from_nothing() for _ in range(STARTS))), None)

    def _from_nothing(self) -> Layout | None:
        """Words one across another while the hand is large, then the last tiles wherever they go; where they go nowhere,
        some words are taken back."""
        sketch, hand = Sketch(self.words), self.tiles
        for _ in range(TRIES):
            while hand.total() > FEW or not sketch.laid:
                move = self._best_move(sketch, hand)
                if move is None:
                    break
                sketch.lay(move)
                hand = hand - Counter(move.values())
            if hand.total() <= FEW and sketch.laid and sketch.fill(hand):
                return sketch.layout
            self.left += hand
            for _ in range(min(len(sketch.moves), 1 + self.whim.below(FEW))):
                hand = hand + Counter(sketch.take_back().values())
        return None

    def _best_move(self, sketch: Sketch, hand: Counter[str]) -> Tiles | None:
        """A place for a word that rids the hand of its hardest letter, looked for from some word on."""
        words = self.holding[max(sorted(hand), key=lambda letter: VALUES[letter])]
        first = self.whim.below(len(words))
        found: list[Tiles] = []
        for i in range(min(len(words), WORDS)):
            found += sketch.places(words[(first + i) % len(words)], hand)
            if len(found) >= PLACES:
                break
        return max(found, key=lambda tiles: _worth(sketch, tiles, hand), default=None)


def _worth(sketch: Sketch, tiles: Tiles, hand: Counter[str]) -> float:
    """Many tiles at once, a compact grid, and a hand left with some vowels, not too many."""
    left = hand - Counter(tiles.values())
    vowels = sum(left[vowel] for vowel in VOWELS)
    top, left_side, bottom, right = sketch.box(tiles)
    return len(tiles) - abs(vowels - 0.4 * left.total()) - 0.3 * ((bottom - top) + (right - left_side))
