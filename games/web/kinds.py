"""The games that are played here, as pages name and describe them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from games.robots import practice
from games.rules import registry


@dataclass(frozen=True)
class KindCard:
    """A kind of game where one is chosen: why one would play it, by how many, and whether robots play it and a puzzle a day
    comes with it."""

    key: str
    name: str
    says: str
    least: int
    most: int
    has_robots: bool
    has_daily: bool


def kind_cards() -> list[KindCard]:
    """All of them, as the registry has them."""
    played = practice.kinds()
    return [
        KindCard(
            kind.key,
            gettext(kind.name),
            gettext(kind.says),
            *kind.seats,
            has_robots=kind in played,
            has_daily=kind.daily is not None,
        )
        for kind in registry.KINDS.values()
    ]


def opening(sentences: Sequence[str], *, words: str) -> str:
    """The kind's own few sentences on how it is played; `words` is the name of the word list."""
    return " ".join(gettext(sentence).format(words=words) for sentence in sentences)
