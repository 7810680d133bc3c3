"""Hints for practice: a word that can be added to a layout, and the high-value tile that is placed worst.

Neither moves a tile already laid. The search for a better layout is elsewhere."""

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from heapq import nlargest
from itertools import islice

from games.rules.alphabets.alphabet import Alphabet
from games.rules.crossing.scoring import place_blanks, score
from games.rules.grid import BLANK, LONGEST_SIDE, Layout, cells, runs
from games.rules.layouts import BadlyPlaced, Reckoning, beside
from games.rules.sketch import Sketch, Tiles
from games.rules.values import OrderRefused
from games.rules.words import LONGEST_SPELT, WordList

DEAR = 3
"""The lowest value of a high-value tile."""
TRIED, WORDS = 600, 30  # words that are tried, and words that are compared


def word_to_add(layout: Layout, hand: str, words: WordList, common: Container[str], alphabet: Alphabet) -> str:
    """Return a word that can be added from leftover tiles, across the layout or by extending a word of it.

    Prefers a `common` word, then one that uses high-value tiles, then the one that scores best. Raises OrderRefused
    if there are no leftover tiles, or no word is found."""
    if not beside(layout, hand, alphabet):
        raise OrderRefused("Every tile is laid. There are no leftover tiles to add.")
    best = max(_Adding.of(layout, hand, words, common, alphabet).found(), default=None)
    if best is None:
        raise OrderRefused("We couldn’t find a word to add to your layout as it is.")
    return best[-1]


def badly_placed(layout: Layout, hand: str, words: WordList, alphabet: Alphabet) -> BadlyPlaced:
    """Return the high-value tile whose place costs most points. Raises OrderRefused if none is badly placed."""
    reckoning, made = Reckoning.of(layout, words, alphabet), score(layout, hand, words, alphabet)
    laid = cells(layout)
    divisor = made.words + made.leftover
    found = [
        BadlyPlaced(laid[cell], run.word, Fraction(alphabet.value(laid[cell]), divisor))
        for run in reckoning.words
        for cell in run.cells
        if cell not in reckoning.earned
    ]
    for tile in (*beside(layout, hand, alphabet), *(laid[cell] for cell in reckoning.leftover)):
        gained = Fraction(made.points + alphabet.value(tile), max(divisor - 1, 1)) - made.value
        found.append(BadlyPlaced(tile, "", gained))
    dear = [one for one in found if alphabet.value(one.tile) >= DEAR]
    if not dear:
        raise OrderRefused("No high-value tile is badly placed. Every tile worth {n} or more is in two words.", n=DEAR)
    return max(dear, key=lambda one: (one.cost, one.tile, one.word))


@dataclass(frozen=True)
class _Adding:
    """Search for words that can be added to a sketch of a layout.

    `plain` counts the leftover tiles that aren't blanks. `held` adds every letter that a blank may stand for."""

    sketch: Sketch
    hand: str
    words: WordList
    common: Container[str]
    plain: Counter[str]
    held: Counter[str]
    blanks: int

    @classmethod
    def of(cls, layout: Layout, hand: str, words: WordList, common: Container[str], alphabet: Alphabet) -> "_Adding":
        left = beside(layout, hand, alphabet)
        plain, blanks = Counter(left.replace(BLANK, "")), left.count(BLANK)
        held = plain + Counter(dict.fromkeys(alphabet.easy, blanks))
        return cls(Sketch.of(layout, words, alphabet), hand, words, common, plain, held, blanks)

    def found(self) -> Iterator[tuple[bool, int, Fraction, str]]:
        """Yield the words that fit, as tuples to compare: (is common, value of own tiles, score, word)."""
        crossing = (one for one in self._candidates() if self._values(one[-1]))
        found = [(*one[:-1], max(self._values(one[-1])), one[-1]) for one in islice(crossing, WORDS)]
        return iter(found) if found else self._extensions()

    def _candidates(self) -> Iterator[tuple[bool, int, str]]:
        """Yield the best candidates as (is common, value of own tiles, word), the largest tuple first.

        A candidate uses tiles from the hand and at most one letter of the layout."""
        lies, letters = "".join(sorted(set(self.sketch.laid.values()))), "".join(sorted(self.held))
        lent = f"[{lies}]?" if lies else ""
        fits = re.compile(f"(?=.{{2,{LONGEST_SPELT}}}$)[{letters}]*{lent}[{letters}]*").fullmatch
        spelt = (word for word in self.words if fits(word)) if isinstance(self.words, Iterable) else ()
        value = self.sketch.alphabet.value
        count = (
            (word in self.common, sum(map(value, (Counter(word) & self.plain).elements())), word) for word in spelt
        )
        return iter(nlargest(TRIED, count))

    def _values(self, word: str) -> list[Fraction]:
        """Return the score for each place where this word fits across the layout."""
        places = self.sketch.places(word, self.held)
        return [self._value(tiles) for tiles in places if self._can_lie(tiles)]

    def _extensions(self) -> Iterator[tuple[bool, int, Fraction, str]]:
        """Yield the words made by adding one tile to a word of the layout."""
        known = Counter(run.word for run in runs(self.sketch.layout))
        for gap, across in list(self.sketch.gaps(1)):
            for (letter,) in self.sketch.making_words(gap, sorted(self.held), across=across):
                tiles = {gap[0]: letter}
                if self._can_lie(tiles):
                    self.sketch.lay(tiles)
                    made = Counter(run.word for run in runs(self.sketch.layout)) - known
                    self.sketch.take_back()
                    word = max(made, key=len)
                    yield word in self.common, self.sketch.alphabet.values[letter], self._value(tiles), word

    def _can_lie(self, tiles: Tiles) -> bool:
        top, left, bottom, right = self.sketch.box(tiles)
        is_small_enough = max(bottom - top, right - left) < LONGEST_SIDE
        return is_small_enough and (Counter(tiles.values()) - self.plain).total() <= self.blanks

    def _value(self, tiles: Tiles) -> Fraction:
        self.sketch.lay(tiles)
        layout = place_blanks(self.sketch.layout, self.hand, self.words, self.sketch.alphabet)
        self.sketch.take_back()
        return score(layout, self.hand, self.words, self.sketch.alphabet).value
