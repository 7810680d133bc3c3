"""Understands replies to an invitation in people's own words, as not everybody types a command."""

import re
from collections.abc import Sequence

MOST_LINES = 3  # lines of the writer to look at

_STOP = re.compile(r"\W*(?:please\W+|pls\W+)?(?:stop|unsubscribe|remove me|take me off|never again)\b", re.IGNORECASE)
_GREETING = re.compile(r"\W*(?:hi|hello|hey|dear|bonjour|salut)\b(?: \w+){0,3}\W*", re.IGNORECASE)
_NO_THANKS = re.compile(
    r"\W*(?:sorry\W+)?(?:no(?:pe)?\W+(?:thanks|thank you|thx)|i(?: must| have to|['’]ll)? (?:decline|pass)"
    r"|(?:i(?:['’]m| am) )?not interested|non\W+merci|je (?:refuse|décline))(?:\W+sorry)?\W*",
    re.IGNORECASE,
)
_NO = re.compile(r"\b(?:no|not|never|decline|declined|sorry|can'?t|can’t|cannot|won'?t)\b", re.IGNORECASE)


def wants_no_more(written: Sequence[str]) -> bool:
    """Return True for a line such as `Stop` or `Please unsubscribe`."""
    return any(map(_STOP.match, written[:MOST_LINES]))


def declines(written: Sequence[str]) -> bool:
    """Return True if the first line that isn't a greeting only says no, such as `No thanks` or `I decline`."""
    lines = [line for line in written[:MOST_LINES] if not _GREETING.fullmatch(line)]
    return bool(lines) and _NO_THANKS.fullmatch(lines[0]) is not None


def says_no(written: Sequence[str]) -> bool:
    """Return True if there is any word of refusal."""
    return any(map(_NO.search, written))
