"""All alphabets by their codes: those that come with the program, and those that an operator has added."""

from collections.abc import Callable
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
_looks: list[Callable[[], None]] = []
"""Called before an added alphabet is looked up: it may have been added by another process."""


@cache
def _shipped(code: str) -> Alphabet:
    return from_toml(files("games.rules.alphabets").joinpath(f"{code}.toml").read_text("utf-8"))


def alphabet_of(code: str) -> Alphabet:
    """Return the alphabet with this code. Raises KeyError if there is none."""
    if code in SHIPPED:
        return _shipped(code)
    _look()
    return _ADDED[code]


def codes() -> tuple[str, ...]:
    """Return the codes of all alphabets, English first."""
    _look()
    return (*SHIPPED, *_ADDED)


def look_before(look: Callable[[], None]) -> None:
    """Call this each time before added alphabets are looked up. It calls `add` for those that are new."""
    _looks[:] = [look]


def _look() -> None:
    for look in _looks:
        look()


def add(alphabet: Alphabet) -> None:
    """Make an operator's alphabet known in this process. Raises BadAlphabet if its code is taken by another one."""
    if alphabet.code in SHIPPED or _ADDED.get(alphabet.code, alphabet).sha256 != alphabet.sha256:
        raise BadAlphabet(f"There is already an alphabet with the code {alphabet.code}. Choose another code.")
    _ADDED[alphabet.code] = alphabet


def forget(code: str) -> None:
    """Forget an operator's alphabet, so that another one can have its code."""
    _ADDED.pop(code, None)


ENGLISH: Final = alphabet_of("en")
