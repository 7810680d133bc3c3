"""Nobody can hold up the others: time to look and time banks, going away and coming back, amber lights, and abandoned games."""

from datetime import timedelta

import pytest

from games.rules.chance import stream_key
from games.rules.crossing.options import PACES
from games.rules.values import Differs
from tests.rules.crossing.table import CROSSING, SHORT, crossing
from tests.rules.crossing.verified import verify
from tests.rules.position import ANNA, BORIS, CHLOE, DEAL, SEED, record_of, worded

DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def bank(table, seat):
    return table.state.clocks.banks[seat]


# --- see_within and the bank ------------------------------------------------------------------------------------------


def test_a_player_has_a_day_and_a_bank_of_four_more_before_going_away():
    table = crossing(ANNA, BORIS).look(ANNA)
    assert table.view(BORIS).look_by == DEAL + 5 * DAY
    assert table.wait(days=5, seconds=-1).state.away == ()
    assert table.wait(days=5).state.away == (BORIS,)
    assert table.wait(days=9).when("away") == 5 * DAY


def test_a_look_within_a_day_uses_nothing_of_the_bank():
    assert bank(crossing(ANNA, BORIS).wait(hours=23).look(ANNA), ANNA) == 4 * DAY


def test_time_used_from_the_bank_is_not_restored():
    table = crossing(ANNA, BORIS, leeway=0).look(ANNA).wait(hours=30).look(BORIS)
    assert bank(table, BORIS) == 4 * DAY - 6 * HOUR
    table = table.complete(ANNA).play(ANNA, "green")
    assert table.view(BORIS).look_by == table.now + DAY + 4 * DAY - 6 * HOUR


def test_going_away_empties_the_bank():
    table = crossing(ANNA, BORIS, leeway=0).look(ANNA).wait(days=5).look(BORIS)
    assert bank(table, BORIS) == timedelta(0)
    table = table.complete(ANNA).play(ANNA, "green")
    assert table.view(BORIS).look_by == table.now + DAY


def test_the_times_to_look_of_several_players_run_in_parallel():
    table = crossing(ANNA, BORIS, CHLOE).look(ANNA).wait(days=5)
    assert table.happened[-2:] == [("away", BORIS), ("away", CHLOE)]
    assert {event.at for event in table.events if event.verb == "away"} == {DEAL + 5 * DAY}


def test_the_clock_of_a_withheld_tile_runs_from_its_release():
    table = crossing(ANNA, BORIS, leeway=0).all_seen().complete(ANNA).play(ANNA, "green")
    assert table.view(ANNA).look_by is None
    table = table.wait(hours=20).look(BORIS)
    assert table.view(ANNA).look_by == table.now + 5 * DAY


def test_live_games_have_no_bank():
    table = crossing(ANNA, BORIS, **PACES["live"]).look(ANNA).wait(minutes=10)
    assert table.when("away") == timedelta(minutes=10)


def test_live_games_deal_an_amber_light_after_ten_minutes():
    table = crossing(ANNA, BORIS, **PACES["live"]).all_seen().wait(minutes=10)
    assert table.when("amber") == timedelta(minutes=10)


def test_leisurely_games_have_two_days_and_a_bank_of_a_week():
    table = crossing(ANNA, BORIS, **PACES["leisurely"]).look(ANNA)
    assert table.view(BORIS).look_by == DEAL + 9 * DAY


# --- away -------------------------------------------------------------------------------------------------------------


def test_the_game_does_not_wait_for_an_away_player():
    table = crossing(ANNA, BORIS, see_bank=0).look(ANNA).complete(ANNA).play(ANNA, "green").wait(days=1, minutes=5)
    assert table.happened[-3:] == [("away", BORIS), ("green", ANNA), ("release", ANNA)]
    assert BORIS not in table.view(ANNA).waiting_for


def test_a_look_brings_an_away_player_back():
    table = crossing(ANNA, BORIS, see_bank=0).look(ANNA).wait(days=3).look(BORIS)
    assert table.happened[-2:] == [("back", BORIS), ("seen", BORIS)]
    assert table.state.away == ()


def test_a_returning_player_sees_all_the_tiles_dealt_meanwhile():
    table = crossing(ANNA, BORIS, see_bank=0, leeway=0, see_within=3600).look(ANNA).wait(hours=1).complete(ANNA)
    table = table.play(ANNA, "green").look(ANNA).complete(ANNA).play(ANNA, "green")
    assert table.view(BORIS).unseen == 32
    assert len(table.look(BORIS).view(BORIS).hand) == 32


# --- call_within ------------------------------------------------------------------------------------------------------


def test_when_nobody_asks_an_amber_is_dealt_to_all():
    table = crossing(ANNA, BORIS).wait(hours=2).all_seen()
    after = table.wait(days=9)
    assert after.since(table)[0] == ("amber", None)
    assert after.events[len(table.events)].at == DEAL + 2 * HOUR + 3 * DAY
    assert after.state.round == 2


def test_an_amber_withholds_no_tile_and_lets_everyone_jaywalk():
    table = crossing(ANNA, BORIS, leeway=0).all_seen().complete(ANNA).play(ANNA, "green").all_seen().wait(days=3)
    assert table.last_event.says == "Nobody asked for a light, so an amber light was dealt."
    assert [table.view(seat).withheld for seat in (ANNA, BORIS)] == [0, 0]
    table = table.all_seen().jaywalk(ANNA).jaywalk(BORIS)
    assert table.happened[-2:] == [("jaywalk", ANNA), ("jaywalk", BORIS)]


def test_call_within_restarts_when_the_last_request_ends():
    table = crossing(ANNA, BORIS).all_seen().complete(ANNA).play(ANNA, "green").wait(minutes=4).play(ANNA, "unask")
    assert table.view(BORIS).next.what == "amber"
    assert table.view(BORIS).next.at == table.now + 3 * DAY


def test_an_amber_comes_even_if_some_are_away():
    table = crossing(ANNA, BORIS, see_bank=0).look(ANNA).wait(days=1).wait(days=3)
    assert table.happened[-1] == ("amber", None)


def test_the_time_to_ask_counts_from_when_all_have_looked():
    table = crossing(ANNA, BORIS).wait(hours=5).all_seen()
    (call,) = CROSSING.deadlines(table.state, ANNA)
    assert (call.what, call.since - DEAL, call.at - call.since) == ("call", 5 * HOUR, 3 * DAY)


def test_a_red_light_without_a_caller_comes_when_the_pool_is_short():
    table = crossing(ANNA, BORIS, **SHORT).all_seen().wait(days=3)
    assert table.happened[-1] == ("red", None)
    assert table.state.phase == "grace"
    assert table.lay(ANNA, table.state.held(ANNA)).state.boards[ANNA] != ()


# --- abandon_after ----------------------------------------------------------------------------------------------------


def test_an_abandoned_game_is_scored_as_it_stands():
    table = crossing(ANNA, BORIS, see_bank=0).look(ANNA).complete(ANNA).wait(days=1)
    table = table.wait(days=3)  # an amber; nobody looks at it
    table = table.wait(days=1)
    assert table.state.away == (ANNA, BORIS)
    assert table.wait(days=29).state.phase == "playing"
    over = table.wait(days=31)
    assert (over.state.phase, over.state.ending) == ("finished", "abandoned")
    assert over.when("end") == 35 * DAY
    assert over.last_event.says == "Everyone was away for too long, so the game was scored as it stood."


def test_only_the_abandon_clock_runs_while_everyone_is_away():
    table = crossing(ANNA, BORIS, see_bank=0).wait(days=1)
    running = {name for name, clock in table.state.clocks.running.items() if clock.since}
    assert running == {"abandon"}


def test_a_look_stops_the_abandon_clock_and_the_game_is_caught_up():
    table = crossing(ANNA, BORIS, see_bank=0).wait(days=20).look(ANNA)
    assert table.state.is_caught_up
    assert table.state.clocks["abandon"] is None
    assert table.view(ANNA).next.what == "amber"


# --- the order of events at one instant -------------------------------------------------------------------------------


def test_going_away_precedes_release_and_release_precedes_a_grant():
    table = crossing(ANNA, BORIS, CHLOE, see_bank=0, leeway=0).look(ANNA, BORIS).complete(ANNA, BORIS)
    table = table.play(ANNA, "green").play(BORIS, "green").wait(days=1)
    assert table.happened[-3:] == [("away", CHLOE), ("green", ANNA), ("drop", BORIS)]
    table = table.wait(days=1)
    assert table.happened[-2:] == [("away", BORIS), ("release", ANNA)]


def test_a_look_at_the_instant_of_going_away_comes_too_late():
    table = crossing(ANNA, BORIS, see_bank=0).look(ANNA).wait(days=1).look(BORIS)
    assert table.happened[-3:] == [("away", BORIS), ("back", BORIS), ("seen", BORIS)]


# --- call_within never ------------------------------------------------------------------------------------------------


def test_without_amber_lights_a_game_waits_for_a_request():
    table = crossing(ANNA, BORIS, call_within="never").all_seen().wait(days=29)
    assert [event.verb for event in table.events] == ["deal", "seen", "seen"]
    assert worded(table.view(ANNA).why[0]).startswith("Lay every tile, submit, then request the light.")
    assert worded(table.view(ANNA).why[1]).startswith("If nobody asks, the game is scored as it stands")
    assert table.view(ANNA).next.what == "abandon"
    assert table.complete(ANNA).play(ANNA, "green").wait(minutes=5).last("green").seat == ANNA


def test_without_amber_lights_a_game_with_no_requests_is_scored_in_the_end():
    table = crossing(ANNA, BORIS, call_within="never", key=stream_key(SEED, ["", ""])).all_seen().wait(days=31)
    assert (table.state.phase, table.state.ending) == ("finished", "abandoned")
    assert table.when("score") == 30 * DAY
    verify(record_of(table))


def test_an_amber_in_the_record_of_a_game_without_them_is_detected():
    table = crossing(ANNA, BORIS, key=stream_key(SEED, ["", ""])).all_seen().wait(days=60)
    record = record_of(table)
    record["options"]["call_within"] = "never"
    with pytest.raises(Differs, match="amber: nothing before it leads to it"):
        verify(record)
