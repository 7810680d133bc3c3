"""Draws chance from the seed. Each decision has a key of its own, so leaving out a player or a fault changes no other decision."""

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

SECRETS = Random()


def chance(*key: object) -> Random:
    """Return the generator that belongs to this key."""
    return Random(" ".join(map(str, key)))


def draw_secrets_from(seed: int) -> None:
    """Make everything that the product draws (seeds of games, tokens, codes) the same in each run with this seed."""
    SECRETS.seed(f"secrets {seed}")
    os.urandom = SECRETS.randbytes  # type: ignore[assignment]
    random._urandom = SECRETS.randbytes  # type: ignore[attr-defined]


@contextmanager
def secrets_set_aside() -> Iterator[None]:
    """Draw the same secrets each time, and afterwards go on as if nothing had been drawn in between."""
    state = SECRETS.getstate()
    SECRETS.seed("set aside")
    try:
        yield
    finally:
        SECRETS.setstate(state)
