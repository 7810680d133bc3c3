"""Word lists: their interface for the rules, and vocabularies for robots."""

import re
from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Protocol, runtime_checkable

LONGEST_SPELT = 8
"""The longest words that are tried; longer ones rarely fit and are slow to go through."""


class WordList(Protocol):
    """A list of words as their tiles are inside, in upper case. `sha256` is the hex hash of the sorted written words, one a
    line, in UTF-8."""

    @property
    def name(self) -> str: ...

    @property
    def sha256(self) -> str: ...

    def __contains__(self, word: object, /) -> bool: ...

    def __hash__(self) -> int: ...


@runtime_checkable
class PhraseList(Protocol):
    """A word list that also knows how its entries of several parts are written."""

    def as_written(self, entry: str) -> str:
        """Return `ICE CREAM` for `ICECREAM`, or the entry itself if it is a plain word or not in the list."""


class AllBut:
    """A list of every word except those struck."""

    name = "all but the struck"
    sha256 = ""

    def __init__(self, struck: Iterable[str]) -> None:
        self.struck = frozenset(struck)

    def __contains__(self, word: object, /) -> bool:
        return word not in self.struck

    def __eq__(self, other: object) -> bool:
        """Return True for a list without the same words, so that scores by either are cached once."""
        return isinstance(other, AllBut) and other.struck == self.struck

    def __hash__(self) -> int:
        return hash(self.struck)


class AnyWord:
    """A list of every word, for scripts and for layouts scored without a list."""

    name = "any"
    sha256 = ""

    def __contains__(self, word: object, /) -> bool:
        return True


def as_written(words: WordList, entry: str) -> str:
    """Return an entry, given in upper case, with the list's spaces, hyphens and apostrophes, if it knows any."""
    return words.as_written(entry) if isinstance(words, PhraseList) else entry


def spelt_from(words: WordList, tiles: str) -> list[str]:
    """Return the words of two to eight letters that these tiles can spell, alphabetically.

    A list that can't be iterated decides by a rule; it is asked only for all the tiles in the order given."""
    if not isinstance(words, Iterable):
        return [tiles] if tiles in words else []
    fits = re.compile(f"[{''.join(sorted(set(tiles)))}]{{2,{LONGEST_SPELT}}}").fullmatch
    held = Counter(tiles)
    return sorted(
        word for word in words if fits(word) and all(word.count(character) <= held[character] for character in word)
    )


LONGEST_TRIED = 9  # longer words rarely fit and are slow to go through


class PackedWords:
    """Words in an order, as one text. As strings, they would take seven times the memory."""

    def __init__(self, words: Iterable[str]) -> None:
        words = tuple(words)
        self._text = "".join(words)
        self._ends = array("I", accumulate(map(len, words), initial=0))

    def __len__(self) -> int:
        return len(self._ends) - 1

    def __getitem__(self, place: int) -> str:
        return self._text[self._ends[place] : self._ends[place + 1]]

    def __iter__(self) -> Iterator[str]:
        return (self._text[first:end] for first, end in pairwise(self._ends))


class Vocabulary:
    """A word list for robots, built once. What a robot needs of it is collected when first needed."""

    name = "vocabulary"
    sha256 = ""

    def __init__(self, words: Iterable[str]) -> None:
        """Take words in upper case, in any order; the order affects the robot's play. They are copied unless they can be
        looked up where they are."""
        self._source = words
        self._words: Collection[str] = (
            words if isinstance(words, Collection) and not isinstance(words, Sequence) else dict.fromkeys(words)
        )
        self._bits: dict[str, int] = {}
        self._holding: dict[str, Sequence[int]] = {}

    def __contains__(self, word: object, /) -> bool:
        return word in self._words

    def __iter__(self) -> Iterator[str]:
        """Iterate over every word, in the given order."""
        return iter(self._words)

    def __len__(self) -> int:
        return len(self._words)

    def as_written(self, entry: str) -> str:
        """Return `ICE CREAM` for `ICECREAM`, if the source list knows that."""
        return self._source.as_written(entry) if isinstance(self._source, PhraseList) else entry

    @cached_property
    def tried(self) -> PackedWords:
        """The words that are short enough to try, in the given order."""
        return PackedWords(word for word in self if len(word) <= LONGEST_TRIED)

    @cached_property
    def kinds(self) -> Sequence[int]:
        """For each of the words tried, a number with a bit for each kind of letter in it."""
        return array("Q", map(self.bits, self.tried))

    def bits(self, letters: Iterable[str]) -> int:
        """Return a number with the bit of each of these letters."""
        found = 0
        for letter in letters:
            found |= self._bits.setdefault(letter, 1 << len(self._bits))
        return found

    def holding(self, letter: str) -> Sequence[int]:
        """Return the places in `tried` of the words that have a letter."""
        if letter not in self._holding:
            bit = self.bits(letter)
            self._holding[letter] = array("I", (place for place, kinds in enumerate(self.kinds) if kinds & bit))
        return self._holding[letter]
