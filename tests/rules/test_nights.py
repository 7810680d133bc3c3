"""Games whose clocks stop while their players sleep: what the game stores, what changes, and that its record verifies."""

from datetime import datetime, timedelta

import pytest

from games.players.hours import hours_in
from games.rules.options import read_options
from games.rules.table.verify import replay
from games.rules.values import Joining, Resources
from games.rules.words import AnyWord
from tests.rules.crossing.table import CROSSING
from tests.rules.crossing.table import Table as CrossingTable
from tests.rules.crosslet.table import KIND as CROSSLET
from tests.rules.crosslet.table import Table as CrossletTable
from tests.rules.position import ANNA, BORIS, DEAL, SEED, record_of

BERLIN = hours_in("Europe/Berlin", 22 * 60, 600, now=DEAL)  # from 22:00 to 8:00
DEALT = datetime.fromisoformat("2026-11-20T13:00+01:00")  # a Friday
HOUR = timedelta(hours=1)


def table(kind, hours, **options):
    """A game in which Anna has these sleeping hours and Boris has none."""
    resources = Resources(key=SEED, words=AnyWord())
    made = read_options(kind.options_type, options)
    step = kind.start([Joining(hours=hours), Joining()], made, resources, DEAL)
    of_kind = CrossingTable if kind is CROSSING else CrossletTable
    return of_kind(step.state, resources, DEAL, step.events)


def crossing(hours=BERLIN, **options):
    return table(
        CROSSING, hours, **{"nights": "stand", "see_bank": 0, "tile_set": "A10 E10", "starting_tiles": 2} | options
    )


def ended(position):
    while position.state.phase != "finished":
        position = position.wait(days=5)
    return position


def test_the_night_extends_only_the_time_of_the_player_who_sleeps():
    ends = crossing().state.clocks.ends
    assert ends("see 0") == DEALT + 44 * HOUR
    assert ends("see 1") == DEALT + 24 * HOUR


def test_rest_days_follow_each_players_own_week():
    ends = crossing(nights="run", rest_days="sat_sun").state.clocks.ends
    assert ends("see 0") == DEALT + 24 * HOUR + timedelta(days=2)
    assert ends("see 1") == DEALT + 24 * HOUR  # nothing is known of Boris's week


def test_sleeping_hours_are_not_recorded_without_the_option():
    position = crossing(nights="run")
    assert position.state.hours == {}
    assert "hours" not in [event.verb for event in position.events]


def test_a_clock_of_less_than_a_day_never_stops_at_night():
    assert crossing(see_within=3600).state.clocks.ends("see 0") == DEALT + HOUR


def test_a_player_is_away_only_after_their_own_extended_time():
    position = crossing().look(BORIS).wait(hours=43)
    assert position.state.away == ()
    assert position.wait(hours=2).state.away == (ANNA,)
    assert position.wait(hours=2).last("away").at == DEALT + 44 * HOUR


def test_changing_sleeping_hours_does_not_extend_a_running_clock():
    position = crossing().wait(hours=1)
    later = position.give(ANNA, "HOURS", asleep_from=0, asleep_for=600, offsets=BERLIN.offsets)
    assert later.state.clocks.ends("see 0") == position.state.clocks.ends("see 0")
    assert later.state.hours[ANNA].asleep_from == 0


def test_a_night_has_ten_hours_at_most():
    assert crossing().refusal_of(ANNA, "HOURS", asleep_for=601, offsets=[[0, 0]]) == (
        "You can set at most 10 hours of sleep."
    )


@pytest.mark.parametrize("hours", [3, 15, 30])
def test_a_pause_stops_the_clock_and_a_night_in_it_counts_once(hours):
    """The waking time left is the same before and after the pause."""
    paused = crossing().wait(hours=hours).govern("PAUSE")
    left = paused.state.clocks["see 0"].left
    later = paused.wait(days=3).govern("RESUME")
    assert later.state.clocks["see 0"].left_at(later.now) == left
    assert later.state.clocks.ends("see 0") - later.now >= left


def test_a_vacation_stops_a_clock_with_nights():
    position = crossing().look(BORIS).vacation(ANNA, after=2 * HOUR, lasts=timedelta(days=2)).wait(hours=60)
    assert position.state.away == ()
    clock = position.state.clocks["see 0"]
    assert clock.left_at(position.now) <= 22 * HOUR
    assert clock.left_at(DEALT + timedelta(hours=50)) == 22 * HOUR


@pytest.mark.parametrize("options", [{"nights": "stand"}, {"nights": "stand", "rest_days": "fri_sat"}])
def test_a_record_with_nights_verifies_only_with_the_right_hours(options):
    position = crossing(**options).look(BORIS).wait(hours=20)
    position = position.give(BORIS, "HOURS", asleep_from=1300, asleep_for=400, offsets=[[0, -300]])
    record = record_of(ended(position))
    replay(CROSSING, record)
    told = next(event for event in record["events"] if event["verb"] == "hours")
    told["asleep_for"] = 60
    with pytest.raises(Exception, match="by the rules"):
        replay(CROSSING, record)


def test_the_first_clock_of_a_turn_game_stops_at_night():
    position = table(CROSSLET, BERLIN, nights="stand", move_within=86400)
    mover = position.state.awaited[0]
    assert position.state.clocks.ends(f"move {mover}") == DEALT + (44 if mover == ANNA else 24) * HOUR
    replay(CROSSLET, record_of(ended(position)))


def test_the_first_deadline_is_known_before_anybody_accepts():
    options = read_options(CROSSING.options_type, {"nights": "stand"})
    assert CROSSING.first_deadline(options, BERLIN, DEALT) == DEALT + 44 * HOUR
    assert CROSSING.first_deadline(options, None, DEALT) == DEALT + 24 * HOUR


def test_the_history_shows_the_sleeping_hours_of_players():
    assert crossing().told_to(BORIS)[-1] == "Anna’s sleeping hours are from 22:00 to 08:00."
