"""Two players of one seat at once, with real threads and a real PostgreSQL: the seat stays consistent."""

import pytest
from django.db import connection

from games import commands
from games.models import Event, Seat
from games.rules.values import Order
from tests.tables import NOON, complete, happened, look, make_table, order, state
from tests.test_races import TIMES, assert_whole, at_once

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lets one writer in at a time"),
]


@pytest.fixture
def game_id(anna, boris, chloe):
    """Anna and Chloe play the first seat, Boris the other."""
    game_id = make_table(anna, boris, chloe, seats=2, people_a_seat=2)
    for player in (anna, boris):
        commands.agree(game_id=game_id, player=player, now=NOON)
    return game_id


@pytest.mark.parametrize("_", range(TIMES))
def test_only_one_of_two_players_gets_the_last_share_of_a_seat(anna, boris, chloe, dmitri, _):
    game_id = make_table(anna, boris, seats=2, people_a_seat=2)
    commands.take_seat(game_id=game_id, player=chloe, number=1, now=NOON)
    extra = type(dmitri).objects.create_user("eve@example.org", name="Eve")
    refusals = at_once(
        *(
            lambda player=player: commands.take_seat(game_id=game_id, player=player, number=0, now=NOON)
            for player in (dmitri, extra)
        )
    )
    assert sorted(map(str, refusals)) == ["None", "That seat is taken. Choose another one."]
    assert [row.share for row in Seat.objects.filter(game=game_id, number=0)] == [0, 1]


@pytest.mark.parametrize("_", range(TIMES))
def test_the_last_of_two_simultaneous_layouts_counts(game_id, anna, chloe, _):
    look(game_id, anna)
    all_laid = (state(game_id).held(0),)
    refusals = at_once(
        lambda: commands.play(game_id=game_id, player=anna, orders=[Order("GRID", {"layout": all_laid})], now=NOON),
        lambda: commands.play(game_id=game_id, player=chloe, orders=[Order("GRID", {"layout": ()})], now=NOON),
    )
    assert refusals == [None, None]
    last = Event.objects.filter(game=game_id, verb="submit").latest("n")
    assert tuple(last.facts["layout"]) == state(game_id).boards[0]
    assert_whole(game_id)


@pytest.mark.parametrize("_", range(TIMES))
def test_simultaneous_requests_from_one_seat_count_once(game_id, anna, chloe, _):
    look(game_id, anna)
    complete(game_id, anna)
    assert at_once(lambda: order(game_id, anna, "green"), lambda: order(game_id, chloe, "green")) == [None, None]
    assert happened(game_id).count(("ask", 0)) == 1
    assert_whole(game_id)


@pytest.mark.parametrize("_", range(TIMES))
def test_a_shared_seat_resigns_only_when_the_last_player_leaves(game_id, anna, chloe, _):
    assert at_once(lambda: order(game_id, anna, "resign"), lambda: order(game_id, chloe, "resign")) == [None, None]
    assert state(game_id).resigned == (0,)
    assert Seat.objects.filter(game=game_id, number=0, resigned_at=None).count() == 1
    assert_whole(game_id)
