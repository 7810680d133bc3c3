"""Hints about a layout: a word that can be added, and the high-value tile that is placed worst."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.alphabets.known import ENGLISH
from games.rules.crossing.hints import badly_placed, word_to_add
from games.rules.crossing.scoring import score
from games.rules.values import OrderRefused

KEY = ("KEY",)


class Words(tuple[str, ...]):
    """A word list of a few words."""

    name, sha256 = "few", ""


WORDS = Words(("KEY", "KEYS", "YAK", "OX", "AX", "YES", "ET", "ZEE"))


def test_a_word_is_added_across_the_layout():
    assert word_to_add(KEY, "KEYAK", WORDS, (), ENGLISH) == "YAK"


def test_common_words_are_preferred_to_higher_scoring_ones():
    assert word_to_add(KEY, "KEYAKZE", WORDS, (), ENGLISH) == "ZEE"
    assert word_to_add(KEY, "KEYAKZE", WORDS, ("YAK",), ENGLISH) == "YAK"


def test_one_tile_may_extend_a_word():
    assert word_to_add(KEY, "KEYS", Words(("KEY", "KEYS")), (), ENGLISH) == "KEYS"


def test_a_blank_supplies_the_missing_letter():
    assert word_to_add(KEY, "KEY?", Words(("KEY", "ET")), (), ENGLISH) == "ET"
    with pytest.raises(OrderRefused, match=r"We couldn’t find a word to add to your layout as it is\."):
        word_to_add(KEY, "KEY?", Words(("KEY", "KEX")), (), ENGLISH)


def test_the_first_word_can_be_any_that_the_tiles_spell():
    assert word_to_add((), "YKAQ", WORDS, (), ENGLISH) == "YAK"


def test_no_hint_is_given_if_every_tile_is_laid_or_nothing_fits():
    with pytest.raises(OrderRefused, match="Every tile is laid"):
        word_to_add(KEY, "KEY", WORDS, (), ENGLISH)
    with pytest.raises(OrderRefused, match=r"We couldn’t find a word to add to your layout as it is\."):
        word_to_add(KEY, "KEYQ", WORDS, (), ENGLISH)


@given(st.text("KEYASTOXZ?", min_size=1, max_size=6))
def test_a_hint_is_a_valid_word_the_tiles_can_make(left):
    try:
        word = word_to_add(KEY, "KEY" + left, WORDS, (), ENGLISH)
    except OrderRefused:
        return
    assert word in WORDS
    lacking = sum(max(0, word.count(letter) - ("KEY" + left).count(letter)) for letter in set(word))
    assert lacking <= left.count("?")


def test_the_most_costly_tile_is_named_with_its_word():
    layout = ("KEY", "..A", "..K")
    found = badly_placed(layout, "KEYAK", WORDS, ENGLISH)
    assert (found.tile, found.word, found.cost) == ("K", "YAK", Fraction(5, 2))


def test_a_leftover_tile_costs_its_points_and_its_share_of_the_divisor():
    found = badly_placed(KEY, "KEYZ", WORDS, ENGLISH)
    assert (found.tile, found.word) == ("Z", "")
    assert found.cost == Fraction(10) - score(KEY, "KEYZ", WORDS, ENGLISH).value


def test_a_low_value_tile_is_not_named():
    with pytest.raises(OrderRefused, match=r"No high-value tile is badly placed\. Every tile worth"):
        badly_placed(("ET",), "ET", WORDS, ENGLISH)
