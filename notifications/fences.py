"""The two lines between which our own mail stands, so that a reply can be told from what it quotes.

Composing writes them, the reading of replies cuts by them; nothing else may.
"""

import re

MOST_IN_PREHEADER = 200  # characters
_PREHEADER = re.compile(r"=\[ [^][]*\]=(?=[\s>|*_=\[]*\Z)")


def first_fence() -> str:
    return "=====[ reply above or below, not inside ]====="


def last_fence(game: int | str, turn: int) -> str:
    return f"=====[ end of turn mail #{game}.{turn} ]====="


def preheader(text: str) -> str:
    """The line that a list of mails shows of ours beside its subject. It stands above the first fence, and is cut with it."""
    return f"=[ {' '.join(re.sub(r'[][`]', ' ', text).split())[:MOST_IN_PREHEADER]} ]="


def without_preheader(above: str) -> str:
    """The text above a first fence without what a list of mails showed of ours."""
    start = max(0, len(above) - 2 * MOST_IN_PREHEADER)
    found = _PREHEADER.search(above, start)
    return above[: found.start()] + above[found.end() :] if found else above


def letters_of(fence: str) -> str:
    """A fence as replies are searched for it: clients re-wrap and quote, but keep letters."""
    return "".join(character for character in fence.lower() if character.isascii() and character.isalpha())
