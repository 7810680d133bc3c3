"""The word lists of this server: stored in the database by the hash of their content, and mapped once per process while
in use.

The lists of other languages that come with the project are stored when a first game needs them, so that a server where
nobody plays them spends no time on them."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache

from django.conf import settings
from django.utils import timezone

from games.models import WordList
from games.rules.alphabets import known
from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH, alphabet_of
from games.rules.values import OrderRefused
from games.rules.words import Vocabulary
from games.word_lists.library import TrieWords, build_trie, bundled_in, digest, open_trie, parse, write_whole
from games.word_lists.recipes import bundled_lists

LISTS_IN_HAND = 8
"""The number of word lists that a process keeps loaded, the last used ones. A server uses a few at a time, and has any
number of older ones that finished games refer to."""
VOCABULARIES_IN_HAND = 4
"""The number of lists that a process keeps indexed for robots, the last used ones: 250,000 words take some 8 MB."""


def import_words(
    lines: Iterable[str], *, name: str, notice: str = "", alphabet: Alphabet = ENGLISH, now: datetime
) -> WordList:
    """Save a list under a name, which new games of that name use; older games keep theirs. Raises UnreadableList,
    naming the line, for a text that is not a word list in this alphabet."""
    words = parse(lines, alphabet)
    return _save(words, name=name, sha256=digest(words, alphabet), notice=notice, code=alphabet.code, now=now)


def add_language(
    alphabet: Alphabet, lines: Iterable[str], common: Iterable[str] = (), *, notice: str = "", now: datetime
) -> WordList:
    """Make an operator's alphabet known to this process, and save its open list and its common words, if there are any,
    under the names that the alphabet gives them. Raises `loading.BadAlphabet` and UnreadableList."""
    known.add(alphabet)
    if common and alphabet.common_list:
        import_words(common, name=alphabet.common_list, notice=notice, alphabet=alphabet, now=now)
    return import_words(
        lines, name=alphabet.open_list or f"{alphabet.code}-open", notice=notice, alphabet=alphabet, now=now
    )


def newest(name: str) -> WordList | None:
    """Return the list that a new game gets by this name, without its content; None if there is none. Saves a list that
    comes with the project, if this is the first time that it is needed."""
    saved = WordList.objects.defer("trie", "notice").filter(name=name).order_by("-imported_at", "-pk").first()
    product = None if saved else bundled_lists().get(name)
    if product is None:
        return saved
    given = bundled_in(product)
    return _save(
        given.words, name=name, sha256=product.sha256, notice=given.notice, code=given.alphabet, now=timezone.now()
    )


def named(name: str, alphabet: Alphabet | None = None) -> WordList:
    """Return the list that a new game gets by this name. Raises OrderRefused, naming the lists that exist, if there is
    none, and if its words are in another alphabet than the one given."""
    saved = newest(name)
    if saved is None:
        raise OrderRefused(
            "There is no word list called {name}. Available lists: {names}.", name=name, names=tuple(names(alphabet))
        )
    if alphabet and saved.alphabet != alphabet.code:
        raise OrderRefused(
            "{name} is a word list in {other}, but this game’s tiles are in {tiles}. Choose one of these lists: {names}.",
            name=name,
            other=own_name(saved.alphabet),
            tiles=alphabet.own_name,
            names=tuple(one for one in names(alphabet) if one != alphabet.common_list),
        )
    return saved


def lists() -> dict[str, tuple[int, str]]:
    """Return the number of words of each list that new games can get, and the code of its alphabet, by name."""
    found = {each.name: (each.words, each.code) for each in bundled_lists().values()}
    rows = WordList.objects.order_by("name", "imported_at", "pk").values_list("name", "words", "alphabet")
    found.update((name, (words, code)) for name, words, code in rows)
    return dict(sorted(found.items()))


def sizes(alphabet: Alphabet | None = None) -> dict[str, int]:
    """Return the number of words of each list that new games can get, by name: all lists, or those in an alphabet."""
    return {name: words for name, (words, code) in lists().items() if alphabet is None or code == alphabet.code}


def names(alphabet: Alphabet | None = None) -> list[str]:
    return list(sizes(alphabet))


def own_name(code: str) -> str:
    """Return what a language calls itself, or its code if its alphabet is no longer there."""
    return alphabet_of(code).own_name if code in known.codes() else code


def vocabulary_of(word_list_id: int) -> Vocabulary:
    """Return the words of a saved list as robots read them."""
    return _vocabulary(words_of(word_list_id))


@lru_cache(maxsize=VOCABULARIES_IN_HAND)
def _vocabulary(words: TrieWords) -> Vocabulary:
    """Return the vocabulary of these words, cached by content: indexing it takes a second or more, and equal lists
    share the index."""
    return Vocabulary(words)


@lru_cache(maxsize=LISTS_IN_HAND)
def words_of(word_list_id: int) -> TrieWords:
    """Return the words of a saved list, as one frozen structure for all games of this process."""
    saved = WordList.objects.defer("trie", "notice").get(pk=word_list_id)
    # The same written words can have other tiles inside in another alphabet.
    name = saved.sha256 if saved.alphabet == ENGLISH.code else f"{saved.sha256}.{saved.alphabet}"
    path = settings.WORD_LIST_DIR / f"{name}.marisa"
    if not path.exists():
        write_whole(path, bytes(WordList.objects.values_list("trie", flat=True).get(pk=word_list_id)))
    return open_trie(path, name=saved.name, sha256=saved.sha256, alphabet=saved.alphabet)


def _save(words: Sequence[str], *, name: str, sha256: str, notice: str, code: str, now: datetime) -> WordList:
    saved, _ = WordList.objects.update_or_create(
        name=name,
        sha256=sha256,
        defaults={
            "words": len(words),
            "notice": notice,
            "alphabet": code,
            "trie": build_trie(words),
            "imported_at": now,
        },
    )
    return saved
