"""Solutions that fulfil a bid, and solutions that don't."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.grid import trim
from games.rules.scannergram.judging import FAULTS, Solution, created, judge, shifts, why, words_with
from games.rules.words import AllBut, AnyWord
from tests.rules.scannergram.table import ITCHY, START, WITCH, laid


def moved(layout, down, right):
    return ("." * (len(layout[0]) + right),) * down + tuple("." * right + row for row in layout)


def verdict(tile, layout, *calls, length=5, old=START, barred=(), words=None):
    return judge(old, tile, Solution.of(calls, layout), length=length, barred=barred, words=words or AnyWord())


def test_a_word_fulfils_a_bid_of_its_length():
    judged = verdict("Y", ITCHY, "ITCHY")
    assert (judged.fault, judged.longest, judged.created) == ("", 5, ("ITCHY",))


def test_a_word_created_but_not_called_fails_the_bid():
    judged = verdict("W", WITCH, "WITCH")
    assert (judged.fault, judged.named) == ("uncalled", ("WE",))


def test_shortened_words_need_not_be_called_if_the_settings_allow_it():
    old, new = ("WAIFS",), ("WAIF", "...S", "...Y")
    solution = Solution.of(["FSY"], new)
    judged = [
        judge(old, "Y", solution, length=2, barred=(), words=AnyWord(), calls_shortened=calls)
        for calls in (True, False)
    ]
    assert [one.named for one in judged if one.fault == "uncalled"] == [("WAIF",)]


def test_a_solution_with_all_created_words_called_is_good():
    assert verdict("W", WITCH, "WITCH", "WE").fault == ""


def test_the_order_case_and_repetition_of_calls_are_ignored():
    assert verdict("W", WITCH, "we", "WITCH", "We").fault == ""


def test_a_word_called_but_not_created_fails_the_bid():
    judged = verdict("Y", ITCHY, "ITCHY", "IDLY")
    assert (judged.fault, judged.named) == ("uncreated", ("IDLY",))


def test_calling_a_word_from_an_earlier_round_again_fails_the_bid():
    judged = verdict("Y", ITCHY, "ITCHY", barred=("ITCHY", "PAINED"))
    assert (judged.fault, judged.named) == ("barred", ("ITCHY",))


def test_an_existing_word_may_have_been_called_in_an_earlier_round():
    assert verdict("Y", ITCHY, "ITCHY", barred=("PAINED",)).fault == ""


@pytest.mark.parametrize(("length", "fault"), [(4, ""), (5, ""), (6, "length")])
def test_the_word_must_be_at_least_as_long_as_the_bid(length, fault):
    judged = verdict("Y", ITCHY, "ITCHY", length=length)
    assert judged.fault == fault
    assert judged.named == (("5",) if fault else ())


def test_a_longer_word_without_the_new_tile_does_not_count():
    assert verdict("Y", ITCHY, "ITCHY", length=6).fault == "length"
    assert max(len(run.text) for run in words_with("Y", START, ITCHY)) == 5


def test_all_words_must_be_in_the_word_list():
    judged = verdict("W", WITCH, "WITCH", "WE", words=AllBut(["WE", "LIMBER"]))
    assert (judged.fault, judged.named) == ("words", ("LIMBER", "WE"))


def test_all_tiles_must_be_connected():
    apart = (*(row + ".." for row in START[:-1]), START[-1] + ".Y")
    assert verdict("Y", apart, "ITCHY").fault == "apart"


@pytest.mark.parametrize(
    ("layout", "named"),
    [
        (START, ("Y",)),
        (laid(ITCHY, 0, 0, "E"), ("E",)),
        (tuple(row.replace("B", "M") for row in ITCHY), ("B", "M")),
    ],
    ids=["one left out", "one too many", "one for another"],
)
def test_a_solution_must_use_exactly_the_available_tiles(layout, named):
    judged = verdict("Y", layout, "ITCHY")
    assert (judged.fault, judged.named) == ("tiles", named)


def test_the_new_tile_is_never_taken_to_be_where_its_letter_already_was():
    assert words_with("A", ("CAT",), ("CAT",)) == []
    assert [run.word for run in words_with("I", START, laid(START, 3, 3, "I"))] == ["NI", "FI"]


def test_a_word_with_the_same_letter_elsewhere_does_not_contain_the_new_tile():
    old, new = ("EATEN", "A....", "T...."), ("EATEN", "A...E", "T....")
    assert verdict("E", new, "NE", length=5, old=old).fault == "length"
    assert verdict("E", new, "NE", length=2, old=old).fault == ""


def test_the_grids_are_aligned_so_that_most_cells_agree():
    assert shifts(START, moved(ITCHY, 3, 2)) == [(-3, -2)]
    assert verdict("Y", moved(ITCHY, 3, 2), "ITCHY").fault == ""


def test_words_from_all_equally_good_alignments_count_for_the_bidder():
    old, new = ("AB",), ("BA.", "A..")
    assert len(shifts(old, new)) == 3
    assert len(words_with("A", old, new)) == 2


@given(st.integers(0, 9), st.integers(0, 9))
def test_only_the_shape_of_a_grid_counts_not_its_position(down, right):
    assert trim(moved(WITCH, down, right)) == trim(WITCH)
    assert verdict("W", moved(WITCH, down, right), "WITCH", "WE") == verdict("W", WITCH, "WITCH", "WE")


def test_existing_words_are_not_created():
    assert created(START, START) == ()
    assert created(("AB",), ("AB", "B.")) == () == created(("AB", "B."), ("AB", "B."))


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_has_a_sentence(fault):
    said = str(why(fault, ("WE",)))
    assert said[0].isupper()
    assert said.endswith(".")
