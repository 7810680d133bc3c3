"""Indexes of words find the same as a search through the whole list."""

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.chance import Chance
from games.rules.word_index import ByLength, BySpelling, by_length, by_spelling
from games.rules.words import Vocabulary
from games.word_lists.library import bundled
from tests.open_list import vocabulary

LETTERS = "ABE"
words = st.sets(st.text(LETTERS + "Z", min_size=2, max_size=4), max_size=40)


@given(words, st.text(LETTERS + ".", min_size=2, max_size=5))
def test_fitting_words_match_a_search_through_the_list(listed, standing):
    of_length = ByLength(Vocabulary(listed)).of(len(standing))
    slow = sorted(word for word in listed if re.fullmatch(standing.replace(".", "[A-Z]"), word))
    assert list(of_length.words_in(of_length.fitting(standing))) == slow


@given(words, words)
def test_barred_words_can_be_removed_as_a_set(listed, barred):
    for length in (2, 3, 4):
        of_length = ByLength(Vocabulary(listed)).of(length)
        left = of_length.words_in(of_length.fitting("." * length) & ~of_length.listed(barred))
        assert list(left) == sorted(word for word in listed - barred if len(word) == length)


def test_each_word_of_a_set_can_be_drawn():
    of_three = ByLength(Vocabulary(["CAT", "COT", "CUT", "DOT"])).of(3)
    found = of_three.fitting("C.T")
    assert {of_three.one_of(found, Chance(bytes([n]))) for n in range(50)} == {"CAT", "COT", "CUT"}


def test_an_index_is_built_once_and_works_for_long_lists():
    many = Vocabulary(bundled("phrases").words)
    assert by_length(many) is by_length(many)
    nine = by_length(many).of(9)
    assert "SCRABBLED" in nine.words_in(nine.fitting(".CR.B..E."))


@pytest.mark.parametrize("length", [1, 9])
def test_nothing_fits_a_length_without_words(length):
    assert ByLength(Vocabulary(["CAT"])).of(length).fitting("." * length) == 0


@given(words, st.text(LETTERS + "Z", max_size=5), st.integers(0, 2))
def test_it_finds_words_spelt_with_a_few_letters_missing(listed, letters, lacking):
    index = BySpelling(Vocabulary(listed))
    slow = sorted(word for word in listed if (Counter(word) - Counter(letters)).total() <= lacking)
    assert list(index.words_in(index.spelt(letters, lacking=lacking))) == slow


@given(words, st.text(LETTERS, max_size=3))
def test_it_finds_the_words_that_contain_given_letters(listed, letters):
    index = BySpelling(Vocabulary(listed))
    slow = sorted(word for word in listed if not Counter(letters) - Counter(word))
    assert list(index.words_in(index.having(letters))) == slow


def test_words_of_a_hand_with_a_master_are_found_in_a_long_list():
    index = by_spelling(many := vocabulary())
    assert index is by_spelling(many)
    assert "RELATIONS" in index.words_in(index.spelt("ELATIONSQ", lacking=1))
