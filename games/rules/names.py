"""Names that people choose: how they are stored, when two are equal, and which are readable.

All names go through these functions. Limits of length are set elsewhere, for each kind of name."""

import re
import unicodedata
from string import whitespace

LONGEST_READ = 1000
"""Characters of a name that are read, more than any name may have. Normalising longer texts could take seconds."""
JOINERS = "\u200c\u200d"
"""Invisible characters that some scripts and many emoji need between two others."""

_BLANK = {
    *map(ord, "\u034f\u115f\u1160\u17b4\u17b5\u2065\u2800\u3164\uffa0"),
    *range(0x180B, 0x1810),
    *range(0xFE00, 0xFE10),
    *range(0xFFF0, 0xFFF9),
    *range(0xE0000, 0xE1000),
}
"""Characters that draw nothing though they aren't format characters: fillers, variation selectors, and those
reserved for more."""
_SPACES = re.compile(r"(?:[^\S\t\n\v\f\r\x1c-\x1f\x85\u2028\u2029])+")
_NOT_IN_A_LINE = ("Cc", "Cf", "Cs", "Zl", "Zp")


def normalise(name: str) -> str:
    """Return the name as stored: in NFC, with single spaces, and with joiners only between other characters.

    Line ends and tabs inside stay; `is_readable` refuses them."""
    composed = unicodedata.normalize("NFC", name[:LONGEST_READ])
    return _SPACES.sub(" ", composed).strip(JOINERS + whitespace)


def comparable(name: str) -> str:
    """Return a form that is equal for names that look the same: NFKC, without case and invisible characters.

    `comparable("Jose\\u0301") == comparable("JOSÉ")`."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name[:LONGEST_READ]).casefold())
    drawn = (one for one in folded if unicodedata.category(one) != "Cf" and ord(one) not in _BLANK)
    return " ".join(unicodedata.normalize("NFKC", "".join(drawn)).split())


def is_visible(name: str) -> bool:
    """Return True if the name has a visible character: a letter, number, symbol or punctuation mark.

    Unassigned characters count, because they are probably emoji newer than this Python."""
    return any(
        (unicodedata.category(one)[0] in "LNPS" or unicodedata.category(one) == "Cn") and ord(one) not in _BLANK
        for one in name
    )


def is_readable(name: str) -> bool:
    """Return True if the name is visible and fits into a sentence: no line ends, and nothing invisible but joiners."""
    return is_visible(name) and all(one in JOINERS or unicodedata.category(one) not in _NOT_IN_A_LINE for one in name)


def reads_from_the_right(name: str) -> bool:
    """Return True if the name has a right-to-left character, which can reverse the words and numbers around it."""
    return not {"R", "AL", "AN"}.isdisjoint(map(unicodedata.bidirectional, name))
