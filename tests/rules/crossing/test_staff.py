"""Staff actions in a game: pauses, more time, marking a player away, an amber light, the end. All players see the reason."""

from datetime import datetime, timedelta

import pytest

from games.rules.values import OrderRefused
from tests.rules.crossing.table import CROSSING, EVERY_TWO, SHORT, crossing
from tests.rules.position import ANNA, BORIS, CHLOE, DEAL

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BANK = timedelta(hours=96)


def look_by(table, seat):
    return table.view(seat).look_by


def in_two_days(table):
    return table.govern("HARD_END", until=DEAL + 2 * DAY)


# --- pauses -----------------------------------------------------------------------------------------------------------


def test_a_pause_by_the_staff_lasts_until_they_end_it():
    table = crossing(ANNA, BORIS).govern("PAUSE", reason="A word list is mended.")
    assert table.last_event.says == "The moderators paused the game: A word list is mended."
    assert CROSSING.due(table.state) is None
    later = table.wait(days=40)
    assert later.since(table) == []
    resumed = later.govern("RESUME")
    assert resumed.last_event.says == "The moderators ended the pause."
    assert look_by(resumed, ANNA) == DEAL + 45 * DAY


def test_players_cannot_end_a_pause_by_the_staff():
    table = crossing(ANNA, BORIS).govern("PAUSE")
    with pytest.raises(OrderRefused, match="A moderator or director has paused the game"):
        table.give(ANNA, "RESUME")


def test_the_staff_can_end_or_take_over_a_pause_by_the_players():
    table = crossing(ANNA, BORIS).give(ANNA, "PAUSE").give(BORIS, "PAUSE")
    assert not table.govern("RESUME").view(ANNA).paused
    theirs = table.govern("PAUSE").wait(days=20)
    assert theirs.view(ANNA).paused
    assert theirs.state.clocks.pause.ends is None


def test_pausing_twice_or_resuming_without_a_pause_is_refused():
    table = crossing(ANNA, BORIS)
    assert "isn’t paused" in table.staff_refusal("RESUME")
    assert "already paused by a moderator or director" in table.govern("PAUSE").staff_refusal("PAUSE")


# --- more time --------------------------------------------------------------------------------------------------------


def test_extending_one_seats_time_to_look_leaves_its_bank_unchanged():
    table = crossing(ANNA, BORIS).govern("EXTEND", BORIS, "Ill.", by=7200)
    assert look_by(table, BORIS) == look_by(table, ANNA) + 2 * HOUR
    assert table.told_to(BORIS)[-1] == "The moderators extended your time by 2:00:00: Ill."
    assert table.told_to(ANNA)[-1] == "The moderators extended Boris’s time by 2:00:00: Ill."
    assert table.wait(hours=26).look(BORIS).state.clocks.banks[BORIS] == BANK


def test_extra_time_is_used_before_the_bank():
    table = crossing(ANNA, BORIS).govern("EXTEND", BORIS, by=7200).wait(hours=30).look(BORIS)
    assert table.state.clocks.banks[BORIS] == BANK - 4 * HOUR


def test_a_bank_can_be_extended_while_it_is_in_use():
    table = crossing(ANNA, BORIS).wait(hours=30).govern("EXTEND", BORIS, by=3600, bank=True).look(BORIS)
    assert table.state.clocks.banks[BORIS] == BANK - 6 * HOUR + HOUR
    assert table.events[-2].facts == {"staff": True, "by": 3600, "bank": True}
    assert "to Boris’s time bank" in table.told(table.events[-2], ANNA).says


def test_only_the_bank_can_be_extended_for_a_seat_that_has_looked():
    table = crossing(ANNA, BORIS).look(BORIS)
    assert (
        "Boris’s time to look isn’t running. Add time to their time bank, or extend the time for everyone."
        in table.staff_refusal("EXTEND", BORIS, by=3600)
    )
    assert table.govern("EXTEND", BORIS, by=3600, bank=True).state.clocks.banks[BORIS] == BANK + HOUR


def test_extending_for_everyone_extends_every_time_to_look():
    table = crossing(ANNA, BORIS, CHLOE).look(ANNA)
    extended = table.govern("EXTEND", by=3600)
    for seat in (BORIS, CHLOE):
        assert look_by(extended, seat) == look_by(table, seat) + HOUR
    assert extended.last_event.says == "The moderators extended everyone’s time by 1:00:00."


@pytest.mark.parametrize("clock", ["call", "grace"])
def test_extending_for_everyone_extends_the_call_and_grace_clocks(clock):
    table = crossing(ANNA, BORIS, **SHORT).all_seen()
    if clock == "grace":
        table = table.complete(ANNA).play(ANNA, "red").wait(minutes=5)
    extended = table.govern("EXTEND", by=3600)
    assert extended.state.clocks.ends(clock) == table.state.clocks.ends(clock) + HOUR


def test_an_extension_for_everyone_is_refused_when_no_clock_runs():
    table = crossing(ANNA, BORIS).all_seen().complete(ANNA).play(ANNA, "green")
    assert (
        "No clock is running for anyone now. Add time to the time banks, or wait until a clock runs."
        in table.staff_refusal("EXTEND", by=3600)
    )


def test_an_extension_does_not_reveal_a_hidden_request():
    table = crossing(ANNA, BORIS, requests_visible=False).all_seen().complete(ANNA)
    asked = table.play(ANNA, "green").govern("EXTEND", by=3600)
    assert asked.told_to(BORIS) == table.govern("EXTEND", by=3600).told_to(BORIS)


@pytest.mark.parametrize("by", [0, -5, 1.5, "3600", True, None, 10**9])
def test_an_extension_must_be_a_plausible_number_of_seconds(by):
    assert "number of seconds" in crossing(ANNA, BORIS).staff_refusal("EXTEND", BORIS, by=by)


# --- away -------------------------------------------------------------------------------------------------------------


def test_a_player_with_time_to_look_running_can_be_marked_away():
    table = crossing(ANNA, BORIS).look(ANNA).complete(ANNA).play(ANNA, "green").govern("AWAY", BORIS, "Asked for it.")
    assert table.told_to(ANNA)[-1].startswith("The game doesn’t wait for Boris until they look.")
    assert table.told_to(BORIS)[-1].endswith("until you look. The moderators marked you as away: Asked for it.")
    assert table.wait(minutes=5).when("green") == timedelta(minutes=5)
    assert table.look(BORIS).state.clocks.banks[BORIS] == timedelta(0)


@pytest.mark.parametrize(
    ("prepare", "why"),
    [
        (lambda table: table.look(BORIS), "has looked"),
        (lambda table: table.govern("AWAY", BORIS), "already away"),
        (lambda table: table.govern("PAUSE"), "End the pause first"),
        (lambda table: table.vacation(BORIS, after=timedelta(0), lasts=2 * DAY).wait(hours=1), "on vacation"),
        (lambda table: table.give(BORIS, "RESIGN"), "no longer plays"),
    ],
    ids=["looked", "away", "paused", "vacation", "resigned"],
)
def test_nobody_else_can_be_marked_away(prepare, why):
    assert why in prepare(crossing(ANNA, BORIS, CHLOE)).staff_refusal("AWAY", BORIS)


# --- an amber light by the staff --------------------------------------------------------------------------------------


def test_an_amber_by_the_staff_deals_to_all_and_drops_the_requests():
    table = crossing(ANNA, BORIS).look(ANNA).complete(ANNA).play(ANNA, "green").wait(hours=1)
    amber = table.govern("AMBER", reason="Boris is ill.")
    assert amber.since(table) == [("amber", None), ("drop", ANNA)]
    assert amber.requests == ()
    assert (amber.state.round, amber.state.unseen) == (2, {ANNA: 1, BORIS: 31})
    assert amber.told_to(BORIS)[-2] == "The moderators dealt an amber light: Boris is ill."
    assert "The moderators dealt an amber light" in amber.told_to(ANNA)[-1]
    tile = amber.state.hands[ANNA][-1]
    assert f"you drew {tile}: Boris is ill." in str(amber.look(ANNA).told_to(ANNA))


def test_a_withheld_tile_is_released_before_an_amber_by_the_staff():
    table = crossing(ANNA, BORIS).all_seen().complete(ANNA).play(ANNA, "green").wait(minutes=5)
    amber = table.govern("AMBER")
    assert amber.since(table) == [("release", ANNA), ("amber", None)]
    assert (amber.state.unseen[ANNA], amber.state.withheld[ANNA]) == (2, 0)
    assert amber.state.caller is None


def test_an_amber_by_the_staff_restarts_times_to_look_but_not_banks():
    table = crossing(ANNA, BORIS).look(ANNA).wait(hours=34).govern("AMBER")
    assert look_by(table, ANNA) == table.now + DAY + BANK
    assert look_by(table, BORIS) == table.now + DAY + BANK - 10 * HOUR


@pytest.mark.parametrize(
    ("table", "why"),
    [
        (crossing(ANNA, BORIS, **SHORT), "pool is short"),
        (crossing(ANNA, BORIS).govern("PAUSE"), "in a pause"),
        (crossing(ANNA, BORIS, **SHORT).all_seen().complete(ANNA).play(ANNA, "red").wait(minutes=5), "red light is on"),
    ],
    ids=["short", "paused", "grace"],
)
def test_the_staff_cannot_deal_an_amber_when_none_is_possible(table, why):
    assert why in table.staff_refusal("AMBER")


# --- a final deadline -------------------------------------------------------------------------------------------------


def test_a_game_is_scored_as_it_stands_at_its_final_deadline():
    table = in_two_days(crossing(ANNA, BORIS, **EVERY_TWO)).all_seen().complete(ANNA)
    assert table.view(BORIS).why[-1].values["at"] == DEAL + 2 * DAY
    over = table.wait(days=9)
    assert over.since(table)[-2:] == [("score", None), ("end", None)]
    assert (over.state.ending, over.when("end")) == ("hard_end", 2 * DAY)
    assert [rank.seat for rank in CROSSING.ranks(over.state)] == [ANNA, BORIS]
    assert over.last_event.says == "The time for this game is up. It was scored as it stood."


@pytest.mark.parametrize("verb", ["PAUSE", "nothing"])
@pytest.mark.parametrize("phase", ["unseen", "asked", "grace", "all away"])
def test_no_pause_or_phase_moves_the_final_deadline(phase, verb):
    table = in_two_days(crossing(ANNA, BORIS, grace=3 * 86400, see_bank=0, call_within=5 * 86400, **SHORT))
    if phase in ("asked", "grace"):
        table = table.all_seen().complete(ANNA).play(ANNA, "red")
    if phase == "grace":
        table = table.wait(minutes=5)
    if phase == "all away":
        table = table.govern("AWAY", ANNA).govern("AWAY", BORIS)
    if verb == "PAUSE":
        table = table.govern("PAUSE")
    over = table.wait(days=9)
    assert (over.state.ending, over.when("end")) == ("hard_end", 2 * DAY)


def test_the_final_deadline_comes_last_at_its_instant():
    table = crossing(ANNA, BORIS, leeway=0, **EVERY_TWO).all_seen()
    table = table.govern("HARD_END", until=DEAL + 3 * DAY)  # 72 hours after caught up comes an amber
    over = table.wait(days=3)
    assert over.since(table) == [("amber", None), ("score", None), ("end", None)]


def test_commands_at_the_final_deadline_are_refused():
    with pytest.raises(OrderRefused, match="game is over"):
        in_two_days(crossing(ANNA, BORIS)).wait(days=2).look(ANNA)


def test_the_final_deadline_can_be_changed_while_the_game_runs():
    table = in_two_days(crossing(ANNA, BORIS))
    assert table.last_event.says.startswith("The game ends on 2026-11-22 12:00:00+00:00 at the latest.")
    later = table.govern("HARD_END", reason="Snow.", until=DEAL + 4 * DAY)
    assert later.last_event.says.endswith("at the latest: Snow.")
    assert later.wait(days=9).when("end") == 4 * DAY
    assert "game is over" in later.wait(days=9).staff_refusal("HARD_END", until=DEAL + 20 * DAY)


@pytest.mark.parametrize(
    ("until", "why"),
    [
        (DEAL - DAY, "The final deadline would be in the past."),
        (DEAL, "The final deadline would be in the past."),
        (datetime(2026, 12, 1, 12), "The final deadline must be a date and time, for example"),  # noqa: DTZ001
        (None, "The final deadline must be a date and time, for example"),
    ],
)
def test_the_final_deadline_must_be_in_the_future(until, why):
    assert why in crossing(ANNA, BORIS).staff_refusal("HARD_END", until=until)


def test_only_players_the_game_waits_for_are_warned_of_the_final_deadline():
    table = in_two_days(crossing(ANNA, BORIS)).govern("AWAY", BORIS)
    at = {
        seat: [one.at for one in CROSSING.deadlines(table.state, seat) if one.what == "end"] for seat in (ANNA, BORIS)
    }
    assert at == {ANNA: [DEAL + 2 * DAY], BORIS: []}


# --- the end by the staff ---------------------------------------------------------------------------------------------


def test_the_staff_can_score_a_game_as_it_stands():
    table = crossing(ANNA, BORIS, tile_set="E10 A10", starting_tiles=2).all_seen().complete(ANNA).govern("PAUSE")
    over = table.govern("SCORE", reason="The hall closes.")
    assert over.since(table) == [("score", None), ("end", None)]
    assert (over.state.phase, over.state.ending) == ("finished", "adjudicated")
    assert [(rank.seat, rank.rank) for rank in CROSSING.ranks(over.state)] == [(ANNA, 1), (BORIS, 1)]
    assert over.told_to(ANNA)[-2:] == [
        "The layouts were scored.",
        "The moderators ended the game, and it was scored as it stood: The hall closes.",
    ]


def test_a_void_game_has_no_result():
    table = crossing(ANNA, BORIS, CHLOE).give(CHLOE, "RESIGN")
    over = table.govern("VOID", reason="Dealt twice.")
    assert over.since(table) == [("end", None)]
    assert (over.state.ending, over.state.results, CROSSING.ranks(over.state)) == ("void", (), ())
    assert over.last_event.says == "The moderators ended the game without a result: Dealt twice."
    assert over.view(ANNA).phase == "finished"


@pytest.mark.parametrize("verb", ["PAUSE", "RESUME", "EXTEND", "AWAY", "AMBER", "REPLACE", "HARD_END", "SCORE", "VOID"])
def test_staff_actions_are_refused_once_the_game_is_over(verb):
    assert "The game is over" in crossing(ANNA, BORIS).govern("SCORE").staff_refusal(verb, ANNA)


def test_invalid_staff_actions_are_refused():
    assert "isn’t a staff action in this game" in crossing(ANNA, BORIS).staff_refusal("GREEN", ANNA)
    assert "one of the 2 seats" in crossing(ANNA, BORIS).staff_refusal("AWAY", 7)
    assert "one of the 2 seats" in crossing(ANNA, BORIS).staff_refusal("REPLACE")
