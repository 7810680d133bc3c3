"""Hours by a player's local clock, also on nights when clocks change."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notifications.preferences.choices import Hours

NEW_YORK, BERLIN = ZoneInfo("America/New_York"), ZoneInfo("Europe/Berlin")
NIGHT = (time(22), time(7))


def at(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def hours(zone, quiet=None, daily_at=time(18)):
    return Hours(zone, daily_at, quiet)


def test_the_daily_email_is_due_at_its_hour_in_the_players_time_zone():
    assert hours(BERLIN).next_daily(at("2026-11-20T12:00")) == at("2026-11-20T17:00")
    assert hours(NEW_YORK).next_daily(at("2026-11-20T12:00")) == at("2026-11-20T23:00")


def test_at_the_daily_hour_the_next_email_is_tomorrow():
    assert hours(BERLIN).next_daily(at("2026-11-20T17:00")) == at("2026-11-21T17:00")


@pytest.mark.parametrize(
    ("now", "daily"),
    [("2026-03-28T18:00", "2026-03-29T16:00"), ("2026-10-24T18:00", "2026-10-25T17:00")],
    ids=["spring", "autumn"],
)
def test_the_daily_hour_stays_the_same_local_time_when_clocks_change(now, daily):
    assert hours(BERLIN).next_daily(at(now)) == at(daily)


def test_an_hour_skipped_in_spring_comes_at_the_instant_it_would_have():
    """2:30 does not exist in Berlin on 29 March 2026."""
    assert hours(BERLIN, daily_at=time(2, 30)).next_daily(at("2026-03-28T12:00")) == at("2026-03-29T01:30")


def test_an_hour_repeated_in_autumn_comes_once():
    daily = hours(BERLIN, daily_at=time(2, 30)).next_daily
    assert daily(at("2026-10-24T12:00")) == at("2026-10-25T00:30")
    assert daily(at("2026-10-25T00:30")) == at("2026-10-26T01:30")


@pytest.mark.parametrize(
    ("now", "awake"),
    [
        ("2026-11-20T20:59", "2026-11-20T20:59"),
        ("2026-11-20T21:00", "2026-11-21T06:00"),
        ("2026-11-21T05:59", "2026-11-21T06:00"),
        ("2026-11-21T06:00", "2026-11-21T06:00"),
    ],
)
def test_quiet_hours_over_midnight_begin_and_end_to_the_minute(now, awake):
    assert hours(BERLIN, NIGHT).awake(at(now)) == at(awake)


def test_quiet_hours_within_one_day_and_none_at_all():
    assert hours(BERLIN, (time(9), time(17))).awake(at("2026-11-20T12:00")) == at("2026-11-20T16:00")
    assert hours(BERLIN).awake(at("2026-11-20T01:00")) == at("2026-11-20T01:00")


@pytest.mark.parametrize(
    ("now", "awake"),
    [("2026-03-28T22:00", "2026-03-29T05:00"), ("2026-10-24T22:00", "2026-10-25T06:00")],
    ids=["a short night", "a long night"],
)
def test_quiet_hours_end_by_the_new_clock_when_clocks_change(now, awake):
    assert hours(BERLIN, NIGHT).awake(at(now)) == at(awake)


def test_quiet_hours_that_end_in_a_repeated_hour_end_the_first_time():
    quiet = hours(BERLIN, (time(22), time(2, 30)))
    assert quiet.awake(at("2026-10-25T00:29")) == at("2026-10-25T00:30")
    assert quiet.awake(at("2026-10-25T01:10")) == at("2026-10-25T01:10")


zones = st.sampled_from(
    ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Kathmandu"]
)
times = st.builds(time, st.integers(0, 23), st.sampled_from([0, 15, 30, 59]))
instants = st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31), timezones=st.just(UTC))  # noqa: DTZ001


@given(zones, times, times, times, instants)
def test_email_waits_at_most_a_day_and_no_wait_ends_in_another(zone, daily_at, begins, ends, now):
    own = Hours(ZoneInfo(zone), daily_at, (begins, ends) if begins != ends else None)
    assert now < own.next_daily(now) <= now + timedelta(hours=25)
    awake = own.awake(now)
    assert now <= awake < now + timedelta(hours=25)
    assert own.awake(awake) == awake
