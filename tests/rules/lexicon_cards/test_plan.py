"""A plan finds every part of a hand that makes a word, and estimates what a hand will cost."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.lexicon_cards import cards
from games.rules.lexicon_cards.plan import Plan, cards_of, counted, holds, parts, points_of
from games.rules.values import OrderRefused
from games.rules.word_index import BySpelling
from games.rules.words import Vocabulary

WORDS = ["AB", "BA", "ABA", "BAC", "CABA", "ABACA", "CCC"]
INDEX = BySpelling(Vocabulary(WORDS))
hands = st.text("ABC?", min_size=1, max_size=6).filter(lambda hand: hand.count("?") < 3)
tables = st.lists(st.sampled_from(["AB", "BA", "ABA", "BaC"]), max_size=3)


def slow(hand, table):
    """Every part of the hand that can make a word by the rules, found by trying all words with all choices of Masters."""
    found = set()
    for word in WORDS:
        for number in range(1 << len(word)):
            named = "".join(letter.lower() if number >> place & 1 else letter for place, letter in enumerate(word))
            for lies in ("", *table):
                try:
                    made = cards.add(lies, named, hand=hand, table=table) if lies else cards.lay(named, hand)
                except OrderRefused:
                    continue
                found.add(counted(hand) - counted(made.hand))
    return found


@given(hands, tables)
def test_it_finds_every_part_of_a_hand_that_makes_a_word(hand, table):
    found = {part for part in parts(hand, table, INDEX) if holds(counted(hand), part)}
    assert found == slow(hand, table)


@given(hands, tables, st.sampled_from("ABC"))
def test_with_one_more_it_also_finds_parts_that_one_card_would_complete(hand, table, card):
    found = parts(hand, table, INDEX, more=1)
    assert {part for part in found if holds(counted(hand + card), part)} == slow(hand + card, table)


@given(hands, hands)
def test_a_hand_can_be_counted_in_a_single_number(one, other):
    assert Counter(cards_of(counted(one))) == Counter(one)
    assert holds(counted(one), counted(other)) == (not Counter(other) - Counter(one))
    assert points_of(counted(one)) == cards.value(one)


def cost(hand, others=(10,), table=()):
    return Plan(parts(hand, table, INDEX), others).left(counted(hand))


def test_going_out_earns_what_the_others_hold():
    assert cost("", (10,)) == 10 * cost("", (1,)) < 0


@pytest.mark.parametrize(
    ("less", "more"), [("", "AB"), ("AB", "CABA"[:3] + "Q"), ("ABA", "ABQ"), ("AB", "ABAB"), ("B", "A"), ("AB", "CC")]
)
def test_a_hand_costs_more_the_longer_it_lasts_and_the_more_it_counts(less, more):
    assert cost(less) < cost(more)


def test_a_hand_costs_more_when_others_have_few_cards():
    assert cost("AQ", (1,)) > cost("AQ", (10,))
    assert cost("AQ", (3, 3)) > cost("AQ", (3,))


def test_a_word_on_the_table_can_make_a_hand_cheaper():
    assert cost("C", table=("BA",)) < cost("C")
