"""The language of a game, as pages show it beside the game."""

from games.queries.options import GivenOptions
from games.rules.alphabets.known import ENGLISH
from games.rules.options import alphabet_in
from games.rules.table.kind import AnyKind


def language_of(kind: AnyKind, options: GivenOptions) -> str:
    """Return the code of a game's language; empty for a game without words."""
    return alphabet_in(dict(options)).code if kind.has_words else ""


def list_says(name: str, options: GivenOptions) -> str:
    """Return the name of a game's word list, after what its language calls itself if that isn't English."""
    alphabet = alphabet_in(dict(options))
    return name if alphabet is ENGLISH else f"{alphabet.own_name} ({name})"
