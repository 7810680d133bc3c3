"""All alphabets by their codes: those that come with the program, and those that an operator has added."""

from functools import cache
from importlib.resources import files
from typing import Final

from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.loading import BadAlphabet, from_toml

SHIPPED: Final = (
    *("en", "fr", "de", "es", "it", "nl", "pt", "sv", "pl"),
    *("nb", "da", "ca", "cy", "el", "et", "sk", "sl", "tr"),
)
_ADDED: dict[str, Alphabet] = {}


@cache
def _shipped(code: str) -> Alphabet:
    return from_toml(files("games.rules.alphabets").joinpath(f"{code}.toml").read_text("utf-8"))


def alphabet_of(code: str) -> Alphabet:
    """Return the alphabet with this code. Raises KeyError if there is none."""
    if code in _ADDED:
        return _ADDED[code]
    if code not in SHIPPED:
        raise KeyError(code)
    return _shipped(code)


def codes() -> tuple[str, ...]:
    """Return the codes of all alphabets, English first."""
    return (*SHIPPED, *_ADDED)


def add(alphabet: Alphabet) -> None:
    """Make an operator's alphabet known in this process. Raises BadAlphabet if its code is taken by another one."""
    if alphabet.code in SHIPPED or _ADDED.get(alphabet.code, alphabet).sha256 != alphabet.sha256:
        raise BadAlphabet(f"There is already an alphabet with the code {alphabet.code}. Choose another code.")
    _ADDED[alphabet.code] = alphabet


ENGLISH: Final = alphabet_of("en")
