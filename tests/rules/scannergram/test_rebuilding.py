"""The search for a new grid: its solutions are good, and on small grids it finds the longest word there is."""

from collections import Counter
from functools import cache
from hashlib import sha256
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.chance import Chance
from games.rules.grid import is_connected, runs, tiles_used, trim
from games.rules.scannergram.judging import Solution, created, judge
from games.rules.scannergram.rebuilding import SIDE, Board, Limits, holds, lifts, pack, solve
from games.rules.scannergram.rounds import make_start
from games.rules.words import Vocabulary
from tests.open_list import vocabulary
from tests.rules.scannergram.table import START

FEW, MANY = Limits(lifted=3, steps=20_000), Limits(lifted=12, steps=300_000)
SMALL = Vocabulary(
    ["AT", "CAT", "CATE", "TA", "TACE", "TEA", "EAT", "ETA", "ACE", "ATE", "AE", "ACT", "TACT", "TAT", "TE"]
)
letters = st.text("ACET", max_size=12)


def start(number):
    return make_start(Chance(sha256(f"rebuilding {number}".encode()).digest()), vocabulary())


@given(letters, letters)
def test_packed_letters_are_multisets(some, others):
    assert holds(pack(some), pack(others)) == (not Counter(others) - Counter(some))
    assert pack(some) + pack(others) == pack("".join(sorted(some + others)))


@pytest.mark.parametrize("limits", [FEW, MANY], ids=["few", "many"])
@pytest.mark.parametrize("number", range(6))
def test_each_solution_is_good(number, limits):
    """Several rounds, with the words of earlier rounds barred."""
    dealt = start(number)
    grid, barred = dealt.layout, set()
    for tile in reversed(dealt.pool[-5:]):
        found = solve(grid, tile, vocabulary(), limits, above=1, barred=barred)
        if found is None:
            continue
        length, solution = found
        verdict = judge(grid, tile, solution, length=length, barred=barred, words=vocabulary())
        assert (verdict.fault, verdict.longest) == ("", length)
        assert solution.calls
        grid, barred = solution.layout, {*barred, *solution.calls}
    assert barred


@pytest.mark.parametrize("number", range(4))
def test_lifting_more_tiles_never_finds_a_shorter_word(number):
    dealt = start(number)
    lengths = [
        solve(dealt.layout, dealt.pool[-1], vocabulary(), Limits(lifted, steps=1_000_000), above=1, barred=())
        for lifted in (3, 6, 12)
    ]
    assert all(few is None or (many and few[0] <= many[0]) for few, many in pairwise(lengths))


@pytest.mark.parametrize(
    "grid", [("CAT",), ("CAT", "..A"), ("ACT", "..E"), ("TEA", "A.."), ("AT", ".A")], ids=lambda grid: "/".join(grid)
)
@pytest.mark.parametrize("tile", "ACET")
def test_the_longest_possible_word_is_found_in_small_grids(grid, tile):
    found = solve(grid, tile, SMALL, MANY, above=1, barred=())
    assert (found[0] if found else 0) == longest_of_any(grid, tile, SMALL)


def test_two_words_are_rebuilt_to_the_longest_possible_word():
    found = solve(("TEA", "A..", "T.."), "C", SMALL, MANY, above=1, barred=())
    assert found[0] == longest_of_any(("TEA", "A..", "T.."), "C", SMALL) == 4


def test_only_longer_words_are_found():
    length, _ = solve(START, "Y", vocabulary(), MANY, above=1, barred=())
    assert solve(START, "Y", vocabulary(), MANY, above=length - 1, barred=())[0] == length
    assert solve(START, "Y", vocabulary(), MANY, above=length, barred=()) is None


def test_barred_words_are_not_created():
    found = solve(START, "Y", vocabulary(), MANY, above=1, barred=())
    _, other = solve(START, "Y", vocabulary(), MANY, above=1, barred=found[1].calls)
    assert not set(other.calls) & set(found[1].calls)


def test_no_more_words_are_created_than_can_be_called():
    free = solve(START, "Y", vocabulary(), FEW, above=1, barred=())
    assert len(free[1].calls) > 1
    assert len(solve(START, "Y", vocabulary(), FEW, above=1, barred=(), max_called=1)[1].calls) == 1


def test_existing_words_can_stay_even_if_the_vocabulary_lacks_them():
    known = Vocabulary(["CATE"])
    _, solution = solve(("CAT", "Q..", "X.."), "E", known, FEW, above=1, barred=())
    assert solution == Solution(("CATE",), ("CATE", "Q...", "X..."))


@pytest.mark.parametrize("most", [0, 3, 7])
def test_the_tiles_left_after_a_lift_are_connected_and_form_words(most):
    laid = {
        (100 + row) * SIDE + 100 + column: c
        for row, line in enumerate(START)
        for column, c in enumerate(line)
        if c != "."
    }
    words = {run.word for run in runs(START)}
    stay = [Board(each, words).layout for each in lifts(laid, words, most)]
    assert stay[0] == START
    assert len(set(map(str, stay))) == len(stay)
    for layout in stay:
        assert is_connected(layout)
        assert all(run.word in words for run in runs(layout))
        assert 0 <= len(laid) - len(tiles_used(layout)) <= most


def longest_of_any(grid, tile, words):
    """The length of the longest word with the new tile in any grid of all the tiles, found by trying every grid; 0 if none."""
    tiles = tiles_used(grid) + tile
    longest = 0
    for shape in shapes(len(tiles)):
        for order in sorted(set(permutations(tiles))):
            layout = layout_of(dict(zip(shape, order, strict=True)))
            if all(run.word in words for run in runs(layout)):
                solution = Solution(created(grid, layout), layout)
                verdict = judge(grid, tile, solution, length=1, barred=(), words=words)
                if not verdict.fault and solution.calls:
                    longest = max(longest, verdict.longest)
    return longest


@cache
def shapes(size):
    """All connected sets of this many cells, each moved so that its first row and column are 0."""
    if size == 1:
        return (((0, 0),),)
    found = set()
    for shape in shapes(size - 1):
        for row, column in shape:
            for cell in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if cell not in shape:
                    cells = (*shape, cell)
                    top, left = min(r for r, _ in cells), min(c for _, c in cells)
                    found.add(tuple(sorted((r - top, c - left) for r, c in cells)))
    return tuple(sorted(found))


def layout_of(laid):
    height, width = (max(place) + 1 for place in zip(*laid, strict=True))
    return trim(["".join(laid.get((row, column), ".") for column in range(width)) for row in range(height)])
