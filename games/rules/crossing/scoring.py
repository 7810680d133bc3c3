"""Scoring a layout: its words and points, and the best cells for its blanks.

Scoring never fails, whatever is on the grid. Scores are exact fractions. Source: RULES.md, "Layouts, words, score"."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from games.rules.alphabets.alphabet import Alphabet
from games.rules.grid import BLANK, Cell, Layout, cells, check_held, is_connected, tiles_used
from games.rules.layouts import Reckoning, Score
from games.rules.values import Seat
from games.rules.words import WordList


@dataclass(frozen=True)
class Result:
    """The result of one seat's layout; `score` is an exact fraction in lowest terms."""

    seat: Seat
    points: int
    words: int
    leftover: int
    score: str
    struck: tuple[str, ...]
    layout: Layout

    @classmethod
    def of(cls, seat: Seat, layout: Layout, tiles: str, words: WordList, alphabet: Alphabet, *, less: int = 0) -> Self:
        """Score a layout. `tiles` are the tiles that count, and `less` points are taken off."""
        made = score(layout, tiles, words, alphabet, less=less)
        return cls(seat, made.points, made.words, made.leftover, made.exact, made.struck, layout)


def score(layout: Layout, hand: str | None, words: WordList, alphabet: Alphabet, *, less: int = 0) -> Score:
    """Return the score of a layout. Never fails.

    `hand` are the tiles that count; None means exactly those laid. `less` points are taken off, down to 0."""
    reckoning = Reckoning.of(layout, words, alphabet)
    laid = Counter(tiles_used(layout))
    held = laid if hand is None else Counter(hand)
    unlaid = held - laid
    leftover = len(reckoning.leftover) + unlaid.total()
    divisor = len(reckoning.words) + leftover
    points = max(0, reckoning.points - less)
    return Score(
        points=points,
        words=len(reckoning.words),
        leftover=leftover,
        value=Fraction(points, divisor) if divisor else Fraction(0),
        struck=tuple(sorted((run.word for run in reckoning.struck), key=alphabet.by_letters)),
        complete=not unlaid and laid.total() == held.total() and not reckoning.struck and is_connected(layout),
    )


def place_blanks(layout: Layout, hand: str, words: WordList, alphabet: Alphabet) -> Layout:
    """Return the layout with blanks, in lower case, for letters laid more often than held. Case in the argument is
    ignored.

    Blanks go where the score is highest, in reading order among equals. A blank costs points only in a crossing.
    Letters don't compete for cells, so each letter uses its first cells that don't cross, then its first that do.
    Raises OrderRefused, naming the letters, if the hand and its blanks aren't enough."""
    layout = tuple(row.upper() for row in layout)
    laid = cells(layout)
    missing = Counter(laid.values()) - Counter(hand)
    if missing.total() > hand.count(BLANK):
        check_held(layout, hand, alphabet)
    if not missing:
        return layout
    crossing = Reckoning.of(layout, words, alphabet).earned
    blanks: set[Cell] = set()
    for letter, number in missing.items():
        stands = [cell for cell, character in laid.items() if character == letter]
        blanks.update(sorted(stands, key=crossing.__contains__)[:number])  # stable: reading order in each half
    return tuple(
        "".join(character.lower() if (r, c) in blanks else character for c, character in enumerate(row))
        for r, row in enumerate(layout)
    )
