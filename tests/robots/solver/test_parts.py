"""The parts of the solver, each against a slow reference."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from games.robots.solver.annealing import remember, restore
from games.robots.solver.board import (
    LEFT,
    POINTS,
    SLOTS,
    WORDS,
    _cross,
    gather_slots,
    keep_largest_part,
    lay,
    take_back,
)
from games.robots.solver.completion import BEST_POINTS, BEST_WORDS, PLACED, bench, complete, find_first_words
from games.robots.solver.hand_index import pair_key, place_of_sum
from games.robots.solver.search import layout_of
from games.rules.alphabets.known import ENGLISH
from games.rules.grid import is_connected, tiles_used
from games.rules.layouts import Reckoning
from tests.robots.solver.boards import WORDS_TRIED, Few, board_of, index_for, lacking, lay_some, placements, text_of

hands = st.text("AEEIRSTTQUZXJLBO", min_size=4, max_size=16)
choices = st.lists(st.integers(0, 10_000), min_size=1, max_size=4)
few = settings(max_examples=30, deadline=None)


@few
@given(hand=hands)
def test_the_index_has_the_words_that_a_hand_can_spell(hand):
    index = index_for(hand)
    words = [text_of(index, word) for word in range(len(index.sums))]
    assert sorted(words) == sorted(word for word in WORDS_TRIED if not Counter(word) - Counter(hand))
    assert list(index.dear) == sorted(index.dear, reverse=True)


@few
@given(hand=hands)
def test_the_buckets_have_each_letter_and_pair_of_every_word_once(hand):
    index = index_for(hand)
    for letter in range(1, 27):
        entries = index.letter_entries[index.letter_starts[letter] : index.letter_starts[letter + 1]]
        places = [(w, i) for w in range(len(index.sums)) for i in range(len(text_of(index, w)))]
        assert [(e >> 5, e & 31) for e in entries] == [
            (w, i) for w, i in places if ord(text_of(index, w)[i]) - 64 == letter
        ]
    for word in range(len(index.sums)):
        text = text_of(index, word)
        for i in range(len(text) - 2):
            key = pair_key(ord(text[i]) - 64, ord(text[i + 2]) - 64, 2)
            assert word * 32 + i in index.pair_entries[index.pair_starts[key] : index.pair_starts[key + 1]]


def test_anagrams_share_a_sum_and_are_linked():
    index = index_for("TEASR")
    word = index.by_sum[place_of_sum(index, index.sums[0])] - 1
    alike = set()
    while word >= 0:
        alike.add(text_of(index, word))
        word = index.next_alike[word] - 1
    assert alike == {other for other in WORDS_TRIED if sorted(other) == sorted(text_of(index, 0))}


def test_a_blank_spells_any_letter():
    index = index_for("AT?")
    assert {"AT", "ATE", "EAT", "ZA", "AS", "TAX"} <= {text_of(index, word) for word in range(len(index.sums))}


@few
@given(hand=hands, choices=choices)
def test_taking_back_a_word_undoes_laying_it(hand, choices):
    index, board = index_for(hand), board_of(hand)
    empty = [list(part) for part in board[:3]]
    lay_some(board, index, choices)
    kept = [0] * 100
    remember(board, kept)
    laid = [list(part) for part in board[:3]]
    while board.tally[WORDS]:
        take_back(board, index, 0)
    assert [list(part) for part in board[:3]] == empty
    assert (board.tally[POINTS], board.tally[LEFT]) == (0, len(hand))
    restore(board, index, kept)
    assert [list(part) for part in board[:3]] == laid


@few
@given(hand=hands, choices=choices, out=st.integers(0, 3))
def test_a_board_is_scored_as_by_the_rules_and_stays_connected(hand, choices, out):
    index, board = index_for(hand), board_of(hand)
    lay_some(board, index, choices)
    if board.tally[WORDS] > 1:
        take_back(board, index, out % board.tally[WORDS])
        keep_largest_part(board, index)
    kept = [0] * 100
    remember(board, kept)
    layout = layout_of(index, kept, ENGLISH)
    reckoning = Reckoning.of(layout, Few(WORDS_TRIED), ENGLISH)
    assert (board.tally[POINTS], board.tally[WORDS]) == (reckoning.points, len(reckoning.words))
    assert not reckoning.struck
    assert is_connected(layout)
    assert not Counter(tiles_used(layout)) - Counter(hand)


@few
@given(hand=hands, choices=choices)
def test_first_words_are_all_that_can_be_laid(hand, choices):
    index, board, space = index_for(hand), board_of(hand), bench()
    lay_some(board, index, choices)
    gather_slots(board, index)
    find_first_words(board, index, space, 1)
    found = [(space.words[i], space.places[i], space.downs[i], space.points[i]) for i in range(space.counts[PLACED])]
    ways = placements(board, index) if board.tally[WORDS] else []
    assert sorted(found) == sorted(way for way in ways if lacking(board, index, way[0]) <= 2)
    slots = list(zip(board.slots.cells, board.slots.downs, board.slots.spans, strict=True))[: board.tally[SLOTS]]
    assert len(slots) == len(set(slots))


@settings(max_examples=40, deadline=None)
@given(hand=st.text("AEEIRSTTX", min_size=5, max_size=11), choices=choices)
def test_completion_finds_the_same_best_as_exhaustive_search(hand, choices):
    index, board, space = index_for(hand), board_of(hand), bench()
    lay_some(board, index, choices)
    if not board.tally[WORDS] or not board.tally[LEFT]:
        return
    space.counts[BEST_POINTS], space.counts[BEST_WORDS] = 0, 1
    found = complete(board, index, space, 2)
    assert (
        found == -1 or _value_with(board, index, space, found) == space.counts[BEST_POINTS] / space.counts[BEST_WORDS]
    )
    assert (space.counts[BEST_POINTS] / space.counts[BEST_WORDS] if found >= 0 else 0) == _best(board, index, 2)


def _best(board, index, most):
    """The best score of a board with at most `most` (0 to 2) more words that use up the remaining tiles; 0 if there is none.

    If there are two words, the first needs at most two letters that are not left, and so does the second unless it crosses
    the first."""
    if not board.tally[LEFT]:
        return board.tally[POINTS] / board.tally[WORDS]
    best = 0.0
    ways = placements(board, index) if most else []
    lacked = [lacking(board, index, way[0]) for way in ways]
    for (word, place, down, _), lacks in zip(ways, lacked, strict=True):
        lay(board, index, word, place, down)
        last = board.tally[WORDS] - 1
        if not board.tally[LEFT]:
            best = max(best, _best(board, index, 0))
        elif most > 1 and lacks <= 2:
            best = max(
                best, _best_last(board, index, {way for way, lacks in zip(ways, lacked, strict=True) if lacks <= 2})
            )
        take_back(board, index, last)
    return best


def _best_last(board, index, apart):
    """The best score with one more word, which is one of `apart` or crosses the last one laid."""
    best = 0.0
    for way in placements(board, index):
        lay(board, index, *way[:3])
        last = board.tally[WORDS] - 1
        if not board.tally[LEFT] and (way in apart or _cross(board, index, last, last - 1)):
            best = max(best, board.tally[POINTS] / board.tally[WORDS])
        take_back(board, index, last)
    return best


def _value_with(board, index, space, found):
    for at in range(found):
        lay(board, index, *space.found[3 * at : 3 * at + 3])
    value = board.tally[POINTS] / board.tally[WORDS]
    assert board.tally[LEFT] == 0
    for _ in range(found):
        take_back(board, index, board.tally[WORDS] - 1)
    return value
