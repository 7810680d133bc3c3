"""Simulated annealing: words are taken out of a board and others laid, again and again; a worse board is accepted less
often the later it is in a cycle. Boards that may become better than the best are completed exactly."""

from math import exp, log
from typing import NamedTuple

from games.robots.solver.board import (
    LEFT,
    MOST_WORDS,
    POINTS,
    SIDE,
    WORDS,
    Board,
    keep_largest_part,
    lay,
    take_back,
)
from games.robots.solver.compiled import Fractions, Numbers, chance, compiled, draw, fractions, numbers
from games.robots.solver.completion import BEST_POINTS, BEST_WORDS, WORK, Bench, complete
from games.robots.solver.extension import extend
from games.robots.solver.hand_index import SIZES, Index

TRIED = 1 << 16
MOST_LEFT = 10  # leftover tiles for which an exact completion is tried; with more it is slow and hardly ever succeeds
ROOM = 3 * MOST_WORDS + 1
# indexes of `counts`: steps taken, first step and length of this cycle, words tried, boards completed, better boards
# found
STEP, CYCLE_START, CYCLE_LENGTH, TRIES, COMPLETIONS, FOUND = 0, 1, 2, 3, 4, 5
# indexes of `measures`: points expected from two more words, best score with tiles left over, temperature at the start
# and end of a cycle, work on completions per word tried, and an upper limit on the words taken out before a completion
GATE, PARTIAL, HOT, COLD, SHARE, OUT = 0, 1, 2, 3, 4, 5
MEASURES = {GATE: 8.0, PARTIAL: -1.0, HOT: 2.5, COLD: 0.4, SHARE: 1.5, OUT: 3.0}


class Search(NamedTuple):
    """The state of a search between steps."""

    dice: Numbers
    counts: Numbers
    measures: Fractions
    prices: Fractions
    tried: Numbers
    """The boards already completed, by their hash."""
    before: Numbers
    """The board before a step: the word, place and direction of each."""
    aside: Numbers
    """A board put aside while others are derived from it."""
    start: Numbers
    """The board that each step of `revise` begins with."""
    partial: Numbers
    """The best board with tiles left over."""
    best: Numbers
    """The best complete board. All stored boards begin with the number of words."""


def search_from(seed: int) -> Search:
    """Return a new search."""
    search = Search(
        dice=numbers(1),
        counts=numbers(6),
        measures=fractions(len(MEASURES)),
        prices=fractions(SIZES),
        tried=numbers(TRIED),
        before=numbers(ROOM),
        aside=numbers(ROOM),
        start=numbers(ROOM),
        partial=numbers(ROOM),
        best=numbers(ROOM),
    )
    search.dice[0] = (seed * 2654435761 + 88172645463325252) % 0xFFFFFFFF or 1
    for measure, value in MEASURES.items():
        search.measures[measure] = value
    return search


@compiled
def remember(board: Board, kept: Numbers) -> None:
    """Store the words of a board."""
    kept[0] = board.tally[WORDS]
    for number in range(board.tally[WORDS]):
        kept[3 * number + 1] = board.words[number]
        kept[3 * number + 2] = board.places[number]
        kept[3 * number + 3] = board.downs[number]


@compiled
def restore(board: Board, index: Index, kept: Numbers) -> None:
    """Restore a stored board."""
    for number in range(board.tally[WORDS] - 1, -1, -1):
        take_back(board, index, number)
    for number in range(kept[0]):
        lay(board, index, kept[3 * number + 1], kept[3 * number + 2], kept[3 * number + 3])


@compiled
def _set_prices(index: Index, prices: Fractions, level: float) -> None:
    """Set the price of a leftover tile for each letter: hard letters cost more."""
    for letter in range(1, index.last + 1):
        value = index.values[letter]
        hard = 2.5 if value >= 8 else 0.6 if value >= 4 else 0.15 if value == 3 else 0.0
        prices[letter] = level * (1.0 + 3.0 * hard)
    prices[0] = 3.0


@compiled
def _energy(board: Board, index: Index, prices: Fractions, word_price: float) -> float:
    """Return the value of a board: its points, less a price for each word and each tile left, and for too many or few
    vowels."""
    worth = board.tally[POINTS] - word_price * board.tally[WORDS]
    vowels = 0
    for letter in range(1, index.last + 1):
        held = board.rest[letter]
        if held > 0:
            worth -= prices[letter] * held
            vowels += held * index.vowels[letter]
        else:
            worth += prices[0] * held
    return worth - 1.5 * abs(vowels - 0.4 * board.tally[LEFT])


@compiled
def _recentre(board: Board, index: Index, kept: Numbers) -> None:
    """Move a board that has come near the edge back to the middle."""
    top, bottom, left, right = SIDE, 0, SIDE, 0
    for number in range(board.tally[WORDS]):
        row, column = board.places[number] >> 6, board.places[number] & 63
        more = index.starts[board.words[number] + 1] - index.starts[board.words[number]] - 1
        top, left = min(top, row), min(left, column)
        if board.downs[number]:
            row += more
        else:
            column += more
        bottom, right = max(bottom, row), max(right, column)
    if board.tally[WORDS] and (top < 12 or left < 12 or bottom > 51 or right > 51):
        shift = (32 - (top + bottom) // 2) * SIDE + 32 - (left + right) // 2
        remember(board, kept)
        for number in range(kept[0]):
            kept[3 * number + 2] += shift
        restore(board, index, kept)


@compiled
def take_some_back(board: Board, index: Index, search: Search) -> None:
    """Take one to four words back, and all words outside the largest connected part."""
    drawn = draw(search.dice, 100)
    times = 1 if drawn < 45 else 2 if drawn < 75 else 3 if drawn < 93 else 4
    for _ in range(min(times, board.tally[WORDS])):
        take_back(board, index, draw(search.dice, board.tally[WORDS]))
    keep_largest_part(board, index)
    _recentre(board, index, search.aside)


@compiled
def anneal(board: Board, index: Index, bench: Bench, search: Search, steps: int) -> None:
    """Continue a cycle for a number of steps."""
    counts, measures, dice = search.counts, search.measures, search.dice
    cooling = log(measures[COLD] / measures[HOT])
    for _ in range(steps):
        counts[STEP] += 1
        passed = min(1.0, (counts[STEP] - counts[CYCLE_START]) / counts[CYCLE_LENGTH])
        heat = measures[HOT] * exp(cooling * passed)
        _set_prices(index, search.prices, 0.5 + 0.3 * passed)
        goal = max(8.0, bench.counts[BEST_POINTS] / bench.counts[BEST_WORDS] + 0.7)
        energy = _energy(board, index, search.prices, goal)
        remember(board, search.before)
        take_some_back(board, index, search)
        word_price = goal * (0.3 + 0.7 * chance(dice))
        counts[TRIES] += extend(board, index, dice, search.prices, word_price, 2.0 * chance(dice), 1)
        gain = _energy(board, index, search.prices, goal) - energy
        _complete_promising(board, index, bench, search)
        if gain < 0 and chance(dice) >= exp(gain / heat):
            restore(board, index, search.before)
        _hope_for_less(bench, search)


@compiled
def revise(board: Board, index: Index, bench: Bench, search: Search, changes: int, steps: int) -> None:
    """Take up to `changes` words out of the start board and lay others, in each of a number of steps."""
    counts, dice = search.counts, search.dice
    _set_prices(index, search.prices, 0.8)
    for _ in range(steps):
        counts[STEP] += 1
        restore(board, index, search.start)
        for _ in range(min(1 + draw(dice, changes), board.tally[WORDS] - 1)):
            take_back(board, index, draw(dice, board.tally[WORDS]))
        kept = board.tally[WORDS]
        keep_largest_part(board, index)
        if board.tally[WORDS] == kept:
            if draw(dice, 2):
                counts[TRIES] += extend(board, index, dice, search.prices, 8.0 * chance(dice), 2.0, 0)
            _complete_once(board, index, bench, search)
        _hope_for_less(bench, search)


@compiled
def _hope_for_less(bench: Bench, search: Search) -> None:
    """Relax the target until a first complete board is found."""
    if search.counts[FOUND] == 0 and search.counts[STEP] % 100 == 0:
        bench.counts[BEST_POINTS] = bench.counts[BEST_POINTS] * 9 // 10


@compiled
def _complete_promising(board: Board, index: Index, bench: Bench, search: Search) -> None:
    """Complete a board, also without some of its words, if it may become better than the best."""
    counts, measures, dice = search.counts, search.measures, search.dice
    _note_partial(board, search)
    gate = measures[GATE]
    best = bench.counts[BEST_POINTS] / bench.counts[BEST_WORDS]
    if bench.counts[WORK] < measures[SHARE] * counts[TRIES]:
        measures[GATE] = min(measures[GATE] + 0.02, 30.0)
    if board.tally[LEFT] > MOST_LEFT or board.tally[POINTS] + gate <= best * (board.tally[WORDS] + 2):
        return
    remember(board, search.aside)
    for _ in range(8):
        out = draw(dice, int(measures[OUT]))
        for _ in range(min(out, board.tally[WORDS] - 1)):
            take_back(board, index, draw(dice, board.tally[WORDS]))
        if out:
            keep_largest_part(board, index)
        is_tried = board.tally[LEFT] <= MOST_LEFT and _complete_once(board, index, bench, search)
        if is_tried and bench.counts[WORK] > measures[SHARE] * counts[TRIES]:
            measures[GATE] -= 0.05
        restore(board, index, search.aside)


@compiled
def _note_partial(board: Board, search: Search) -> None:
    """Remember the best-scoring board with tiles left over; of equal ones, that with the fewest."""
    if board.tally[WORDS] == 0:
        return
    score = board.tally[POINTS] / (board.tally[WORDS] + board.tally[LEFT]) - 0.0001 * board.tally[LEFT]
    if score > search.measures[PARTIAL]:
        for letter in range(1, SIZES):
            if board.rest[letter] < 0:
                return
        search.measures[PARTIAL] = score
        remember(board, search.partial)


@compiled
def _complete_once(board: Board, index: Index, bench: Bench, search: Search) -> bool:
    """Complete a board and remember the result. Return False for a board that was completed before."""
    hashed = 0
    for number in range(board.tally[WORDS]):
        hashed += (board.words[number] + 1) * ((board.places[number] * 2 + board.downs[number]) * 7919 % 1000003)
    if search.tried[hashed % TRIED] == hashed:
        return False
    search.tried[hashed % TRIED] = hashed
    search.counts[COMPLETIONS] += 1
    found = complete(board, index, bench, 2)
    if found >= 0:
        remember(board, search.best)
        for at in range(found):
            for i in range(3):
                search.best[3 * (board.tally[WORDS] + at) + 1 + i] = bench.found[3 * at + i]
        search.best[0] += found
        search.counts[FOUND] += 1
    return True
