"""The start grid: twenty tiles of the set, all laid, and verifiable by the stream."""

from collections import Counter
from functools import cache
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.chance import Chance
from games.rules.grid import is_connected, runs, tiles_used
from games.rules.scannergram.rounds import COUNTS, LETTERS, START, draw_start, lay_all, make_start
from games.rules.values import OrderRefused
from games.rules.words import AnyWord
from games.word_lists.library import bundled
from tests.rules.position import Words


@cache
def open_list():
    return Words(bundled().words)


class OneRow:
    """A word list whose only word is one row of tiles. It can't be iterated."""

    name, sha256 = "one row", ""

    def __init__(self, row):
        self.row = row

    def __contains__(self, word):
        return word == self.row


def test_the_set_is_the_scrabble_letters_without_s_and_blanks():
    assert len(LETTERS) == 94 == sum(COUNTS.values())
    assert (COUNTS["E"], COUNTS["I"], COUNTS["Q"], "S" in COUNTS, "?" in COUNTS) == (12, 9, 1, False, False)


@settings(max_examples=10)
@given(st.binary(min_size=32, max_size=32))
def test_the_start_grid_is_legal_and_leaves_nothing_over(key):
    start = make_start(Chance(key), open_list())
    assert is_connected(start.layout)
    assert all(run.word in open_list() for run in runs(start.layout))
    assert len(tiles_used(start.layout)) == START
    assert Counter(tiles_used(start.layout) + start.pool) == Counter(LETTERS)


def test_the_same_key_gives_the_same_grid():
    assert make_start(Chance(bytes(32)), open_list()) == make_start(Chance(bytes(32)), open_list())


def test_most_sets_of_twenty_can_be_laid():
    starts = [make_start(Chance(sha256(bytes([number])).digest()), open_list()) for number in range(12)]
    assert sum(len(start.exchanged) for start in starts) <= 3


def test_one_tile_is_exchanged_if_the_tiles_cannot_all_be_laid():
    first, pool = draw_start(Chance(bytes(32)))
    assert (first, pool[-1]) == ("AEAUAOOLERUIOGETIDYR", "C")
    start = make_start(Chance(bytes(32)), OneRow("CEAUAOOLERUIOGETIDYR"))
    assert (start.draws, start.exchanged) == ((first,), ("AC",))
    assert Counter(start.pool) == Counter(pool[:-1] + "A")


def test_a_word_list_with_too_few_words_is_refused():
    with pytest.raises(
        OrderRefused, match=r"No starting grid can be made from this word list\. Choose one with more words\."
    ):
        make_start(Chance(bytes(32)), Words(["QI"]))


def test_the_tiles_are_laid_in_one_row_if_any_word_is_valid():
    assert lay_all("XQZ", AnyWord()) == (("XQZ",), "")


def test_tiles_without_words_are_not_laid():
    assert lay_all("QQQQZZZZXXXXVVVVWWWW", open_list()) == (None, "Q")
