"""Bidding: who may bid, the bids, and how it ends."""

from datetime import timedelta

import pytest

from tests.rules.position import ANNA, BORIS, CHLOE, DEAL
from tests.rules.scannergram.table import ITCHY, SCANNERGRAM, START, WITCH, dealt, scannergram


def test_all_players_can_bid_on_the_new_tile():
    table = scannergram(ANNA, BORIS, CHLOE)
    assert table.state.awaited == (ANNA, BORIS, CHLOE)
    assert table.state.tile == "Y"


def test_the_highest_bid_is_opened_when_all_others_have_passed():
    table = scannergram(ANNA, BORIS, CHLOE).bid(ANNA, 5, "ITCHY", grid=ITCHY).give(BORIS, "PASS")
    assert table.points == [0, 0, 0]
    table = table.give(CHLOE, "PASS")
    assert table.points == [1, 0, 0]
    assert table.state.grid == ITCHY
    assert table.verbs == ["bid", "pass", "pass", "opened", "holds", "tile", "turn", "turn", "turn"]


def test_the_bidding_window_opens_with_the_first_bid_and_closes_on_time():
    table = scannergram(ANNA, BORIS, CHLOE, bid_within=3600).wait(hours=5).bid(ANNA, 5, "ITCHY", grid=ITCHY)
    table = table.wait(minutes=59)
    assert table.points == [0, 0, 0]
    table = table.wait(minutes=1)
    assert table.points == [1, 0, 0]
    assert next(event.at for event in table.events if event.verb == "opened") == DEAL + timedelta(hours=6)


def test_a_later_bid_does_not_lengthen_the_window():
    table = scannergram(ANNA, BORIS).bid(ANNA, 5, "ITCHY", grid=ITCHY).wait(hours=20)
    table = table.bid(BORIS, 6, "ITCHY", grid=ITCHY).wait(hours=4)
    assert table.points == [0, -1]


def test_each_bid_must_be_higher_than_the_one_before():
    table = scannergram(ANNA, BORIS).bid(ANNA, 5, "ITCHY", grid=ITCHY)
    sealed = {"calls": ("ITCHY",), "layout": ITCHY}
    for length in (5, 4, -1, 22):
        assert table.refusal_of(BORIS, "BID", length=length, **sealed) == (
            "Your bid must be a whole number from 6 to 21."
        )
    for length in ("6", None):
        assert table.refusal_of(BORIS, "BID", length=length, **sealed) == "BID can’t be written like this."
    assert table.bid(BORIS, 6, "ITCHY", grid=ITCHY).state.best.seat == BORIS


def test_a_bid_as_long_as_all_the_tiles_cannot_be_raised():
    table = scannergram(ANNA, BORIS).bid(ANNA, 21, "ITCHY", grid=ITCHY)
    assert "No higher bid is possible" in table.refusal_of(BORIS, "BID", length=22, calls=("ITCHY",), layout=ITCHY)


def test_players_can_raise_their_own_bid_with_another_solution():
    table = scannergram(ANNA, BORIS, tile="W").bid(ANNA, 4, "WITCH", grid=WITCH)
    table = table.bid(ANNA, 5, "WITCH", "WE", grid=WITCH).give(BORIS, "PASS")
    assert table.points == [1, 0]


def test_an_outbid_player_is_to_move_again():
    table = scannergram(ANNA, BORIS).bid(ANNA, 4, "ITCHY", grid=ITCHY)
    assert table.state.awaited == (BORIS,)
    table = table.bid(BORIS, 5, "ITCHY", grid=ITCHY)
    assert table.state.awaited == (ANNA,)
    assert (table.events[-1].verb, table.events[-1].seat) == ("turn", ANNA)


def test_a_pass_that_removes_the_tile_needs_confirmation():
    def asks(table, seat):
        return next(offer.asks for offer in table.view(seat).offers if offer.verb == "PASS")

    table = scannergram(ANNA, BORIS)
    assert asks(table, ANNA) is None
    table = table.give(BORIS, "PASS")
    assert "If you pass, it leaves the game" in str(asks(table, ANNA).says[0])
    bid_on = scannergram(ANNA, BORIS).bid(BORIS, 5, "ITCHY", grid=ITCHY)
    assert asks(bid_on, ANNA) is None


def test_the_highest_bid_cannot_be_withdrawn():
    table = scannergram(ANNA, BORIS).bid(ANNA, 5, "ITCHY", grid=ITCHY)
    assert table.refusal_of(ANNA, "PASS") == "Your bid of 5 is the highest. You can only raise it."


def test_players_can_bid_after_passing_until_the_bidding_ends():
    table = scannergram(ANNA, BORIS, CHLOE).give(ANNA, "PASS").bid(BORIS, 4, "ITCHY", grid=ITCHY)
    assert "You have already passed. You can still bid until the bidding ends." in table.refusal_of(ANNA, "PASS")
    table = table.bid(ANNA, 5, "ITCHY", grid=ITCHY).give(BORIS, "PASS").give(CHLOE, "PASS")
    assert table.points == [1, 0, 0]


def test_a_bid_after_all_others_have_passed_is_opened_at_once():
    table = scannergram(ANNA, BORIS).give(ANNA, "PASS").bid(BORIS, 5, "ITCHY", grid=ITCHY)
    assert table.points == [0, 1]


def test_the_tile_leaves_the_game_when_everyone_passes():
    table = scannergram(ANNA, BORIS).give(ANNA, "PASS").give(BORIS, "PASS")
    assert table.state.tile == "O"
    assert table.state.bags["gone"].endswith("Y")
    assert table.state.grid == START
    assert (table.points, table.state.round) == ([0, 0], 2)


def test_a_late_player_passes():
    table = scannergram(ANNA, BORIS).give(ANNA, "PASS").wait(days=3)
    assert table.verbs == ["pass", "late", "pass", "gone", "tile", "turn", "turn"]


def test_a_silent_player_is_late_when_the_window_closes_but_a_bidder_is_not():
    table = scannergram(ANNA, BORIS, CHLOE).bid(BORIS, 4, "ITCHY", grid=ITCHY).bid(ANNA, 5, "ITCHY", grid=ITCHY)
    table = table.wait(hours=24)
    assert [(event.verb, event.seat) for event in table.events if event.verb == "late"] == [("late", CHLOE)]


def test_a_player_late_three_times_passes_at_once_until_they_look():
    table = scannergram(ANNA, BORIS)
    for _ in range(3):
        table = table.give(ANNA, "PASS").wait(days=3)
    assert table.state.away == (BORIS,)
    assert table.give(ANNA, "PASS").state.round == 5
    assert table.give(BORIS, "LOOK").state.away == ()


def test_the_first_player_to_five_points_wins():
    table = scannergram(ANNA, BORIS, grid=("CAT",), tile="E", pool="AEIOUN")
    for points in range(1, 6):
        assert table.state.phase == "playing"
        longer = table.state.grid[0] + table.state.tile
        table = table.bid(ANNA, 4, longer, grid=(longer,)).give(BORIS, "PASS")
        assert table.points == [points, 0]
    assert (table.state.phase, table.state.ending) == ("finished", "played")


def test_the_highest_score_wins_when_the_bag_is_empty():
    table = scannergram(ANNA, BORIS, CHLOE, pool="").bid(BORIS, 5, "ITCHY", grid=ITCHY)
    table = table.give(ANNA, "PASS").give(CHLOE, "PASS")
    assert table.state.phase == "finished"
    ranked = [(rank.seat, rank.rank, rank.shown) for rank in SCANNERGRAM.ranks(table.state)]
    assert ranked == [(BORIS, 1, "1"), (ANNA, 2, "0"), (CHLOE, 2, "0")]


@pytest.mark.parametrize("seconds", [0, 30])
def test_a_bidding_window_can_be_as_short_as_in_live_play(seconds):
    table = scannergram(ANNA, BORIS, bid_within=seconds).bid(ANNA, 5, "ITCHY", grid=ITCHY).wait(seconds=seconds)
    assert table.points == [1, 0]


def test_the_bids_of_a_player_who_resigns_are_void():
    table = scannergram(ANNA, BORIS, CHLOE).bid(ANNA, 5, "ITCHY", grid=ITCHY).bid(BORIS, 6, "ITCHY", grid=ITCHY)
    table = table.give(BORIS, "RESIGN")
    assert table.state.best.seat == ANNA
    assert table.give(CHLOE, "PASS").points[ANNA] == 1


def test_the_bidding_restarts_when_the_only_bid_becomes_void():
    table = scannergram(ANNA, BORIS, CHLOE).bid(BORIS, 6, "ITCHY", grid=ITCHY).wait(hours=23).give(BORIS, "RESIGN")
    assert table.state.clocks.ends("window") is None
    assert table.wait(hours=70).state.round == 1
    assert table.bid(ANNA, 5, "ITCHY", grid=ITCHY).give(CHLOE, "PASS").points[ANNA] == 1


def test_the_game_is_over_when_one_player_is_left():
    table = scannergram(ANNA, BORIS).give(BORIS, "RESIGN")
    assert (table.state.phase, table.state.ending) == ("finished", "resigned")


def test_a_pause_stops_the_bidding_window():
    table = scannergram(ANNA, BORIS).bid(ANNA, 5, "ITCHY", grid=ITCHY).give(ANNA, "PAUSE").give(BORIS, "PAUSE")
    table = table.wait(days=3).give(BORIS, "RESUME").wait(hours=23)
    assert table.points == [0, 0]
    assert table.wait(hours=1).points == [1, 0]


def test_a_game_begins_with_twenty_tiles_and_one_turned_up():
    table = dealt(ANNA, BORIS)
    assert table.verbs == ["deal", "tile", "turn", "turn"]
    assert len(table.state.bags["pool"]) == 94 - 21
    assert table.state.round == 1
