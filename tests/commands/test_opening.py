"""Opening games with players already seated."""

import pytest
from django.db import transaction

from games import commands, queries
from games.commands.lobby import cancel_at, open_table
from games.models import Event, Game
from games.rules.values import OrderRefused
from games.store import NoSuchGame, all_locked
from tests.tables import A_LONG_GAME, NOON, after, happened, import_rows, make_table, state


def opened(*players, **more):
    import_rows()
    chosen = {"options": A_LONG_GAME, "word_list": "rows", "rated": True, "hard_end": None, "now": NOON, **more}
    with transaction.atomic():
        return open_table(kind="crossing", players=players, **chosen)


def verbs(game):
    return list(Event.objects.filter(game=game).order_by("n").values_list("verb", "seat"))


def test_everyone_is_seated_and_nobody_has_accepted(anna, boris):
    game = Game.objects.get(pk=opened(anna, boris).pk)
    assert (game.phase, game.made_by, game.rated, game.listed) == ("lobby", None, True, True)
    assert [(seat.name, seat.agreed_at) for seat in game.seats.all()] == [("Anna", None), ("Boris", None)]
    assert verbs(game) == [("seated", 0), ("seated", 1)]
    assert len(game.commitment) == 64


def test_the_game_starts_with_the_last_acceptance(anna, boris):
    game = opened(anna, boris)
    commands.agree(game_id=game.pk, player=anna, cut="lucky", now=NOON)
    commands.take_back_agreement(game_id=game.pk, player=anna, now=NOON)
    commands.agree(game_id=game.pk, player=anna, now=NOON)
    assert state(game.pk) is None
    commands.agree(game_id=game.pk, player=boris, now=after(hours=1))
    assert happened(game.pk)[-1] == ("deal", None)


def test_if_everyone_has_already_accepted_it_starts_at_once(anna, boris):
    game = opened(anna, boris, agreed={0: "lucky", 1: ""})
    assert Game.objects.get(pk=game.pk).phase == "playing"
    assert [seat.cut for seat in game.seats.all()] == ["lucky", ""]
    assert happened(game.pk)[-1] == ("deal", None)


def test_nobody_can_accept_after_its_final_deadline(anna, boris):
    game = opened(anna, boris, hard_end=after(days=2))
    commands.agree(game_id=game.pk, player=anna, now=after(days=2, microseconds=-1))
    with pytest.raises(OrderRefused, match=r"The time for this game is over\."):
        commands.agree(game_id=game.pk, player=boris, now=after(days=2))


def test_players_cannot_leave_assigned_seats(anna, boris):
    game = opened(anna, boris)
    with pytest.raises(
        OrderRefused, match=r"The seats in this game were assigned\. If you can’t play, tell a director\."
    ):
        commands.leave(game_id=game.pk, player=anna, now=NOON)
    with pytest.raises(OrderRefused, match=r"Only the player who created the game can do that\."):
        commands.free_seat(game_id=game.pk, player=anna, number=1, now=NOON)
    with pytest.raises(OrderRefused, match=r"Only the player who created the game can do that\."):
        commands.cancel(game_id=game.pk, player=anna, now=NOON)
    assert game.seats.count() == 2


def test_nobody_can_take_the_seat_of_a_deleted_account(anna, boris, chloe):
    game = opened(anna, boris)
    commands.delete_account(player=boris, now=NOON)
    assert queries.open_games(player=chloe, now=NOON) == ()
    with pytest.raises(
        OrderRefused, match=r"The seats in this game were assigned\. If you can’t play, tell a director\."
    ):
        commands.invite(game_id=game.pk, player=anna, email="chloe@example.org", now=NOON)
    with pytest.raises(
        OrderRefused, match=r"The seats in this game were assigned\. If you can’t play, tell a director\."
    ):
        commands.join(game_id=game.pk, player=chloe, now=NOON)
    assert game.seats.count() == 1


def test_others_cannot_find_a_private_one(anna, boris, chloe):
    game = opened(anna, boris)
    Game.objects.filter(pk=game.pk).update(listed=False)
    with pytest.raises(NoSuchGame):
        commands.join(game_id=game.pk, player=chloe, now=NOON)


def test_whoever_opened_it_can_cancel_it(anna, boris):
    game = opened(anna, boris)
    with transaction.atomic(), all_locked(Game.objects.filter(pk=game.pk), now=after(days=3)) as (table,):
        cancel_at(table)
    game.refresh_from_db()
    assert (game.phase, game.due_at, verbs(game)[-1]) == ("cancelled", None, ("cancelled", None))


def test_a_game_that_has_started_cannot_be_cancelled(anna, boris):
    game = opened(anna, boris, agreed={0: "", 1: ""})
    refused = pytest.raises(OrderRefused, match="This game has already started")
    with refused, transaction.atomic(), all_locked(Game.objects.filter(pk=game.pk), now=NOON) as (table,):
        cancel_at(table)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"options": {"see_within": -5}}, "see_within|Time to look"),
        ({"word_list": "no such"}, "There is no word list called no such. Available lists:"),
    ],
)
def test_a_game_with_invalid_settings_is_not_opened(anna, boris, wrong, says):
    with pytest.raises(OrderRefused, match=says):
        opened(anna, boris, **wrong)
    assert not Game.objects.exists()


def test_a_game_for_one_player_is_not_opened(anna):
    with pytest.raises(OrderRefused, match="must have 2 to"):
        opened(anna)


def test_a_game_created_by_a_player_is_rated_only_on_request(anna, boris):
    assert not Game.objects.get(pk=make_table(anna, boris)).rated
    rated = commands.make_game(kind="crossing", player=anna, seats=2, options={}, rated=True, now=NOON)
    assert Game.objects.get(pk=rated).rated
