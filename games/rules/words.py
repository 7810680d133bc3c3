"""What a word list is to the rules: a name, a hash of its content, and whether a word stands in it."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Protocol

LONGEST_SPELT = 8
"""Longer words rarely fit and are slow to pass over."""


class WordList(Protocol):
    """Words are upper case, A–Z. `sha256` is the hex hash of the sorted words, one a line, in UTF-8."""

    @property
    def name(self) -> str: ...

    @property
    def sha256(self) -> str: ...

    def __contains__(self, word: object, /) -> bool: ...


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


def spelt_from(words: WordList, tiles: str) -> list[str]:
    """The words of two to eight letters that these tiles can spell, in the order of the alphabet.

    A list that cannot be passed through holds words by a rule, not by name: it is asked for all the tiles in one row."""
    if not isinstance(words, Iterable):
        return [tiles] if tiles in words else []
    fits = re.compile(f"[{''.join(sorted(set(tiles)))}]{{2,{LONGEST_SPELT}}}").fullmatch
    held = Counter(tiles)
    return sorted(word for word in words if fits(word) and all(word.count(sign) <= held[sign] for sign in word))
