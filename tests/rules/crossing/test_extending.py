"""A player whose email doesn't arrive gets one more day to look, once a game."""

from datetime import timedelta

import pytest

from games.rules.values import OrderRefused
from tests.rules.crossing.table import crossing
from tests.rules.position import ANNA, BORIS, CHLOE, DEAL

DAY = timedelta(days=1)


def look_by(table, seat):
    return table.view(seat).look_by


def test_a_running_time_to_look_gains_a_day_and_everyone_is_notified():
    table = crossing(ANNA, BORIS, see_bank=0)
    assert look_by(table, BORIS) == DEAL + DAY
    table = table.wait(hours=3).give(BORIS, "EXTEND")
    assert look_by(table, BORIS) == DEAL + 2 * DAY
    assert look_by(table, ANNA) == DEAL + DAY
    assert table.last_event.says == "Boris has 24 more hours to look, because emails to them can’t be delivered."


def test_the_extra_day_is_given_once_a_game():
    table = crossing(ANNA, BORIS, see_bank=0).give(BORIS, "EXTEND")
    again = table.give(BORIS, "EXTEND")
    assert look_by(again, BORIS) == DEAL + 2 * DAY
    assert again.since(table) == []


def test_a_player_who_has_looked_keeps_the_extra_day_for_later():
    table = crossing(ANNA, BORIS).look(BORIS).give(BORIS, "EXTEND")
    assert "extend" not in [event.verb for event in table.events]
    assert BORIS not in table.state.extended


def test_an_unused_extra_day_does_not_fill_the_bank():
    """Boris is 10 hours into his bank of 96 when the day is given; looking then leaves 86."""
    table = crossing(ANNA, BORIS).wait(hours=34).give(BORIS, "EXTEND").look(BORIS)
    assert table.state.clocks.banks[BORIS] == timedelta(hours=86)


def test_a_player_goes_away_when_the_extra_day_is_over():
    table = crossing(ANNA, BORIS, CHLOE, see_bank=0).give(BORIS, "EXTEND").wait(days=2)
    assert BORIS in table.state.away


def test_the_extra_day_is_given_in_a_pause_but_not_after_resigning():
    table = crossing(ANNA, BORIS, see_bank=0).give(ANNA, "PAUSE").give(BORIS, "PAUSE").give(BORIS, "EXTEND")
    assert table.state.clocks["see 1"].left == 2 * DAY
    with pytest.raises(OrderRefused, match="resigned"):
        crossing(ANNA, BORIS, CHLOE).give(BORIS, "RESIGN").give(BORIS, "EXTEND")
