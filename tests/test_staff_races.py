"""The staff and a player at once, with real threads and a real PostgreSQL."""

import pytest
from django.db import connection

from games import commands
from games.models import Seat
from games.players.models import Player
from games.rules.kind import StaffAction
from tests.tables import NOON, after, complete, happened, look, order, start, state
from tests.test_races import TIMES, assert_whole, at_once

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lets one writer in at a time"),
]
WHY = "Anna’s computer has burnt down."


@pytest.fixture
def chief(db):
    return Player.objects.create_superuser("chief@example.org", name="Chief")


def replace(game_id, by, player, *, seat=0):
    commands.replace_player(game_id=game_id, seat=seat, player=player, by=by, reason=WHY, now=NOON)


@pytest.mark.parametrize("_", range(TIMES))
def test_an_order_of_who_leaves_comes_before_the_replacement_or_not_at_all(anna, boris, chloe, chief, _):
    game_id = start(anna, boris)
    look(game_id, anna, boris)
    complete(game_id, anna)
    refused, replaced = at_once(lambda: order(game_id, anna, "green"), lambda: replace(game_id, chief, chloe))
    assert replaced is None
    verbs = [verb for verb, _ in happened(game_id)]
    if refused is None:
        assert verbs.index("ask") < verbs.index("lapse") < verbs.index("replace")
    else:
        assert refused == "You do not play in this game."
        assert "ask" not in verbs
    assert state(game_id).requests == ()
    assert Seat.objects.get(game=game_id, number=0).player == chloe
    assert_whole(game_id)


@pytest.mark.parametrize("_", range(TIMES))
def test_nobody_is_put_into_two_seats_at_once(anna, boris, chloe, chief, _):
    game_id = start(anna, boris)
    refusals = at_once(lambda: replace(game_id, chief, chloe), lambda: replace(game_id, chief, chloe, seat=1))
    assert sorted(refusals, key=bool) == [None, "Chloe sits at this table already: choose somebody else."]
    assert Seat.objects.filter(game=game_id, player=chloe).count() == 1
    assert_whole(game_id)


@pytest.mark.parametrize("_", range(TIMES))
def test_a_pause_by_the_staff_comes_before_the_next_light_or_after_it(anna, boris, chief, _):
    game_id = start(anna, boris, leeway=0)
    look(game_id, anna, boris)
    complete(game_id, anna)
    at_once(
        lambda: order(game_id, anna, "green"),
        lambda: commands.govern(game_id=game_id, by=chief, action=StaffAction("PAUSE", WHY), now=NOON),
    )
    verbs = [verb for verb, _ in happened(game_id)]
    assert verbs[-1] == "pause"
    commands.apply_due(game_id=game_id, now=after(days=30))
    assert [verb for verb, _ in happened(game_id)] == verbs
    assert_whole(game_id)
