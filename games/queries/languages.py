"""The language of a game, as pages show it beside the game."""

from django.utils.translation import gettext

from games.queries.options import GivenOptions
from games.rules.alphabets.known import ENGLISH
from games.rules.grid import Layout
from games.rules.options import alphabet_in
from games.rules.table.kind import AnyKind
from games.word_lists.shelf import own_name


def language_of(kind: AnyKind, options: GivenOptions) -> str:
    """Return the code of a game's language; empty for a game without words."""
    return alphabet_in(dict(options)).code if kind.has_words else ""


def list_says(name: str, options: GivenOptions) -> str:
    """Return the name of a game's word list, after what its language calls itself if that isn't English."""
    alphabet = alphabet_in(dict(options))
    return name if alphabet is ENGLISH else f"{alphabet.own_name} ({name})"


def in_language(kind_name: str, code: str) -> str:
    """Return the name of a kind with what the language calls itself, if it isn't English. `code` is empty for a kind without
    words."""
    if code in ("", ENGLISH.code):
        return kind_name
    # Translators: a kind of game, and the language that it is played in
    return gettext("{kind} ({language})").format(kind=kind_name, language=own_name(code))


def finished_board(kind: AnyKind, options: GivenOptions) -> Layout | None:
    """Return an example of a finished board in a game's language, with its tiles as they are inside; None for a kind in which
    players have no boards of their own."""
    if kind.layouts is None or kind.sample is None:
        return None
    alphabet = alphabet_in(dict(options))
    return kind.sample.rows if alphabet is ENGLISH else alphabet.examples.layout
