"""Levels of robots on this server: the accounts of each level, the words it knows, and its search. Searches need the
extra `analysis`; where settings.ANALYSIS is false, levels with a search are not available.

Pages import this."""

from functools import lru_cache

from django.conf import settings

from games.players.accounts import OF_ROBOTS
from games.robots.searching import Known, search_among
from games.rules.alphabets.alphabet import Alphabet
from games.rules.chance import Chance
from games.rules.robots import ANY_LENGTH, Level, Mind, Search
from games.rules.table.kind import AnyKind
from games.rules.words import Vocabulary
from games.word_lists.shelf import LISTS_IN_HAND, newest, vocabulary_of, words_of

FIRST = "first"
ROBOTS = {
    FIRST: ("Robot", "Second Robot"),
    "home": ("Home Robot", "Second Home Robot"),
    "club": ("Club Robot", "Second Club Robot"),
    "tournament": ("Tournament Robot", "Second Tournament Robot"),
    "best": ("Master Robot", "Second Master Robot"),
}
"""The names of the two robots of each level; those of the first also play the kinds without levels."""
LONGEST_KNOWN = 8
"""The longest words of a level that knows common words, in a language without a list of them on this server."""
ADDRESSES = {
    f"{name.lower().replace(' ', '.')}{OF_ROBOTS}": (name, level) for level, names in ROBOTS.items() for name in names
}
"""The name and the level of each robot by its address."""


def offered(kind: AnyKind) -> tuple[Level, ...]:
    """Return the levels at which robots play a kind on this server, the weakest first."""
    return tuple(level for level in kind.levels if settings.ANALYSIS or not level.searches)


def addresses(level: str) -> list[str]:
    """Return the addresses of a level's robots, in order."""
    return [address for address, (_, one) in ADDRESSES.items() if one == level]


def mind_of(address: str, kind: AnyKind, *, word_list: int, alphabet: Alphabet, chance: Chance) -> Mind:
    """Return the mind of the robot with this address, in a game with this word list."""
    _, key = ADDRESSES[address]
    return _mind_at(
        next(level for level in kind.levels if level.key == key), word_list=word_list, alphabet=alphabet, chance=chance
    )


def strongest_mind(kind: AnyKind, *, word_list: int, alphabet: Alphabet, chance: Chance) -> Mind:
    """Return a mind of the highest level at which robots play a kind on this server."""
    return _mind_at(offered(kind)[-1], word_list=word_list, alphabet=alphabet, chance=chance)


def _mind_at(level: Level, *, word_list: int, alphabet: Alphabet, chance: Chance) -> Mind:
    searches = level.searches and settings.ANALYSIS
    search = _searching(word_list, alphabet, common=level.common, longest=level.longest) if searches else None
    known = _narrowed(word_list, alphabet, common=level.common, longest=level.longest)
    return Mind(level, known, vocabulary_of(word_list), chance, search)


@lru_cache(maxsize=2 * LISTS_IN_HAND)
def _narrowed(word_list: int, alphabet: Alphabet, *, common: bool, longest: int) -> Vocabulary:
    """Return the words of a list that a robot of such a level knows."""
    known = newest(alphabet.common_list) if common else None
    if common and known is None:
        longest = min(longest, LONGEST_KNOWN)
    if known is None and longest == ANY_LENGTH:
        return vocabulary_of(word_list)
    words = words_of(word_list)
    return Vocabulary(Known(words, words_of(known.pk) if known else words, longest))


@lru_cache(maxsize=LISTS_IN_HAND)
def _searching(word_list: int, alphabet: Alphabet, *, common: bool, longest: int) -> Search:
    """Return a search among the words that a level knows; what it prepares is cached for all levels that know the same
    words."""
    return search_among(_narrowed(word_list, alphabet, common=common, longest=longest), alphabet)
