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
def test_everyone_has_ten_cards_and_one_lies_open_beside_the_pack(seats, packs, left):
    state = lexicon(*range(seats), packs=packs).state
    assert [len(hand) for hand in state.hands.values()] == [10] * seats
    assert (len(state.bags["exposed"]), len(state.bags["pack"])) == (1, left)


def test_the_dealer_is_drawn_first_then_the_pack_is_shuffled_then_seat_by_seat_is_dealt():
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
def test_left_of_the_dealer_goes_first(first):
    table = lexicon(ANNA, BORIS, CHLOE, first=first)
    assert (table.state.dealer + 1) % 3 == first
    assert table.state.awaited == (first,)


@pytest.mark.parametrize("seats", [5, 6, 7, 8])
def test_five_players_or_more_need_two_packs(seats):
    with pytest.raises(OrderRefused, match=f"^One pack is enough for 4 players. Choose two packs for {seats}.$"):
        lexicon(*range(seats))


# --- laying, adding, exchanging -----------------------------------------------------------------------------------------


def test_a_word_is_laid_and_the_turn_is_the_next_ones():
    table = two().play(ANNA, "lay cats")
    assert table.state.table == ("ARE", "LARCH", "CATS")
    assert table.state.hands[ANNA] == "Q?"
    assert table.state.awaited == (BORIS,)


def test_a_word_is_added_to():
    table = two().play(ANNA, "add are cares")
    assert table.state.table == ("CARES", "LARCH")
    assert table.state.hands[ANNA] == "ATQ?"


def test_a_card_is_exchanged():
    table = two(hands={ANNA: "UQ"}).play(ANNA, "exchange larch lurch")
    assert table.state.table == ("ARE", "LURCH")
    assert sorted(table.state.hands[ANNA]) == ["A", "Q"]


def test_a_card_taken_from_the_table_is_used_from_the_next_turn_on():
    table = two(hands={ANNA: "UTQ", BORIS: "DOGS"}).play(ANNA, "exchange larch lurch")
    assert table.refusal(ANNA, "lay at") == "It’s Boris’s turn. Wait for yours."
    assert table.play(BORIS, "draw d").play(ANNA, "lay at").state.table == ("ARE", "LURCH", "AT")


@pytest.mark.parametrize(
    ("text", "word"), [("lay cats", "CATS"), ("add are cares", "CARES"), ("exchange are ate", "ATE")]
)
def test_what_is_no_word_is_refused(text, word):
    assert two(words=Words({"OTHER"})).refusal(ANNA, text) == (
        f"{word} isn’t in the word list. Your cards stay in your hand."
    )


def test_a_word_with_a_master_in_the_wrong_place_is_refused_with_how_it_is_written():
    table = two(words=Words({"CAT"}))
    assert table.refusal(ANNA, "lay c*t") == (
        "CT isn’t in the word list. To show which letter a Master stands for, write ? after it: LAY CA?T."
    )
    assert table.play(ANNA, "lay ca?t").state.table[-1] == "CaT"


@pytest.mark.parametrize("text", ["add are bare", "exchange larch lurch"])
def test_before_a_word_lies_there_one_can_only_lay_take_or_draw(text):
    table = two(table=())
    assert table.refusal(ANNA, text) == "There are no words on the table yet. Lay one, or take or draw a card."
    for text in ("lay cats", "take q", "draw q"):
        assert table.play(ANNA, text).state.awaited == (BORIS,)


def test_several_are_exchanged_where_the_table_agreed_on_that():
    table = two(exchange="several", hands={ANNA: "BIQ"}).play(ANNA, "exchange larch birch")
    assert table.state.table == ("ARE", "BIRCH")


@pytest.mark.parametrize(("sticky", "taken"), [(False, "?"), (True, "a")])
def test_a_master_that_is_taken_is_free_again_unless_the_table_agreed_that_it_sticks(sticky, taken):
    table = two(sticky_master=sticky, table=("LaRCH",), hands={ANNA: "UQ"}).play(ANNA, "exchange larch lurch")
    assert table.state.hands[ANNA] == f"Q{taken}"


def test_a_word_that_is_not_written_in_letters_is_refused():
    with pytest.raises(OrderRefused, match=r"Write a word with the letters A–Z, for example LAY CAT\."):
        two().give(ANNA, "LAY", word="C4T")


# --- taking and drawing -------------------------------------------------------------------------------------------------


def test_the_exposed_card_is_taken_and_one_of_the_hand_put_in_its_place():
    table = two(exposed="ME").play(ANNA, "take q")
    assert (table.state.hands[ANNA], table.state.bags["exposed"]) == ("CATS?E", "MQ")
    assert table.state.awaited == (BORIS,)


def test_a_card_is_discarded_and_the_blind_one_taken():
    table = two().play(ANNA, "draw q")
    assert (table.state.hands[ANNA], table.state.bags["exposed"], table.state.bags["pack"]) == ("CATS?M", "EQ", "L")


@pytest.mark.parametrize("verb", ["take", "draw"])
@pytest.mark.parametrize("mark", ["?", "*", "master"])
def test_the_master_can_be_put_away(verb, mark):
    assert two().play(ANNA, f"{verb} {mark}").state.bags["exposed"][-1] == "?"


@pytest.mark.parametrize("verb", ["take", "draw"])
def test_a_card_that_is_not_held_is_refused(verb):
    table = two(hands={ANNA: "CATS"})
    assert table.refusal(ANNA, f"{verb} q") == "You don’t hold Q. Name one of your own cards."
    assert table.refusal(ANNA, f"{verb} ?") == "You don’t hold a Master. Name one of your own cards."


# --- the pack used up ---------------------------------------------------------------------------------------------------


def test_when_the_last_card_is_taken_the_exposed_pile_is_the_new_pack_with_one_turned_up():
    table = two(pack="L", exposed="AEI")
    after = table.play(ANNA, "draw q")
    chance = Chance(table.resources.key, used=table.state.words_used)
    pack = shuffled("AEIQ", chance)
    assert after.state.hands[ANNA] == "CATS?L"
    assert (after.state.bags["pack"], after.state.bags["exposed"]) == (pack[:-1], pack[-1])
    assert after.last("turned").facts == {"up": pack[-1], "cards": 3}
    assert after.state.turned == 1


def test_a_lone_discarded_card_stays_where_it_is_until_the_next_is_drawn():
    table = two(pack="L", exposed="").play(ANNA, "draw q")
    assert (table.state.bags["pack"], table.state.bags["exposed"], table.state.turned) == ("", "Q", 0)
    after = table.play(BORIS, "draw d")
    assert after.state.turned == 1
    assert sorted(after.state.hands[BORIS][-1] + after.state.bags["exposed"]) == ["D", "Q"]


def test_a_master_that_stood_for_a_letter_is_free_when_the_pile_is_shuffled():
    table = two(sticky_master=True, pack="L", exposed="h").play(ANNA, "draw q")
    assert sorted(table.state.bags["pack"] + table.state.bags["exposed"]) == ["?", "Q"]


def test_an_exposed_master_that_stood_for_a_letter_keeps_it_until_then():
    table = two(sticky_master=True, exposed="h").play(ANNA, "take q")
    assert table.state.hands[ANNA] == "CATS?h"


# --- out of turn --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["lay dog", "take d", "draw d", "add are ares", "exchange are ore"])
def test_nothing_is_done_out_of_turn(text):
    assert two().refusal(BORIS, text) == "It’s Anna’s turn. Wait for yours."


def test_there_is_no_pass():
    assert two().offer(ANNA, "PASS") is None
    with pytest.raises(OrderRefused, match=r"PASS isn’t a command in this game\."):
        two().give(ANNA, "PASS")
