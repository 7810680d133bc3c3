"""A board in small, as lists, cards and previews draw it: letters and colours alone, with nothing that its reader may not
see."""

from typing import NamedTuple, Self

from games.rules.grid import EMPTY, Layout

NOTHING_LAID: Layout = (EMPTY,)


class SmallBoard(NamedTuple):
    """A board's rows, with `#` for a block and lower case for a blank, and in the same shape `g`, `y`, `b` and `r` for the
    colours of its cells, if it has any."""

    rows: Layout
    colours: Layout = ()

    @classmethod
    def of_words(cls, *words: str) -> Self:
        """Words below each other, as rows."""
        longest = max(map(len, words), default=0)
        return cls(tuple(word.ljust(longest, EMPTY) for word in words))

    @property
    def packed(self) -> str:
        """The board as one column of text holds it."""
        return " ".join("/".join(part) for part in self if part)

    @classmethod
    def unpack(cls, packed: str) -> Self:
        return cls(*(tuple(part.split("/")) for part in packed.split()))
