"""The game as each reader sees it; nobody sees another player's sealed solution."""

import pytest

from games.rules.grid import cells
from tests.rules.position import ANNA, BORIS, DMITRI
from tests.rules.scannergram.table import ITCHY, START, scannergram


def bidding():
    return scannergram(ANNA, BORIS).bid(ANNA, 5, "ITCHY", grid=ITCHY)


@pytest.mark.parametrize("reader", [ANNA, BORIS, DMITRI])
def test_everyone_sees_the_grid_the_tile_and_all_bids(reader):
    panels = bidding().panels(reader)
    assert panels["grid"].rows == START
    assert panels["tile"].tiles == "Y"
    assert str(panels["tile"].note) == "seat 0 bids 5. Higher bids are accepted until 2026-11-21T12:00+00:00."
    assert [str(line) for line in panels["bids"].lines] == ["seat 0 bid 5."]
    assert bidding().view(reader).facts["bids"] == [{"seat": ANNA, "length": 5}]


def test_only_its_bidder_sees_a_sealed_solution():
    table = scannergram(ANNA, BORIS).bid(ANNA, 5, "ZYMURGY", grid=ITCHY)
    assert table.panels(ANNA)["sealed"].rows == ITCHY
    assert table.view(ANNA).facts["sealed"] == {"length": 5, "calls": ["ZYMURGY"], "layout": list(ITCHY)}
    for reader in (BORIS, DMITRI):
        assert "sealed" not in table.panels(reader)
        assert "ZYMURGY" not in str(table.view(reader))


def test_the_other_players_learn_only_the_length_of_a_bid():
    table = bidding()
    assert table.known_to(BORIS) == table.known_to(DMITRI) == [{"verb": "bid", "seat": ANNA, "length": 5}]
    assert table.known_to(ANNA)[0]["calls"] == ["ITCHY"]


def test_only_the_opened_solution_is_revealed_before_the_end():
    other = (*START[:9], "...EY", START[10])
    table = scannergram(ANNA, BORIS).bid(BORIS, 2, "EY", grid=other).bid(ANNA, 5, "ITCHY", grid=ITCHY)
    table = table.give(BORIS, "PASS")
    assert "EY" not in str(table.known_to(DMITRI))
    assert "EY" not in str(table.known_to(ANNA))
    assert "ITCHY" in str(table.known_to(DMITRI))
    table = table.give(BORIS, "RESIGN")
    assert table.state.phase == "finished"
    assert ["EY"] in [told.get("calls") for told in table.known_to(DMITRI)]


def test_barred_words_are_shown_to_all():
    table = bidding().give(BORIS, "PASS")
    assert [str(line) for line in table.panels(DMITRI)["barred"].lines] == ["ITCHY"]
    assert table.view(DMITRI).facts["barred"] == ["ITCHY"]


def test_points_are_shown_beside_each_seat():
    table = bidding().give(BORIS, "PASS")
    assert [str(seat.says[0]) for seat in table.view(DMITRI).seats] == ["1 point", "0 points"]


def test_the_bid_form_starts_from_the_next_higher_bid_and_the_current_grid():
    offer = next(offer for offer in bidding().view(BORIS).offers if offer.verb == "BID")
    assert (offer.fields[0].least, offer.fields[0].most) == (6, 21)
    assert offer.fields[1].start == START


@pytest.mark.parametrize(
    ("reader", "says"), [(ANNA, "Your bid of 5 is the highest"), (BORIS, "seat 0 bids 5"), (DMITRI, "seat 0 bids 5")]
)
def test_the_status_names_the_highest_bid(reader, says):
    assert str(bidding().view(reader).disc.says) == says


def test_the_status_names_the_player_who_is_solving():
    table = scannergram(ANNA, BORIS, live=True).bid(ANNA, 5).give(BORIS, "PASS")
    assert [str(table.view(reader).disc.says) for reader in (ANNA, BORIS)] == [
        "Write your solution",
        "seat 0 is solving",
    ]
    assert [offer.verb for offer in table.view(ANNA).offers][:1] == ["CALL"]
    assert str(table.view(BORIS).waiting_for[ANNA]) == "write the solution"


def test_only_the_grid_and_the_called_words_remain_at_the_end():
    table = bidding().give(BORIS, "RESIGN")
    assert list(table.panels(ANNA)) == ["grid"]
    assert list(bidding().give(BORIS, "PASS").give(BORIS, "RESIGN").panels(ANNA)) == ["grid", "opened", "barred"]


def test_unopened_bids_are_not_shown_at_the_grid_after_the_end():
    table = bidding().give(BORIS, "RESIGN")
    assert table.state.bids
    for reader in (ANNA, BORIS, DMITRI):
        assert table.panels(reader)["grid"].latest is None


def test_a_list_of_games_shows_the_bid_to_beat_or_the_last_result():
    def in_lists(table, seat):
        return [str(text) for text in table.view(seat).in_lists]

    table = bidding()
    assert in_lists(table, BORIS) == ["seat 0 bids 5. Find a longer word with the Y, or pass."]
    assert in_lists(table.give(BORIS, "PASS"), BORIS) == [
        "seat 0 bid 5 and made it, winning 1 point. The new grid stays."
    ]


def test_an_opened_solution_is_shown_to_everyone_in_laying_order():
    table = bidding().give(BORIS, "PASS")
    for reader in (ANNA, BORIS, DMITRI):
        opened = table.panels(reader)["opened"]
        assert opened.rows == ITCHY
        assert sorted(opened.laid) == sorted(cells(ITCHY))
        assert opened.laid[-5:] == opened.earning == tuple((row, 1) for row in range(5, 10))
        assert "made it" in str(table.panels(reader)["grid"].latest)


def test_a_failed_solution_is_shown_beside_the_current_grid():
    table = scannergram(ANNA, BORIS).bid(ANNA, 6, "ITCHY", grid=ITCHY).give(BORIS, "PASS")
    opened = table.panels(BORIS)["opened"]
    assert (opened.rows, opened.earning, table.panels(BORIS)["grid"].rows) == (ITCHY, (), START)
    assert "promised a longer word" in str(opened.note)


def test_nothing_is_opened_when_nobody_bids():
    table = bidding().give(BORIS, "PASS")
    for player in (ANNA, BORIS):
        table = table.give(player, "PASS")
    assert "opened" not in table.panels(ANNA)
