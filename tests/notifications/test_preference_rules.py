"""Which choice wins, what can't be chosen, and how long news is delayed: pure rules."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.rules.crossing.options import PACES, Options
from games.rules.table.turns import TurnOptions
from notifications.models import MailKind
from notifications.preferences.choices import (
    ALWAYS,
    ANSWERS,
    CHOOSABLE,
    START_A_CLOCK,
    Hours,
    Preferences,
    When,
    choosable_in,
    may_be,
    settling_period,
)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HOURS = Hours(ZoneInfo("UTC"), time(18), (time(22), time(7)))


def preferences(**more):
    return Preferences(HOURS, **more)


def test_every_email_comes_at_once_by_default():
    assert {kind: preferences().of(kind) for kind in MailKind if preferences().of(kind) != When.NOW} == {
        MailKind.PUZZLE: When.DAILY,
        MailKind.TODAY: When.OFF,
    }


def test_a_choice_for_one_game_wins_over_the_choice_for_all():
    chosen = preferences(
        for_all={MailKind.SAID: When.OFF, MailKind.ASKED: When.DAILY}, for_game={MailKind.SAID: When.DAILY}
    )
    assert chosen.of(MailKind.SAID) == When.DAILY
    assert chosen.of(MailKind.ASKED) == When.DAILY


def test_a_mute_wins_over_both_but_not_over_the_last_warning_or_answers():
    muted = preferences(for_game={MailKind.SAID: When.NOW}, is_muted=True)
    assert {kind for kind in MailKind if muted.of(kind) == When.NOW} == {MailKind.AWAY, *ALWAYS, *ANSWERS}
    assert {muted.of(kind) for kind in CHOOSABLE if kind not in ALWAYS | ANSWERS} == {When.OFF}


def test_the_choice_for_requests_also_covers_their_end():
    assert preferences(for_all={MailKind.ASKED: When.OFF}).of(MailKind.LAPSED) == When.OFF


@pytest.mark.parametrize("kind", sorted(START_A_CLOCK))
def test_emails_that_start_a_clock_can_be_off_unless_tiles_come_by_email(kind):
    off = {kind: When.OFF}
    assert preferences(for_all=off).of(kind) == When.OFF
    assert preferences(for_all=off, for_game=off, gets_tiles=True).of(kind) == When.NOW


@pytest.mark.parametrize("kind", sorted(START_A_CLOCK))
def test_a_clock_email_is_daily_only_if_chosen_and_tiles_come_on_the_site(kind):
    daily = {kind: When.DAILY}
    assert preferences().of(kind) == When.NOW
    assert preferences(for_all=daily, gets_tiles=True).of(kind) == When.NOW
    assert preferences(for_all=daily).of(kind) == (When.NOW if kind == MailKind.SEATED else When.DAILY)


def test_the_last_warning_cannot_be_off():
    assert may_be(MailKind.LAST_DAY) == (When.NOW,)
    assert preferences(for_all={MailKind.LAST_DAY: When.OFF}, is_muted=True).of(MailKind.LAST_DAY) == When.NOW


def test_time_of_an_email_by_the_players_choice():
    settled = NOON + timedelta(seconds=30)
    told = preferences(for_all={MailKind.SAID: When.DAILY, MailKind.TABLE: When.OFF}).when_to_tell
    assert told(MailKind.TILE, settled_at=settled, now=NOON) == settled
    assert told(MailKind.TILE, settled_at=settled, now=NOON + timedelta(hours=1)) == NOON + timedelta(hours=1)
    assert told(MailKind.SAID, settled_at=settled, now=NOON) == NOON + timedelta(hours=6)
    assert told(MailKind.TABLE, settled_at=settled, now=NOON) is None


def test_news_that_settles_in_quiet_hours_waits_for_their_end():
    just_before = NOON.replace(hour=21, minute=59, second=50)
    settled = just_before + timedelta(seconds=30)
    at = preferences().when_to_tell(MailKind.TILE, settled_at=settled, now=just_before)
    assert at == datetime(2026, 11, 21, 7, tzinfo=UTC)


@pytest.mark.parametrize(
    ("preset", "more", "seconds"),
    [
        ("daily", {}, 30),
        ("leisurely", {}, 30),
        ("live", {}, 0),
        ("daily", {"leeway": 43200}, 300),
        ("daily", {"leeway": 43200, "grace": 600}, 60),
        ("daily", {"call_within": "never"}, 30),
    ],
)
def test_news_settles_for_five_minutes_or_a_tenth_of_the_shortest_clock(preset, more, seconds):
    assert settling_period(Options(**{**PACES[preset], **more})) == timedelta(seconds=seconds)


@pytest.mark.parametrize(("move_within", "settles"), [(3 * 86400, 300), (600, 60), (0, 0)])
def test_news_of_a_game_with_turns_settles_by_the_time_to_move(move_within, settles):
    assert settling_period(TurnOptions(move_within=move_within)) == timedelta(seconds=settles)


def test_a_game_offers_only_the_emails_it_sends():
    of_lights = {
        MailKind.TILE,
        MailKind.ASKED,
        MailKind.GRANTED,
        MailKind.RELEASED,
        MailKind.SWAP,
        MailKind.CHALLENGED,
        MailKind.RED,
    }
    assert MailKind.TURN in choosable_in("crosslet")
    assert not of_lights & set(choosable_in("crosslet"))
    assert MailKind.TURN not in choosable_in("crossing")
    assert set(choosable_in("crossing")) >= of_lights
