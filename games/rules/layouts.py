"""Layouts that players make alone from their own tiles: their score, and the interface of kinds with such layouts.

Drafts, the text box, replays, pictures and the command line use this interface and know no kind."""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from itertools import count
from typing import ClassVar, Protocol, Self, TypeVar

from games.rules.alphabets.alphabet import Alphabet, NotATile
from games.rules.facts import JsonObject
from games.rules.grid import EMPTY, Cell, Layout, Run, cells, crossings, runs, unlaid_tiles
from games.rules.values import Event, OrderRefused, Seat
from games.rules.words import WordList

S = TypeVar("S", contravariant=True)
OptionsT = TypeVar("OptionsT", contravariant=True)
MOST_SPARE = 120
"""The most leftover tiles that are scored with a layout outside a game."""


@dataclass(frozen=True)
class Score:
    """The score of a layout with leftover tiles. `struck` has each invalid run, as often as it occurs."""

    points: int
    words: int
    leftover: int
    value: Fraction
    struck: tuple[str, ...]
    complete: bool

    @property
    def exact(self) -> str:
        """The value as a fraction in lowest terms, such as `9/4`."""
        return f"{self.value.numerator}/{self.value.denominator}"

    def shown(self, decimals: int = 2) -> str:
        """Return the score as shown: `9/4=2.25`, or with leftover tiles `24/(7+2)=2.67`; rounded half up."""
        divisor = f"({self.words}+{self.leftover})" if self.leftover else str(self.words)
        return f"{self.points}/{divisor}={round_half_up(self.value, decimals)}"

    def as_json(self) -> JsonObject:
        """Return the score as JSON for the API and the command line: `score` is exact, `shown` as in
        `24/(7+2)=2.67`."""
        return {
            "points": self.points,
            "words": self.words,
            "leftover": self.leftover,
            "score": self.exact,
            "shown": self.shown(),
            "struck": list(self.struck),
            "complete": self.complete,
        }


@dataclass(frozen=True)
class Reckoning:
    """The parts of a score: words, struck runs, and what each tile earns by being in two words."""

    words: tuple[Run, ...]
    struck: tuple[Run, ...]
    earned: dict[Cell, int]
    leftover: frozenset[Cell]

    @classmethod
    def of(cls, layout: Layout, words: WordList, alphabet: Alphabet) -> Self:
        """Return the parts of the score of any layout by a word list.

        `earned` has only tiles in two words, in reading order; `leftover` has the tiles in no word."""
        valid, struck, laid = list[Run](), list[Run](), cells(layout)
        for run in runs(layout):
            (valid if run.word in words else struck).append(run)
        crossing, covered = crossings(valid), [cell for run in valid for cell in run.cells]
        return cls(
            words=tuple(valid),
            struck=tuple(struck),
            earned={cell: alphabet.value(character) for cell, character in laid.items() if cell in crossing},
            leftover=frozenset(laid).difference(covered),
        )

    @property
    def points(self) -> int:
        return sum(self.earned.values())


@dataclass(frozen=True)
class Scene:
    """The submitted layouts when the next light came. `light` is the number of the light before it, 0 for the deal.

    `hands` are all tiles dealt by then, seen or not, as in the final scoring."""

    light: int
    at: datetime
    boards: Mapping[Seat, Layout]
    hands: Mapping[Seat, str]


@dataclass(frozen=True)
class BadlyPlaced:
    """A high-value tile that earns nothing, because it is in only one `word` or in none.

    `cost` is what the score would gain if it were in two words and nothing else changed."""

    tile: str
    word: str
    cost: Fraction


class OwnLayouts(Protocol[S, OptionsT]):
    """The interface of a kind whose players make layouts alone, save drafts of them and submit them with GRID."""

    submits: ClassVar[str]
    """The verb of the event of a submitted layout."""

    def score(self, layout: Layout, hand: str | None, words: WordList, alphabet: Alphabet) -> Score:
        """Return the score of a layout made from `hand`; with None, from exactly the tiles laid."""

    def judge(self, state: S, words: WordList) -> WordList:
        """Return the words that count now."""

    def can_look_up(self, options: OptionsT) -> bool:
        """Return True if players may look words up while the game is in progress."""

    def scenes(self, events: Iterable[Event], options: OptionsT) -> Iterator[Scene]:
        """Yield a finished game's layouts, scene by scene, from its events."""

    def forfeits_are_counted(self, options: OptionsT) -> bool:
        """Return True if the game has a forfeit that a single player owes."""

    def forfeits_owed(self, events: Iterable[Event]) -> Mapping[Seat, int]:
        """Return how many forfeits each seat of a finished game owes, from its events."""

    def word_to_add(
        self, layout: Layout, hand: str, words: WordList, common: Container[str], alphabet: Alphabet
    ) -> str:
        """Return a word that can be laid with leftover tiles. Raises OrderRefused if no tile is left over, or none
        was found."""

    def badly_placed(self, layout: Layout, hand: str, words: WordList, alphabet: Alphabet) -> BadlyPlaced:
        """Return the high-value tile whose place costs most points. Raises OrderRefused if none is badly placed."""


def beside(layout: Layout, hand: str, alphabet: Alphabet) -> str:
    """Return the tiles of the hand that aren't in the layout, in order, blanks last."""
    return alphabet.in_order(unlaid_tiles(layout, hand))


def spare_tiles(text: str, alphabet: Alphabet) -> str:
    """Return the tiles in a text such as `Q, ?`, in order. Raises OrderRefused for anything else, and for too many."""
    try:
        tiles = alphabet.read(re.sub(r"[\s,;]", "", text), any_case=True)
        if EMPTY in tiles:
            raise NotATile(EMPTY)
    except NotATile as error:
        example = f"{alphabet.write(alphabet.examples.dear[0])}, ?"
        raise OrderRefused(
            "Write tiles as letters, with ? for a blank, for example {example}.", example=example
        ) from error
    if len(tiles) > MOST_SPARE:
        raise OrderRefused("At most {most} tiles can be left over.", most=MOST_SPARE)
    return alphabet.in_order(tiles)


def show_apart(scores: Sequence[Score]) -> list[str]:
    """Return each score as `shown`, with more decimals where different ones would look the same."""
    shown = []
    for score in scores:
        rivals = {other.value for other in scores} - {score.value}
        decimals = next(
            decimals
            for decimals in count(2)
            if round_half_up(score.value, decimals) not in {round_half_up(rival, decimals) for rival in rivals}
        )
        shown.append(score.shown(decimals))
    return shown


@lru_cache(maxsize=5000)
def round_half_up(value: Fraction, decimals: int) -> str:
    """Return a value, not negative, as text with this many decimals, at least one."""
    scaled = (2 * value * 10**decimals + 1) // 2
    digits = str(scaled).rjust(decimals + 1, "0")
    return f"{digits[:-decimals]}.{digits[-decimals:]}"
