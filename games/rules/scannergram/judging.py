"""Judging a new grid against the old one: whether it fulfils a bid, and a sentence on what is wrong. No bids, points
or time.

Source: the published rules, and RULES.md where they leave something open."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from games.rules.grid import Cell, Layout, Run, cells, is_connected, runs, tiles_used
from games.rules.texts import Text, say, template
from games.rules.words import WordList


@dataclass(frozen=True)
class Solution:
    """A new grid, trimmed, and the words called with it: in upper case, alphabetically, each once."""

    calls: tuple[str, ...]
    layout: Layout

    @classmethod
    def of(cls, calls: Iterable[str], layout: Layout) -> "Solution":
        return cls(tuple(sorted({word.upper() for word in calls})), tuple(row.upper() for row in layout))


@dataclass(frozen=True)
class Verdict:
    """A judgement. `fault` is empty for a good solution, else a key of FAULTS; `named` are the letters or words
    concerned.

    `longest` is the length of the longest word with the new tile, 0 if there is none."""

    fault: str
    named: tuple[str, ...]
    longest: int
    created: tuple[str, ...]


FAULTS = {
    "tiles": template(
        "The new grid must use all the tiles of the old one and the new tile, and no others. It differs in: {named}."
    ),
    "apart": template("The tiles of the new grid aren’t all connected."),
    "words": template("Not in the word list: {named}."),
    "place": template("The new tile isn’t in a new place. The same letter was already there: {named}."),
    "length": template("The bid promised a longer word. Letters in the longest word with the new tile: {named}."),
    "uncalled": template("Created but not called: {named}."),
    "uncreated": template("Called but not created: {named}."),
    "barred": template("Already called in an earlier round: {named}."),
    "late": template("No solution was written in time."),
}
"""The faults, in the order in which they are checked."""


def why(fault: str, named: tuple[str, ...]) -> Text:
    """Return the sentence for a fault; `named` are the letters or words concerned."""
    return say(FAULTS[fault], named=named)


def judge(
    old: Layout,
    tile: str,
    solution: Solution,
    *,
    length: int,
    barred: Collection[str],
    words: WordList,
    calls_shortened: bool = True,
) -> Verdict:
    """Judge a solution for a bid of `length` against the old grid and the new tile."""
    new = solution.layout
    longest = max((len(run.text) for run in words_with(tile, old, new)), default=0)
    made = created(old, new)
    wanted, used = Counter(tiles_used(old) + tile), Counter(tiles_used(new))
    faults = {
        "tiles": tuple(sorted(((wanted - used) + (used - wanted)).elements())),
        "apart": () if is_connected(new) else (" ",),
        "words": tuple(sorted({run.word for run in runs(new) if run.word not in words})),
        "place": () if _new_cells(tile, old, new) else (tile,),
        "length": () if longest >= length else (str(longest),),
        "uncalled": tuple(
            word for word in to_call(old, new, calls_shortened=calls_shortened) if word not in solution.calls
        ),
        "uncreated": tuple(word for word in solution.calls if word not in made),
        "barred": tuple(word for word in solution.calls if word in barred),
    }
    fault = next((name for name, found in faults.items() if found), "")
    named = tuple(one for one in faults[fault] if one.strip()) if fault else ()
    return Verdict(fault, named, longest, made)


def created(old: Layout, new: Layout) -> tuple[str, ...]:
    """Return the words on the new grid that aren't on the old one, alphabetically, each once."""
    return tuple(sorted({run.word for run in runs(new)} - {run.word for run in runs(old)}))


def to_call(old: Layout, new: Layout, *, calls_shortened: bool) -> tuple[str, ...]:
    """Return the created words that must be called: all, or only those that aren't part of a word of the old grid."""
    stood = [run.word for run in runs(old)]
    return tuple(word for word in created(old, new) if calls_shortened or not any(word in longer for longer in stood))


def words_with(tile: str, old: Layout, new: Layout) -> list[Run]:
    """Return the runs with the new tile, wherever that may be."""
    places = _new_cells(tile, old, new)
    return [run for run in runs(new) if places.intersection(run.cells)]


def shifts(old: Layout, new: Layout) -> list[Cell]:
    """Return the shifts of the new grid for which most cells agree with the old one; several if equal."""
    by_letter: dict[str, list[Cell]] = {}
    for cell, letter in cells(old).items():
        by_letter.setdefault(letter, []).append(cell)
    agree = Counter(
        (old_row - row, old_column - column)
        for (row, column), letter in cells(new).items()
        for old_row, old_column in by_letter.get(letter, ())
    )
    most = max(agree.values(), default=0)
    return [shift for shift, times in agree.items() if times == most]


def _new_cells(tile: str, old: Layout, new: Layout) -> set[Cell]:
    """Return the cells where the new tile may be: those with its letter that didn't have it before, with the grids
    aligned.

    Cells of all equally good alignments are included, in favour of the bidder."""
    stood = {cell for cell, letter in cells(old).items() if letter == tile}
    here = [cell for cell, letter in cells(new).items() if letter == tile]
    return {
        (row, column)
        for down, right in shifts(old, new)
        for row, column in here
        if (row + down, column + right) not in stood
    }
