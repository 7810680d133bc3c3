"""The red light, which ends the game: its caller, the grace period, DONE, and the scores."""

from datetime import timedelta

import pytest

from games.rules.crossing.results import ranks
from tests.rules.crossing.table import SHORT, crossing
from tests.rules.position import ANNA, BORIS, CHLOE, DEAL, Words

DAY = timedelta(days=1)
THREE_SHORT = {"tile_set": "A3 B3 C3", "starting_tiles": 3}


def in_grace(*seats, **options):
    """Anna has called the red light; all have seen everything."""
    short = SHORT if len(seats) == 2 else THREE_SHORT
    return crossing(*seats, leeway=0, **{**short, **options}).all_seen().complete(ANNA).play(ANNA, "red")


def test_a_red_light_is_granted_like_a_green_one_but_deals_nothing():
    table = in_grace(ANNA, BORIS)
    assert table.happened[-2:] == [("ask", ANNA), ("red", ANNA)]
    assert [len(hand) for hand in table.state.hands.values()] == [3, 3]
    assert (table.state.phase, table.state.round, table.state.turn) == ("grace", 1, 2)


def test_a_red_light_request_can_be_withdrawn_before_it_is_granted():
    table = crossing(ANNA, BORIS, **SHORT).all_seen().complete(ANNA).play(ANNA, "red").play(ANNA, "unask").wait(hours=1)
    assert table.state.phase == "playing"


def test_the_callers_layout_is_final_once_the_red_light_is_granted():
    table = in_grace(ANNA, BORIS)
    assert table.refusal(ANNA, f"grid\n{table.state.held(ANNA)}\nend") == (
        "You called the red light, so your layout is final."
    )


def test_the_others_can_submit_in_the_grace_period():
    table = in_grace(ANNA, BORIS)
    assert table.view(BORIS).grace_ends == DEAL + DAY
    table = table.wait(hours=23).complete(BORIS).wait(hours=1)
    assert (table.state.phase, table.state.ending) == ("finished", "played")
    assert table.state.results[BORIS].leftover == 0


def test_a_submission_at_the_end_of_grace_comes_too_late():
    table = in_grace(ANNA, BORIS).wait(days=1)
    assert table.refusal(BORIS, "grid\nA\nend") == "The game is over, and its result is final."


def test_jaywalks_and_requests_are_refused_in_the_grace_period():
    table = in_grace(ANNA, BORIS, tile_set="A7 Z0", starting_tiles=3)
    why = "The red light is on. You can submit a last layout and say DONE."
    assert {table.refusal(BORIS, text) for text in ("jaywalk A", "green", "red")} == {why}


def test_grace_ends_early_when_all_the_others_are_done():
    table = in_grace(ANNA, BORIS, CHLOE).play(BORIS, "done").wait(hours=1)
    assert table.state.phase == "grace"
    over = table.play(CHLOE, "done")
    assert over.happened[-3:] == [("done", CHLOE), ("score", None), ("end", None)]
    assert over.when("end") == timedelta(hours=1)


def test_a_later_submission_cancels_done():
    table = in_grace(ANNA, BORIS, CHLOE).play(BORIS, "done").complete(BORIS).play(CHLOE, "done")
    assert table.state.phase == "grace"
    assert table.state.done == (CHLOE,)


def test_everyone_is_notified_when_a_player_is_no_longer_done():
    table = in_grace(ANNA, BORIS, CHLOE).play(BORIS, "done").complete(BORIS)
    assert table.happened[-1] == ("not done", BORIS)
    assert table.told_to(ANNA)[-1] == "Boris is no longer done."


def test_repeating_done_changes_nothing():
    table = in_grace(ANNA, BORIS, CHLOE).play(BORIS, "done")
    assert table.play(BORIS, "done").events == table.events


def test_done_is_refused_outside_grace_and_to_the_caller():
    assert crossing(ANNA, BORIS).refusal(ANNA, "done") == "You can only say DONE after a red light."
    assert "You called the red light" in in_grace(ANNA, BORIS).refusal(ANNA, "done")


def test_the_game_is_scored_at_the_red_light_if_all_the_others_are_away():
    table = crossing(ANNA, BORIS, **SHORT, see_bank=0).look(ANNA).complete(ANNA).play(ANNA, "red")
    over = table.wait(days=1, minutes=5)
    assert over.happened[-4:] == [("away", BORIS), ("red", ANNA), ("score", None), ("end", None)]


def away_in_grace():
    """Chloe is away, Boris is not done."""
    table = crossing(ANNA, BORIS, CHLOE, **THREE_SHORT, see_bank=0).look(ANNA, BORIS).complete(ANNA).play(ANNA, "red")
    return table.wait(days=1, minutes=5)


def test_an_away_player_can_return_and_submit_in_the_grace_period():
    table = away_in_grace().look(CHLOE).complete(CHLOE).play(BORIS, "done")
    assert table.state.phase == "grace"
    assert CHLOE in table.view(ANNA).waiting_for


def test_an_away_players_done_counts_once_they_return():
    table = away_in_grace().play(CHLOE, "done")
    assert table.state.phase == "grace"
    over = table.look(CHLOE).play(BORIS, "done")
    assert over.state.phase == "finished"


def test_grace_waits_only_for_players_who_are_not_done_or_away():
    table = away_in_grace().play(CHLOE, "done")
    assert table.look(CHLOE).state.phase == "grace"  # Boris is not done
    assert table.play(BORIS, "done").state.phase == "finished"  # the game doesn't wait for Chloe, who is away


def test_if_the_red_caller_resigns_grace_goes_on():
    table = in_grace(ANNA, BORIS, CHLOE).play(ANNA, "resign")
    assert table.state.phase == "grace"
    assert table.play(BORIS, "done").play(CHLOE, "done").state.ending == "played"


def test_a_resignation_can_end_the_grace_period():
    table = in_grace(ANNA, BORIS, CHLOE).play(BORIS, "done").play(CHLOE, "resign")
    assert (table.state.phase, table.state.ending) == ("finished", "played")


def test_the_other_requests_are_dropped_by_a_red_light():
    table = crossing(ANNA, BORIS, CHLOE, **THREE_SHORT).all_seen().complete(ANNA, BORIS)
    table = table.play(BORIS, "red").play(ANNA, "red").wait(minutes=5)
    assert table.happened[-2:] == [("red", BORIS), ("drop", ANNA)]


def test_tiles_left_in_a_short_pool_are_never_dealt():
    table = crossing(ANNA, BORIS, tile_set="A7 Z0", starting_tiles=3).all_seen().complete(ANNA).play(ANNA, "red")
    assert table.wait(days=3).state.bags["pool"] == "A"


@pytest.mark.parametrize(("each", "what"), [(1, "green"), (2, "red")])
def test_the_pool_must_serve_every_seat_that_has_not_resigned(each, what):
    table = crossing(ANNA, BORIS, tile_set="A9 Z0", starting_tiles=3, tiles_per_light=each).all_seen().complete(ANNA)
    assert table.play(ANNA, what).requests == (ANNA,)


def test_the_pool_must_serve_away_players_too():
    table = crossing(ANNA, BORIS, tile_set="A7 Z0", starting_tiles=3, see_bank=0).look(ANNA).wait(days=1)
    assert table.state.pool_is_short


# --- scoring ----------------------------------------------------------------------------------------------------------


def test_unseen_tiles_count_at_the_end():
    table = crossing(ANNA, BORIS, **SHORT, see_bank=0).look(ANNA).complete(ANNA).play(ANNA, "red").wait(days=2)
    assert [result.leftover for result in table.state.results] == [0, 3]


def test_a_tile_still_withheld_does_not_count():
    table = crossing(ANNA, BORIS, leeway=0).all_seen().complete(ANNA).play(ANNA, "green").play(BORIS, "resign")
    assert table.state.results[0].leftover == 0
    assert table.happened[-3:] == [("resign", BORIS), ("score", None), ("end", None)]


def test_disconnected_layouts_are_scored_at_the_end():
    table = crossing(ANNA, BORIS, tile_set="E6 Z0", starting_tiles=3, words=Words({"EE"}), jaywalk="nobody")
    table = table.all_seen().lay(ANNA, "EE", "..", "E.")
    assert table.wait(days=4, minutes=1).state.results[ANNA].layout == ("EE", "..", "E.")
    assert table.wait(days=4, minutes=1).state.results[ANNA].leftover == 1


def test_equal_scores_share_the_win():
    table = in_grace(ANNA, BORIS).wait(days=1)
    assert [(rank.seat, rank.rank) for rank in ranks(table.state)] == [(ANNA, 1), (BORIS, 1)]


def test_the_highest_score_wins():
    table = crossing(ANNA, BORIS, tile_set="E14 Z0", starting_tiles=7, leeway=0).all_seen()
    table = table.lay(BORIS, "EEE", "E..", "E..", "E..", "E..").complete(ANNA).play(ANNA, "red").wait(days=1)
    assert [(rank.seat, rank.rank, rank.shown) for rank in ranks(table.state)] == [
        (BORIS, 1, "1/2=0.50"),
        (ANNA, 2, "0/1=0.00"),
    ]


def test_resigned_seats_rank_below_all_in_reverse_order_of_resigning():
    table = crossing(ANNA, BORIS, CHLOE).all_seen().play(CHLOE, "resign").play(ANNA, "resign")
    assert [(rank.seat, rank.rank) for rank in ranks(table.state)] == [(BORIS, 1), (ANNA, 2), (CHLOE, 3)]


# --- resigning --------------------------------------------------------------------------------------------------------


def test_a_resigned_players_tiles_leave_the_game_for_good():
    table = crossing(ANNA, BORIS, CHLOE).all_seen()
    hand = table.state.hands[BORIS]
    table = table.play(BORIS, "resign")
    assert table.state.bags["removed"] == hand
    assert table.state.hands[BORIS] == ""
    assert len(table.state.bags["pool"]) == 60


def test_a_resigned_player_can_give_no_more_commands():
    table = crossing(ANNA, BORIS, CHLOE).play(BORIS, "resign")
    assert table.refusal(BORIS, "green") == "You have resigned from this game."


@pytest.mark.parametrize("phase", ["playing", "grace"])
def test_with_one_player_left_the_game_is_scored_at_once_in_any_phase(phase):
    table = in_grace(ANNA, BORIS) if phase == "grace" else crossing(ANNA, BORIS)
    over = table.wait(minutes=9).play(BORIS, "resign")
    assert (over.state.phase, over.state.ending) == ("finished", "resigned")
    assert over.when("end") == timedelta(minutes=9)


def test_a_red_request_turns_green_if_a_resignation_makes_the_pool_long():
    table = crossing(ANNA, BORIS, CHLOE, tile_set="A11 Z0", starting_tiles=3).look(ANNA, BORIS).complete(ANNA)
    table = table.play(ANNA, "red").play(BORIS, "resign")
    assert table.requests == (ANNA,)
    assert table.told_to(ANNA)[-1] == (
        "Boris resigned. The pool can serve another light, so your request is now for a green light."
    )
    over = table.govern("VOID").told_to(ANNA)
    assert "Boris resigned. The pool can serve another light, so your request is now for a green light." in over
    assert table.told_to(CHLOE)[-1] == "Boris resigned."
    assert table.look(CHLOE).wait(minutes=5).happened[-1] == ("green", ANNA)


def test_all_commands_are_refused_once_the_game_is_over():
    over = crossing(ANNA, BORIS).play(BORIS, "resign")
    why = "The game is over, and its result is final."
    assert {over.refusal(ANNA, text) for text in ("green", "done", "unask", "resign")} == {why}
    assert over.wait(days=99).events == over.events
