"""What a layout is worth: its words, its points, and where inferred blanks stand.

Scoring never fails, whatever lies on the grid. Scores are exact fractions. Source: RULES.md, "Layouts, words, score".
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from typing import Self

from games.rules.grid import BLANK, Cell, Layout, Run, cells, check_held, crossings, is_connected, runs, tiles_used
from games.rules.kind import Seat
from games.rules.tiles import VALUES
from games.rules.words import WordList


@dataclass(frozen=True)
class Score:
    """What a layout and the tiles beside it are worth. `struck` names each run that is no word, as often as it lies."""

    points: int
    words: int
    leftover: int
    value: Fraction
    struck: tuple[str, ...]
    complete: bool

    @property
    def exact(self) -> str:
        """`9/4`, in lowest terms."""
        return f"{self.value.numerator}/{self.value.denominator}"

    def shown(self, decimals: int = 2) -> str:
        """`9/4=2.25`, with tiles left over `24/(7+2)=2.67`; rounded half up."""
        divisor = f"({self.words}+{self.leftover})" if self.leftover else str(self.words)
        return f"{self.points}/{divisor}={round_half_up(self.value, decimals)}"


@dataclass(frozen=True)
class Result:
    """How one seat's layout was scored at the end; `score` is exact, in lowest terms."""

    seat: Seat
    points: int
    words: int
    leftover: int
    score: str
    struck: tuple[str, ...]
    layout: Layout

    @classmethod
    def of(cls, seat: Seat, layout: Layout, tiles: str, words: WordList, *, less: int = 0) -> Self:
        """The result of a layout, where `tiles` are those that count, with so many points less."""
        made = score(layout, tiles, words, less=less)
        return cls(seat, made.points, made.words, made.leftover, made.exact, made.struck, layout)


@dataclass(frozen=True)
class Reckoning:
    """How a score came about: the words, the struck runs, and what each tile earns by standing in two words."""

    words: tuple[Run, ...]
    struck: tuple[Run, ...]
    earned: dict[Cell, int]
    leftover: frozenset[Cell]

    @classmethod
    def of(cls, layout: Layout, words: WordList) -> Self:
        """The reckoning of whatever lies there, by a word list; `earned` names crossing tiles only, in reading order,
        and `leftover` the tiles that stand in no word."""
        all_runs = runs(layout)
        valid = tuple(run for run in all_runs if run.word in words)
        crossing = crossings(valid)
        laid = cells(layout)
        return cls(
            words=valid,
            struck=tuple(run for run in all_runs if run.word not in words),
            earned={cell: VALUES.get(sign, 0) for cell, sign in laid.items() if cell in crossing},
            leftover=frozenset(laid).difference(cell for run in valid for cell in run.cells),
        )

    @property
    def points(self) -> int:
        return sum(self.earned.values())


def score(layout: Layout, hand: str | None, words: WordList, *, less: int = 0) -> Score:
    """The score of a layout laid from `hand` (None: exactly what is laid), by a word list; never fails.

    `less` points are taken off, as long as there are any."""
    reckoning = Reckoning.of(layout, words)
    laid = Counter(tiles_used(layout))
    held = laid if hand is None else Counter(hand)
    leftover = len(reckoning.leftover) + (held - laid).total()
    divisor = len(reckoning.words) + leftover
    points = max(0, reckoning.points - less)
    return Score(
        points=points,
        words=len(reckoning.words),
        leftover=leftover,
        value=Fraction(points, divisor) if divisor else Fraction(0),
        struck=tuple(sorted(run.word for run in reckoning.struck)),
        complete=laid == held and not reckoning.struck and is_connected(layout),
    )


def show_apart(scores: Sequence[Score]) -> list[str]:
    """Each score as `shown`, with more decimals where it differs from another that would show the same number."""
    return [each.shown(_telling_decimals(each.value, [other.value for other in scores])) for each in scores]


def place_blanks(layout: Layout, hand: str, words: WordList) -> Layout:
    """The layout with blanks standing for letters of which more are laid than held; the case of letters means nothing.

    They stand where the score is highest, ties in reading order: a blank costs points only where a tile crosses, and
    letters do not compete for cells, so each letter gives up its first tiles that do not cross, then its first that do.
    Raises OrderRefused, naming the letters, if more is laid than the hand and its blanks can be."""
    layout = tuple(row.upper() for row in layout)
    laid = cells(layout)
    missing = Counter(laid.values()) - Counter(hand)
    if missing.total() > hand.count(BLANK):
        check_held(layout, hand)
    if not missing:
        return layout
    crossing = Reckoning.of(layout, words).earned
    blanks: set[Cell] = set()
    for letter, number in missing.items():
        stands = [cell for cell, sign in laid.items() if sign == letter]
        blanks.update(sorted(stands, key=crossing.__contains__)[:number])  # stable: reading order within each half
    return tuple(
        "".join(sign.lower() if (r, c) in blanks else sign for c, sign in enumerate(row))
        for r, row in enumerate(layout)
    )


def round_half_up(value: Fraction, decimals: int) -> str:
    """The value, not negative, with that many decimals (at least one)."""
    scaled = (2 * value * 10**decimals + 1) // 2
    digits = str(scaled).rjust(decimals + 1, "0")
    return f"{digits[:-decimals]}.{digits[-decimals:]}"


def _telling_decimals(value: Fraction, others: Sequence[Fraction]) -> int:
    rivals = [other for other in others if other != value]
    return next(
        decimals
        for decimals in count(2)
        if all(round_half_up(other, decimals) != round_half_up(value, decimals) for other in rivals)
    )
