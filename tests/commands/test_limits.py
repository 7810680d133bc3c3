"""Limits per player: games created in a day, lobbies, games with robots, changes of mind in a lobby."""

import pytest

from games import commands
from games.commands.lobby import CHANGES_A_DAY, GAMES_A_DAY, LOBBIES, TABLES_WITH_ROBOTS
from games.models import Event, Game, Seat
from games.robots import practice
from games.rules.values import Order, OrderRefused
from tests.tables import DAY, HOUR, NOON, make_table

pytestmark = pytest.mark.django_db

TOO_MANY_TABLES = f"You’re already playing {TABLES_WITH_ROBOTS} games with robots"


def practise(player, now=NOON):
    return practice.open_table(kind="lynx", player=player, now=now)


def make(player, now=NOON):
    return commands.make_game(kind="lynx", player=player, seats=2, options={}, now=now)


def test_at_most_five_games_with_robots_at_once(anna, boris):
    tables = [practise(anna) for _ in range(TABLES_WITH_ROBOTS)]
    with pytest.raises(OrderRefused, match=TOO_MANY_TABLES):
        practise(anna)
    assert Game.objects.count() == TABLES_WITH_ROBOTS
    practise(boris)
    commands.play(game_id=tables[0], player=anna, orders=[Order("RESIGN")], now=NOON)
    practise(anna)


def test_a_lobby_with_robots_counts_once(anna):
    for _ in range(TABLES_WITH_ROBOTS - 1):
        practise(anna)
    game_id = make_table(anna, seats=4)
    practice.sit_down(game_id=game_id, player=anna, now=NOON)
    practice.sit_down(game_id=game_id, player=anna, now=NOON)
    with pytest.raises(OrderRefused, match=TOO_MANY_TABLES):
        practise(anna)
    other = make_table(anna, seats=4)
    with pytest.raises(OrderRefused, match=TOO_MANY_TABLES):
        practice.sit_down(game_id=other, player=anna, now=NOON)
    assert Seat.objects.filter(game=other).count() == 1
    for number in (1, 2):
        commands.free_seat(game_id=game_id, player=anna, number=number, now=NOON)
    practice.sit_down(game_id=other, player=anna, now=NOON)


def test_at_most_thirty_games_can_be_created_in_24_hours(anna, boris):
    for n in range(GAMES_A_DAY):
        commands.cancel(game_id=make(anna, NOON + n * HOUR / 60), player=anna, now=NOON + n * HOUR / 60)
    for again in (make, practise):
        with pytest.raises(OrderRefused, match="at most 30 games a day"):
            again(anna, NOON + DAY - HOUR)
    make(boris, NOON + DAY - HOUR)
    make(anna, NOON + DAY)


def test_a_player_can_have_a_limited_number_of_lobbies(anna):
    lobbies = [make(anna) for _ in range(LOBBIES)]
    with pytest.raises(OrderRefused, match="You’ve created 10 games that haven’t started"):
        make(anna)
    commands.cancel(game_id=lobbies[0], player=anna, now=NOON)
    make(anna)


def test_a_player_can_join_and_leave_a_lobby_only_so_often(anna, boris):
    game_id = make_table(anna, seats=3)
    for _ in range(CHANGES_A_DAY // 2):
        commands.join(game_id=game_id, player=boris, now=NOON)
        commands.agree(game_id=game_id, player=boris, now=NOON)
        commands.leave(game_id=game_id, player=boris, now=NOON)
    with pytest.raises(
        OrderRefused, match=r"You’ve changed your mind 20 times in this game today\. Wait until tomorrow\."
    ):
        commands.join(game_id=game_id, player=boris, now=NOON)
    assert Event.objects.filter(game=game_id).latest("n").verb == "left"
    commands.join(game_id=game_id, player=boris, now=NOON + DAY)
