"""The word lists of tables, as robots read them: made once for a list and a process."""

from functools import cache

from games.rules.words import Vocabulary
from games.word_lists.library import TrieWords
from games.word_lists.shelf import words_of


def vocabulary_of(word_list_id: int) -> Vocabulary:
    return _read(words_of(word_list_id))


@cache
def _read(words: TrieWords) -> Vocabulary:
    return Vocabulary(words)
