"""Exact scores, how they are shown, and where inferred blanks go."""

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.rules import registry
from games.rules.alphabets.known import ENGLISH
from games.rules.crossing.scoring import place_blanks, score
from games.rules.grid import BLANK, cells, tiles_used, trim
from games.rules.layouts import Reckoning, Score, round_half_up, show_apart
from games.rules.values import OrderRefused
from games.rules.words import AnyWord

CASES = json.loads((Path(__file__).parents[1] / "cases" / "scoring.json").read_text("utf-8"))
KEYBOARD = registry.kind("crossing").sample.rows


class Words(frozenset):
    name = "test"
    sha256 = ""


LISTED = Words(word.upper() for word in CASES["word_list"])
FEW = Words({"KEYBOARD", "CAKE", "BED", "RUBBISH", "EE", "EAT", "TEE", "AT", "AE", "TEA"})
layouts = st.lists(st.text("..AET", max_size=5), max_size=5).map(trim)


@pytest.mark.parametrize("case", CASES["cases"], ids=lambda case: "/".join(case["layout"])[:60])
def test_the_shared_cases_score_as_given(case):
    result = score(tuple(case["layout"]), case["hand"], LISTED, ENGLISH)
    assert {
        "points": result.points,
        "words": result.words,
        "leftover": result.leftover,
        "score": f"{result.value.numerator}/{result.value.denominator}",
        "struck": list(result.struck),
        "complete": result.complete,
    } == {name: case[name] for name in ("points", "words", "leftover", "score", "struck", "complete")}


def test_the_example_in_the_rules_is_worth_nine_quarters():
    result = score(KEYBOARD, None, FEW, ENGLISH)
    assert result == Score(points=9, words=4, leftover=0, value=Fraction(9, 4), struck=(), complete=True)
    assert result.shown() == "9/4=2.25"


def test_unlaid_tiles_count_like_words():
    result = score(KEYBOARD, tiles_used(KEYBOARD) + "Q?", FEW, ENGLISH)
    assert (result.shown(), result.complete) == ("9/(4+2)=1.50", False)


def test_an_empty_layout_is_shown_as_zero():
    assert score((), "", FEW, ENGLISH).shown() == "0/0=0.00"
    assert score((), "ABC", FEW, ENGLISH).shown() == "0/(0+3)=0.00"


def test_a_blank_in_two_words_scores_nothing():
    blank_k = (*KEYBOARD[:2], "kEYBOARD", *KEYBOARD[3:])
    assert score(blank_k, None, FEW, ENGLISH).points == 4


def test_a_word_laid_twice_counts_twice():
    assert score(("CAKE", "....", "CAKE"), None, FEW, ENGLISH).words == 2


def test_tiles_of_a_struck_run_are_leftover_unless_in_another_word():
    result = score(("CAKES", "..E..", "..Y.."), None, Words({"KEY"}), ENGLISH)
    assert (result.points, result.words, result.leftover, result.struck) == (0, 1, 4, ("CAKES",))


def test_a_run_is_listed_each_time_it_is_struck():
    assert score(("XX", "XX"), None, FEW, ENGLISH).struck == ("XX",) * 4


def test_a_complete_layout_is_connected_valid_and_uses_every_tile():
    assert score(("CAKE",), "ACEK", FEW, ENGLISH).complete
    assert not score(("CAKE",), "ACEKK", FEW, ENGLISH).complete
    assert not score(("CAKE",), "ACE?", FEW, ENGLISH).complete
    assert not score(("CAKE", "....", "BED."), None, FEW, ENGLISH).complete
    assert not score(("CAKED",), None, FEW, ENGLISH).complete


def test_a_reckoning_says_what_each_tile_earns():
    reckoning = Reckoning.of(KEYBOARD, FEW, ENGLISH)
    assert reckoning.earned == {(2, 0): 5, (2, 3): 3, (2, 6): 1}
    assert sorted(run.word for run in reckoning.words) == ["BED", "CAKE", "KEYBOARD", "RUBBISH"]
    assert (reckoning.struck, reckoning.leftover) == ((), frozenset())


@given(layouts, st.text("AET?Q", max_size=20))
def test_scoring_never_fails_and_every_tile_counts_once(layout, hand):
    result = score(layout, hand, FEW, ENGLISH)
    reckoning = Reckoning.of(layout, FEW, ENGLISH)
    in_words = {cell for run in reckoning.words for cell in run.cells}
    assert reckoning.leftover | in_words == set(cells(layout))
    beside = (Counter(hand) - Counter(tiles_used(layout))).total()
    assert result.leftover == len(cells(layout)) - len(in_words) + beside
    assert result.value * (result.words + result.leftover) == result.points


@pytest.mark.parametrize(
    ("value", "decimals", "shown"),
    [
        (Fraction(1, 8), 2, "0.13"),
        (Fraction(8, 3), 2, "2.67"),
        (Fraction(1, 200), 2, "0.01"),
        (Fraction(1, 201), 2, "0.00"),
        (Fraction(1999, 200), 2, "10.00"),
        (Fraction(12), 3, "12.000"),
    ],
)
def test_scores_are_rounded_half_up(value, decimals, shown):
    assert round_half_up(value, decimals) == shown


def worth(points, words, leftover=0):
    return Score(points, words, leftover, Fraction(points, words + leftover), struck=(), complete=False)


def test_different_scores_are_never_shown_as_equal():
    assert show_apart([worth(24, 7, 2), worth(267, 100)]) == ["24/(7+2)=2.667", "267/100=2.670"]


def test_scores_that_are_equal_or_far_apart_keep_two_decimals():
    assert show_apart([worth(9, 4), worth(18, 8), worth(5, 2)]) == ["9/4=2.25", "18/8=2.25", "5/2=2.50"]


@given(st.lists(st.builds(worth, st.integers(0, 300), st.integers(1, 120), st.integers(0, 120)), max_size=6))
def test_shown_numbers_are_equal_if_and_only_if_the_scores_are(scores):
    numbers = [shown.split("=")[1] for shown in show_apart(scores)]
    for (one, first), (other, second) in combinations(zip(scores, numbers, strict=True), 2):
        assert (one.value == other.value) == (first == second)


def test_a_blank_is_placed_where_no_points_are_lost():
    hand = tiles_used(KEYBOARD).replace("B", BLANK, 1)
    assert place_blanks(KEYBOARD, hand, FEW, ENGLISH) == (*KEYBOARD[:4], "...D..b.", *KEYBOARD[5:])


def test_a_tile_in_two_words_becomes_a_blank_only_after_all_others():
    hand = tiles_used(KEYBOARD).replace("B", BLANK, 3)
    changed = ("KEYbOARD", KEYBOARD[3], "...D..b.", "......b.")
    assert place_blanks(KEYBOARD, hand, FEW, ENGLISH) == (*KEYBOARD[:2], *changed, *KEYBOARD[6:])


def test_blanks_that_lose_no_points_come_first_in_reading_order():
    assert place_blanks(("TEE.", "....", "EE.T"), "TTEEE?", FEW, ENGLISH) == ("TeE.", "....", "EE.T")


def test_a_blank_in_a_struck_run_loses_no_points():
    layout = ("TEE", "E..", "E..")
    assert place_blanks(layout, "?EEEE", Words({"TEE"}), ENGLISH) == ("tEE", "E..", "E..")
    layout = ("TXT", "E..", "E..")
    assert place_blanks(layout, "?TEEX", Words({"TEE"}), ENGLISH) == ("tXT", "E..", "E..")
    assert place_blanks(layout, "?TEEX", Words({"TEE", "TXT"}), ENGLISH) == ("TXt", "E..", "E..")


def test_inferred_blanks_ignore_the_case_of_letters():
    assert place_blanks(("cake",), "CAKE?", FEW, ENGLISH) == ("CAKE",)
    assert place_blanks(("CakE",), "CAE?", FEW, ENGLISH) == ("CAkE",)


def test_letters_that_are_neither_held_nor_blanks_are_named():
    assert place_blanks(("QUIZ",), "UI??", AnyWord(), ENGLISH) == ("qUIz",)
    with pytest.raises(OrderRefused, match=r"^You don’t hold these tiles: Q, Z\.$"):
        place_blanks(("QUIZ",), "UI?", AnyWord(), ENGLISH)


@st.composite
def layouts_with_hands(draw):
    layout = draw(layouts)
    laid = tiles_used(layout)
    turned = draw(st.sets(st.integers(0, max(0, len(laid) - 1)), max_size=4)) if laid else set()
    hand = "".join(BLANK if i in turned else tile for i, tile in enumerate(laid))
    return layout, hand


@given(layouts_with_hands())
@example(((".T.", "EAT", ".EE"), "TAEE??"))
def test_blanks_are_placed_for_the_best_score_and_first_in_reading_order(table):
    layout, hand = table
    laid = list(cells(layout))
    best = None
    for chosen in combinations(range(len(laid)), hand.count(BLANK)):  # in reading order, so the first best one wins
        blanks = {laid[i] for i in chosen}
        tried = tuple(
            "".join(character.lower() if (r, c) in blanks else character for c, character in enumerate(row))
            for r, row in enumerate(layout)
        )
        if Counter(tiles_used(tried)) == Counter(hand):
            value = score(tried, hand, FEW, ENGLISH).value
            if best is None or value > best[0]:
                best = value, tried
    assert best is not None
    assert place_blanks(layout, hand, FEW, ENGLISH) == best[1]
