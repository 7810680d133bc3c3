"""Indexes of a word list for robots: words that fit a pattern, and words that can be spelt from some letters.

A set of words is an integer with a bit for each word, so `&` narrows it. Each process builds an index for a
vocabulary when it is first needed."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import islice
from string import ascii_uppercase

from games.rules.chance import Chance
from games.rules.grid import EMPTY
from games.rules.words import PackedWords, Vocabulary

KEPT = 4
"""How many vocabularies have their indexes cached in a process. The largest take some 10 MB each."""
LONGEST_SPELT = 12
"""Longer words are left out of the spelling index, because they are rarely made from cards one at a time."""


class WordSets:
    """A sorted list of words, and sets of them as integers. The first word is the lowest bit."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = PackedWords(sorted(words))
        self.all = (1 << len(self.words)) - 1

    def words_in(self, found: int) -> Iterator[str]:
        """Yield the words of a set, alphabetically."""
        digits = bin(found)[:1:-1]
        place = digits.find("1")
        while place >= 0:
            yield self.words[place]
            place = digits.find("1", place + 1)

    def one_of(self, found: int, chance: Chance) -> str:
        """Return a random word of a set that isn't empty."""
        return next(islice(self.words_in(found), chance.below(found.bit_count()), None))


# --- by pattern -------------------------------------------------------------------------------------------------------


class OfOneLength(WordSets):
    """Words of one length, indexed by the letters at each place."""

    def __init__(self, words: Iterable[str], length: int) -> None:
        super().__init__(words)
        self.length = length

    @cached_property
    def having(self) -> tuple[Mapping[str, int], ...]:
        """For each place, the words with each letter there."""
        letters = "".join(reversed(self.words)).encode()  # the last word is the highest digit of a number
        columns = [letters[place :: self.length] for place in range(self.length)]
        return tuple(
            {letter: int(b"0" + column.translate(one), 2) for letter, one in _ONE_FOR.items()} for column in columns
        )

    def fitting(self, pattern: str) -> int:
        """Return the words that fit a pattern such as `..L....`."""
        found = self.all
        for place, letter in enumerate(pattern):
            if letter != EMPTY:
                found &= self.having[place][letter]
        return found

    def listed(self, words: Iterable[str]) -> int:
        """Return the set of these words, as far as they are in the index."""
        found = 0
        for word in words:
            if len(word) == self.length:
                found |= self.fitting(word)
        return found


class ByLength:
    """The words of a vocabulary by length."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        by_length: dict[int, list[str]] = {}
        for word in vocabulary:
            by_length.setdefault(len(word), []).append(word)
        self._by_length = {length: OfOneLength(words, length) for length, words in by_length.items()}

    def of(self, length: int) -> OfOneLength:
        return self._by_length.get(length) or OfOneLength((), length)


@lru_cache(maxsize=KEPT)
def by_length(vocabulary: Vocabulary) -> ByLength:
    """Return the words of a vocabulary by length and the places of letters. Cached."""
    return ByLength(vocabulary)


_ONE_FOR = {letter: bytes(49 if code == ord(letter) else 48 for code in range(256)) for letter in ascii_uppercase}
"""For each letter, a table that turns it into `1` and every other into `0`."""


# --- by spelling ------------------------------------------------------------------------------------------------------


class BySpelling(WordSets):
    """The words of a vocabulary by how often each letter is in them."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        words = sorted(word for word in vocabulary if len(word) <= LONGEST_SPELT)
        super().__init__(words)
        words.reverse()  # the last word is the highest digit of a number
        self._having: dict[tuple[str, int], int] = {}
        for letter in sorted(set().union(*words)):
            counts = bytes(word.count(letter) for word in words)
            for times in range(1, max(counts) + 1):
                digits = counts.translate(bytes(48 + (count >= times) for count in range(256)))
                self._having[letter, times] = int(digits, 2)

    def spelt(self, letters: str, *, lacking: int = 0) -> int:
        """Return the words that can be spelt from these letters, with at most `lacking` letters missing."""
        held = Counter(letters)
        more = [0] * (lacking + 1)  # words that lack one letter or more, two or more, …
        for (letter, times), having in self._having.items():
            if times > held[letter]:
                for n in range(lacking, 0, -1):
                    more[n] |= more[n - 1] & having
                more[0] |= having
        return self.all & ~more[lacking]

    def having(self, letters: str) -> int:
        """Return the words that have all these letters, in any order."""
        found = self.all
        for letter, times in Counter(letters).items():
            found &= self._having.get((letter, times), 0)
        return found


@lru_cache(maxsize=KEPT)
def by_spelling(vocabulary: Vocabulary) -> BySpelling:
    """Return the spelling index of a vocabulary. Cached."""
    return BySpelling(vocabulary)
