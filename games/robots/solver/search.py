"""The public interface of the solver: takes a hand, words, a budget and a seed, and returns the best layout found and
how it was found."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sized
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from random import Random
from time import process_time

from games.robots.solver.annealing import (
    CYCLE_LENGTH,
    CYCLE_START,
    FOUND,
    PARTIAL,
    STEP,
    Search,
    anneal,
    remember,
    revise,
    search_from,
)
from games.robots.solver.board import LEFT, SIDE, WORDS, Board, crossing_points, empty_board, lay, take_back
from games.robots.solver.compiled import IS_COMPILED, Numbers
from games.robots.solver.completion import BEST_POINTS, BEST_WORDS, Bench, bench
from games.robots.solver.hand_index import Index, Spelling, index_of, place_of_sum, spelling
from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH
from games.rules.crossing.scoring import place_blanks, score
from games.rules.grid import BLANK, EMPTY, MOST_TILES, Layout, check_held, runs, trim
from games.rules.layouts import Score
from games.rules.words import WordList

MANY, LONGEST_OF_MANY = 1_000_000, 15  # of a list with more words, only those of up to this many tiles are kept
SLICE = 20 if IS_COMPILED else 1  # steps between looks at the clock
CYCLES = 3000, 6000, 12000, 24000  # the steps of the first cycles; all later ones are as long as the last
HOPE = 550  # the first target score, in hundredths, of 40 tiles or more


@dataclass(frozen=True)
class Budget:
    """The limits of a search: steps, or seconds of processor time, whichever ends first."""

    seconds: float | None = None
    steps: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is None and self.steps is None:
            raise ValueError("Give a search an end, in seconds or steps.")


@dataclass(frozen=True)
class Moment:
    """The point at which a better layout was found, in steps and seconds."""

    steps: int
    cpu_seconds: float
    score: Fraction


@dataclass(frozen=True)
class Solution:
    """The best layout found, not necessarily the best possible. `course` lists each layout that was the best when
    found."""

    layout: Layout
    score: Score
    steps: int
    cpu_seconds: float
    course: tuple[Moment, ...]


class PreparedWords:
    """A word list in the solver's form, prepared once for all hands."""

    def __init__(self, words: WordList, alphabet: Alphabet) -> None:
        """Prepare words of this alphabet; from a list of millions only those of up to 15 tiles, to save memory. Raises
        ValueError for a list that cannot be iterated."""
        if not isinstance(words, Iterable):
            raise ValueError("This list can only check single words. It can’t be searched.")
        self.words: WordList = words
        has_many = isinstance(words, Sized) and len(words) > MANY
        kept = (word for word in words if len(word) <= LONGEST_OF_MANY) if has_many else words
        self.spelling: Spelling = spelling(sorted(kept), alphabet)


def solve(
    hand: str,
    words: PreparedWords,
    budget: Budget,
    *,
    seed: int = 1,
    start: Layout = (),
    changes: int | None = None,
) -> Solution:
    """Search for the best-scoring layout of a hand; tiles are those of the alphabet and `?`.

    It begins with `start`, and with `changes` takes at most that many of its words out at a time. The same hand, words,
    seed and number of steps give the same layout. Raises OrderRefused if `start` uses more than the hand, and
    ValueError for a hand that is too large or has other tiles, and for `changes` below one."""
    alphabet = words.spelling.alphabet
    if len(hand) > MOST_TILES or not set(hand) <= set(alphabet.order):
        raise ValueError(f"A hand has at most {MOST_TILES} tiles, {alphabet.listed} and {BLANK}.")
    if changes is not None and changes < 1:
        raise ValueError("At least one word may be changed.")
    check_held(start, hand, alphabet)
    _compile_all()
    return _Solving(hand, words, seed, start).run(budget, changes)


class _Solving:
    """A running search."""

    def __init__(self, hand: str, words: PreparedWords, seed: int, start: Layout) -> None:
        self.began = process_time()
        self.hand, self.words, self.start = hand, words.words, start
        self.alphabet = words.spelling.alphabet
        self.random = Random(seed)  # noqa: S311 - a search is no secret
        self.index: Index = index_of(hand, words.spelling)
        self.bench: Bench = bench()
        self.search: Search = search_from(seed)
        self.board: Board = empty_board()
        self.bench.counts[BEST_WORDS] = 100
        self.bench.counts[BEST_POINTS] = HOPE * min(max(len(hand) - 10, 1), 30) // 30
        self.layout: Layout = ()
        self.score = score((), hand, self.words, self.alphabet)
        self.course: list[Moment] = []
        self._offer(start)
        if self.score.complete and self.score.points:
            self.bench.counts[BEST_POINTS], self.bench.counts[BEST_WORDS] = self.score.points, self.score.words

    def run(self, budget: Budget, changes: int | None) -> Solution:
        counts = self.search.counts
        cycle = 0
        blanks = [tile.upper() for tile in "".join(self.start) if tile.islower()]
        self._begin(Counter(blanks))
        _lay_layout(self.board, self.index, self.start, self.alphabet)
        remember(self.board, self.search.start)
        while len(self.index.sums):
            counts[CYCLE_START] = counts[STEP]
            counts[CYCLE_LENGTH] = CYCLES[min(cycle, len(CYCLES) - 1)]
            while counts[STEP] < counts[CYCLE_START] + counts[CYCLE_LENGTH]:
                steps = min(SLICE, int(counts[CYCLE_START] + counts[CYCLE_LENGTH] - counts[STEP]))
                if budget.steps is not None:
                    steps = min(steps, budget.steps - int(counts[STEP]))
                spent = process_time() - self.began
                if steps <= 0 or (budget.seconds is not None and spent >= budget.seconds):
                    return self._solution()
                self._go_on(steps, changes)
            cycle += 1
            if changes is None:
                self._begin(None)
        return self._solution()

    def _begin(self, blanks: Mapping[str, int] | None) -> None:
        """Clear the board, and let the blanks be these letters, or any that are easy to lay if none are given."""
        for _ in range(int(self.board.tally[WORDS])):
            take_back(self.board, self.index, 0)
        stand_for = Counter(blanks or {})
        while stand_for.total() < self.hand.count(BLANK):
            stand_for[self.random.choice(self.alphabet.easy)] += 1
        for number, letter in enumerate(self.alphabet.letters, start=1):
            self.board.rest[number] = self.hand.count(letter) + stand_for[letter]
        self.board.tally[LEFT] = len(self.hand)

    def _go_on(self, steps: int, changes: int | None) -> None:
        found, partial = self.search.counts[FOUND], self.search.measures[PARTIAL]
        if changes is None:
            anneal(self.board, self.index, self.bench, self.search, steps)
        else:
            revise(self.board, self.index, self.bench, self.search, changes, steps)
        if self.search.counts[FOUND] > found:
            self._offer(layout_of(self.index, self.search.best, self.alphabet))
        if self.search.measures[PARTIAL] > partial and not self.score.complete:
            self._offer(layout_of(self.index, self.search.partial, self.alphabet))

    def _offer(self, layout: Layout) -> None:
        """Accept a layout if the rules give it a better score than the present one."""
        layout = place_blanks(layout, self.hand, self.words, self.alphabet)
        reckoned = score(layout, self.hand, self.words, self.alphabet)
        if not reckoned.struck and _merit(reckoned) > _merit(self.score):
            self.layout, self.score = layout, reckoned
            self.course.append(Moment(int(self.search.counts[STEP]), process_time() - self.began, reckoned.value))

    def _solution(self) -> Solution:
        steps = int(self.search.counts[STEP])
        return Solution(self.layout, self.score, steps, process_time() - self.began, tuple(self.course))


def _merit(reckoned: Score) -> tuple[Fraction, bool, int]:
    """Return a sort key for layouts: the score, then complete ones, then those with fewer leftover tiles."""
    return reckoned.value, reckoned.complete, -reckoned.leftover


@cache
def _compile_all() -> None:
    """Compile all functions of a search in advance, so that this takes no time of a budget."""
    for changes in (None, 1) if IS_COMPILED else ():
        solving = _Solving("TEA", PreparedWords(_Few(), ENGLISH), 1, ("TEA",))
        solving.run(Budget(steps=1), changes)


class _Few(tuple[str, ...]):
    """A word list of three words."""

    name, sha256 = "few", ""

    def __new__(cls) -> "_Few":
        return super().__new__(cls, ("AT", "EAT", "TEA"))


def layout_of(index: Index, kept: Numbers, alphabet: Alphabet) -> Layout:
    """Return the layout of words stored by `remember`."""
    rows = [[EMPTY] * SIDE for _ in range(SIDE)]
    for at in range(1, 3 * int(kept[0]) + 1, 3):
        word, cell, down = (int(kept[at + i]) for i in range(3))
        for i in range(index.starts[word], index.starts[word + 1]):
            rows[cell // SIDE][cell % SIDE] = alphabet.letters[index.letters[i] - 1]
            cell += SIDE if down else 1
    return trim(["".join(row) for row in rows])


def _lay_layout(board: Board, index: Index, layout: Layout, alphabet: Alphabet) -> None:
    """Lay the words of a layout in the middle of an empty board, without those that a search does not allow there."""
    if not layout:
        return
    top, left = (SIDE - len(layout)) // 2, (SIDE - len(layout[0])) // 2
    waiting = list(runs(layout))
    is_laid = True
    while is_laid and waiting:
        is_laid = False
        for run in waiting:
            word = _number_of(index, run.word, alphabet)
            place, down = (run.row + top) * SIDE + run.column + left, 0 if run.across else 1
            points = crossing_points(board, index, word, place, down) if word >= 0 else -1
            if points > 0 or (points == 0 and not board.tally[WORDS]):
                lay(board, index, word, place, down)
                if min(board.rest) < 0:
                    take_back(board, index, int(board.tally[WORDS]) - 1)
                waiting.remove(run)
                is_laid = True
                break


def _number_of(index: Index, word: str, alphabet: Alphabet) -> int:
    """Return the number of a word in the index, -1 if it is not there."""
    letters = [alphabet.index(letter) + 1 for letter in word]
    number = int(index.by_sum[place_of_sum(index, sum(int(index.letter_sums[letter]) for letter in letters))]) - 1
    while number >= 0 and list(index.letters[index.starts[number] : index.starts[number + 1]]) != letters:
        number = int(index.next_alike[number]) - 1
    return number
