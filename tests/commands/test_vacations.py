"""Vacations of a player: 28 days in any 365, written into every running game when declared."""

from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from zoneinfo import ZoneInfo

import pytest
from django.db import IntegrityError

from games import commands, queries
from games.models import Event, Game
from games.players.models import Player, Vacation
from games.rules import registry
from games.rules.table.verify import replay
from games.rules.values import Order, OrderRefused
from tests.of_pieces import start_of
from tests.tables import NO_POOL, NOON, after, ask, look, order, start, state

pytestmark = pytest.mark.django_db


def declare(player, *, starts, days, at=NOON):
    return commands.declare_vacation(player=player, starts=after(days=starts), ends=after(days=starts + days), now=at)


def test_a_vacation_is_recorded_in_every_running_game(anna, boris, chloe):
    games = [start(anna, boris), start(boris, chloe)]
    elsewhere = start(anna, chloe)
    declare(boris, starts=1, days=3)
    assert [state(game_id).clocks.vacations[0].seat for game_id in games] == [1, 0]
    assert state(elsewhere).clocks.vacations == ()
    event = Event.objects.get(game=games[0], verb="vacation")
    assert event.facts == {"starts": "2026-11-21T12:00:00+00:00", "ends": "2026-11-24T12:00:00+00:00"}


def test_it_does_not_affect_games_that_are_over_or_resigned(anna, boris, chloe):
    over, left = start(anna, boris), start(anna, boris, chloe)
    for game_id in (over, left):
        order(game_id, boris, "resign")
    declare(boris, starts=1, days=3)
    assert not Event.objects.filter(verb="vacation").exists()


def test_declaring_a_vacation_does_not_look_at_the_tile(anna, boris):
    game_id = start(anna, boris)
    declare(boris, starts=0, days=3)
    assert state(game_id).unseen[1] == 2


@pytest.mark.parametrize(("starts", "days"), [(-1, 3), (2, 0), (2, -1)])
def test_a_vacation_cannot_start_in_the_past_or_end_before_it_starts(anna, starts, days):
    with pytest.raises(OrderRefused, match=r"A vacation can’t start in the past, and it must end after it starts\."):
        declare(anna, starts=starts, days=days)
    assert not Vacation.objects.exists()


def test_at_most_twenty_eight_days_are_allowed(anna):
    declare(anna, starts=0, days=28)
    with pytest.raises(OrderRefused, match="at most 28 days of vacation in any 365 days"):
        declare(anna, starts=100, days=1)


def test_part_of_a_day_counts_as_a_full_day(anna):
    with pytest.raises(OrderRefused, match="at most 28 days"):
        commands.declare_vacation(player=anna, starts=NOON, ends=after(days=28, hours=1), now=NOON)


def test_the_limit_applies_to_any_365_days_not_to_a_calendar_year(anna):
    declare(anna, starts=10, days=14)
    declare(anna, starts=360, days=14)  # together 28 days within 365
    with pytest.raises(OrderRefused, match="at most 28 days"):
        declare(anna, starts=300, days=1)
    declare(anna, starts=380, days=10)  # by then the first was over a year ago


@pytest.mark.parametrize(("starts", "days"), [(9, 2), (19, 1), (5, 20), (12, 3), (10, 10)])
def test_vacations_cannot_overlap(anna, boris, starts, days):
    declare(anna, starts=10, days=10)
    with pytest.raises(OrderRefused, match="You already have a vacation on some of these days"):
        declare(anna, starts=starts, days=days)
    assert anna.vacations.count() == 1
    declare(boris, starts=starts, days=days)


def test_vacations_can_directly_follow_each_other(anna):
    declare(anna, starts=10, days=10)
    declare(anna, starts=5, days=5)
    declare(anna, starts=20, days=5)
    assert anna.vacations.count() == 3


def off(player, first, last, *, zone):
    """Declare a vacation on these days of the player's calendar."""
    Player.objects.filter(pk=player.pk).update(time_zone=zone)
    player.refresh_from_db()
    midnight = partial(datetime.combine, time=time.min, tzinfo=ZoneInfo(zone))
    starts, ends = midnight(first), midnight(last + timedelta(days=1))
    return commands.declare_vacation(player=player, starts=starts, ends=ends, now=datetime(2026, 1, 1, tzinfo=UTC))


@pytest.mark.parametrize(
    ("zone", "changes"),
    [
        ("Europe/Berlin", date(2026, 10, 25)),
        ("Europe/Berlin", date(2026, 3, 29)),
        ("America/New_York", date(2026, 11, 1)),
        ("Australia/Lord_Howe", date(2026, 4, 5)),
        ("UTC", date(2026, 10, 25)),
    ],
)
def test_a_day_when_the_clocks_change_counts_as_one_day(anna, zone, changes):
    week = timedelta(days=7)
    for first in (changes - timedelta(days=4) + n * week for n in range(4)):
        off(anna, first, first + timedelta(days=6), zone=zone)
    with pytest.raises(OrderRefused, match="at most 28 days"):
        off(anna, changes + 5 * week, changes + 5 * week, zone=zone)


def test_the_365_days_are_counted_in_the_players_time_zone(anna):
    off(anna, date(2026, 6, 1), date(2026, 6, 28), zone="Pacific/Auckland")
    with pytest.raises(OrderRefused, match="at most 28 days"):
        off(anna, date(2027, 5, 31), date(2027, 5, 31), zone="Pacific/Auckland")
    off(anna, date(2027, 6, 1), date(2027, 6, 28), zone="Pacific/Auckland")


def test_one_players_vacation_does_not_count_for_another(anna, boris):
    declare(anna, starts=0, days=28)
    assert declare(boris, starts=0, days=28).player == boris


def test_an_email_being_processed_blocks_the_vacation_in_every_game(anna, boris):
    free, held = start(anna, boris), start(anna, boris, see_bank=0)
    commands.mail_is_waiting(game_id=held, mail=1, accepted_at=NOON)
    late = after(days=1, minutes=1)
    with pytest.raises(
        OrderRefused, match=r"An email that arrived in time is still being processed\. Try again in a minute\."
    ):
        declare(boris, starts=2, days=3, at=late)
    assert not Vacation.objects.exists()
    assert state(free).clocks.vacations == ()


def test_if_one_game_cannot_be_saved_none_is(anna, boris):
    games = [start(anna, boris), start(anna, boris)]
    last = Game.objects.get(pk=games[1]).last_event
    Event.objects.create(game_id=games[1], n=last + 1, at=NOON, verb="in the way")
    with pytest.raises(IntegrityError):
        declare(boris, starts=1, days=3)
    assert not Vacation.objects.exists()
    assert state(games[0]).clocks.vacations == ()


def test_a_vacation_can_be_declared_in_the_grace_period(anna, boris):
    game_id = start(anna, boris, **NO_POOL, leeway=0)
    look(game_id, boris)
    ask(game_id, anna)
    declare(boris, starts=1, days=3)
    assert len(state(game_id).clocks.vacations) == 1


def test_a_vacation_that_has_not_started_can_be_cancelled_in_every_game(anna, boris, chloe):
    games = [start(anna, boris), start(boris, chloe)]
    declared, later = declare(boris, starts=1, days=3), declare(boris, starts=10, days=3)
    commands.withdraw_vacation(player=boris, vacation_id=declared.pk, now=NOON)
    for game_id in games:
        assert [one.starts for one in state(game_id).clocks.vacations] == [later.starts]
    assert list(boris.vacations.all()) == [later]
    event = Event.objects.filter(game=games[0], verb="vacation").last()
    assert event.facts["withdrawn"] is True
    declare(boris, starts=20, days=25)  # its days don't count any more


def test_a_vacation_that_has_started_or_is_anothers_cannot_be_cancelled(anna, boris):
    declared = declare(boris, starts=1, days=3)
    with pytest.raises(commands.NoSuchVacation):
        commands.withdraw_vacation(player=anna, vacation_id=declared.pk, now=NOON)
    with pytest.raises(OrderRefused, match="has already started"):
        commands.withdraw_vacation(player=boris, vacation_id=declared.pk, now=after(days=1))
    assert boris.vacations.count() == 1


def test_coming_back_ends_the_vacation_everywhere_and_frees_the_unused_days(anna, boris, chloe):
    games = [start(anna, boris), start(boris, chloe)]
    later = declare(boris, starts=20, days=3)
    declared = declare(boris, starts=1, days=10)
    commands.come_back(player=boris, now=after(days=2.5))
    for game_id in games:
        assert [one.starts for one in state(game_id).clocks.vacations] == [later.starts]
    declared.refresh_from_db()
    assert declared.ends == after(days=2.5)
    declare(boris, starts=4, days=5, at=after(days=3))  # within the days given back
    with pytest.raises(OrderRefused, match="not on vacation at the moment"):
        commands.come_back(player=boris, now=after(days=3))


def test_clocks_resume_when_the_player_comes_back(anna, boris):
    game_id = start(anna, boris)
    declare(boris, starts=1, days=10)
    commands.come_back(player=boris, now=after(days=4))
    clock = state(game_id).clocks["see 1"]
    assert clock.since == after(days=4)
    event = Event.objects.filter(game=game_id, verb="vacation").last()
    assert event.facts["is_back"] is True
    assert "is back from vacation" in str(queries.table(game_id=game_id, player=anna, now=after(days=4)).history[0])


def test_coming_back_adds_nothing_to_a_game_where_a_look_ended_the_vacation(anna, boris):
    game_id = start(anna, boris)
    declare(boris, starts=1, days=10)
    look(game_id, boris, at=after(days=2))
    commands.come_back(player=boris, now=after(days=3))
    assert Event.objects.filter(game=game_id, verb="vacation").count() == 1


def test_coming_back_as_the_vacation_starts_deletes_it(anna, boris):
    start(anna, boris)
    declare(boris, starts=1, days=10)
    commands.come_back(player=boris, now=after(days=1))
    assert not boris.vacations.exists()


@pytest.mark.parametrize("kind", ["crossing", "crosslet"])
def test_a_record_with_a_vacation_ended_early_verifies(kind, anna, boris):
    game_id = start(anna, boris) if kind == "crossing" else start_of(kind, anna, boris, now=NOON)
    declare(boris, starts=1, days=3)
    commands.come_back(player=boris, now=after(days=2))
    commands.play(game_id=game_id, player=anna, orders=[Order("RESIGN")], now=after(days=2, hours=1))
    replay(registry.kind(kind), queries.record(game_id=game_id, player=anna, now=after(days=2, hours=1)))


@pytest.mark.parametrize("kind", ["crossing", "crosslet"])
def test_a_record_with_a_cancelled_vacation_verifies(kind, anna, boris):
    game_id = start(anna, boris) if kind == "crossing" else start_of(kind, anna, boris, now=NOON)
    declared = declare(boris, starts=1, days=3)
    commands.withdraw_vacation(player=boris, vacation_id=declared.pk, now=after(hours=1))
    commands.play(game_id=game_id, player=anna, orders=[Order("RESIGN")], now=after(hours=2))
    replay(registry.kind(kind), queries.record(game_id=game_id, player=anna, now=after(hours=2)))
