"""Contrived boards: the tiles are chosen freely from a tile set and none is left over, so a few long words that cross
at high-value letters score most. The search is annealing from an empty board, cycle after cycle."""

from collections import Counter
from math import exp, log
from time import process_time

from games.robots.solver.annealing import (
    COLD,
    CYCLE_LENGTH,
    CYCLE_START,
    HOT,
    PARTIAL,
    STEP,
    Search,
    remember,
    restore,
    search_from,
    take_some_back,
)
from games.robots.solver.board import LEFT, POINTS, WORDS, Board, empty_board
from games.robots.solver.compiled import Fractions, chance, compiled
from games.robots.solver.extension import extend
from games.robots.solver.hand_index import Index, index_of
from games.robots.solver.search import SLICE, Budget, Moment, PreparedWords, Solution, layout_of
from games.rules.crossing.scoring import score
from games.rules.grid import tiles_used

HOPE = 6.0  # the first target score
CYCLE = 4000  # steps
ANY_NUMBER = 0
PENALTY = 6.0  # points for each repetition of a word where none is allowed


def contrive(
    tile_set: str,
    words: PreparedWords,
    budget: Budget,
    *,
    seed: int = 1,
    tiles: int | None = None,
    words_repeat: bool = True,
) -> Solution:
    """Search for the best-scoring layout of any tiles of a set without blanks, with none left over.

    With `tiles`, it has exactly that many. The same set, words, seed and number of steps give the same layout. Raises
    ValueError for a set with other tiles, or with fewer than `tiles`."""
    alphabet = words.spelling.alphabet
    if not set(tile_set) <= set(alphabet.letters) or not 2 <= (2 if tiles is None else tiles) <= len(tile_set):
        raise ValueError(f"Choose 2 to {len(tile_set)} tiles, {alphabet.listed}.")
    began = process_time()
    index, search = index_of(tile_set, words.spelling), search_from(seed)
    search.measures[PARTIAL], search.measures[HOT], search.measures[COLD] = 0.0, 3.0, 0.3
    held = Counter(tile_set)
    found = Solution((), score((), "", words.words, alphabet), 0, 0.0, ())
    while len(index.sums):
        search.counts[CYCLE_START], search.counts[CYCLE_LENGTH] = search.counts[STEP], CYCLE
        board = empty_board()
        for number, letter in enumerate(alphabet.letters, start=1):
            board.rest[number] = held[letter]
        board.tally[LEFT] = len(tile_set)
        while search.counts[STEP] < search.counts[CYCLE_START] + CYCLE:
            steps = SLICE if budget.steps is None else min(SLICE, budget.steps - int(search.counts[STEP]))
            if steps <= 0 or (budget.seconds is not None and process_time() - began >= budget.seconds):
                return found
            best = search.measures[PARTIAL]
            _anneal(board, index, search, steps, len(tile_set), tiles or ANY_NUMBER, words_repeat)
            if search.measures[PARTIAL] > best:
                layout = layout_of(index, search.partial, alphabet)
                reckoned = score(layout, tiles_used(layout), words.words, alphabet)
                moment = Moment(int(search.counts[STEP]), process_time() - began, reckoned.value)
                found = Solution(layout, reckoned, moment.steps, moment.cpu_seconds, (*found.course, moment))
    return found


@compiled
def _anneal(
    board: Board, index: Index, search: Search, steps: int, in_set: int, tiles: int, words_repeat: bool
) -> None:
    """Continue a cycle for a number of steps. High-value tiles that are not laid cost points at first, later no
    longer."""
    counts, measures, dice, prices = search.counts, search.measures, search.dice, search.prices
    cooling = log(measures[COLD] / measures[HOT])
    for _ in range(steps):
        counts[STEP] += 1
        passed = min(1.0, (counts[STEP] - counts[CYCLE_START]) / counts[CYCLE_LENGTH])
        _set_prices(index, prices, 0.3 * (1.0 - passed), 0.4 if tiles else 0.0)
        goal = max(HOPE, measures[PARTIAL]) + 0.3
        energy = _energy(board, index, prices, goal, in_set, tiles, words_repeat)
        remember(board, search.before)
        take_some_back(board, index, search)
        extend(board, index, dice, prices, goal * (0.2 + 0.8 * chance(dice)), 2.0 * chance(dice), 0)
        gain = _energy(board, index, prices, goal, in_set, tiles, words_repeat) - energy
        _note(board, search, in_set, tiles, words_repeat)
        if gain < 0 and chance(dice) >= exp(gain / (measures[HOT] * exp(cooling * passed))):
            restore(board, index, search.before)


@compiled
def _set_prices(index: Index, prices: Fractions, dear: float, each: float) -> None:
    """Set the price of an unused tile of the set for each letter."""
    for letter in range(1, index.last + 1):
        value = index.values[letter]
        prices[letter] = each + dear * (value if value >= 4 else 1.5 if value == 3 else 0.0)


@compiled
def _energy(
    board: Board, index: Index, prices: Fractions, word_price: float, in_set: int, tiles: int, words_repeat: bool
) -> float:
    """Return the value of a board: its points, less a price for each word and each unused tile, and for broken
    conditions."""
    worth = board.tally[POINTS] - word_price * board.tally[WORDS]
    for letter in range(1, index.last + 1):
        worth -= prices[letter] * board.rest[letter]
    if tiles and in_set - board.tally[LEFT] > tiles:
        worth -= 1.2 * (in_set - board.tally[LEFT] - tiles)
    if not words_repeat:
        worth -= PENALTY * _repeated(board)
    return worth


@compiled
def _repeated(board: Board) -> int:
    """Return the number of pairs of the same word."""
    pairs = 0
    for one in range(board.tally[WORDS]):
        for other in range(one):
            if board.words[one] == board.words[other]:
                pairs += 1
    return pairs


@compiled
def _note(board: Board, search: Search, in_set: int, tiles: int, words_repeat: bool) -> None:
    """Remember a board if it meets the conditions and scores best so far."""
    if board.tally[WORDS] == 0 or (tiles and in_set - board.tally[LEFT] != tiles):
        return
    value = board.tally[POINTS] / board.tally[WORDS]
    if value > search.measures[PARTIAL] and (words_repeat or _repeated(board) == 0):
        search.measures[PARTIAL] = value
        remember(board, search.partial)
