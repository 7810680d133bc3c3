"""The kinds of game that this server offers, and their daily puzzles."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache

from games.rules.alphabets import known
from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH, alphabet_of
from games.rules.crossing.kind import Crossing
from games.rules.crosslet.kind import Crosslet
from games.rules.daily import AnyPuzzle
from games.rules.handshake.kind import Handshake
from games.rules.lexicon_cards.kind import LexiconCards
from games.rules.lynx.kind import Lynx
from games.rules.scannergram.kind import Scannergram
from games.rules.table.kind import AnyKind

KINDS: dict[str, AnyKind] = {
    kind.key: kind for kind in (Crossing(), Crosslet(), LexiconCards(), Lynx(), Scannergram(), Handshake())
}


def kind(key: str) -> AnyKind:
    """Return the kind with this key. Raises KeyError if there is none."""
    return KINDS[key]


@dataclass(frozen=True)
class Daily:
    """The daily puzzle of a kind in one language. Its `key` is that of the kind, such as `crossing`; in other languages
    than English it ends in the code of the language: `crossing-fr`."""

    key: str
    kind: AnyKind
    alphabet: Alphabet
    rules: AnyPuzzle


def daily(key: str) -> Daily:
    """Return the daily puzzle with this key. Raises KeyError if there is none."""
    of, _, code = key.partition("-")
    if code == ENGLISH.code:
        raise KeyError(key)
    found = _daily(of, alphabet_of(code) if code else ENGLISH)
    if found is None:
        raise KeyError(key)
    return found


def is_daily(key: str) -> bool:
    """Return True if there is a daily puzzle with this key."""
    try:
        daily(key)
    except KeyError:
        return False
    return True


def dailies(codes: Collection[str] = (ENGLISH.code,)) -> Iterator[Daily]:
    """Yield the daily puzzles in these languages, by kind. Unknown languages have none."""
    for key in KINDS:
        for code in codes:
            found = _daily(key, alphabet_of(code)) if code in known.codes() else None
            if found is not None:
                yield found


@cache
def _daily(key: str, alphabet: Alphabet) -> Daily | None:
    """Return the daily puzzle of a kind in a language; None if it has none, or there is no list of common words."""
    rules: AnyPuzzle | None = KINDS[key].daily
    if rules is None or alphabet is ENGLISH:
        return Daily(key, KINDS[key], alphabet, rules) if rules else None
    there = rules.in_alphabet(alphabet) if alphabet.common_list else None
    return Daily(f"{key}-{alphabet.code}", KINDS[key], alphabet, there) if there else None
