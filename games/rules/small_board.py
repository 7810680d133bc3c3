"""A small picture of a board for lists, cards and previews: only letters and colours that its reader may see."""

from typing import NamedTuple, Self

from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH, alphabet_of, codes
from games.rules.grid import EMPTY, Layout

_IN = "@"
NOTHING_LAID: Layout = (EMPTY,)


class SmallBoard(NamedTuple):
    """The rows of a board, with `#` for a block and lower case for a blank.

    `colours` has the same shape, with `g`, `y`, `b` and `r`, if the board has colours. `language` is the code of the
    alphabet of its tiles, if they are not written as they are inside."""

    rows: Layout
    colours: Layout = ()
    language: str = ""

    @classmethod
    def of(cls, alphabet: Alphabet, rows: Layout, colours: Layout = ()) -> Self:
        """Return a board with tiles of an alphabet."""
        return cls(rows, colours, alphabet.code if alphabet.has_stand_ins else "")

    @classmethod
    def of_words(cls, *words: str) -> Self:
        """Return words below each other, as rows."""
        longest = max(map(len, words), default=0)
        return cls(tuple(word.ljust(longest, EMPTY) for word in words))

    @property
    def packed(self) -> str:
        """The board as text for one database column."""
        parts = ("/".join(part) for part in (self.rows, self.colours) if part)
        return " ".join([*parts, *([f"{_IN}{self.language}"] if self.language else [])])

    @classmethod
    def unpack(cls, packed: str) -> Self:
        parts, _, language = packed.partition(f" {_IN}")
        rows, colours = (tuple(part.split("/")) for part in [*parts.split(), ""][:2])
        return cls(rows, colours if any(colours) else (), language)

    @property
    def alphabet(self) -> Alphabet:
        """The alphabet of its tiles; English for those that are written as they are inside."""
        return alphabet_of(self.language) if self.language in codes() else ENGLISH
