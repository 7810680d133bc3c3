"""Vacations: when the game waits and for how long, and when it goes on without the player."""

from datetime import timedelta

import pytest

from games.rules import registry
from games.rules.crossing.options import Options
from games.rules.values import Joining, Resources
from games.rules.words import AnyWord
from tests.rules.crossing.table import SHORT, Table, crossing
from tests.rules.crossing.verified import verify
from tests.rules.position import ANNA, BORIS, CHLOE, DEAL, SEED, record_of

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
NOW = timedelta(0)


def called(*seats, **options):
    """The first light, called by Anna, has been dealt; nobody has looked at it."""
    return crossing(*seats, leeway=0, **options).all_seen().complete(ANNA).play(ANNA, "green")


# --- waits ------------------------------------------------------------------------------------------------------------


def test_the_time_to_look_stops_during_a_vacation():
    table = called(ANNA, BORIS).wait(hours=10).vacation(BORIS, after=NOW, lasts=6 * DAY)
    assert table.view(BORIS).look_by is None
    table = table.wait(days=6)
    assert table.view(BORIS).look_by == table.now + 5 * DAY - 10 * HOUR
    assert table.state.away == ()


def test_call_within_stops_during_a_vacation():
    table = crossing(ANNA, BORIS, tiles_by_email=(BORIS,)).vacation(BORIS, after=NOW, lasts=6 * DAY).look(ANNA)
    table = table.give(BORIS, "SEEN BY MAIL", round=1)  # no look: the vacation goes on
    assert table.state.is_caught_up
    assert table.state.clocks.ends("call") is None
    table = table.wait(days=6)
    assert table.state.clocks.ends("call") == table.now + 3 * DAY


def test_other_players_clocks_keep_running_during_a_vacation():
    table = called(ANNA, BORIS, CHLOE, see_bank=0).vacation(BORIS, after=NOW, lasts=6 * DAY).wait(days=1)
    assert table.state.away == (CHLOE,)


def test_a_vacation_starts_and_ends_on_time():
    table = called(ANNA, BORIS).vacation(BORIS, after=2 * DAY, lasts=3 * DAY)
    assert table.wait(days=1).view(BORIS).look_by == DEAL + 5 * DAY
    assert table.wait(days=9).when("away") == DEAL + 8 * DAY - DEAL


def test_a_look_ends_the_vacation_for_this_game():
    table = called(ANNA, BORIS).vacation(BORIS, after=NOW, lasts=9 * DAY).wait(days=2).look(BORIS)
    assert table.state.clocks.vacations == ()
    assert not table.state.vacation_of(BORIS)


def test_a_look_does_not_cancel_a_future_vacation():
    table = called(ANNA, BORIS).vacation(BORIS, after=2 * DAY, lasts=DAY).look(BORIS)
    assert len(table.state.clocks.vacations) == 1


def test_a_vacation_that_begins_after_the_seat_has_seen_counts_from_the_next_allocation():
    table = crossing(ANNA, BORIS, leeway=0).all_seen().wait(minutes=1).vacation(BORIS, after=NOW, lasts=9 * DAY)
    assert not table.state.vacation_of(BORIS)
    assert table.state.clocks.ends("call") == DEAL + 3 * DAY
    table = table.complete(ANNA).play(ANNA, "green")
    assert table.state.vacation_of(BORIS)
    assert table.view(BORIS).look_by is None


def test_a_game_waits_fourteen_days_at_most_for_one_seat():
    table = called(ANNA, BORIS).vacation(BORIS, after=NOW, lasts=20 * DAY)
    assert table.wait(days=14, seconds=-1).state.away == ()
    assert table.wait(days=14).happened[-2:] == [("away", BORIS), ("release", ANNA)]


def test_the_fourteen_days_add_up_over_several_vacations():
    table = called(ANNA, BORIS).vacation(BORIS, after=NOW, lasts=10 * DAY).wait(days=10).look(BORIS).look(ANNA)
    table = table.complete(ANNA).play(ANNA, "green").vacation(BORIS, after=NOW, lasts=10 * DAY)
    assert table.wait(days=4, seconds=-1).state.away == ()
    assert table.wait(days=4).state.away == (BORIS,)


def test_going_away_after_fourteen_days_leaves_the_bank_unchanged():
    table = called(ANNA, BORIS).vacation(BORIS, after=NOW, lasts=20 * DAY).wait(days=15)
    assert table.state.away == (BORIS,)
    assert table.state.clocks.banks[BORIS] == 4 * DAY


# --- passes -----------------------------------------------------------------------------------------------------------


def test_under_passes_a_player_is_away_when_the_vacation_starts():
    table = called(ANNA, BORIS, vacation="passes").vacation(BORIS, after=2 * HOUR, lasts=9 * DAY).wait(hours=3)
    assert table.happened[-2:] == [("away", BORIS), ("release", ANNA)]
    assert table.when("away") == 2 * HOUR


def test_under_passes_the_bank_is_unchanged_and_a_look_ends_the_absence():
    table = called(ANNA, BORIS, vacation="passes").vacation(BORIS, after=2 * HOUR, lasts=9 * DAY).wait(days=3)
    assert table.state.clocks.banks[BORIS] == 4 * DAY
    table = table.look(BORIS)
    assert table.state.away == ()
    assert table.state.clocks.vacations == ()


def test_under_passes_a_player_stays_away_until_they_look():
    table = called(ANNA, BORIS, vacation="passes").vacation(BORIS, after=NOW, lasts=DAY).wait(days=2)
    assert table.state.away == (BORIS,)


def test_under_passes_a_vacation_after_seeing_counts_from_the_next_allocation():
    table = crossing(ANNA, BORIS, vacation="passes", leeway=0).all_seen().wait(minutes=1)
    table = table.vacation(BORIS, after=NOW, lasts=9 * DAY)
    assert table.state.away == ()
    assert table.complete(ANNA).play(ANNA, "green").happened[-3:] == [
        ("green", ANNA),
        ("away", BORIS),
        ("release", ANNA),
    ]


# --- leeway and grace -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("vacation", ["waits", "passes"])
def test_the_leeway_is_at_least_a_day_during_a_vacation(vacation):
    table = crossing(ANNA, BORIS, CHLOE, vacation=vacation, tiles_by_email=(CHLOE,), mail_leeway=0, leeway=0)
    table = table.vacation(CHLOE, after=NOW, lasts=9 * DAY).look(ANNA, BORIS)
    if vacation == "waits":
        table = table.give(CHLOE, "SEEN BY MAIL", round=1)
    assert table.state.clocks.ends("leeway") == table.now + DAY


def test_a_running_leeway_is_never_lengthened():
    table = crossing(ANNA, BORIS).all_seen()
    assert table.vacation(BORIS, after=NOW, lasts=9 * DAY).state.clocks.ends("leeway") == DEAL + timedelta(minutes=5)


def before_red(*, declared, vacation="waits", starts=NOW):
    """Boris saw his tiles by email at the deal; a vacation of four days, declared at `declared`, starts `starts` after the deal."""
    when = (DEAL + starts, DEAL + starts + 4 * DAY, declared)
    joining = [Joining(), Joining(tiles_by_email=True, vacations=(when,))]
    resources = Resources(key=bytes(32), words=AnyWord())
    options = Options(**SHORT, leeway=0, mail_leeway=0, vacation=vacation)
    step = registry.kind("crossing").start(joining, options, resources, DEAL)
    table = Table(step.state, resources, DEAL, step.events).wait().give(BORIS, "SEEN BY MAIL", round=1)
    return table.look(ANNA).complete(ANNA)


def test_grace_is_lengthened_for_a_vacation_declared_before_the_allocation():
    table = before_red(declared=DEAL - HOUR).play(ANNA, "red").wait(days=1)
    assert table.when("red") == DAY  # the leeway, while a vacation lasts
    assert table.view(ANNA).grace_ends == DEAL + 4 * DAY + DAY


def test_grace_is_lengthened_for_a_vacation_starting_after_tiles_were_seen():
    table = before_red(declared=DEAL - HOUR, starts=HOUR).wait(hours=2).play(ANNA, "red")
    assert table.when("red") == 2 * HOUR
    assert table.view(ANNA).grace_ends == DEAL + HOUR + 4 * DAY + DAY


def test_grace_is_not_lengthened_for_a_vacation_that_begins_in_it():
    table = before_red(declared=DEAL - HOUR, starts=HOUR).play(ANNA, "red")
    assert table.view(ANNA).grace_ends == DEAL + DAY


def test_grace_is_not_lengthened_for_a_vacation_declared_since_the_allocation():
    table = before_red(declared=DEAL).play(ANNA, "red").wait(days=1)
    assert table.view(ANNA).grace_ends == table.last("red").at + DAY


def test_grace_is_not_lengthened_under_passes():
    table = before_red(declared=DEAL - HOUR, vacation="passes").play(ANNA, "red").wait(days=1)
    assert table.view(ANNA).grace_ends == table.last("red").at + DAY


def test_grace_runs_its_full_length_during_a_vacation():
    table = before_red(declared=DEAL - HOUR, vacation="passes").play(ANNA, "red").wait(days=1)
    assert table.state.away == (BORIS,)
    assert table.wait(days=1, seconds=-1).state.phase == "grace"
    assert table.wait(days=1).state.phase == "finished"


# --- when it is declared ----------------------------------------------------------------------------------------------


def test_a_vacation_declared_before_the_deal_is_recorded_at_the_deal():
    joining = [Joining(), Joining(vacations=((DEAL + DAY, DEAL + 3 * DAY, DEAL - DAY),))]
    step = registry.kind("crossing").start(joining, Options(), Resources(bytes(32), AnyWord()), DEAL)
    assert [event.verb for event in step.events] == ["deal", "vacation"]
    assert dict(step.events[1].facts) == {
        "starts": "2026-11-21T12:00:00+00:00",
        "ends": "2026-11-23T12:00:00+00:00",
    }


def test_a_look_that_ends_a_vacation_is_recorded_and_verifies():
    table = crossing(ANNA, BORIS, tile_set="A9 B9", starting_tiles=3, key=SEED).all_seen()
    table = table.vacation(ANNA, after=timedelta(hours=1), lasts=timedelta(days=3)).wait(hours=2)
    before = table
    table = table.look(ANNA).look(ANNA)
    assert table.since(before) == [("back", ANNA)]
    verify(record_of(table.wait(hours=70).look(ANNA, BORIS).give(BORIS, "RESIGN")))


def test_a_record_verifies_after_a_player_leaves_in_a_pause():
    table = crossing(ANNA, BORIS, tile_set="A9 B9", starting_tiles=3, key=SEED).all_seen()
    verify(record_of(table.play(ANNA, "pause").play(BORIS, "pause").give(ANNA, "LEAVE")))
