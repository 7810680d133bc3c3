"""How words are made on the table, in published cases and at random; what is refused, and with which text."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.lexicon_cards import cards
from games.rules.lexicon_cards.cards import Made, as_dealt
from games.rules.values import OrderRefused


def lay(word, hand):
    return cards.lay(word, hand)


def add(named, makes, hand, table=None):
    return cards.add(named, makes, hand=hand, table=table or (named,))


def exchange(named, makes, hand, table=None, *, several=False, sticky=False):
    return cards.exchange(named, makes, hand=hand, table=table or (named,), several=several, sticky=sticky)


def refusal(make, *args, **more):
    with pytest.raises(OrderRefused) as refused:
        make(*args, **more)
    return str(refused.value)


# --- laying -----------------------------------------------------------------------------------------------------------


def test_a_word_is_laid_with_cards_from_the_hand():
    assert lay("CAT", "TQACA") == Made("CAT", "", "QA")


def test_a_word_has_two_letters_or_more():
    assert refusal(lay, "A", "AB") == "A word needs at least two letters, for example LAY AT."


def test_a_card_not_in_the_hand_is_refused_by_name():
    assert refusal(lay, "CATCH", "CATS") == "You don’t hold C, H. Use only cards from your hand."


def test_a_laid_word_comes_last_on_the_table():
    assert lay("CAT", "CAT").on(("ARE", "BE")) == ("ARE", "BE", "CAT")


# --- the Master -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "hand", "laid", "left"),
    [
        ("CAT", "C?T", "CaT", ""),  # the one letter that is not held
        ("TEAT", "TEA?", "TEAt", ""),  # the one card too few
        ("CaT", "CA?T", "CaT", "A"),  # as named, though the letter is held
        ("CAT", "CA?T", "CAT", "?"),  # not where it is not needed
        ("CAT", "??T", "caT", ""),  # one of two packs for each of two letters
        ("cAT", "?A?T", "cAT", "?"),
    ],
)
def test_a_master_stands_for_a_letter(word, hand, laid, left):
    assert lay(word, hand) == Made(laid, "", left)


def test_a_master_stands_for_one_letter_only():
    assert refusal(lay, "CATCH", "CAT?") == "You don’t hold H as well. A Master stands for only one letter."


def test_a_marked_master_must_be_held():
    for hand in ("CAT", "Q"):
        assert refusal(lay, "CaT", hand) == "You don’t hold a Master. Use your own cards for A."


def test_a_sticky_master_cannot_stand_for_another_letter():
    assert lay("HAT", "hAT") == Made("hAT", "", "")
    assert refusal(lay, "CAT", "hAT") == "You don’t hold C as well. A Master stands for only one letter."


def test_a_matching_sticky_master_is_used_before_a_free_one():
    assert lay("hAT", "?hAT") == Made("hAT", "", "?")


# --- adding -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("makes", "added"), [("BARE", "B"), ("AREA", "A"), ("ARISE", "IS"), ("CARESS", "CSS"), ("FEARLESS", "EFLSS")]
)
def test_cards_are_added_anywhere_in_a_word(makes, added):
    assert add("ARE", makes, added + "Q") == Made(makes, "ARE", "Q")


@pytest.mark.parametrize(("named", "makes"), [("ARE", "EAR"), ("TAB", "BATS"), ("ARE", "AR"), ("ARE", "RAE")])
def test_adding_cannot_move_letters_of_the_word(named, makes):
    assert refusal(add, named, makes, "BATSEAR") == (
        f"{makes} doesn’t contain the letters of {named} in order. You can add cards anywhere, but you can’t move any."
    )


def test_at_least_one_card_must_be_added():
    assert refusal(add, "ARE", "ARE", "ARE") == "ARE is already on the table. Add at least one card to it."


def test_added_cards_must_be_in_the_hand():
    assert refusal(add, "ARE", "CARESS", "CS") == "You don’t hold S. Use only cards from your hand."


def test_an_added_master_stands_for_the_missing_letter():
    assert add("ARE", "CARESS", "CS?") == Made("CARESs", "ARE", "")


def test_an_added_master_is_placed_where_it_is_marked():
    assert add("AR", "aARE", "AE?") == Made("aARE", "AR", "A")  # so the A on the table is the second


def test_a_master_on_the_table_keeps_its_place():
    assert add("aRE", "BARE", "B") == Made("BaRE", "aRE", "")
    assert add("ARE", "BARE", "B", ("aRE",)) == Made("BaRE", "aRE", "")


def test_a_longer_word_takes_the_place_of_the_shorter_one():
    assert add("ARE", "BARE", "B", ("TO", "ARE", "BE")).on(("TO", "ARE", "BE")) == ("TO", "BARE", "BE")


# --- exchanging -------------------------------------------------------------------------------------------------------


def test_a_card_is_exchanged_for_a_letter_of_a_word():
    assert exchange("LARCH", "LURCH", "UQ") == Made("LURCH", "LARCH", "QA")


def test_a_master_that_is_taken_is_free_again():
    assert exchange("LaRCH", "LURCH", "U") == Made("LURCH", "LaRCH", "?")


def test_a_sticky_master_keeps_its_letter():
    assert exchange("LaRCH", "LURCH", "U", sticky=True) == Made("LURCH", "LaRCH", "a")


def test_a_master_is_exchanged_for_a_letter():
    assert exchange("LARCH", "LURCH", "?") == Made("LuRCH", "LARCH", "A")
    assert exchange("LARCH", "LuRCH", "U?") == Made("LuRCH", "LARCH", "UA")


def test_an_exchange_must_make_a_different_word():
    says = "LARCH is already on the table. An exchange must make a different word."
    assert refusal(exchange, "LARCH", "LARCH", "A") == says
    assert refusal(exchange, "LaRCH", "LARCH", "A") == says


def test_an_exchange_cannot_change_the_length():
    assert refusal(exchange, "LARCH", "LURCHES", "UES") == (
        "An exchange doesn’t change the length. LARCH has 5 letters and LURCHES has 7. Use ADD to make a word longer."
    )


def test_only_one_card_can_be_exchanged_at_a_time():
    assert refusal(exchange, "LARCH", "BIRCH", "BI") == (
        "In this game you can only exchange one card at a time. LARCH and BIRCH differ in 2 letters."
    )


def test_several_cards_can_be_exchanged_if_the_settings_allow_it():
    assert exchange("LARCH", "BIRCH", "BIQ", several=True) == Made("BIRCH", "LARCH", "QLA")


def test_cards_taken_in_an_exchange_cannot_be_used_in_it():
    assert refusal(exchange, "ON", "NO", "N", several=True) == "You don’t hold O. Use only cards from your hand."


def test_an_exchanged_card_must_be_in_the_hand():
    assert refusal(exchange, "LARCH", "LURCH", "Q") == "You don’t hold U. Use only cards from your hand."


def test_a_master_cannot_be_marked_on_a_letter_that_stays():
    assert refusal(exchange, "LARCH", "LURCh", "U?") == (
        "The H in LARCH stays as it is. Only mark a Master where you lay one."
    )


# --- which word is meant ----------------------------------------------------------------------------------------------


def test_naming_a_word_not_on_the_table_lists_the_words_that_are():
    assert refusal(add, "ERA", "ERAS", "S", ("ARE", "aRE", "BE")) == (
        "ERA isn’t on the table. Words on the table: ARE, BE."
    )


def test_a_word_cannot_be_changed_while_the_table_is_empty():
    says = "There are no words on the table yet. Lay one, or take or draw a card."
    assert refusal(cards.add, "ARE", "BARE", hand="B", table=()) == says


def test_a_word_on_the_table_twice_means_the_first():
    assert add("ARE", "BARE", "B", ("ARE", "ARE")).on(("ARE", "ARE")) == ("BARE", "ARE")


def test_a_marked_master_selects_between_two_equal_words():
    assert exchange("aRE", "ORE", "O", ("ARE", "aRE")) == Made("ORE", "aRE", "?")
    assert exchange("ARE", "ORE", "O", ("ARE", "aRE")) == Made("ORE", "ARE", "A")


# --- at random --------------------------------------------------------------------------------------------------------

hands = st.text("AEST?t", min_size=1, max_size=8)
words = st.text("AESTaet", min_size=1, max_size=6)


def counted(*piles):
    return Counter(map(as_dealt, "".join(piles)))


@given(hands, words, words, st.sampled_from(["lay", "add", "exchange"]), st.booleans(), st.booleans())
def test_no_card_is_made_or_lost(hand, lies, makes, how, several, sticky):
    try:
        match how:
            case "lay":
                lies, made = "", cards.lay(makes, hand)
            case "add":
                made = add(lies, makes, hand)
            case _:
                made = exchange(lies, makes, hand, several=several, sticky=sticky)
    except OrderRefused:
        return
    assert counted(made.hand, made.word) == counted(hand, lies)
    assert made.word.upper() == makes.upper()
