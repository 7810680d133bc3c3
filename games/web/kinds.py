"""The kinds of game played here, as pages name and describe them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from games.robots import practice
from games.rules import registry
from games.wording import once_a_language


@dataclass(frozen=True)
class KindCard:
    """A kind of game to choose: its appeal, its numbers of players, whether robots play it and it has a daily puzzle, a sample
    of its board, packed, if it has one, and whether each player arranges a board of their own. One without words stands apart,
    behind the others."""

    key: str
    name: str
    says: str
    least: int
    most: int
    has_robots: bool
    has_daily: bool
    has_words: bool
    picture: str
    has_own_boards: bool


@once_a_language
def kind_cards() -> tuple[KindCard, ...]:
    """All kinds, in the order of the registry, those with words first."""
    played = practice.kinds()
    return tuple(
        KindCard(
            kind.key,
            gettext(kind.name),
            gettext(kind.says),
            *kind.seats,
            has_robots=kind in played,
            has_daily=kind.daily is not None,
            has_words=kind.has_words,
            picture=kind.sample.packed if kind.sample else "",
            has_own_boards=kind.layouts is not None,
        )
        for kind in sorted(registry.KINDS.values(), key=lambda kind: not kind.has_words)
    )


def opening(sentences: Sequence[str], *, words: str) -> str:
    """The kind's own sentences on how it is played; `words` is the name of the word list."""
    return " ".join(gettext(sentence).format(words=words) for sentence in sentences)
