"""Substitution and another action at once, with real threads and a real PostgreSQL: nobody substitutes twice, or
after the end."""

import pytest
from django.db import connection

from games import commands
from games.models import Event, Seat, Substitution
from games.rules.values import Order
from tests.substitutes import acquainted, ask_substitute, lent
from tests.tables import NOON, after, look, start
from tests.test_races import TIMES, assert_whole, at_once

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lets one writer in at a time"),
]


@pytest.fixture
def game_id(anna, boris, dmitri):
    acquainted(anna, dmitri)
    game_id = start(anna, boris)
    look(game_id, anna, boris)
    return game_id


def lay_nothing(game_id, player, at=NOON):
    commands.play(game_id=game_id, player=player, orders=[Order("GRID", {"layout": ()})], now=at)


@pytest.mark.parametrize("_", range(TIMES))
def test_a_request_accepted_twice_at_once_gives_one_substitute(game_id, anna, dmitri, _):
    substitution = ask_substitute(game_id, anna)
    refusals = at_once(
        *[lambda: commands.accept_substitution(substitution_id=substitution.pk, player=dmitri, now=NOON)] * 2
    )
    assert refusals == [None, None]
    assert Seat.objects.filter(game=game_id, player=dmitri).count() == 1
    assert Event.objects.filter(game=game_id, verb="lent").count() == 1
    assert_whole(game_id)


@pytest.mark.parametrize("_", range(TIMES))
def test_a_request_accepted_and_cancelled_at_once_gives_no_substitute(game_id, anna, dmitri, _):
    substitution = ask_substitute(game_id, anna)
    at_once(
        lambda: commands.accept_substitution(substitution_id=substitution.pk, player=dmitri, now=NOON),
        lambda: commands.end_substitution(substitution_id=substitution.pk, player=anna, now=NOON),
    )
    assert Substitution.objects.get(pk=substitution.pk).ended_at == NOON
    assert not Seat.objects.filter(game=game_id, player=dmitri).exists()
    told = Event.objects.filter(game=game_id)
    assert told.filter(verb="lent").count() == told.filter(verb="given_back").count()
    assert_whole(game_id)


@pytest.mark.parametrize("_", range(TIMES))
def test_a_command_as_a_substitution_ends_comes_first_or_is_refused(game_id, anna, dmitri, _):
    substitution = lent(game_id, anna, dmitri)
    _, refusal = at_once(
        lambda: commands.end_substitution(substitution_id=substitution.pk, player=anna, now=NOON),
        lambda: lay_nothing(game_id, dmitri),
    )
    laid = Event.objects.filter(game=game_id, verb="submit").first()
    over = Event.objects.get(game=game_id, verb="given_back")
    if refusal is None:
        assert laid.n < over.n
        assert laid.substitute == "Dmitri"
    else:
        assert refusal == "You’re no longer a substitute in this game. Nothing was changed."
        assert laid is None
    assert_whole(game_id)


@pytest.mark.parametrize("_", range(TIMES))
def test_a_substitution_past_its_end_is_ended_only_once(game_id, anna, dmitri, _):
    lent(game_id, anna, dmitri, ends=after(hours=1))
    refusals = at_once(
        lambda: commands.apply_due(game_id=game_id, now=after(hours=1)),
        lambda: lay_nothing(game_id, dmitri, after(hours=1)),
    )
    assert refusals == [None, "You’re no longer a substitute in this game. Nothing was changed."]
    assert Event.objects.get(game=game_id, verb="given_back").at == after(hours=1)
    assert_whole(game_id)


@pytest.mark.parametrize("_", range(TIMES))
def test_only_one_of_two_simultaneous_substitute_requests_is_made(game_id, anna, chloe, dmitri, _):
    acquainted(anna, chloe)
    refusals = at_once(lambda: ask_substitute(game_id, anna, "Dmitri"), lambda: ask_substitute(game_id, anna, "Chloe"))
    assert sorted(map(str, refusals)) == [
        "None",
        "You already have a substitute or a substitute request in this game. Cancel it first.",
    ]
    assert Substitution.objects.filter(game=game_id).count() == 1
