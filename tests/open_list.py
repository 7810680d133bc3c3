"""The words of the open list as robots read them, built once per process, as are the robots' indexes of them."""

from functools import cache

from games.rules.words import Vocabulary
from games.word_lists.library import bundled


@cache
def vocabulary() -> Vocabulary:
    return Vocabulary(bundled().words)
