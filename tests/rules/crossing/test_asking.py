"""Asking for a light, withdrawing a request, lapses, and who gets the light."""

from datetime import timedelta

import pytest

from tests.rules.crossing.table import EVERY_TWO, SHORT, crossing
from tests.rules.position import ANNA, BORIS, CHLOE, Words

MINUTES = timedelta(minutes=1)


# --- who may ask ------------------------------------------------------------------------------------------------------


def test_a_light_can_be_requested_once_every_tile_is_seen_and_laid():
    table = crossing(ANNA, BORIS).look(ANNA).complete(ANNA).play(ANNA, "green")
    assert table.requests == (ANNA,)
    assert table.last_event.says == "Anna asked for the light."


def test_a_light_cannot_be_requested_with_an_unseen_tile():
    table = crossing(ANNA, BORIS, starting_tiles=5)
    assert table.refusal(ANNA, "green") == "You have 5 tiles face down. Look at them first."
    one_more = table.all_seen().complete(BORIS).play(BORIS, "green").wait(minutes=5)
    assert one_more.refusal(ANNA, "green") == "One of your tiles is still face down. Look at it first."


def test_a_light_cannot_be_requested_with_a_withheld_tile():
    table = crossing(ANNA, BORIS, leeway=0).all_seen().complete(ANNA).play(ANNA, "green")
    assert (
        table.refusal(ANNA, "green")
        == "Your new tile is still withheld. You can ask for a light once every tile is laid."
    )


def test_a_light_needs_every_tile_laid():
    table = crossing(ANNA, BORIS, **EVERY_TWO, leeway=0).look(ANNA)
    held = table.state.held(ANNA)
    table = table.lay(ANNA, held[0])
    assert table.refusal(ANNA, "green") == (
        f"Lay every tile before you ask for a light. Not in your submitted layout: {held[1]}."
    )


def test_a_light_needs_one_connected_group():
    table = crossing(ANNA, BORIS, **EVERY_TWO).look(ANNA)
    held = table.state.held(ANNA)
    assert table.lay(ANNA, held[0] + "." + held[1]).refusal(ANNA, "green") == (
        "Connect all your tiles before you ask for a light. Your submitted layout is in several pieces."
    )


def test_a_light_needs_valid_words():
    table = crossing(ANNA, BORIS, tile_set="A10 E10", starting_tiles=2, words=Words({"QI"})).look(ANNA)
    refusal = table.refusal(ANNA, f"grid\n{table.state.held(ANNA)}\nend")
    assert refusal.startswith("Not in the word list: ")
    assert "draft" not in refusal  # a first game has none


def test_letters_that_are_not_held_are_named():
    table = crossing(ANNA, BORIS, tile_set="A10 E10", starting_tiles=2).look(ANNA)
    assert table.refusal(ANNA, "grid\nQUIZ\nend") == "You don’t hold these tiles: I, Q, U, Z."


def test_green_needs_a_long_pool_and_red_a_short_one():
    short = crossing(ANNA, BORIS, **SHORT).all_seen().complete(ANNA)
    assert short.refusal(ANNA, "green") == (
        "The pool is short, so the next light is red and ends the game. Ask for it with RED."
    )
    longer = crossing(ANNA, BORIS).all_seen().complete(ANNA)
    assert longer.refusal(ANNA, "red") == (
        "The pool can still serve everyone, so the next light is green. Ask for it with GREEN."
    )


# --- a standing request -----------------------------------------------------------------------------------------------


def test_repeating_a_request_changes_nothing():
    table = crossing(ANNA, BORIS).look(ANNA).complete(ANNA).play(ANNA, "green")
    again = table.wait(minutes=3).play(ANNA, "green")
    assert again.events == table.events
    assert again.state.requests == table.state.requests


def test_a_request_can_be_withdrawn():
    table = crossing(ANNA, BORIS).look(ANNA).complete(ANNA).play(ANNA, "green").play(ANNA, "unask")
    assert table.requests == ()
    assert table.last_event.says == "Anna withdrew their request."


def test_withdrawing_is_refused_without_a_request():
    assert crossing(ANNA, BORIS).look(ANNA).refusal(ANNA, "unask") == "You have no request to withdraw."


def test_a_request_lapses_when_its_layout_is_no_longer_complete():
    table = crossing(ANNA, BORIS).look(ANNA).complete(ANNA).play(ANNA, "green")
    table = table.lay(ANNA, table.state.held(ANNA)[:-1])
    assert table.requests == ()
    assert table.last_event.says == "Anna’s request lapsed because their layout is no longer complete."
    assert table.told_to(ANNA)[-1].startswith("Your request lapsed")


def test_another_complete_layout_keeps_the_request_and_its_place():
    table = crossing(ANNA, BORIS).look(ANNA).complete(ANNA).play(ANNA, "green")
    held = table.state.held(ANNA)
    assert table.wait(minutes=2).lay(ANNA, held[::-1]).state.requests == table.state.requests


def test_a_request_lapses_when_its_player_jaywalks():
    table = crossing(ANNA, BORIS).look(ANNA).complete(ANNA).play(ANNA, "green").jaywalk(ANNA)
    assert table.requests == ()
    assert table.happened[-2:] == [("jaywalk", ANNA), ("lapse", ANNA)]


def test_a_request_lapses_when_its_player_resigns():
    table = crossing(ANNA, BORIS, CHLOE).look(ANNA).complete(ANNA).play(ANNA, "green").play(ANNA, "resign")
    assert table.happened[-2:] == [("lapse", ANNA), ("resign", ANNA)]


def test_a_layout_can_be_submitted_bit_by_bit():
    table = crossing(ANNA, BORIS).look(ANNA)
    assert table.lay(ANNA, table.state.held(ANNA)[:4]).state.boards[ANNA] == (table.state.held(ANNA)[:4],)
    assert table.lay(ANNA).state.boards[ANNA] == ()


# --- granting ---------------------------------------------------------------------------------------------------------


def test_a_light_waits_for_the_leeway_after_all_have_caught_up():
    table = crossing(ANNA, BORIS).look(ANNA).complete(ANNA).play(ANNA, "green").wait(minutes=30).look(BORIS)
    assert table.wait(minutes=4, seconds=59).since(table) == []
    assert table.wait(minutes=5).since(table) == [("green", ANNA)]


def test_after_the_leeway_a_request_is_granted_at_once():
    table = crossing(ANNA, BORIS).all_seen().complete(ANNA).wait(minutes=90)
    assert table.play(ANNA, "green").since(table) == [("ask", ANNA), ("green", ANNA)]


def test_the_earliest_request_gets_the_light_and_the_others_are_dropped():
    table = crossing(ANNA, BORIS, CHLOE).look(ANNA, BORIS).complete(ANNA, BORIS)
    table = table.play(BORIS, "green").wait(minutes=1).play(ANNA, "green").look(CHLOE)
    after = table.wait(minutes=5)
    assert after.since(table) == [("green", BORIS), ("drop", ANNA)]
    assert after.requests == ()
    assert after.told_to(ANNA)[-1] == "Your request was dropped. Another one came first, and everyone has new tiles."


def test_the_first_recorded_of_two_simultaneous_requests_wins():
    table = crossing(ANNA, BORIS).all_seen().complete(ANNA, BORIS).play(BORIS, "green").play(ANNA, "green")
    assert table.wait(minutes=5).since(table) == [("green", BORIS), ("drop", ANNA)]


def test_a_late_timer_grants_the_light_at_the_instant_it_was_due():
    table = crossing(ANNA, BORIS).all_seen().complete(ANNA).play(ANNA, "green").wait(hours=9)
    assert table.when("green") == 5 * MINUTES


def test_events_due_at_the_instant_of_a_command_happen_first():
    table = crossing(ANNA, BORIS).all_seen().complete(ANNA, BORIS).play(ANNA, "green")
    at_that_instant = table.wait(minutes=5)
    assert at_that_instant.since(table) == [("green", ANNA)]
    assert at_that_instant.refusal(BORIS, "jaywalk " + table.state.held(BORIS)[0]) == (
        "One of your tiles is still face down. Look at it first."
    )


def test_a_light_deals_to_all_and_begins_the_next_round():
    table = crossing(ANNA, BORIS, tiles_per_light=2, leeway=0).all_seen().complete(ANNA).play(ANNA, "green")
    assert (table.state.round, table.state.turn) == (2, 2)
    assert [len(hand) for hand in table.state.hands.values()] == [32, 32]
    assert [len(drawn) for drawn in table.last("green").facts["draws"]] == [2, 2]


def test_a_light_deals_nothing_to_a_seat_that_resigned():
    table = crossing(ANNA, BORIS, CHLOE, leeway=0).all_seen().play(BORIS, "resign").complete(ANNA).play(ANNA, "green")
    assert [len(drawn) for drawn in table.last("green").facts["draws"]] == [1, 0, 1]


def test_an_away_player_is_still_dealt_a_tile():
    table = crossing(ANNA, BORIS, see_bank=0, leeway=0).look(ANNA).complete(ANNA).wait(days=1).play(ANNA, "green")
    assert [len(drawn) for drawn in table.last("green").facts["draws"]] == [1, 1]


# --- the leeway -------------------------------------------------------------------------------------------------------


def test_the_leeway_is_longer_for_tiles_by_email():
    table = crossing(ANNA, BORIS, tiles_by_email=(BORIS,)).all_seen().complete(ANNA).play(ANNA, "green").wait(days=1)
    assert table.when("green") == timedelta(hours=12)


def test_tiles_by_email_of_an_away_player_do_not_lengthen_the_leeway():
    table = crossing(ANNA, BORIS, tiles_by_email=(BORIS,), see_bank=0).look(ANNA).complete(ANNA).play(ANNA, "green")
    assert table.wait(days=2).when("green") == timedelta(days=1, minutes=5)


def test_the_leeway_is_fixed_when_the_game_is_caught_up():
    table = crossing(ANNA, BORIS, see_bank=0, tiles_by_email=(BORIS,)).look(ANNA).complete(ANNA).wait(days=1)
    table = table.play(ANNA, "green").wait(minutes=2).look(BORIS)  # away by then, and back within the leeway
    assert table.wait(days=1).when("green") == timedelta(days=1, minutes=5)


@pytest.mark.parametrize(("leeway", "minutes"), [(0, 0), (600, 10)])
def test_the_leeway_follows_the_game_settings(leeway, minutes):
    table = crossing(ANNA, BORIS, leeway=leeway).all_seen().complete(ANNA).play(ANNA, "green").wait(hours=1)
    assert table.when("green") == minutes * MINUTES
