"""A replacement takes over a seat with its hand, layout and right to jaywalk, all of it unseen, and has time to look."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tests.rules.crossing.table import CROSSING, SHORT, crossing
from tests.rules.position import ANNA, BORIS, CHLOE, DEAL

DAY = timedelta(days=1)
LOOK = timedelta(days=5)  # a day, and a bank of four
FEW = {"tile_set": "A9 B9", "starting_tiles": 3}


def test_a_replacement_has_the_same_tiles_and_has_seen_none():
    before = crossing(ANNA, BORIS, **FEW).look(ANNA).complete(ANNA)
    table = before.wait(hours=2).govern("REPLACE", ANNA, "Anna moved away.")
    assert table.since(before) == [("replace", ANNA)]
    assert table.state.hands == before.state.hands
    assert table.state.boards == before.state.boards
    view = table.view(ANNA)
    assert (view.hand, view.unseen, view.layout, view.score.shown()) == ("", 3, (), "0/0=0.00")
    assert table.told_to(BORIS)[-1] == "Anna took over from another player: Anna moved away."
    seen = table.look(ANNA).view(ANNA)
    assert (seen.unseen, seen.layout, seen.score.complete) == (0, before.state.boards[ANNA], True)


def test_a_replacements_tiles_are_not_revealed_until_they_look():
    table = crossing(ANNA, BORIS, tile_set="A9 B9 C9", starting_tiles=3).look(ANNA, BORIS).complete(ANNA)
    table = table.jaywalk(ANNA).complete(ANNA).govern("REPLACE", ANNA)
    secret = replace(
        table.state, hands={**table.state.hands, ANNA: "ZZZ"}, boards={**table.state.boards, ANNA: ("ZZ",)}
    )
    assert CROSSING.view(secret, ANNA, table.resources.words) == table.view(ANNA)
    told = [CROSSING.tell(table.state, event, ANNA) for event in table.events if event.seat == ANNA]
    assert not any({"layout", "draws", "returned"} & facts.keys() for facts in told)
    assert CROSSING.tell(table.state, table.events[0], ANNA)["draws"] == [None, None]
    assert "You jaywalked." in table.told_to(ANNA)
    seen = table.look(ANNA)
    told = [CROSSING.tell(seen.state, event, ANNA) for event in seen.events if event.seat == ANNA]
    assert [facts["layout"] for facts in told if "layout" in facts]


def test_a_replacement_must_look_before_anything_that_needs_tiles():
    table = crossing(ANNA, BORIS, **FEW).all_seen().complete(ANNA).govern("REPLACE", ANNA)
    assert "face down" in table.refusal(ANNA, "green")
    assert "face down" in table.refusal(ANNA, "jaywalk A")
    assert table.look(ANNA).play(ANNA, "green").requests == (ANNA,)


def test_the_clock_and_the_bank_of_a_replacement_are_fresh():
    table = crossing(ANNA, BORIS).wait(days=3).look(BORIS).govern("REPLACE", BORIS)
    assert table.view(BORIS).look_by == table.now + LOOK
    late = table.govern("REPLACE", ANNA)
    assert late.view(ANNA).look_by == late.now + LOOK


def test_the_game_waits_again_for_an_away_seat_after_a_replacement():
    table = crossing(ANNA, BORIS, see_bank=0).look(ANNA).wait(days=1)
    assert table.state.away == (BORIS,)
    replaced = table.govern("REPLACE", BORIS)
    assert replaced.state.away == ()
    assert replaced.view(BORIS).look_by == replaced.now + DAY


def test_a_light_can_come_before_the_replacement_has_looked():
    table = crossing(ANNA, BORIS).all_seen().complete(ANNA).play(ANNA, "green").govern("REPLACE", BORIS)
    assert table.state.is_caught_up
    lit = table.wait(minutes=5)
    assert lit.when("green") == timedelta(minutes=5)
    assert (lit.state.unseen[BORIS], lit.state.withheld[ANNA]) == (31, 1)
    assert lit.view(BORIS).hand == ""
    assert len(lit.look(BORIS).view(BORIS).hand) == 31


def test_a_replacement_is_asked_to_look_while_others_are_asked_to_call():
    table = crossing(ANNA, BORIS).all_seen().govern("REPLACE", BORIS)
    waits = {seat: str(what) for seat, what in table.view(ANNA).waiting_for.items()}
    assert waits == {ANNA: "complete your layout, and ask with GREEN or RED", BORIS: "look at the new tiles"}


def test_a_light_does_not_restore_a_replacements_time_bank():
    table = crossing(ANNA, BORIS).all_seen().govern("REPLACE", BORIS).wait(days=3)
    assert table.last("amber").at == DEAL + 3 * DAY
    assert table.view(BORIS).look_by == table.now + DAY + 2 * DAY


def test_a_game_that_is_not_caught_up_waits_for_the_replacement():
    table = crossing(ANNA, BORIS, CHLOE).look(ANNA, BORIS).complete(ANNA).play(ANNA, "green")
    table = table.govern("REPLACE", BORIS).look(CHLOE).wait(hours=1)
    assert not table.state.is_caught_up
    lit = table.look(BORIS).wait(minutes=5)
    assert lit.when("green") == timedelta(hours=1, minutes=5)


def test_a_request_lapses_when_its_player_is_replaced():
    before = crossing(ANNA, BORIS).all_seen().complete(ANNA, BORIS).play(ANNA, "green").play(BORIS, "green")
    table = before.govern("REPLACE", ANNA)
    assert table.since(before) == [("lapse", ANNA), ("replace", ANNA)]
    assert table.requests == (BORIS,)
    assert table.wait(minutes=5).last("green").seat == BORIS


def test_a_replacement_inherits_the_right_to_jaywalk():
    used = crossing(ANNA, BORIS).all_seen().jaywalk(ANNA).govern("REPLACE", ANNA).look(ANNA)
    assert "have already jaywalked this round" in used.refusal(ANNA, "jaywalk A")
    left = crossing(ANNA, BORIS).all_seen().govern("REPLACE", ANNA).look(ANNA)
    assert left.jaywalk(ANNA).last("jaywalk").seat == ANNA
    caller = crossing(ANNA, BORIS).all_seen().complete(ANNA).play(ANNA, "green").wait(minutes=5)
    caller = caller.look(BORIS).govern("REPLACE", ANNA).look(ANNA)
    assert "called the last light" in caller.refusal(ANNA, "jaywalk A")


def test_a_withheld_tile_stays_withheld_from_a_replacement():
    table = crossing(ANNA, BORIS, **FEW).all_seen().complete(ANNA).play(ANNA, "green").wait(minutes=5)
    table = table.govern("REPLACE", ANNA)
    assert (table.state.unseen[ANNA], table.state.withheld[ANNA]) == (3, 1)
    released = table.look(ANNA).look(BORIS)
    assert released.happened[-1] == ("release", ANNA)


def test_replacing_in_grace_cancels_done_but_not_the_callers_final_layout():
    table = crossing(ANNA, BORIS, CHLOE, tile_set="A3 B3 C3", starting_tiles=3).all_seen().complete(ANNA)
    table = table.play(ANNA, "red").wait(minutes=5).play(BORIS, "done").govern("REPLACE", BORIS).govern("REPLACE", ANNA)
    assert table.play(CHLOE, "done").state.phase == "grace"
    assert "final" in table.look(ANNA).refusal(ANNA, "done")
    assert table.play(CHLOE, "done").look(BORIS).play(BORIS, "done").state.ending == "played"


def test_tiles_a_replacement_never_saw_count_at_the_end():
    table = crossing(ANNA, BORIS, **SHORT).all_seen().complete(ANNA, BORIS).govern("REPLACE", BORIS).play(ANNA, "red")
    over = table.wait(days=3)
    assert {result.seat: result.words for result in over.state.results} == {ANNA: 1, BORIS: 1}


def test_email_settings_vacations_and_requests_do_not_pass_to_a_replacement():
    table = crossing(ANNA, BORIS, CHLOE, tiles_by_email=(BORIS,)).give(BORIS, "EXTEND").give(BORIS, "PAUSE")
    table = table.vacation(BORIS, after=timedelta(0), lasts=9 * DAY).wait(hours=3).govern("REPLACE", BORIS)
    state = table.state
    assert (state.extended, state.would_pause, state.clocks.vacations) == ((), (), ())
    assert (state.tiles_by_email, state.tiles_by_email_next) == ((), ())
    assert CROSSING.unseen_tiles(state, BORIS) == ""
    assert state.clocks["wait 1"].left_at(table.now) == 14 * DAY


@pytest.mark.parametrize("seat", [ANNA, BORIS, CHLOE])
def test_a_resigned_seat_cannot_be_replaced(seat):
    table = crossing(ANNA, BORIS, CHLOE).give(CHLOE, "RESIGN")
    if seat == CHLOE:
        assert "no longer plays" in table.staff_refusal("REPLACE", seat)
    else:
        assert table.govern("REPLACE", seat).last("replace").seat == seat
