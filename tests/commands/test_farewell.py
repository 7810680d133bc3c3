"""Leaving the site: the moves stay, the name goes, and nothing left behind identifies the player."""

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.test import Client

from games import commands, queries
from games.models import Draft, Event, Game, Seat
from games.players.models import ApiToken, Invitation, Player, PlayerSession
from games.players.tokens import make_token
from games.rules.values import Order, OrderRefused
from tests.tables import NOON, after, ask, complete, happened, look, make_table, order, start, state

pytestmark = pytest.mark.django_db(transaction=True)
NAME, SECOND = "Xanthippe", "xanthippe@example.com"


@pytest.fixture
def xanthippe(transactional_db):
    """Anna, under a name that occurs nowhere else."""
    player = Player.objects.create_user("xanthippe@example.org", name=NAME)
    for address in (player.email, SECOND):
        EmailAddress.objects.create(user=player, email=address, primary=address == player.email, verified=True)
    return player


def leave(player, at=NOON):
    commands.delete_account(player=player, now=at)


def places_that_tell_of(text):
    """Return every model and field of the database that contains a text."""
    return {
        (model.__name__, field)
        for model in apps.get_models()
        for row in model.objects.values()
        for field, value in row.items()
        if text.lower() in (bytes(value).decode(errors="replace") if isinstance(value, bytes) else str(value)).lower()
    }


def test_running_games_are_resigned_and_the_others_can_play_on(xanthippe, boris, chloe):
    game_id = start(xanthippe, boris, chloe)
    leave(xanthippe)
    assert happened(game_id)[-1] == ("resign", 0)
    assert state(game_id).resigned == (0,)
    look(game_id, boris, chloe)
    ask(game_id, boris, at=after(minutes=1))
    view = queries.table(game_id=game_id, player=boris, now=after(minutes=1))
    assert [seat.name for seat in view.seats] == ["Former player 1", "Boris", "Chloe"]


def test_moves_and_results_stay_without_the_name(xanthippe, boris):
    game_id = start(xanthippe, boris)
    look(game_id, xanthippe, boris)
    complete(game_id, xanthippe)
    leave(xanthippe)
    result = queries.table(game_id=game_id, player=boris, now=NOON)
    assert result.phase == "finished"
    assert result.title == "Former player 1 and Boris"
    assert queries.my_games(player=boris, now=NOON).finished[0].title == "Former player 1"
    record = queries.record(game_id=game_id, player=boris, now=NOON)
    assert record["seats"] == ["Former player 1", "Boris"]
    assert "submit" in [event["verb"] for event in record["events"]]


def test_a_player_leaves_other_lobbies_and_their_own_are_cancelled(xanthippe, boris):
    own, others = make_table(xanthippe, boris), make_table(boris, xanthippe, seats=3)
    leave(xanthippe)
    assert Game.objects.get(pk=own).phase == "cancelled"
    assert Game.objects.get(pk=others).phase == "lobby"
    assert Seat.objects.filter(game=others).count() == 1
    history = queries.table(game_id=others, player=boris, now=NOON).history
    assert history[0].says == "Former player left."


def test_no_name_or_address_is_left_in_the_database(xanthippe, boris, settings):
    """Check every table of the database, after using everything."""
    make_table(boris, seats=2, listed=False, invite=[xanthippe.email])
    lobby = make_table(boris, xanthippe, seats=3)
    commands.leave(game_id=lobby, player=xanthippe, now=NOON)
    commands.join(game_id=lobby, player=xanthippe, now=NOON)
    commands.free_seat(game_id=lobby, player=boris, number=1, now=NOON)
    game_id = start(xanthippe, boris)
    look(game_id, xanthippe, boris)
    commands.save_draft(game_id=game_id, player=xanthippe, name="of Xanthippe", layout=("A",), now=NOON)
    make_token(player=xanthippe, name="xanthippe", scope="play", now=NOON)
    client = Client()
    client.force_login(xanthippe, backend="django.contrib.auth.backends.ModelBackend")
    assert ("Seat", "name") in places_that_tell_of(NAME)
    assert ("Event", "facts") in places_that_tell_of(NAME)
    leave(xanthippe)
    assert places_that_tell_of(NAME) == set()
    assert Draft.objects.count() == ApiToken.objects.count() == Invitation.objects.count() == 0
    assert client.get("/you/").status_code == 302


def test_another_player_with_the_same_name_keeps_it(xanthippe, boris):
    namesake = Player.objects.create_user("other@example.org", name=NAME)
    lobby = make_table(boris, namesake, xanthippe, seats=4)
    commands.leave(game_id=lobby, player=namesake, now=NOON)
    leave(xanthippe)
    assert [event.facts["name"] for event in Event.objects.filter(verb="left").order_by("n")] == [NAME, ""]


def test_all_sessions_of_the_player_end_and_no_others(xanthippe, boris):
    clients = [Client() for _ in range(3)]
    for client, player in zip(clients, (xanthippe, xanthippe, boris), strict=True):
        client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    leave(xanthippe)
    assert PlayerSession.objects.count() == 1
    assert clients[2].get("/you/").status_code == 200


def test_an_unsent_invitation_is_deleted(xanthippe, boris):
    game_id = make_table(boris, seats=2, invite=[xanthippe.email, "emil@example.org"])
    leave(xanthippe)
    untold = Event.objects.filter(game=game_id, verb="invited", announced_at=None)
    assert [event.facts["invitation"] for event in untold] == [Invitation.objects.get().pk]


def test_staff_cannot_delete_their_account(xanthippe, boris):
    xanthippe.is_staff = True
    xanthippe.save()
    game_id = start(xanthippe, boris)
    with pytest.raises(OrderRefused, match="on the staff"):
        leave(xanthippe)
    assert Player.objects.filter(pk=xanthippe.pk).exists()
    assert state(game_id).resigned == ()


@pytest.mark.parametrize("players", [2, 3])
def test_an_account_can_be_deleted_during_a_pause(xanthippe, boris, chloe, players):
    game_id = start(xanthippe, boris, *[chloe][: players - 2])
    for player in (xanthippe, boris, *[chloe][: players - 2]):
        commands.play(game_id=game_id, player=player, orders=[Order("PAUSE")], now=NOON)
    with pytest.raises(OrderRefused, match="paused"):
        order(game_id, xanthippe, "resign")
    leave(xanthippe)
    assert not Player.objects.filter(pk=xanthippe.pk).exists()
    assert state(game_id).resigned == (0,)
    assert state(game_id).phase == ("finished" if players == 2 else "playing")


def test_a_seat_taken_during_the_deletion_is_freed(xanthippe, boris, settings):
    lobby = make_table(boris, seats=2)
    settings.PERSONAL_DATA = [*settings.PERSONAL_DATA, "tests.commands.latecomer"]
    leave(xanthippe)
    assert [(seat.name, seat.is_awaited) for seat in Seat.objects.filter(game=lobby)] == [("Boris", False)]
    assert Game.objects.values_list("taken", "has_room").get(pk=lobby) == (1, True)
    assert places_that_tell_of(NAME) == set()
