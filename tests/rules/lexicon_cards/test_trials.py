"""Trials of orders: what an order would do, as far as its player can know."""

import pytest

from tests.rules.lexicon_cards.table import LEXICON, lexicon
from tests.rules.position import ANNA, BORIS, Words

LIST = Words({"CAT", "CARE", "ATE"})


def tried(text, *, seat=ANNA, hand="ACETZ?", **options):
    table = lexicon(ANNA, BORIS, words=LIST, **options).having(
        hands={seat: hand}, exposed="XE", pack="LMN", table=("ARE",)
    )
    (order,) = LEXICON.read(text, table.state.options).orders
    trial = LEXICON.try_order(table.state, seat, order, LIST)
    return (
        trial.points,
        str(trial.says or ""),
        [(run.text, run.is_word) for run in trial.runs],
        str(trial.refusal or ""),
    )


def test_a_word_is_told_with_the_points_that_leave_the_hand():
    assert tried("lay cat") == (26, "off your hand, leaving 27.", [("CAT", True)], "")
    assert tried("add are care") == (8, "off your hand, leaving 45.", [("CARE", True)], "")


def test_before_ones_turn_too():
    assert tried("lay cat", seat=BORIS)[0] == 26


def test_what_is_no_word_is_told_where_words_are_enforced():
    points, _, runs, refusal = tried("lay zat")
    assert (points, runs) == (20, [("ZAT", False)])
    assert refusal == "ZAT isn’t in the word list. Your cards stay in your hand."


@pytest.mark.parametrize("word", ["cat", "zat"])
def test_where_words_are_challenged_nothing_tells_whether_it_is_one(word):
    _, _, runs, refusal = tried(f"lay {word}", word_check="challenge", hand="ACTZX")
    assert runs == [(word.upper(), None)]
    assert refusal == ""


def test_an_exchange_tells_what_the_hand_comes_to():
    assert tried("exchange are ate") == (None, "Your hand will count 53 points. Now it counts 53.", [("ATE", True)], "")


def test_the_last_card_ends_the_round():
    assert tried("lay cat", hand="CAT")[:2] == (
        26,
        "off your hand, leaving it empty. The round ends unless CAT turns out to be invalid.",
    )


def test_the_exposed_card_counts_and_the_blind_one_is_not_told():
    assert tried("take z")[1] == "Your hand will count 61 points. Now it counts 53."
    assert tried("draw z")[1] == "Your hand will count 51 points plus the card you draw. Now it counts 53."


def test_what_cannot_be_made_is_refused_as_the_order_would_be():
    assert tried("lay cow", hand="ACETZ")[3] == "You don’t hold O, W. Use only cards from your hand."
