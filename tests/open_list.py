"""The words of the open list as robots read them, made once for all tests of a process, as are the indexes that robots make."""

from functools import cache

from games.rules.words import Vocabulary
from games.word_lists.library import bundled


@cache
def vocabulary() -> Vocabulary:
    return Vocabulary(bundled().words)
