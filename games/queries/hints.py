"""Hints taken in practice games: only their player sees them while the game runs; their number is shown once it is
over.

`games.robots.hints` produces them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.conf import settings
from django.utils.translation import gettext, gettext_lazy, ngettext

from games.models import Hint
from games.queries.reading import ReaderTable
from games.rules.alphabets.alphabet import Alphabet
from games.rules.facts import JsonObject
from games.rules.layouts import round_half_up
from games.rules.texts import points
from games.wording import speak

WORD, TILE, BETTER = 1, 2, 3
"""The depths of a hint: a word to add, the high-value tile in the worst place, and whether a better layout exists."""
LABELS = {
    WORD: gettext_lazy("Show a word to add"),
    TILE: gettext_lazy("Show a badly placed tile"),
    BETTER: gettext_lazy("Check for a better layout"),
}


@dataclass(frozen=True)
class HintLine:
    """A hint in words; if `is_awaited`, the search is not finished."""

    depth: int
    round: int
    says: str
    is_awaited: bool

    @classmethod
    def of(cls, hint: Any, alphabet: Alphabet) -> "HintLine":
        return cls(hint.depth, hint.round, _in_words(hint, alphabet), hint.answer is None)

    def as_json(self) -> JsonObject:
        return {"depth": self.depth, "round": self.round, "says": self.says, "awaited": self.is_awaited}


@dataclass(frozen=True)
class Hints:
    """The hints that a reader took in a game, in order, and those available now."""

    round: int
    taken: Sequence[HintLine]

    @property
    def of_this_round(self) -> list[HintLine]:
        """The hints of the current round, the newest first."""
        return [one for one in reversed(self.taken) if one.round == self.round]

    @property
    def offered(self) -> list[tuple[int, str]]:
        return [(depth, str(LABELS[depth])) for depth in depths()]

    @property
    def says(self) -> str:
        """A sentence on the number of hints taken, which will be shown at the end."""
        if not self.taken:
            return gettext("Hints are only for practice. We count them, and the number is shown at the end.")
        n = len(self.taken)
        return ngettext(
            "You’ve taken {n} hint in this game. The number is shown at the end.",
            "You’ve taken {n} hints in this game. The number is shown at the end.",
            n,
        ).format(n=n)

    def as_json(self) -> JsonObject:
        return {"hints": [one.as_json() for one in self.taken], "depths": list(depths())}


def depths() -> Sequence[int]:
    """Return the available depths; the last needs a search, which not every server offers."""
    return (WORD, TILE, BETTER) if settings.ANALYSIS else (WORD, TILE)


def may_take_hints(loaded: ReaderTable) -> bool:
    """Return True if the reader plays a running game against robots, and nobody else ever had a seat in it."""
    game, table = loaded.table.game, loaded.table
    is_alone = loaded.is_practice and len(loaded.seats) == 1 + len(loaded.robots)
    is_casual = not game.rated and game.made_by_id is not None  # a tournament game has no player as its maker
    return is_alone and is_casual and table.kind.layouts is not None and table.is_running and not loaded.view.lies_open


def hints(loaded: ReaderTable) -> Hints | None:
    """Return the hints of a reader who may take some here, in one query; None for anybody else."""
    if not may_take_hints(loaded) or loaded.own is None:
        return None
    own = loaded.own
    mine = [HintLine.of(one, loaded.view.alphabet) for one in Hint.objects.filter(seat=own, player=own.player_id)]
    return Hints(loaded.view.round, mine)


def hints_taken(loaded: ReaderTable) -> list[tuple[int, int]]:
    """Return the seats that took hints in a finished game, each with how many."""
    if loaded.table.is_running or not loaded.table.game.has_robots:
        return []
    seats = Hint.objects.filter(seat__game=loaded.table.game.pk).values_list("seat__number", flat=True)
    return sorted(Counter(seats).items())


def _in_words(hint: Any, alphabet: Alphabet) -> str:
    """Return a hint in words. Its answer has tiles as they are written."""
    answer: JsonObject | None = hint.answer
    if answer is None:
        return gettext("Searching for a better layout …")
    if not answer:
        return gettext("The search took too long and was stopped. Ask again.")
    if hint.depth == WORD:
        return gettext("You can add {word} with your leftover tiles.").format(word=answer["word"])
    gained = round_half_up(Fraction(answer["gain"]), 2)
    if hint.depth == TILE:
        worth = speak(points(alphabet.value(alphabet.read(answer["tile"]))), ())
        told = {"tile": answer["tile"], "points": worth, "word": answer["word"], "gain": gained}
        if answer["word"]:
            return gettext("{tile}, worth {points}, is only in {word}. In 2 words, it would bring +{gain}.").format(
                **told
            )
        return gettext("{tile}, worth {points}, is left over. In 2 words, it would bring +{gain}.").format(**told)
    if Fraction(answer["gain"]) <= 0:
        return gettext("A short search found no better layout for these tiles.")
    return gettext("There is a better layout: +{gain}.").format(gain=gained)
