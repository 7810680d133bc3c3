"""What a play scores, word by word, and what the racks cost at the end. Judges no word and no place.

Source: RULES.md, "What a play scores" and "The end".
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import prod
from typing import TypeAlias

from games.rules.crosslet.boards import TIMES_LETTER, TIMES_WORD
from games.rules.grid import BLANK, EMPTY, Cell, Layout, Run
from games.rules.kind import Seat
from games.rules.tiles import VALUES

Tiles: TypeAlias = Mapping[Cell, str]
"""New tiles by cell, as they lie: a blank in lower case."""

RACK = 7
ALL_SEVEN = 15
LONG_FROM = 6


@dataclass(frozen=True)
class Tally:
    """What a play scores: each new word with its points, those across in reading order, then those down by columns."""

    words: tuple[tuple[Run, int], ...]
    all_seven: int

    @property
    def points(self) -> int:
        return sum(points for _, points in self.words) + self.all_seven


def tally(after: Layout, tiles: Tiles, colours: Layout, *, blank_scores: bool) -> Tally:
    """The score of new tiles, on the board as it is with them; `colours` are its bonus cells."""
    words = new_words(after, tiles)
    return Tally(
        words=tuple((run, _worth(run, tiles, colours, blank_scores=blank_scores)) for run in words),
        all_seven=ALL_SEVEN if len(tiles) == RACK else 0,
    )


def new_words(after: Layout, tiles: Collection[Cell]) -> list[Run]:
    """The runs of two or more that hold a new tile, each once."""
    columns = ["".join(column) for column in zip(*after, strict=True)]
    across = {_run(after[row], column, line=row, across=True) for row, column in tiles}
    down = {_run(columns[column], row, line=column, across=False) for row, column in tiles}
    return [
        *sorted((run for run in across if run), key=lambda run: (run.row, run.column)),
        *sorted((run for run in down if run), key=lambda run: (run.column, run.row)),
    ]


def _run(signs: str, place: int, *, line: int, across: bool) -> Run | None:
    """The run through a place of a line of the board; None where only one tile stands there."""
    first = signs.rfind(EMPTY, 0, place) + 1
    after = signs.find(EMPTY, place)
    text = signs[first : after if after >= 0 else len(signs)]
    if len(text) < 2:
        return None
    return Run(text, line, first, across=True) if across else Run(text, first, line, across=False)


def _worth(run: Run, tiles: Tiles, colours: Layout, *, blank_scores: bool) -> int:
    """Letters first, then the whole word, each by the bonus cells under new tiles only; then what its length adds."""
    letters, factors = 0, []
    for cell, sign in zip(run.cells, run.text, strict=True):
        value = VALUES[sign.upper() if blank_scores or sign.isupper() else BLANK]
        colour = colours[cell[0]][cell[1]] if cell in tiles else EMPTY
        letters += value * TIMES_LETTER.get(colour, 1)
        factors.append(TIMES_WORD.get(colour, 1))
    return letters * prod(factors) + for_length(len(run.text))


def for_length(letters: int) -> int:
    """What a long word adds: 1 for its sixth letter, 2 more for its seventh, and so on."""
    beyond = max(0, letters - LONG_FROM + 1)
    return beyond * (beyond + 1) // 2


def sum_of(rack: str) -> int:
    """What a rack costs who is left with it; a blank stands for no letter there, and costs nothing."""
    return sum(VALUES[tile] for tile in rack)


def settled(racks: Mapping[Seat, str]) -> dict[Seat, int]:
    """What each seat gains or loses at the end: everyone the sum of their own rack; who is out gains the others' sums."""
    sums = {seat: sum_of(rack) for seat, rack in racks.items()}
    return {seat: -sums[seat] if rack else sum(sums.values()) for seat, rack in racks.items()}
