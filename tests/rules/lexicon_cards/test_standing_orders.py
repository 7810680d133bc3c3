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


def test_a_standing_exchange_is_made_when_its_player_is_late():
    table = three().wait(days=3)
    assert table.since(three()) == [("late", ANNA), ("exchange", ANNA), ("standing", ANNA)]
    assert (table.state.hands[ANNA], table.state.table) == ("BCA", ("LURCH",))
    said = "Anna was late, so their standing order exchanged cards. LARCH is now LURCH."
    assert said in table.told_to(BORIS)


def test_a_standing_exchange_that_is_no_longer_possible_draws_a_card_instead():
    table = three().having(table=("CAT",)).wait(days=3)
    assert table.since(three()) == [("late", ANNA), ("draw", ANNA)]
    assert table.state.standing == {ANNA: ("EXCHANGE LARCH LURCH",)}


def test_repeating_the_same_standing_order_is_recorded_and_resets_lateness():
    table = three().having(table=("CAT",)).wait(days=3)
    assert table.state.late[ANNA] == 1
    again = table.play(ANNA, "standing exchange larch lurch")
    assert (again.state.late[ANNA], again.since(table)) == (0, [("standing", ANNA)])


def test_a_game_with_a_standing_order_repeated_by_a_late_player_verifies():
    table = lexicon(ANNA, BORIS, CHLOE).play(ANNA, "standing exchange at it").wait(days=18)
    assert table.state.late[ANNA] == 2
    table = table.play(ANNA, "standing exchange at it")
    while table.state.phase != "finished":
        table = table.wait(days=3)
    replay(LEXICON, record_of(table, seed=table.resources.key))


def test_a_standing_order_by_email_can_be_in_any_case_and_mark_a_master():
    options = three().state.options
    grammar = LEXICON.grammar(options).ignoring_case()
    assert [order.as_json() for order in read("standing exchange larch lu?rch", grammar).orders] == [
        {"verb": "STANDING", "orders": ["EXCHANGE LARCH LU?RCH"]}
    ]
