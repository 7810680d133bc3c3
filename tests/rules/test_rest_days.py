"""Clocks that stop at night and on rest days: none runs backwards, stopping one loses no time, and they follow the clock
changes in spring and autumn."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.players.hours import hours_in
from games.rules.clocks import Clock, Rest

ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Apia", "Australia/Lord_Howe"]
START = datetime(2026, 1, 1, tzinfo=UTC)
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


def rest(zone, asleep_from=0, asleep_for=0, days=(), nights=True, now=START):
    return Rest(hours_in(zone, asleep_from, asleep_for, now=now), nights=nights, days=tuple(days))


RESTS = st.builds(
    rest,
    st.sampled_from(ZONES),
    st.integers(0, 1439),
    st.integers(0, 600),
    st.sampled_from([(), (6,), (5, 6), (4, 5)]),
    st.booleans(),
)
INSTANTS = st.integers(0, 2 * 365 * 1440).map(lambda minutes: START + minutes * MINUTE)
SPANS = st.integers(0, 9 * 1440).map(lambda minutes: minutes * MINUTE)


@settings(max_examples=300)
@given(RESTS, INSTANTS, SPANS, SPANS, SPANS)
def test_no_clock_runs_backwards_and_stopping_one_loses_no_time(rests, now, left, after, stands):
    clock = Clock(left, rest=rests).run(now)
    assert clock.ends - now >= left
    assert clock.left_at(clock.ends) == timedelta(0)
    assert clock.left_at(clock.ends - MINUTE) >= timedelta(0)
    later = now + after
    assert timedelta(0) <= clock.left_at(later) <= left
    assert clock.left_at(later + HOUR) <= clock.left_at(later)
    stopped = clock.stop(later)
    assert stopped.left_at(later + stands) == clock.left_at(later)
    if later < clock.ends:
        assert stopped.run(later).ends == clock.ends
        assert stopped.run(later + stands).ends >= clock.ends


@settings(max_examples=60)
@given(RESTS, INSTANTS, st.integers(1, 4 * 96))
def test_time_run_matches_a_step_by_step_simulation(rests, now, quarters):
    """The oracle asks the time zone database at each step."""
    zone = next(zone for zone in ZONES if rest(zone).hours.offsets == rests.hours.offsets)
    step, at, run = timedelta(minutes=5), now, timedelta(0)
    for _ in range(quarters * 3):
        local = at.astimezone(ZoneInfo(zone))
        minute, slept = local.hour * 60 + local.minute, rests.hours.asleep_for if rests.nights else 0
        is_night = (minute - rests.hours.asleep_from) % 1440 < slept
        run += timedelta(0) if is_night or local.weekday() in rests.days else step
        at += step
    off_by = abs(rests.run_between(now, at) - run)
    assert off_by <= 2 * HOUR if any(now < change < at for change in changes(zone)) else off_by <= 9 * step


def changes(zone):
    offsets = rest(zone).hours.offsets
    return [datetime.fromtimestamp(begins * 60, UTC) for begins, _ in offsets[1:]]


@pytest.mark.parametrize(
    ("now", "ends"),
    [  # four hours of the evening and fourteen of the next day, whatever the night between them does
        ("2026-03-28T18:00+01:00", "2026-03-29T22:00+02:00"),
        ("2026-10-24T18:00+02:00", "2026-10-25T22:00+01:00"),
        ("2026-06-10T18:00+02:00", "2026-06-11T22:00+02:00"),
        ("2026-06-10T23:30+02:00", "2026-06-12T12:00+02:00"),
    ],
)
def test_waking_hours_are_the_same_when_clocks_change(now, ends):
    clock = Clock(18 * HOUR, rest=rest("Europe/Berlin", asleep_from=22 * 60, asleep_for=600))
    assert clock.run(datetime.fromisoformat(now)).ends == datetime.fromisoformat(ends)


def test_a_weekend_follows_the_players_own_time_zone():
    friday = datetime(2026, 6, 12, 12, tzinfo=UTC)
    clock = Clock(24 * HOUR, rest=rest("Pacific/Apia", days=(5, 6))).run(friday)  # it is Saturday there by now
    assert clock.ends == datetime.fromisoformat("2026-06-16T00:00+13:00")


def test_a_clock_without_sleeping_hours_or_rest_days_never_stops():
    clock = Clock(24 * HOUR, rest=rest("UTC")).run(START)
    assert clock.ends == START + 24 * HOUR


def test_a_night_with_a_clock_change_ends_at_the_local_hour():
    night = rest("Europe/Berlin", asleep_from=23 * 60, asleep_for=480)
    spans = night.spans(datetime(2026, 10, 24, 12, tzinfo=UTC))
    begins, ends = next(spans)
    assert (begins.hour, ends.hour) == (21, 6)  # 23:00 in summer, 7:00 in winter: an hour longer
    assert ends - begins == timedelta(hours=9)
