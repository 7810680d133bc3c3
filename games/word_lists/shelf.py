"""The word lists of this server: stored in the database by the hash of their content, and mapped once per process while
in use."""

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache

from django.conf import settings

from games.models import WordList
from games.rules.values import OrderRefused
from games.rules.words import Vocabulary
from games.word_lists.library import TrieWords, build_trie, digest, open_trie, parse, write_whole

LISTS_IN_HAND = 8
"""The number of word lists that a process keeps loaded, the last used ones. A server uses a few at a time, and has any
number of older ones that finished games refer to."""


def import_words(lines: Iterable[str], *, name: str, notice: str = "", now: datetime) -> WordList:
    """Save a list under a name, which new games of that name use; older games keep theirs. Raises UnreadableList,
    naming the line, for a text that is not a word list."""
    words = parse(lines)
    sha256 = digest(words)
    kept, _ = WordList.objects.update_or_create(
        name=name,
        sha256=sha256,
        defaults={"words": len(words), "notice": notice, "trie": build_trie(words), "imported_at": now},
    )
    return kept


def newest(name: str) -> WordList | None:
    """Return the list that a new game gets by this name, without its content; None if there is none."""
    return WordList.objects.defer("trie", "notice").filter(name=name).order_by("-imported_at", "-pk").first()


def named(name: str) -> WordList:
    """Return the list that a new game gets by this name. Raises OrderRefused, naming the lists that exist, if there is
    none."""
    kept = newest(name)
    if kept is None:
        raise OrderRefused(
            "There is no word list called {name}. Available lists: {names}.", name=name, names=tuple(names())
        )
    return kept


def sizes() -> dict[str, int]:
    """Return the number of words of each list that new games can get, by name."""
    return dict(WordList.objects.order_by("name", "imported_at", "pk").values_list("name", "words"))


def names() -> list[str]:
    return sorted(set(WordList.objects.values_list("name", flat=True)))


def vocabulary_of(word_list_id: int) -> Vocabulary:
    """Return the words of a saved list as robots read them."""
    return _vocabulary(words_of(word_list_id))


@lru_cache(maxsize=LISTS_IN_HAND)
def _vocabulary(words: TrieWords) -> Vocabulary:
    """Return the vocabulary of these words, cached by content: indexing it takes a second or more, and equal lists
    share the index."""
    return Vocabulary(words)


@lru_cache(maxsize=LISTS_IN_HAND)
def words_of(word_list_id: int) -> TrieWords:
    """Return the words of a saved list, as one frozen structure for all games of this process."""
    kept = WordList.objects.defer("trie", "notice").get(pk=word_list_id)
    path = settings.WORD_LIST_DIR / f"{kept.sha256}.marisa"
    if not path.exists():
        write_whole(path, bytes(WordList.objects.values_list("trie", flat=True).get(pk=word_list_id)))
    return open_trie(path, name=kept.name, sha256=kept.sha256)
