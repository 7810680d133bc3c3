"""The number of games that wait for a player: shown in the head of every page, and updated with each save."""

import pytest

from games import commands, queries
from games.models import Seat
from games.players.models import Invitation
from games.rules.values import Order
from tests.tables import NO_POOL, NOON, after, ask, complete, look, make_table, order, start

pytestmark = pytest.mark.django_db


def waits_for(*players):
    return [queries.waiting_count(player=player, now=NOON) for player in players]


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


def test_several_games_add_up(anna, boris, chloe):
    start(anna, boris)
    start(anna, chloe)
    assert waits_for(anna, boris, chloe) == [2, 1, 1]


def test_a_lobby_waits_for_whose_agreement_it_lacks_once_every_seat_is_filled(anna, boris, chloe):
    game_id = make_table(anna, boris, seats=3)
    commands.take_back_agreement(game_id=game_id, player=anna, now=NOON)
    commands.agree(game_id=game_id, player=boris, now=NOON)
    assert waits_for(anna, boris) == [0, 0]
    commands.join(game_id=game_id, player=chloe, now=NOON)
    assert waits_for(anna, boris, chloe) == [1, 0, 1]
    assert [in_the_list(player) for player in (anna, boris, chloe)] == [1, 0, 1]
    commands.agree(game_id=game_id, player=chloe, now=NOON)
    assert waits_for(anna, chloe) == [1, 0]
    commands.leave(game_id=game_id, player=chloe, now=NOON)
    assert waits_for(anna, chloe) == [0, 0]


def test_the_last_agreement_leaves_only_what_the_deal_waits_for(anna, boris):
    start(anna, boris)
    assert waits_for(anna, boris) == [1, 1]


def test_an_invitation_waits_for_an_answer_while_there_is_room(anna, boris, chloe):
    game_id = make_table(anna, seats=2, invite=[boris.email, chloe.email])
    assert waits_for(boris, chloe) == [in_the_list(boris), in_the_list(chloe)] == [1, 1]
    commands.decline(invitation_id=Invitation.objects.get(email=chloe.email).pk, now=NOON)
    assert waits_for(boris, chloe) == [in_the_list(boris), in_the_list(chloe)] == [1, 0]
    commands.join(game_id=game_id, player=chloe, now=NOON)
    assert waits_for(boris, chloe) == [in_the_list(boris), in_the_list(chloe)] == [0, 1]
    commands.leave(game_id=game_id, player=chloe, now=NOON)
    assert waits_for(boris, chloe) == [1, 0]


def test_a_table_cancelled_waits_for_nobody(anna, boris, chloe):
    game_id = make_table(anna, boris, invite=[chloe.email])
    commands.cancel(game_id=game_id, player=anna, now=NOON)
    assert waits_for(anna, boris, chloe) == [0, 0, 0]


def test_a_game_that_waits_is_listed_with_its_readers_own_deadline(anna, boris):
    game_id = start(anna, boris, see_within=3600, see_bank=0)
    look(game_id, boris)
    (line,) = queries.my_games(player=anna, now=NOON).waiting_for_me
    assert (line.at, line.remaining, line.at_says) == (after(hours=1), "1 hour", "Fri 13:00")
    assert line.is_soon


def test_a_table_to_agree_at_and_an_invitation_say_until_when(anna, boris, chloe):
    make_table(anna, boris)
    make_table(anna, seats=2, invite=[chloe.email])
    (line,) = queries.my_games(player=boris, now=NOON).waiting_for_me
    assert (line.remaining, line.answers) == ("14 days", ("accept", "leave"))
    (line,) = queries.my_games(player=chloe, now=NOON).waiting_for_me
    assert (line.title, line.remaining, line.answers) == ("Anna invites you", "14 days", ("accept", "decline"))
    assert not line.is_soon


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


def test_a_win_that_is_shared_says_so(anna, boris):
    game_id = start(anna, boris, leeway=0, **NO_POOL)
    look(game_id, anna, boris)
    ask(game_id, anna)
    complete(game_id, boris)
    order(game_id, boris, "done")
    Seat.objects.filter(game=game_id).update(rank=1)
    for player in (anna, boris):
        (line,) = queries.my_games(player=player, now=NOON).finished
        assert line.came == "You share the win"
