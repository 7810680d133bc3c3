"""A word list as a robot reads it: which words there are, and which hold a letter. Knows no grid and no hand."""

from collections.abc import Iterable, Iterator, Sequence

from games.rules.words import PhraseList

LONGEST_TRIED = 9  # longer words rarely fit and are slow to pass over


class Vocabulary:
    """Built once for a word list; the words by letter are picked out when first asked for. A word list to the rules."""

    name = "vocabulary"
    sha256 = ""

    def __init__(self, words: Iterable[str]) -> None:
        """`words` in upper case, A–Z, in any order: the same order makes the same robot."""
        self._source = words
        ordered = tuple(words)
        self._words = frozenset(ordered)
        self._tried = tuple(word for word in ordered if len(word) <= LONGEST_TRIED)
        self._holding: dict[str, Sequence[str]] = {}

    def __contains__(self, word: object, /) -> bool:
        return word in self._words

    def __iter__(self) -> Iterator[str]:
        """Every word, in no order."""
        return iter(self._words)

    def as_written(self, entry: str) -> str:
        """`ICE CREAM` for `ICECREAM`, where the words came from a list that knows."""
        return self._source.as_written(entry) if isinstance(self._source, PhraseList) else entry

    def holding(self, letter: str) -> Sequence[str]:
        """The words that hold a letter and are short enough to be tried, in the order given."""
        if letter not in self._holding:
            self._holding[letter] = tuple(word for word in self._tried if letter in word)
        return self._holding[letter]
