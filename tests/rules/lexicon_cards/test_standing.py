"""A standing exchange in Lexicon, made when its player is late."""

from games.rules.reading import read
from games.rules.table.verify import replay
from tests.rules.lexicon_cards.table import LEXICON, lexicon
from tests.rules.position import ANNA, BORIS, CHLOE, record_of


def three():
    table = lexicon(ANNA, BORIS, CHLOE).having(
        hands={ANNA: "UBC", BORIS: "THE", CHLOE: "QZX"}, exposed="E", pack="LMNOPRSTUW", table=("LARCH",)
    )
    return table.play(ANNA, "standing exchange larch lurch")


def test_who_is_late_has_exchanged_what_stood():
    table = three().wait(days=3)
    assert table.since(three()) == [("late", ANNA), ("exchange", ANNA), ("standing", ANNA)]
    assert (table.state.hands[ANNA], table.state.table) == ("BCA", ("LURCH",))
    said = "Anna was late, so their standing order exchanged cards. LARCH is now LURCH."
    assert said in table.told_to(BORIS)


def test_what_cannot_be_exchanged_any_more_is_not_and_a_blind_card_is_taken_as_usual():
    table = three().having(table=("CAT",)).wait(days=3)
    assert table.since(three()) == [("late", ANNA), ("draw", ANNA)]
    assert table.state.standing == {ANNA: ("EXCHANGE LARCH LURCH",)}


def test_giving_the_same_standing_order_again_is_recorded_as_it_shows_that_its_player_is_here():
    table = three().having(table=("CAT",)).wait(days=3)
    assert table.state.late[ANNA] == 1
    again = table.play(ANNA, "standing exchange larch lurch")
    assert (again.state.late[ANNA], again.since(table)) == (0, [("standing", ANNA)])


def test_a_game_verifies_in_which_a_late_player_gives_the_same_standing_order_again():
    table = lexicon(ANNA, BORIS, CHLOE).play(ANNA, "standing exchange at it").wait(days=18)
    assert table.state.late[ANNA] == 2
    table = table.play(ANNA, "standing exchange at it")
    while table.state.phase != "finished":
        table = table.wait(days=3)
    replay(LEXICON, record_of(table, seed=table.resources.key))


def test_a_mail_reads_it_in_any_case_and_keeps_the_letter_of_a_master():
    options = three().state.options
    grammar = LEXICON.grammar(options).ignoring_case()
    assert [order.as_json() for order in read("standing exchange larch lu?rch", grammar).orders] == [
        {"verb": "STANDING", "orders": ["EXCHANGE LARCH LU?RCH"]}
    ]
