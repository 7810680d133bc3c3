"""A superuser who might also play, and games that are running or finished."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import commands
from games.models import Game
from games.players.models import Player
from tests.positions import just_now, kept
from tests.tables import order


@pytest.fixture
def staff(db, client):
    """A signed-in superuser's browser."""
    client.force_login(Player.objects.create_superuser("chief@example.org", name="Chief"))
    return client


@pytest.fixture
def make(anna, boris):
    """Return a function that creates a game of Anna and Boris in which Anna has looked but submitted nothing."""

    def make(**options):
        return _dealt(anna, boris, then=just_now() - timedelta(minutes=10), **options)

    return make


@kept
def _dealt(anna, boris, *, then, **options):
    game = commands.make_game(
        kind="crossing", player=anna, seats=2, options=options, listed=True, invite=["boris@example.org"], now=then
    )
    commands.join(game_id=game, player=boris, now=then)
    commands.agree(game_id=game, player=anna, cut="my lucky 7", now=then)
    commands.agree(game_id=game, player=boris, now=then)
    commands.look(game_id=game, player=anna, now=then)
    return Game.objects.get(pk=game)


@pytest.fixture
def running(make):
    return make()


@pytest.fixture
def finished(make, boris):
    game = make()
    order(game.pk, boris, "resign", at=timezone.now())
    game.refresh_from_db()
    return game
