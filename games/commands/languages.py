"""The language of a new game: that of its word list. Its tiles have the alphabet of the list."""

from collections.abc import Mapping
from functools import cache

from games.models import WordList
from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH, alphabet_of, codes
from games.rules.options import Option, schema
from games.rules.table.kind import AnyKind
from games.rules.tiles import default_of, written
from games.rules.values import OrderRefused
from games.word_lists import shelf

PHRASES = "phrases"  # each entry has several words, so kinds must ask for it
SHORT = "LC62"  # half of the English LC120


def has_languages(kind: AnyKind) -> bool:
    """Return True if a kind can be played in other languages than English."""
    return "alphabet" in schema(kind.options_type)


def lists_for(kind: AnyKind) -> dict[str, tuple[int, Alphabet]]:
    """Return the word lists that a kind is played with, by name: the number of words, and the alphabet. English lists
    come first, and the others are in the order of their languages.

    Lists of common words are left out, because they are for robots and daily puzzles."""
    known = codes()
    found = {
        name: (words, alphabet_of(code))
        for name, (words, code) in shelf.lists().items()
        if code in known and (code == ENGLISH.code or has_languages(kind))
    }
    offered = {
        name: (words, alphabet)
        for name, (words, alphabet) in found.items()
        if name == kind.word_list or name not in (PHRASES, alphabet.common_list)
    }
    return dict(sorted(offered.items(), key=lambda one: (known.index(one[1][1].code), one[0])))


def with_language(
    kind: AnyKind, options: Mapping[str, object], word_list: str | None = None
) -> tuple[WordList, dict[str, object]]:
    """Return the word list of a new game and its options, with the alphabet of the list among them.

    Without a list, an alphabet among the options decides, and without that the kind's own list. Without a tile set, the
    alphabet's default is used if it has no set like the kind's. Raises OrderRefused if there is no such list, if its words
    are in another alphabet than the one in the options, and for a list in another language if the kind is played in English
    only."""
    code, given = options.get("alphabet"), dict(options)
    wanted = alphabet_of(code) if isinstance(code, str) and code in codes() else None
    if not has_languages(kind):
        wanted = None  # the refusal of the option says that this kind is played in English only
    if wanted and not word_list:
        lists = lists_for(kind)
        own = [name for name, (_words, alphabet) in lists.items() if alphabet.code == wanted.code]
        if not own:
            raise OrderRefused(
                "There is no word list in {language} on this server. There are lists in: {names}.",
                language=wanted.own_name,
                names=tuple(dict.fromkeys(one.own_name for _words, one in lists.values())),
            )
        word_list = wanted.open_list if wanted.open_list in own else own[0]
    if word_list and shelf.newest(word_list) is None:
        names = [name for name, (_words, alphabet) in lists_for(kind).items() if wanted in (None, alphabet)]
        raise OrderRefused(
            "There is no word list called {name}. Available lists: {names}.", name=word_list, names=tuple(names)
        )
    found = shelf.named(word_list or kind.word_list, wanted)
    if found.alphabet == ENGLISH.code:
        if wanted:
            given.pop("alphabet")
        return found, given
    if not has_languages(kind):
        raise OrderRefused(
            "This game can only be played in English, but {name} is a word list in {language}. Choose one of these "
            "lists: {names}.",
            name=found.name,
            language=shelf.own_name(found.alphabet),
            names=tuple(lists_for(kind)),
        )
    alphabet = alphabet_of(found.alphabet)
    tiles = {one.name: default_of(alphabet) for one in _of_tiles(kind) if one.default not in alphabet.sets}
    return found, tiles | given | {"alphabet": alphabet.code}


def suggested_in(alphabet: Alphabet, kind: AnyKind, options: Mapping[str, object]) -> dict[str, object]:
    """Return suggested options of a kind, which name English tile sets, with tile sets of an alphabet: half of its LC120
    instead of LC62, its standard tiles without blanks instead of S98, and its default instead of any other."""
    found = dict(options)
    for one in _of_tiles(kind):
        suggested = str(found.get(one.name, one.default))
        if alphabet is not ENGLISH and suggested not in alphabet.sets:
            default = default_of(alphabet)
            like_it = "PLAIN" if "PLAIN" in alphabet.sets else default
            found[one.name] = {SHORT: half_of(alphabet), "S98": like_it}.get(suggested, default)
    return found


def _of_tiles(kind: AnyKind) -> list[Option]:
    """Return the options of a kind that choose tiles."""
    return [option for option in schema(kind.options_type).values() if option.unit == "tiles"]


@cache
def half_of(alphabet: Alphabet) -> str:
    """Return half of the default set of an alphabet, written as counts. Every tile of the set is there at least once."""
    default = alphabet.sets[default_of(alphabet)]
    return written({tile: (count + 1) // 2 for tile, count in default.items()}, alphabet)
