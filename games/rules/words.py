"""What a word list is to the rules: a name, a hash of its content, and whether a word stands in it."""

from collections.abc import Iterable
from typing import Protocol


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
