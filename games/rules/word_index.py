"""Indexes of a word list for robots: the words that fit a pattern, and those that some letters spell.

Words are the bits of an integer, so a set of them is narrowed by `&`. Each index is made once a process for a vocabulary, when
it is first asked for."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import islice
from string import ascii_uppercase

from games.rules.chance import Chance
from games.rules.grid import EMPTY
from games.rules.words import Vocabulary

KEPT = 4
"""The number of vocabularies whose indexes a process keeps; the largest take some 10 MB each."""
LONGEST_SPELT = 12
"""Longer words are rarely made of cards one at a time, and are left out of the index of spelling."""


class WordSets:
    """Some words in order, and sets of them; the first is the lowest bit."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = sorted(words)
        self.all = (1 << len(self.words)) - 1

    def words_in(self, found: int) -> Iterator[str]:
        """The words of a set, alphabetically."""
        digits = bin(found)[:1:-1]
        place = digits.find("1")
        while place >= 0:
            yield self.words[place]
            place = digits.find("1", place + 1)

    def one_of(self, found: int, chance: Chance) -> str:
        """A word of a set that is not empty, each as likely."""
        return next(islice(self.words_in(found), chance.below(found.bit_count()), None))


# --- by pattern -------------------------------------------------------------------------------------------------------


class OfOneLength(WordSets):
    """The words of one length, by their letters' places."""

    def __init__(self, words: Iterable[str], length: int) -> None:
        super().__init__(words)
        self.length = length

    @cached_property
    def having(self) -> tuple[Mapping[str, int], ...]:
        """For each place and letter, the words with that letter there."""
        letters = "".join(reversed(self.words)).encode()  # the last word is the highest digit of a number
        columns = [letters[place :: self.length] for place in range(self.length)]
        return tuple(
            {letter: int(b"0" + column.translate(one), 2) for letter, one in _ONE_FOR.items()} for column in columns
        )

    def fitting(self, pattern: str) -> int:
        """The words that fit a pattern such as `..L....`."""
        found = self.all
        for place, letter in enumerate(pattern):
            if letter != EMPTY:
                found &= self.having[place][letter]
        return found

    def listed(self, words: Iterable[str]) -> int:
        """Those of some words that are listed in this length."""
        found = 0
        for word in words:
            if len(word) == self.length:
                found |= self.fitting(word)
        return found


class ByLength:
    """The words of a vocabulary by their length."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        by_length: dict[int, list[str]] = {}
        for word in vocabulary:
            by_length.setdefault(len(word), []).append(word)
        self._by_length = {length: OfOneLength(words, length) for length, words in by_length.items()}

    def of(self, length: int) -> OfOneLength:
        return self._by_length.get(length) or OfOneLength((), length)


@lru_cache(maxsize=KEPT)
def by_length(vocabulary: Vocabulary) -> ByLength:
    """The words of a vocabulary by length and the places of letters."""
    return ByLength(vocabulary)


_ONE_FOR = {letter: bytes(49 if code == ord(letter) else 48 for code in range(256)) for letter in ascii_uppercase}
"""For each letter a table that makes it a `1` and every other a `0`."""


# --- by spelling ------------------------------------------------------------------------------------------------------


class BySpelling(WordSets):
    """The words of a vocabulary by how often each letter is in them."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        super().__init__(word for word in vocabulary if len(word) <= LONGEST_SPELT)
        digits: dict[tuple[str, int], bytearray] = {}
        last = len(self.words) - 1
        for number, word in enumerate(self.words):
            for letter in set(word):
                for times in range(1, word.count(letter) + 1):
                    if (letter, times) not in digits:
                        digits[letter, times] = bytearray(b"0" * len(self.words))
                    digits[letter, times][last - number] = 49  # a `1`
        self._having = {key: int(row, 2) for key, row in digits.items()}

    def spelt(self, letters: str, *, lacking: int = 0) -> int:
        """The words whose letters are among these, but for so many at most."""
        held = Counter(letters)
        more = [0] * (lacking + 1)  # the words that lack one letter and more, two and more, …
        for (letter, times), having in self._having.items():
            if times > held[letter]:
                for n in range(lacking, 0, -1):
                    more[n] |= more[n - 1] & having
                more[0] |= having
        return self.all & ~more[lacking]

    def having(self, letters: str) -> int:
        """The words that have all these letters, in any order."""
        found = self.all
        for letter, times in Counter(letters).items():
            found &= self._having.get((letter, times), 0)
        return found


@lru_cache(maxsize=KEPT)
def by_spelling(vocabulary: Vocabulary) -> BySpelling:
    """The words of a vocabulary by their letters."""
    return BySpelling(vocabulary)
