"""The deal, and the five things a player can do in a turn; what is refused, and with which text."""

import pytest

from games.rules.chance import Chance
from games.rules.lexicon_cards.cards import cards_of, shuffled
from games.rules.values import OrderRefused
from tests.rules.lexicon_cards.table import lexicon
from tests.rules.position import ANNA, BORIS, CHLOE, Words


def two(**more):
    """Anna is to move, with CATSQ and a Master; Boris holds DOGS."""
    settings = {"hands": {ANNA: "CATSQ?", BORIS: "DOGS"}, "exposed": "E", "pack": "LM", "table": ("ARE", "LARCH")}
    options = {name: more.pop(name) for name in list(more) if name not in {*settings, "points"}}
    return lexicon(ANNA, BORIS, **options).having(**{**settings, **more})


# --- the deal ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "packs", "left"), [(2, 1, 31), (4, 1, 11), (4, 2, 63), (8, 2, 23)])
def test_everyone_is_dealt_ten_cards_and_one_card_is_exposed(seats, packs, left):
    state = lexicon(*range(seats), packs=packs).state
    assert [len(hand) for hand in state.hands.values()] == [10] * seats
    assert (len(state.bags["exposed"]), len(state.bags["pack"])) == (1, left)


def test_the_dealer_is_drawn_then_the_pack_is_shuffled_and_dealt_in_seat_order():
    table = lexicon(ANNA, BORIS, CHLOE)
    chance = Chance(table.resources.key)
    dealer = chance.below(3)
    pack = shuffled(cards_of(1), chance)[::-1]
    facts = table.last("deal").facts
    assert facts["dealer"] == dealer
    assert ["".join(drawn) for drawn in facts["draws"]] == [pack[:10], pack[10:20], pack[20:30]]
    assert facts["up"] == pack[30]
    assert table.state.words_used == chance.used


@pytest.mark.parametrize("first", [ANNA, BORIS, CHLOE])
def test_the_player_to_the_left_of_the_dealer_goes_first(first):
    table = lexicon(ANNA, BORIS, CHLOE, first=first)
    assert (table.state.dealer + 1) % 3 == first
    assert table.state.awaited == (first,)


@pytest.mark.parametrize("seats", [5, 6, 7, 8])
def test_five_players_or_more_need_two_packs(seats):
    with pytest.raises(OrderRefused, match=f"^One pack is enough for 4 players. Choose two packs for {seats}.$"):
        lexicon(*range(seats))


# --- laying, adding, exchanging -----------------------------------------------------------------------------------------


def test_laying_a_word_passes_the_turn_to_the_next_player():
    table = two().play(ANNA, "lay cats")
    assert table.state.table == ("ARE", "LARCH", "CATS")
    assert table.state.hands[ANNA] == "Q?"
    assert table.state.awaited == (BORIS,)


def test_cards_are_added_to_a_word():
    table = two().play(ANNA, "add are cares")
    assert table.state.table == ("CARES", "LARCH")
    assert table.state.hands[ANNA] == "ATQ?"


def test_a_card_is_exchanged():
    table = two(hands={ANNA: "UQ"}).play(ANNA, "exchange larch lurch")
    assert table.state.table == ("ARE", "LURCH")
    assert sorted(table.state.hands[ANNA]) == ["A", "Q"]


def test_a_card_taken_from_the_table_can_be_used_from_the_next_turn():
    table = two(hands={ANNA: "UTQ", BORIS: "DOGS"}).play(ANNA, "exchange larch lurch")
    assert table.refusal(ANNA, "lay at") == "It’s Boris’s turn. Wait for yours."
    assert table.play(BORIS, "draw d").play(ANNA, "lay at").state.table == ("ARE", "LURCH", "AT")


@pytest.mark.parametrize(
    ("text", "word"), [("lay cats", "CATS"), ("add are cares", "CARES"), ("exchange are ate", "ATE")]
)
def test_an_invalid_word_is_refused(text, word):
    assert two(words=Words({"OTHER"})).refusal(ANNA, text) == (
        f"{word} isn’t in the word list. Your cards stay in your hand."
    )


def test_a_misplaced_master_is_refused_with_how_to_mark_one():
    table = two(words=Words({"CAT"}))
    assert table.refusal(ANNA, "lay c*t") == (
        "CT isn’t in the word list. To show which letter a Master stands for, write ? after it: LAY CA?T."
    )
    assert table.play(ANNA, "lay ca?t").state.table[-1] == "CaT"


@pytest.mark.parametrize("text", ["add are bare", "exchange larch lurch"])
def test_a_player_can_only_lay_take_or_draw_while_the_table_is_empty(text):
    table = two(table=())
    assert table.refusal(ANNA, text) == "There are no words on the table yet. Lay one, or take or draw a card."
    for text in ("lay cats", "take q", "draw q"):
        assert table.play(ANNA, text).state.awaited == (BORIS,)


def test_several_cards_are_exchanged_if_the_settings_allow_it():
    table = two(exchange="several", hands={ANNA: "BIQ"}).play(ANNA, "exchange larch birch")
    assert table.state.table == ("ARE", "BIRCH")


@pytest.mark.parametrize(("sticky", "taken"), [(False, "?"), (True, "a")])
def test_a_taken_master_is_free_again_unless_masters_are_sticky(sticky, taken):
    table = two(sticky_master=sticky, table=("LaRCH",), hands={ANNA: "UQ"}).play(ANNA, "exchange larch lurch")
    assert table.state.hands[ANNA] == f"Q{taken}"


def test_a_word_with_a_digit_is_refused():
    with pytest.raises(OrderRefused, match=r"Write a word with the letters A–Z, for example LAY CAT\."):
        two().give(ANNA, "LAY", word="C4T")


# --- taking and drawing -------------------------------------------------------------------------------------------------


def test_taking_swaps_a_card_from_the_hand_for_the_exposed_card():
    table = two(exposed="ME").play(ANNA, "take q")
    assert (table.state.hands[ANNA], table.state.bags["exposed"]) == ("CATS?E", "MQ")
    assert table.state.awaited == (BORIS,)


def test_drawing_discards_a_card_and_takes_one_from_the_pack():
    table = two().play(ANNA, "draw q")
    assert (table.state.hands[ANNA], table.state.bags["exposed"], table.state.bags["pack"]) == ("CATS?M", "EQ", "L")


@pytest.mark.parametrize("verb", ["take", "draw"])
@pytest.mark.parametrize("mark", ["?", "*", "master"])
def test_a_master_can_be_discarded(verb, mark):
    assert two().play(ANNA, f"{verb} {mark}").state.bags["exposed"][-1] == "?"


@pytest.mark.parametrize("verb", ["take", "draw"])
def test_a_card_that_is_not_held_is_refused(verb):
    table = two(hands={ANNA: "CATS"})
    assert table.refusal(ANNA, f"{verb} q") == "You don’t hold Q. Name one of your own cards."
    assert table.refusal(ANNA, f"{verb} ?") == "You don’t hold a Master. Name one of your own cards."


# --- the pack used up ---------------------------------------------------------------------------------------------------


def test_when_the_pack_is_used_up_the_exposed_pile_becomes_the_new_pack():
    table = two(pack="L", exposed="AEI")
    after = table.play(ANNA, "draw q")
    chance = Chance(table.resources.key, used=table.state.words_used)
    pack = shuffled("AEIQ", chance)
    assert after.state.hands[ANNA] == "CATS?L"
    assert (after.state.bags["pack"], after.state.bags["exposed"]) == (pack[:-1], pack[-1])
    assert after.last("turned").facts == {"up": pack[-1], "cards": 3}
    assert after.state.turned == 1


def test_a_single_discarded_card_stays_exposed_until_the_next_draw():
    table = two(pack="L", exposed="").play(ANNA, "draw q")
    assert (table.state.bags["pack"], table.state.bags["exposed"], table.state.turned) == ("", "Q", 0)
    after = table.play(BORIS, "draw d")
    assert after.state.turned == 1
    assert sorted(after.state.hands[BORIS][-1] + after.state.bags["exposed"]) == ["D", "Q"]


def test_a_sticky_master_is_free_again_when_the_pile_is_shuffled():
    table = two(sticky_master=True, pack="L", exposed="h").play(ANNA, "draw q")
    assert sorted(table.state.bags["pack"] + table.state.bags["exposed"]) == ["?", "Q"]


def test_an_exposed_sticky_master_keeps_its_letter_until_the_shuffle():
    table = two(sticky_master=True, exposed="h").play(ANNA, "take q")
    assert table.state.hands[ANNA] == "CATS?h"


# --- out of turn --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["lay dog", "take d", "draw d", "add are ares", "exchange are ore"])
def test_moves_out_of_turn_are_refused(text):
    assert two().refusal(BORIS, text) == "It’s Anna’s turn. Wait for yours."


def test_there_is_no_pass():
    assert two().offer(ANNA, "PASS") is None
    with pytest.raises(OrderRefused, match=r"PASS isn’t a command in this game\."):
        two().give(ANNA, "PASS")
