"""The two lines between which our own mail stands, so that a reply can be told from what it quotes.

Composing writes them, the reading of replies cuts by them; nothing else may.
"""


def first_fence() -> str:
    return "=====[ reply above or below, not inside ]====="


def last_fence(game: int | str, turn: int) -> str:
    return f"=====[ end of turn mail #{game}.{turn} ]====="


def letters_of(fence: str) -> str:
    """A fence as replies are searched for it: clients re-wrap and quote, but keep letters."""
    return "".join(sign for sign in fence.lower() if sign.isascii() and sign.isalpha())
