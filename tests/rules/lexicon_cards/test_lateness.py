"""Players who do not move: what is done for them and when they are dropped; resignations and vacations."""

from datetime import timedelta

from games.rules.values import Joining
from tests.rules.lexicon_cards.table import lexicon
from tests.rules.position import ANNA, BORIS, CHLOE, DEAL


def three(**more):
    hands = {ANNA: "CATQ", BORIS: "THE", CHLOE: "QZX"}
    options = {name: more.pop(name) for name in ("move_within", "vacation", "joining") if name in more}
    return lexicon(ANNA, BORIS, CHLOE, **options).having(
        **{"hands": hands, "exposed": "E", "pack": "LMNOPRSTUW", **more}
    )


def test_a_late_player_discards_the_highest_value_card_and_draws():
    table = three().wait(days=3)
    assert table.since(three()) == [("late", ANNA), ("draw", ANNA)]
    assert (table.state.hands[ANNA], table.state.bags["exposed"]) == ("CTQW", "EA")
    assert table.state.awaited == (BORIS,)


def test_ties_for_the_card_to_discard_go_to_the_first_in_the_alphabet():
    assert three(hands={ANNA: "TSC"}).wait(days=3).last("draw").facts["card"] == "C"


def test_nobody_is_late_before_three_days():
    assert three().wait(days=2, hours=23).state.awaited == (ANNA,)


def moved(table, *seats):
    """Let each of these seats discard a card of its own."""
    for seat in seats:
        table = table.play(seat, f"draw {table.state.hands[seat][0]}")
    return table


def late(table, times):
    """Let Anna be late this many times; in between, the others move at once."""
    table = table.wait(days=3)
    for _ in range(times - 1):
        table = moved(table, BORIS, CHLOE).wait(days=3)
    return table


def test_a_player_late_three_times_running_is_dropped_and_the_hand_counted():
    table = late(three(), 3)
    hand = table.last("drop").facts["hand"]
    assert table.last("drop").facts["added"] == table.points[ANNA] > 0
    assert len(hand) == 4
    assert (table.state.out, table.state.hands[ANNA], table.state.awaited) == ({ANNA: 1}, "", (BORIS,))
    assert table.happened[-2:] == [("late", ANNA), ("drop", ANNA)]


def test_the_hand_of_a_dropped_player_leaves_the_round():
    table = late(three(), 3)
    assert sorted(table.state.bags["gone"]) == sorted(table.last("drop").facts["hand"])


def test_a_move_resets_the_count_of_late_turns():
    table = moved(late(three(), 2), BORIS, CHLOE, ANNA, BORIS, CHLOE)
    assert late(table, 2).state.out == {}
    assert late(table, 3).state.out == {ANNA: 1}


def test_a_new_round_resets_the_count_of_late_turns():
    table = late(three(), 2).having(hands={BORIS: "AT"}).play(BORIS, "lay at")
    assert (table.state.round, table.state.late) == (2, {})


def test_a_late_player_is_not_away():
    assert late(three(), 2).state.away == ()


def test_the_last_player_in_wins_when_the_others_are_dropped():
    table = lexicon(ANNA, BORIS).wait(days=30)
    assert (table.state.phase, table.state.ending) == ("finished", "played")
    assert [name for name, _, _ in table.ranks] == ["Boris", "Anna"]


# --- resigning --------------------------------------------------------------------------------------------------------


def test_the_hand_of_a_player_who_resigns_leaves_the_round_uncounted():
    table = three().play(ANNA, "resign")
    assert (table.state.bags["gone"], table.points, table.state.awaited) == ("CATQ", [0, 0, 0], (BORIS,))


def test_resigning_out_of_turn_does_not_change_the_turn():
    table = three().play(CHLOE, "resign")
    assert table.state.awaited == (ANNA,)
    assert table.play(ANNA, "draw q").play(BORIS, "draw t").state.awaited == (ANNA,)


def test_the_game_is_over_when_one_player_is_left():
    table = three().play(ANNA, "resign").play(CHLOE, "resign")
    assert (table.state.phase, table.state.ending) == ("finished", "resigned")
    assert table.ranks == [("Boris", 1, "0"), ("Chloe", 2, ""), ("Anna", 3, "")]


def test_a_player_who_resigned_ranks_below_one_who_is_out():
    table = three(points={CHLOE: 99}).having(hands={ANNA: "AT"}).play(ANNA, "lay at").play(ANNA, "resign")
    assert [name for name, _, _ in table.ranks] == ["Boris", "Chloe", "Anna"]


def test_all_cards_are_dealt_again_in_the_next_round():
    table = three().play(CHLOE, "resign").having(hands={ANNA: "AT"}).play(ANNA, "lay at")
    assert len(table.state.bags["pack"]) == 52 - 20 - 1
    assert table.state.bags["gone"] == ""


# --- vacations ----------------------------------------------------------------------------------------------------------


def on_vacation(vacation):
    """Anna is on vacation for ten days from the deal."""
    away = Joining(vacations=((DEAL, DEAL + timedelta(days=10), DEAL - timedelta(days=1)),))
    return three(vacation=vacation, joining=[away, Joining(), Joining()])


def test_the_game_waits_for_a_vacation():
    table = on_vacation("waits").wait(days=9)
    assert table.state.awaited == (ANNA,)


def test_if_vacations_pass_turns_are_played_at_once_and_nobody_is_dropped():
    table = on_vacation("passes").wait(minutes=1)
    assert (table.state.away, table.state.awaited) == ((ANNA,), (BORIS,))
    for _ in range(4):
        table = moved(table, BORIS, CHLOE)
    assert table.state.out == {}
    assert table.happened.count(("draw", ANNA)) == 5


def test_a_player_who_looks_is_back_from_vacation():
    table = on_vacation("passes").wait(minutes=1).give(ANNA, "LOOK")
    assert table.state.away == ()
    assert moved(table, BORIS, CHLOE).wait(days=2).state.awaited == (ANNA,)
