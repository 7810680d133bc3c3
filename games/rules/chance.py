"""Verifiable randomness: the commitment to a secret seed, the players' cuts, and one stream for all draws of a game.

Nothing here asks the operating system for randomness; the seed is passed in."""

import hmac
from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 32
LONGEST_CUT = 40
_WORDS_A_BLOCK = 8
_SPAN = 2**32


def commitment(seed: bytes) -> str:
    """Return the commitment, which is published before anyone accepts: SHA-256 of `lexicon-bag-v1` and the seed, in
    hex."""
    return sha256(b"lexicon-bag-v1" + seed).hexdigest()


def stream_key(seed: bytes, cuts: Sequence[str]) -> bytes:
    """Return the key of a game's stream: the seed if nobody cut, else a hash of the seed and all cuts in seat order."""
    if not any(cuts):
        return seed
    return sha256(b"\0".join([seed, *(cut.encode() for cut in cuts)])).digest()


class Chance:
    """The random stream of one game, from the word after the first `used`.

    Block i is HMAC-SHA256(key, i), eight 32-bit words. Save `used` with the state. A refused order discards its
    Chance, and so uses up nothing."""

    def __init__(self, key: bytes, used: int = 0) -> None:
        self.key = key
        self.used = used
        self._block_number = -1
        self._block = b""

    def below(self, n: int) -> int:
        """Return a number from 0 to n-1, all equally likely; `n` is from 1 to 2**32."""
        fair = _SPAN - _SPAN % n
        while (word := self._next_word()) >= fair:
            pass
        return word % n

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """Return the items in random order (Fisher–Yates, from the last place down)."""
        shuffled = list(items)
        for i in range(len(shuffled) - 1, 0, -1):
            j = self.below(i + 1)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return shuffled

    def _next_word(self) -> int:
        block_number, place = divmod(self.used, _WORDS_A_BLOCK)
        if block_number != self._block_number:
            self._block = hmac.digest(self.key, block_number.to_bytes(8, "big"), "sha256")
            self._block_number = block_number
        self.used += 1
        return int.from_bytes(self._block[4 * place : 4 * place + 4], "big")
