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


def test_a_trial_shows_the_word_and_the_points_that_leave_the_hand():
    assert tried("lay cat") == (26, "off your hand, leaving 27.", [("CAT", True)], "")
    assert tried("add are care") == (8, "off your hand, leaving 45.", [("CARE", True)], "")


def test_orders_can_be_tried_before_your_turn():
    assert tried("lay cat", seat=BORIS)[0] == 26


def test_an_invalid_word_is_shown_as_one_when_words_are_enforced():
    points, _, runs, refusal = tried("lay zat")
    assert (points, runs) == (20, [("ZAT", False)])
    assert refusal == "ZAT isn’t in the word list. Your cards stay in your hand."


@pytest.mark.parametrize("word", ["cat", "zat"])
def test_a_trial_does_not_reveal_validity_when_words_can_be_challenged(word):
    _, _, runs, refusal = tried(f"lay {word}", word_check="challenge", hand="ACTZX")
    assert runs == [(word.upper(), None)]
    assert refusal == ""


def test_trying_an_exchange_shows_the_new_value_of_the_hand():
    assert tried("exchange are ate") == (None, "Your hand will count 53 points. Now it counts 53.", [("ATE", True)], "")


def test_a_trial_says_that_the_last_card_ends_the_round():
    assert tried("lay cat", hand="CAT")[:2] == (
        26,
        "off your hand, leaving it empty. The round ends unless CAT turns out to be invalid.",
    )


def test_a_trial_counts_the_exposed_card_but_does_not_reveal_a_drawn_one():
    assert tried("take z")[1] == "Your hand will count 61 points. Now it counts 53."
    assert tried("draw z")[1] == "Your hand will count 51 points plus the card you draw. Now it counts 53."


def test_an_impossible_word_is_refused_as_the_order_would_be():
    assert tried("lay cow", hand="ACETZ")[3] == "You don’t hold O, W. Use only cards from your hand."
