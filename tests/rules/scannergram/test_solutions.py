"""The outcome of a bid when its solution is opened, and the solutions that may be sealed."""

import pytest

from games.rules.words import AllBut
from tests.rules.position import ANNA, BORIS
from tests.rules.scannergram.table import ITCHY, START, WITCH, scannergram


def opened(tile, length, *calls, grid, **position):
    """Boris has passed, so Anna's bid, the only one, is opened."""
    return scannergram(ANNA, BORIS, tile=tile, **position).bid(ANNA, length, *calls, grid=grid).give(BORIS, "PASS")


def test_a_good_solution_wins_a_point_and_its_grid_stays():
    table = opened("Y", 5, "ITCHY", grid=ITCHY)
    assert (table.points, table.state.grid, table.state.barred) == ([1, 0], ITCHY, ("ITCHY",))
    assert "Y" not in table.state.bags["gone"]


def test_an_uncalled_word_loses_a_point_and_removes_the_tile():
    table = opened("W", 5, "WITCH", grid=WITCH)
    assert (table.points, table.state.grid) == ([-1, 0], START)
    assert table.state.bags["gone"].endswith("W")
    assert [event.facts for event in table.events if event.verb == "fault"] == [{"fault": "uncalled", "named": ["WE"]}]


def test_a_solution_with_all_words_called_wins():
    assert opened("W", 5, "WITCH", "WE", grid=WITCH).points == [1, 0]


def test_words_of_a_failed_call_stay_barred():
    table = opened("W", 5, "WITCH", grid=WITCH, pool="AEIW")
    assert table.state.barred == ("WITCH",)
    table = table.bid(ANNA, 5, "WITCH", "WE", grid=WITCH).give(BORIS, "PASS")
    assert table.points == [-2, 0]
    assert table.state.barred == ("WE", "WITCH")


def test_words_of_unopened_bids_are_not_barred():
    table = scannergram(ANNA, BORIS, tile="W").bid(BORIS, 4, "WITCH", grid=WITCH)
    table = table.bid(ANNA, 5, "WE", "WITCH", grid=WITCH).give(BORIS, "PASS")
    assert table.state.barred == ("WE", "WITCH")
    table = scannergram(ANNA, BORIS, tile="W").bid(BORIS, 4, "WIFE", grid=WITCH)
    table = table.bid(ANNA, 5, "WE", "WITCH", grid=WITCH).give(BORIS, "PASS")
    assert "WIFE" not in table.state.barred


def test_an_invalid_word_loses_and_is_named_in_the_record():
    table = opened("W", 5, "WITCH", "WE", grid=WITCH, words=AllBut(["WE", "IT"]))
    assert table.points == [-1, 0]
    assert next(event.facts["struck"] for event in table.events if event.verb == "opened") == ["WE"]


def test_a_tile_left_out_loses():
    assert opened("Y", 5, "ITCHY", grid=START).points == [-1, 0]


def test_lower_case_letters_are_the_same_tiles():
    assert opened("Y", 5, "itchy", grid=tuple(row.lower() for row in ITCHY)).points == [1, 0]


def test_a_bid_without_words_calls_every_word_its_grid_creates():
    table = scannergram(ANNA, BORIS, tile="W").give(ANNA, "BID", length=5, layout=WITCH)
    assert table.state.best.sealed.calls == ("WE", "WITCH")


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({}, "Your solution is missing"),
        ({"calls": ("ITCHY",)}, "Your solution is missing"),
        ({"calls": ("ITCHY",), "layout": ("...",)}, "Your solution is missing"),
        (
            {"calls": ("ITCHY",), "layout": (*ITCHY, "QQ...")},
            "Your grid uses tiles that aren’t available: Q, Q. Use only the tiles of the old grid and the new tile Y.",
        ),
        (
            {"calls": ("ITCHY",), "layout": ("?",)},
            'A row can only contain the letters A–Z and dots. This one contains something else: "',
        ),
    ],
    ids=["nothing", "no grid", "an empty grid", "tiles of nobody", "characters"],
)
def test_an_impossible_solution_is_not_sealed(facts, why):
    assert scannergram(ANNA, BORIS).refusal_of(ANNA, "BID", length=5, **facts).startswith(why)


def test_the_settings_can_limit_the_number_of_called_words():
    four, five = ("AA", "AB", "AC", "AD"), ("AA", "AB", "AC", "AD", "AE")
    table = scannergram(ANNA, BORIS, max_called=4)
    assert table.refusal_of(ANNA, "BID", length=5, calls=five, layout=ITCHY) == (
        "You can call at most 4 words in this game. You called 5."
    )
    assert table.bid(ANNA, 5, *four, grid=ITCHY).state.best.seat == ANNA
    assert scannergram(ANNA, BORIS).bid(ANNA, 5, *five, grid=ITCHY).state.best.seat == ANNA


def test_words_and_a_grid_without_a_bid_are_refused():
    table = scannergram(ANNA, BORIS)
    for verb in ("CALL", "GRID"):
        assert table.refusal_of(ANNA, verb, calls=("ITCHY",), layout=ITCHY) == (
            "Words and a grid only count with a bid. Write BID and a number in the same text."
        )


# --- the winner writes the solution -----------------------------------------------------------------------------------


def won(**options):
    """Anna has won the bidding with 5, and has nothing sealed."""
    return scannergram(ANNA, BORIS, live=True, **options).bid(ANNA, 5).give(BORIS, "PASS")


def test_in_live_play_the_winner_writes_the_solution():
    table = won()
    assert (table.state.awaited, table.points) == ((ANNA,), [0, 0])
    table = table.give(ANNA, "CALL", calls=("ITCHY",), layout=ITCHY)
    assert (table.points, table.state.grid, table.state.round) == ([1, 0], ITCHY, 2)


def test_the_winner_has_one_day_to_write_the_solution():
    table = won().wait(hours=23, minutes=59)
    assert table.points == [0, 0]
    table = table.wait(minutes=1)
    assert (table.points, table.state.grid, table.state.round) == ([-1, 0], START, 2)
    assert [event.facts["fault"] for event in table.events if event.verb == "fault"] == ["late"]


def test_in_live_play_a_bid_is_only_a_number():
    table = scannergram(ANNA, BORIS, live=True)
    assert table.refusal_of(ANNA, "BID", length=5, calls=("ITCHY",), layout=ITCHY) == (
        "Solutions are written after the bidding. For now, write BID and a number."
    )
    assert table.refusal_of(ANNA, "CALL", calls=("ITCHY",), layout=ITCHY).startswith(
        "Solutions are written after the bidding. For now, write BID and a number."
    )


def test_nobody_else_can_act_while_the_winner_writes():
    table = won()
    for verb in ("BID", "PASS", "CALL"):
        assert table.refusal_of(BORIS, verb, length=6) == "The bidding is over. Anna is writing the solution."
    assert table.refusal_of(ANNA, "PASS").startswith("You won the bidding. Write CALL with your words, and your GRID.")
    assert table.refusal_of(ANNA, "CALL", calls=("ITCHY",)).startswith("Your solution is missing")


def test_the_tile_leaves_the_game_if_the_winner_resigns():
    table = scannergram(ANNA, BORIS, 2, live=True).bid(ANNA, 5).give(BORIS, "PASS").give(2, "PASS")
    table = table.give(ANNA, "RESIGN")
    assert (table.state.round, table.state.grid) == (2, START)
    assert table.state.bags["gone"].endswith("Y")


def test_other_players_can_resign_while_the_winner_writes():
    table = scannergram(ANNA, BORIS, 2, live=True).bid(ANNA, 5).give(BORIS, "PASS").give(2, "PASS")
    table = table.give(2, "RESIGN").give(ANNA, "CALL", calls=("ITCHY",), layout=ITCHY)
    assert table.points[ANNA] == 1
