"""The demo games stop where a newcomer sees most: requests, a withheld tile, a result, and a free seat."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core.management import call_command

from games import queries
from games.models import Event, Game
from games.players.models import Player
from games.robots import demo
from games.rules import registry
from tests.conftest import NOON

pytestmark = pytest.mark.django_db


def table(maker, reader):
    game = Game.objects.get(made_by__email=demo.address(maker), kind="crossing")
    return queries.table(game_id=game.pk, player=Player.objects.get(email=demo.address(reader)), now=NOON)


def assert_one_game_of_every_other_kind_is_played():
    for kind in registry.KINDS.values():
        if kind.key == "crossing":
            continue
        running = Game.objects.get(made_by__email=demo.address("Dmitri"), kind=kind.key)
        shown = queries.table(game_id=running.pk, player=Player.objects.get(email=demo.address("Anna")), now=NOON)
        assert shown.phase in ("playing", "challenge")
        assert shown.you is not None
        orders = Event.objects.filter(game=running, seat__isnull=False, at__gt=running.started_at)
        assert orders.exclude(verb="turn").count() >= 5


def test_the_demo_starts_at_an_interesting_moment_and_keeps_moves_made(capsys, settings):
    demo.seed(now=NOON)

    three = table("Anna", "Chloe")
    assert (three.view.round, three.view.pool, three.view.withheld) == (8, 39, 1)
    assert three.waiting_for == ("Boris",)
    assert three.view.seats[0].asked_at is not None
    assert three.own.drafts
    assert three.next.at > NOON + timedelta(days=1)

    two = table("Boris", "Boris")
    assert (two.phase, two.view.unseen) == ("playing", 1)
    assert "you" in two.waiting_for
    assert two.view.seats[1].asked_at is not None
    assert two.next.at > NOON + timedelta(days=1)

    result = table("Chloe", "Anna")
    assert (result.phase, result.ending) == ("finished", "played")
    assert [line.rank for line in result.view.results] == sorted(seat.rank for seat in result.seats)
    assert not any(line.result.struck or line.result.leftover for line in result.view.results)

    assert [game.seats - game.taken for game in queries.open_games(player=None, now=NOON)] == [2]
    assert EmailAddress.objects.filter(verified=True).count() == len(demo.NAMES)

    untold = Event.objects.filter(announced_at=None)
    assert {"green", "ask", "score", "invited"} <= set(untold.values_list("verb", flat=True))
    assert not untold.filter(verb__in=["deal", "joined"]).exists()

    assert_one_game_of_every_other_kind_is_played()

    settings.DEBUG = False
    before = list(Event.objects.values_list("pk", flat=True))
    call_command("seed_demo")
    assert list(Event.objects.values_list("pk", flat=True)) == before
    assert "anna@example.org" in capsys.readouterr().out
    assert not Player.objects.filter(is_staff=True).exists()
