"""The score for two players being one person: how much each kind of evidence counts, and how often it is wrong in
simulated play."""

from datetime import UTC, date, datetime, timedelta

import pytest

from games.players.two_accounts import Evidence, Sighted, compare
from tests.bench.two_accounts import simulate

MONDAY = date(2026, 11, 16)
WRONG_AT_MOST = 0.01  # of rated games, as docs/fair-play.md says


def seen(day, device, address, minute=0):
    on = MONDAY + timedelta(days=day)
    at = datetime(on.year, on.month, on.day, 9, tzinfo=UTC) + timedelta(minutes=minute)
    return Sighted(on, at, device, address)


def judged(one, other, crowd=2):
    return compare(one, other, dict.fromkeys({each.address for each in (*one, *other)}, crowd))


def test_one_device_is_enough():
    assert judged([seen(0, "tablet", "home")], [seen(3, "tablet", "office")]).is_suspected


def test_players_never_seen_together_have_no_evidence_against_them():
    nothing = judged([seen(0, "a", "home")], [seen(0, "b", "office")])
    assert (nothing.score, nothing.is_suspected) == (-3, False)
    assert judged([], []) == Evidence()
    assert judged([], []).in_words() == ()


def test_an_address_alone_is_never_enough():
    household = [[seen(day, device, "home", minute) for day in range(20)] for device, minute in (("a", 0), ("b", 120))]
    assert judged(*household).score == 2
    assert not judged(*household).is_suspected


def test_an_address_counts_only_if_both_used_it_on_the_same_day():
    assert judged([seen(0, "a", "home")], [seen(1, "b", "home")]).score == 0


@pytest.mark.parametrize(("minutes", "is_suspected"), [(10, True), (11, False)])
def test_visits_from_one_address_must_be_within_ten_minutes(minutes, is_suspected):
    one = [seen(day, "a", "home") for day in range(3)]
    assert judged(one, [seen(day, "b", "home", minutes) for day in range(3)]).is_suspected is is_suspected


@pytest.mark.parametrize(("close", "is_suspected"), [(2, False), (3, True)])
def test_visits_from_one_address_must_be_close_on_three_days(close, is_suspected):
    one = [seen(day, "a", "home") for day in range(close)]
    assert judged(one, [seen(day, "b", "home") for day in range(close)]).is_suspected is is_suspected


def test_visits_from_one_address_must_be_close_on_half_of_the_days():
    one = [seen(day, "a", "home") for day in range(7)]
    other = [seen(day, "b", "home", 0 if day < 3 else 60) for day in range(7)]
    assert not judged(one, other).is_suspected
    assert judged(one[:6], other[:6]).is_suspected


def test_the_more_players_share_an_address_the_less_it_counts():
    one, other = ([seen(day, device, "school") for day in range(5)] for device in "ab")
    scores = [judged(one, other, crowd).score for crowd in (2, 3, 6, 20, 21, 300)]
    assert scores == [5, 2.5, 1, 0.3, 0, 0]


def test_a_device_is_not_enough_for_players_who_are_mostly_elsewhere():
    one = [seen(0, "tablet", "home"), *(seen(day, "a", "home") for day in range(1, 4))]
    other = [seen(0, "tablet", "home"), *(seen(day, "b", "far away") for day in range(1, 4))]
    assert judged(one, other).score == 5.8  # 6 and 2, minus 3 on three of four days
    assert not judged([seen(0, "tablet", "home")], [seen(0, "tablet", "far away")]).is_suspected


def test_days_at_different_addresses_lower_the_score():
    one = [seen(day, "a", "home") for day in range(6)]
    other = [seen(day, "b", "home" if day < 3 else "office") for day in range(6)]
    assert judged(one, other).score == 5 - 1.5


def test_only_a_shared_device_outweighs_a_dismissed_suspicion():
    at_home = judged([seen(0, "a", "home")], [seen(0, "b", "home")])
    one_tablet = judged([seen(0, "a", "home")], [seen(0, "a", "home")])
    assert one_tablet.says_more_than(at_home)
    assert not at_home.says_more_than(at_home)
    assert not at_home.says_more_than(one_tablet)
    assert not one_tablet.says_more_than(one_tablet)


def test_the_reasons_contain_no_hashes():
    found = judged([seen(day, "a1b2", "c3d4") for day in range(3)], [seen(day, "a1b2", "c3d4") for day in range(3)])
    said = " ".join(map(str, found.in_words()))
    assert "They used the same device on 3 of the 3 days" in said
    assert "a1b2" not in said + str(found.as_json())
    assert "c3d4" not in said + str(found.as_json())


def test_the_error_rate_in_simulated_play_is_below_the_documented_limit():
    tally = simulate(players=1500, seasons=1, seed=1)
    assert len(tally.honest_games) >= 1500
    assert 0 < tally.games_wrong() < WRONG_AT_MOST
    assert all(what.startswith("one tablet") for what in tally.wrongly)
    assert tally.found("same browser")[1] > 0.9
    assert tally.found("VPN for one")[1] == 0
