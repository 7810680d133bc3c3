"""The cards: how many of each there are, what they count, which counts most, and how a pile is shuffled."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.chance import Chance
from games.rules.lexicon_cards.cards import COUNTS, HAND, VALUES, cards_of, dearest, in_order, shuffled, value

cards = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ?h")


def test_a_pack_has_52_cards_worth_405_points():
    assert (len(cards_of(1)), value(cards_of(1))) == (52, 405)


@pytest.mark.parametrize(
    ("count", "letters"), [(4, "AEI"), (3, "HLORSTUW"), (1, "BCDFGJKMNPQVXYZ?")], ids=["four", "three", "one"]
)
def test_a_pack_has_four_three_or_one_of_each_card(count, letters):
    assert {card for card, times in Counter(cards_of(1)).items() if times == count} == set(letters)


def test_two_packs_have_twice_as_many_of_each_card():
    assert Counter(cards_of(2)) == Counter(cards_of(1) * 2)


def test_the_highest_value_hand_counts_105():
    assert sum(sorted((VALUES[card] for card in cards_of(1)), reverse=True)[:HAND]) == 105


@pytest.mark.parametrize(("hand", "counts"), [("QZX", 8), ("AEI?", 45), ("THE", 26), ("ENEZUKLEDS", 78), ("", 0)])
def test_a_hand_counts_the_sum_of_its_cards(hand, counts):
    assert value(hand) == counts


def test_a_master_counts_15_whatever_it_stands_for():
    assert value("h") == value("?") == 15


@pytest.mark.parametrize(
    ("hand", "card"), [("QZX", "Q"), ("TSH", "H"), ("BQGY", "G"), ("AE?", "?"), ("IEA", "A"), ("Ah", "h")]
)
def test_ties_for_the_highest_value_card_go_to_the_first_in_the_alphabet(hand, card):
    assert dearest(hand) == card


def test_cards_are_sorted_with_masters_last():
    assert in_order("Z?AhQA") == "AAQZ?h"


def test_the_previous_order_of_a_pile_does_not_affect_its_shuffle():
    assert shuffled("CAB?", Chance(bytes(32))) == shuffled("?BAC", Chance(bytes(32)))


def test_a_sticky_master_loses_its_letter_in_a_shuffle():
    assert sorted(shuffled("Ah", Chance(bytes(32)))) == sorted("A?")


@given(cards, st.binary(min_size=32, max_size=32))
def test_no_card_is_lost_in_a_shuffle(pile, key):
    assert Counter(shuffled(pile, Chance(key))) == Counter(pile.replace("h", "?"))


def test_every_card_has_a_value_and_a_count():
    assert set(VALUES) == set(COUNTS)
