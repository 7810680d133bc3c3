"""Names that people give to themselves and to what they make: how a name is kept, when two are the same, and what can be read
as one. Every kind of name goes through these functions; limits of length stay with the thing named."""

import re
import unicodedata
from string import whitespace

LONGEST_READ = 1000
"""Characters of a name that are read, more than any kind of name may have; composing a longer text could take seconds."""
JOINERS = "\u200c\u200d"
"""Invisible characters that some scripts and many emoji need between two others."""

_BLANK = {
    *map(ord, "\u034f\u115f\u1160\u17b4\u17b5\u2065\u2800\u3164\uffa0"),
    *range(0x180B, 0x1810),
    *range(0xFE00, 0xFE10),
    *range(0xFFF0, 0xFFF9),
    *range(0xE0000, 0xE1000),
}
"""Characters that draw nothing although they are no format characters: fillers, variation selectors, and those that Unicode
keeps for more of them."""
_SPACES = re.compile(r"(?:[^\S\t\n\v\f\r\x1c-\x1f\x85\u2028\u2029])+")
_NOT_IN_A_LINE = ("Cc", "Cf", "Cs", "Zl", "Zp")


def normalise(name: str) -> str:
    """Return the name as it is kept: in NFC, with single spaces, and with joiners only between other characters.

    Line ends and tabs inside stay, for `is_readable` to refuse."""
    composed = unicodedata.normalize("NFC", name[:LONGEST_READ])
    return _SPACES.sub(" ", composed).strip(JOINERS + whitespace)


def comparable(name: str) -> str:
    """Return the form in which two names that look the same are equal: NFKC, without case and without what draws nothing.

    `comparable("Jose\\u0301") == comparable("JOSÉ")`."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name[:LONGEST_READ]).casefold())
    drawn = (one for one in folded if unicodedata.category(one) != "Cf" and ord(one) not in _BLANK)
    return " ".join(unicodedata.normalize("NFKC", "".join(drawn)).split())


def is_visible(name: str) -> bool:
    """True if the name has a character that can be seen by itself: a letter, number, symbol or mark of punctuation.

    An unassigned character counts as well, since it is most likely an emoji newer than this Python."""
    return any(
        (unicodedata.category(one)[0] in "LNPS" or unicodedata.category(one) == "Cn") and ord(one) not in _BLANK
        for one in name
    )


def is_readable(name: str) -> bool:
    """True if the name is visible and fits in a sentence: no line ends, and nothing invisible but joiners."""
    return is_visible(name) and all(one in JOINERS or unicodedata.category(one) not in _NOT_IN_A_LINE for one in name)


def reads_from_the_right(name: str) -> bool:
    """True if the name holds a right-to-left character, which can turn the words and numbers around it."""
    return any(unicodedata.bidirectional(one) in ("R", "AL", "AN") for one in name)
