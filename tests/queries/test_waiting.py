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


def test_after_the_deal_the_game_waits_for_players_until_they_look(anna, boris):
    game_id = start(anna, boris)
    assert waits_for(anna, boris) == [1, 1]
    look(game_id, anna)
    assert waits_for(anna, boris) == [0, 1]


def test_once_everyone_has_looked_the_game_waits_for_a_request(anna, boris):
    game_id = start(anna, boris)
    look(game_id, anna, boris)
    assert waits_for(anna, boris) == [1, 1]
    ask(game_id, anna)
    assert waits_for(anna, boris) == [0, 0]


def test_with_hidden_requests_it_waits_for_players_without_a_request(anna, boris):
    game_id = start(anna, boris, requests_visible=False)
    look(game_id, anna, boris)
    ask(game_id, anna)
    assert waits_for(anna, boris) == [0, 1]


def test_several_games_add_up(anna, boris, chloe):
    start(anna, boris)
    start(anna, chloe)
    assert waits_for(anna, boris, chloe) == [2, 1, 1]


def test_a_full_lobby_waits_for_players_who_have_not_accepted(anna, boris, chloe):
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


def test_after_the_last_acceptance_only_the_deal_counts(anna, boris):
    start(anna, boris)
    assert waits_for(anna, boris) == [1, 1]


def test_an_invitation_waits_for_a_reply_while_there_is_room(anna, boris, chloe):
    game_id = make_table(anna, seats=2, invite=[boris.email, chloe.email])
    assert waits_for(boris, chloe) == [in_the_list(boris), in_the_list(chloe)] == [1, 1]
    commands.decline(invitation_id=Invitation.objects.get(email=chloe.email).pk, now=NOON)
    assert waits_for(boris, chloe) == [in_the_list(boris), in_the_list(chloe)] == [1, 0]
    commands.join(game_id=game_id, player=chloe, now=NOON)
    assert waits_for(boris, chloe) == [in_the_list(boris), in_the_list(chloe)] == [0, 1]
    commands.leave(game_id=game_id, player=chloe, now=NOON)
    assert waits_for(boris, chloe) == [1, 0]


def test_a_cancelled_game_waits_for_nobody(anna, boris, chloe):
    game_id = make_table(anna, boris, invite=[chloe.email])
    commands.cancel(game_id=game_id, player=anna, now=NOON)
    assert waits_for(anna, boris, chloe) == [0, 0, 0]


def test_a_waiting_game_is_listed_with_the_readers_own_deadline(anna, boris):
    game_id = start(anna, boris, see_within=3600, see_bank=0)
    look(game_id, boris)
    (line,) = queries.my_games(player=anna, now=NOON).waiting_for_me
    assert (line.at, line.remaining, line.at_says) == (after(hours=1), "1 hour", "Fri 13:00")
    assert line.is_soon


def test_a_lobby_and_an_invitation_show_their_deadline(anna, boris, chloe):
    make_table(anna, boris)
    make_table(anna, seats=2, invite=[chloe.email])
    (line,) = queries.my_games(player=boris, now=NOON).waiting_for_me
    assert (line.remaining, line.answers) == ("14 days", ("accept", "leave"))
    (line,) = queries.my_games(player=chloe, now=NOON).waiting_for_me
    assert (line.title, line.remaining, line.answers) == ("Anna invites you", "14 days", ("accept", "decline"))
    assert not line.is_soon


def test_in_the_grace_period_a_game_waits_for_players_who_are_not_done(anna, boris):
    game_id = start(anna, boris, leeway=0, **NO_POOL)
    look(game_id, anna, boris)
    ask(game_id, anna)
    assert waits_for(anna, boris) == [0, 1]
    order(game_id, boris, "done")
    assert waits_for(anna, boris) == [0, 0]


def test_a_paused_game_waits_for_nobody(anna, boris):
    game_id = start(anna, boris)
    for player in (anna, boris):
        commands.play(game_id=game_id, player=player, orders=[Order("PAUSE")], now=NOON)
    assert waits_for(anna, boris) == [0, 0]


def test_an_event_that_is_due_counts_once_it_is_applied(anna, boris):
    game_id = start(anna, boris)
    look(game_id, anna)
    later = after(days=30)
    commands.apply_due(game_id=game_id, now=later)
    assert waits_for(boris) == [0]
    assert in_the_list(boris, at=later) == 0


def test_the_number_matches_the_list(anna, boris, chloe):
    for others in ((boris,), (chloe,), (boris, chloe)):
        look(start(anna, *others), others[0])
    assert waits_for(anna, boris, chloe) == [in_the_list(player) for player in (anna, boris, chloe)]


def test_counting_takes_one_query(anna, boris, django_assert_num_queries):
    for _ in range(3):
        start(anna, boris)
    with django_assert_num_queries(1):
        assert waits_for(anna) == [3]


def test_a_shared_win_is_described_as_such(anna, boris):
    game_id = start(anna, boris, leeway=0, **NO_POOL)
    look(game_id, anna, boris)
    ask(game_id, anna)
    complete(game_id, boris)
    order(game_id, boris, "done")
    Seat.objects.filter(game=game_id).update(rank=1)
    for player in (anna, boris):
        (line,) = queries.my_games(player=player, now=NOON).finished
        assert line.came == "You share the win"
