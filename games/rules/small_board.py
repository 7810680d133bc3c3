"""A small picture of a board for lists, cards and previews: only letters and colours that its reader may see."""

from typing import NamedTuple, Self

from games.rules.grid import EMPTY, Layout

NOTHING_LAID: Layout = (EMPTY,)


class SmallBoard(NamedTuple):
    """The rows of a board, with `#` for a block and lower case for a blank.

    `colours` has the same shape, with `g`, `y`, `b` and `r`, if the board has colours."""

    rows: Layout
    colours: Layout = ()

    @classmethod
    def of_words(cls, *words: str) -> Self:
        """Return words below each other, as rows."""
        longest = max(map(len, words), default=0)
        return cls(tuple(word.ljust(longest, EMPTY) for word in words))

    @property
    def packed(self) -> str:
        """The board as text for one database column."""
        return " ".join("/".join(part) for part in self if part)

    @classmethod
    def unpack(cls, packed: str) -> Self:
        return cls(*(tuple(part.split("/")) for part in packed.split()))
