"""Chance from the seed. Each decision has a key of its own, so that leaving out a player or a fault changes no other decision."""

import os
import random
from random import Random


def chance(*key: object) -> Random:
    """Return the generator that belongs to this key."""
    return Random(" ".join(map(str, key)))


def draw_secrets_from(seed: int) -> None:
    """Make everything that the product draws (seeds of games, tokens, codes) the same in each run with this seed."""
    drawn = Random(f"secrets {seed}")
    os.urandom = drawn.randbytes  # type: ignore[assignment]
    random._urandom = drawn.randbytes  # type: ignore[attr-defined]
