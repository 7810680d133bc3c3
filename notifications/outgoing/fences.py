"""The two lines that enclose our own mail, so that a reply can be told from what it quotes.

Only composing writes them, and only the reading of replies cuts by them."""

import re

MOST_IN_PREHEADER = 200  # characters
_PREHEADER = re.compile(r"=\[ [^][]*\]=(?=[\s>|*_=\[]*\Z)")


def first_fence() -> str:
    return "=====[ reply above or below, not inside ]====="


def last_fence(game: int | str, turn: int) -> str:
    return f"=====[ end of turn mail #{game}.{turn} ]====="


def preheader(text: str) -> str:
    """The line that mail lists show beside our subject. It stands above the first fence and is cut with it."""
    return f"=[ {' '.join(re.sub(r'[][`]', ' ', text).split())[:MOST_IN_PREHEADER]} ]="


def without_preheader(above: str) -> str:
    """The text above a first fence without our preheader."""
    start = max(0, len(above) - 2 * MOST_IN_PREHEADER)
    found = _PREHEADER.search(above, start)
    return above[: found.start()] + above[found.end() :] if found else above


def letters_of(fence: str) -> str:
    """A fence in the form in which replies are searched for it: clients re-wrap and quote, but keep letters."""
    return "".join(character for character in fence.lower() if character.isascii() and character.isalpha())
