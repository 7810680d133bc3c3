"""A pause that all players agree to: no clock runs, and afterwards each goes on with the time it had left."""

from datetime import timedelta

import pytest

from games.rules.values import OrderRefused
from tests.rules.crossing.table import SHORT, crossing
from tests.rules.position import ANNA, BORIS, CHLOE, DEAL

DAY = timedelta(days=1)


def paused(table):
    for seat in table.state.waited_for:
        table = table.give(seat, "PAUSE")
    return table


def test_a_pause_begins_when_everyone_not_away_has_asked():
    table = crossing(ANNA, BORIS, CHLOE, see_bank=0).look(ANNA, BORIS).wait(days=1).give(ANNA, "PAUSE")
    assert not table.view(ANNA).paused
    assert table.last_event.says == "Anna asked for a pause."
    table = table.give(BORIS, "PAUSE")  # Chloe is away
    assert table.view(ANNA).paused


def test_asking_for_a_pause_twice_is_recorded_once():
    table = crossing(ANNA, BORIS).give(ANNA, "PAUSE")
    assert table.give(ANNA, "PAUSE").events == table.events


def test_no_clock_runs_in_a_pause():
    table = paused(crossing(ANNA, BORIS).look(ANNA).wait(hours=3))
    assert table.wait(days=13).since(table) == []
    assert table.view(BORIS).look_by is None


@pytest.mark.parametrize("clock", ["see", "leeway", "call", "grace"])
def test_every_clock_resumes_with_the_time_it_had_left(clock):
    table = crossing(ANNA, BORIS, **SHORT).look(ANNA).complete(ANNA)
    if clock != "see":
        table = table.look(BORIS)
    if clock == "grace":
        table = table.play(ANNA, "red").wait(minutes=5)
    if clock == "leeway":
        table = table.play(ANNA, "red")
    name = {"see": "see 1"}.get(clock, clock)
    table = table.wait(minutes=2)
    left = table.state.clocks[name].left_at(table.now)
    table = paused(table).wait(days=3).give(BORIS, "RESUME")
    assert table.state.clocks.ends(name) == table.now + left


def test_a_request_is_granted_when_the_rest_of_the_leeway_has_passed():
    table = crossing(ANNA, BORIS).all_seen().complete(ANNA).play(ANNA, "green").wait(minutes=2)
    table = paused(table).wait(days=2).give(ANNA, "RESUME")
    assert table.wait(hours=1).when("green") == 2 * DAY + timedelta(minutes=5)


@pytest.mark.parametrize("text", ["green", "unask", "jaywalk A", "done", "resign"])
def test_commands_other_than_looking_and_submitting_are_refused_in_a_pause(text):
    table = paused(crossing(ANNA, BORIS, tile_set="A119 Z1").all_seen())
    assert table.refusal(ANNA, text) == (
        "The game is paused. You can look at new tiles and submit a layout. Everything else waits."
    )


def test_players_can_look_and_submit_in_a_pause():
    table = paused(crossing(ANNA, BORIS)).look(ANNA).complete(ANNA)
    assert table.view(ANNA).score.complete


def test_any_player_can_end_the_pause():
    table = paused(crossing(ANNA, BORIS)).give(BORIS, "RESUME")
    assert not table.view(ANNA).paused
    assert table.last_event.says == "Boris ended the pause."
    assert table.state.would_pause == ()


def test_a_pause_ends_automatically_after_fourteen_days():
    table = paused(crossing(ANNA, BORIS)).wait(days=15)
    assert table.happened[-1] == ("resume", None)
    assert table.when("resume") == 14 * DAY
    assert table.view(ANNA).look_by == DEAL + 14 * DAY + 5 * DAY


def test_resuming_is_refused_without_a_pause():
    table = crossing(ANNA, BORIS)
    with pytest.raises(OrderRefused, match="isn’t paused"):
        table.give(ANNA, "RESUME")


def test_a_pause_stops_the_vacation_allowance_but_not_the_calendar():
    table = crossing(ANNA, BORIS).look(ANNA).vacation(BORIS, after=timedelta(0), lasts=2 * DAY)
    table = paused(table).wait(days=3).give(ANNA, "RESUME")
    assert table.view(BORIS).look_by == table.now + 5 * DAY
    assert table.state.clocks["wait 1"].left_at(table.now) == 14 * DAY


def test_grace_never_ends_in_a_pause_but_may_end_right_after_it():
    table = crossing(ANNA, BORIS, vacation="passes", **SHORT).vacation(BORIS, after=timedelta(0), lasts=9 * DAY)
    table = table.look(ANNA).complete(ANNA).play(ANNA, "red").wait(days=1).play(BORIS, "done")
    table = paused(table).wait(hours=3).look(BORIS)  # only the vacation kept the grace period from ending
    assert table.state.phase == "grace"
    resumed = table.give(ANNA, "RESUME")
    assert resumed.since(table) == [("resume", ANNA), ("score", None), ("end", None)]
    assert table.wait(days=14).since(table) == [("resume", None), ("score", None), ("end", None)]


def test_a_request_for_a_pause_can_be_withdrawn_until_it_begins():
    table = crossing(ANNA, BORIS).give(ANNA, "PAUSE")
    assert table.view(ANNA).allows("RESUME")
    assert table.view(BORIS).allows("PAUSE")
    table = table.give(ANNA, "RESUME")
    assert table.last_event.says == "Anna withdrew their request for a pause."
    assert table.view(ANNA).allows("PAUSE")
    assert not table.give(BORIS, "PAUSE").view(BORIS).paused


def test_players_can_only_withdraw_their_own_request_for_a_pause():
    table = crossing(ANNA, BORIS).give(ANNA, "PAUSE")
    with pytest.raises(OrderRefused, match="isn’t paused"):
        table.give(BORIS, "RESUME")


def test_players_are_addressed_as_you():
    table = crossing(ANNA, BORIS).look(ANNA).give(ANNA, "PAUSE").give(ANNA, "RESUME")
    assert table.told_to(ANNA)[-3:] == [
        "You looked at your tiles.",
        "You asked for a pause.",
        "You withdrew your request for a pause.",
    ]
