"""Names and other free text of a claim: which signs it may hold, and when two names are the same person's.

Nothing here escapes anything: whoever renders a text does.
"""

import unicodedata

from games.rules.kind import OrderRefused
from games.rules.messages import say

LONGEST_NAME = 80
LONGEST_OCCASION = 300

_DROPPED = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))
"""Invisible signs that mail programs put in by themselves."""
_BLANKS = dict.fromkeys(map(ord, "\t\u00a0"), " ")
_JOINERS = "\u200c\u200d"
"""Invisible signs that some scripts are written with."""
_REFUSED = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")
_ACCENTS = range(0x300, 0x370)


def clean(text: str) -> str:
    """The text on one line, single blanks between its words.

    Raises OrderRefused for control signs, signs that turn the direction of a line, and others that nobody can see."""
    text = text.translate(_DROPPED).translate(_BLANKS)
    for sign in text:
        if unicodedata.category(sign) in _REFUSED and sign not in _JOINERS:
            raise OrderRefused(
                say("A claim is plain text: leave out the invisible sign {sign}.", sign=f"U+{ord(sign):04X}")
            )
    return " ".join(text.split())


def clean_name(text: str) -> str:
    """The name of a person as it is shown. Raises OrderRefused for one without a letter, or too long."""
    name = clean(text)
    if len(name) > LONGEST_NAME:
        raise OrderRefused(say("A name has {most} signs at most; this one has {n}.", most=LONGEST_NAME, n=len(name)))
    if not fold_name(name):
        raise OrderRefused(say("A person has a name, with letters in it."))
    return name


def clean_occasion(text: str) -> str:
    """When and where it was, as it is shown. Raises OrderRefused for nothing, or too much."""
    occasion = clean(text)
    if len(occasion) > LONGEST_OCCASION:
        raise OrderRefused(
            say("When and where takes {most} signs at most; here are {n}.", most=LONGEST_OCCASION, n=len(occasion))
        )
    if not fold_name(occasion):
        raise OrderRefused(say("Say when and where it was, after a colon."))
    return occasion


def fold_name(name: str) -> str:
    """What makes two names the same: letters and digits alone, without case, accents, blanks and punctuation.

    Not for a text of any length: one of accents alone could take seconds.
    `fold_name("Marie  CURIE") == fold_name("Märie-Curie")`."""
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    kept = (sign for sign in apart if unicodedata.category(sign)[0] in "LMN" and ord(sign) not in _ACCENTS)
    return unicodedata.normalize("NFC", "".join(kept))
