"""What a word list is to the rules: a name, a hash of its content, and whether a word stands in it."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Protocol, runtime_checkable

LONGEST_SPELT = 8
"""Longer words rarely fit and are slow to pass over."""


class WordList(Protocol):
    """Words are upper case, A–Z. `sha256` is the hex hash of the sorted words, one a line, in UTF-8."""

    @property
    def name(self) -> str: ...

    @property
    def sha256(self) -> str: ...

    def __contains__(self, word: object, /) -> bool: ...


@runtime_checkable
class PhraseList(Protocol):
    """A word list that also knows how the entries of several parts that it holds are written."""

    def as_written(self, entry: str) -> str:
        """`ICE CREAM` for `ICECREAM`; the entry itself where it is a plain word, or not in the list."""


class AllBut:
    """A list that holds every word but those struck."""

    name = "all but the struck"
    sha256 = ""

    def __init__(self, struck: Iterable[str]) -> None:
        self.struck = frozenset(struck)

    def __contains__(self, word: object, /) -> bool:
        return word not in self.struck


class AnyWord:
    """A list that holds every word, for scripts and for layouts scored without one."""

    name = "any"
    sha256 = ""

    def __contains__(self, word: object, /) -> bool:
        return True


def as_written(words: WordList, entry: str) -> str:
    """An entry, upper case A–Z, with the spaces, hyphens and apostrophes of the list, where the list knows any."""
    return words.as_written(entry) if isinstance(words, PhraseList) else entry


def spelt_from(words: WordList, tiles: str) -> list[str]:
    """The words of two to eight letters that these tiles can spell, in the order of the alphabet.

    A list that cannot be passed through holds words by a rule, not by name: it is asked for all the tiles in one row."""
    if not isinstance(words, Iterable):
        return [tiles] if tiles in words else []
    fits = re.compile(f"[{''.join(sorted(set(tiles)))}]{{2,{LONGEST_SPELT}}}").fullmatch
    held = Counter(tiles)
    return sorted(word for word in words if fits(word) and all(word.count(sign) <= held[sign] for sign in word))
