"""How many games wait for a player: the number in the head of every page, kept with each save."""

import pytest

from games import commands, queries
from games.rules.kind import Order
from tests.tables import NO_POOL, NOON, after, ask, look, make_table, order, start

pytestmark = pytest.mark.django_db


def waits_for(*players):
    return [queries.waiting_count(player=player) for player in players]


def in_the_list(player, at=NOON):
    return len(queries.my_games(player=player, now=at).waiting_for_me)


def test_a_deal_waits_for_all_until_they_look(anna, boris):
    game_id = start(anna, boris)
    assert waits_for(anna, boris) == [1, 1]
    look(game_id, anna)
    assert waits_for(anna, boris) == [0, 1]


def test_a_game_that_all_have_looked_at_waits_for_a_request(anna, boris):
    game_id = start(anna, boris)
    look(game_id, anna, boris)
    assert waits_for(anna, boris) == [1, 1]
    ask(game_id, anna)
    assert waits_for(anna, boris) == [0, 0]


def test_where_requests_are_hidden_a_game_waits_for_who_has_not_asked(anna, boris):
    game_id = start(anna, boris, requests_visible=False)
    look(game_id, anna, boris)
    ask(game_id, anna)
    assert waits_for(anna, boris) == [0, 1]


def test_a_lobby_waits_for_nobody_and_several_games_add_up(anna, boris, chloe):
    make_table(anna, boris)
    start(anna, boris)
    start(anna, chloe)
    assert waits_for(anna, boris, chloe) == [2, 1, 1]


def test_in_grace_a_game_waits_for_who_is_not_done(anna, boris):
    game_id = start(anna, boris, leeway=0, **NO_POOL)
    look(game_id, anna, boris)
    ask(game_id, anna)
    assert waits_for(anna, boris) == [0, 1]
    order(game_id, boris, "done")
    assert waits_for(anna, boris) == [0, 0]


def test_a_game_in_a_pause_waits_for_nobody(anna, boris):
    game_id = start(anna, boris)
    for player in (anna, boris):
        commands.play(game_id=game_id, player=player, orders=[Order("PAUSE")], now=NOON)
    assert waits_for(anna, boris) == [0, 0]


def test_what_falls_due_is_counted_once_it_is_applied(anna, boris):
    game_id = start(anna, boris)
    look(game_id, anna)
    later = after(days=30)
    commands.apply_due(game_id=game_id, now=later)
    assert waits_for(boris) == [0]
    assert in_the_list(boris, at=later) == 0


def test_the_number_is_that_of_the_list(anna, boris, chloe):
    for others in ((boris,), (chloe,), (boris, chloe)):
        look(start(anna, *others), others[0])
    assert waits_for(anna, boris, chloe) == [in_the_list(player) for player in (anna, boris, chloe)]


def test_counting_takes_one_query(anna, boris, django_assert_num_queries):
    for _ in range(3):
        start(anna, boris)
    with django_assert_num_queries(1):
        assert waits_for(anna) == [3]
