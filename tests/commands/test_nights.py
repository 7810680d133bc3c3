"""A player's sleeping hours: stored with the account, applied to running games that respect them, and shown before
players accept."""

import pytest

from games import commands, queries
from games.models import Game
from games.players.models import Player
from games.rules import registry
from games.rules.table.verify import replay
from games.rules.values import OrderRefused
from tests.tables import NOON, after, happened, look, make_table, order, start, state

pytestmark = pytest.mark.django_db
NIGHT = {"asleep_from": 22 * 60, "asleep_for": 600, "time_zone": "Europe/Berlin"}


def test_night_hours_apply_to_games_that_observe_them(anna, boris):
    here, elsewhere = start(anna, boris, nights="stand"), start(anna, boris)
    commands.keep_hours(player=anna, now=after(hours=1), **NIGHT)
    assert state(here).hours[0].asleep_from == 22 * 60
    assert ("hours", 0) in happened(here)
    assert state(elsewhere).hours == {}
    later = start(anna, boris, now=after(hours=2), nights="stand", see_bank=0)
    assert state(later).clocks.ends("see 0") == after(hours=46)
    assert state(later).clocks.ends("see 1") == after(hours=26)


def test_a_night_of_over_ten_hours_is_refused_and_not_saved(anna, boris):
    game_id = start(anna, boris, nights="stand")
    with pytest.raises(OrderRefused, match="at most 10 hours"):
        commands.keep_hours(player=anna, now=NOON, **(NIGHT | {"asleep_for": 601}))
    assert state(game_id).hours[0].asleep_for == 0
    assert Player.objects.get(pk=anna.pk).asleep_for == 0


def test_a_game_with_nights_verifies(anna, boris):
    commands.keep_hours(player=anna, now=NOON, **NIGHT)
    game_id = start(anna, boris, nights="stand", rest_days="sat_sun")
    look(game_id, boris)
    commands.apply_due(game_id=game_id, now=after(days=9))
    order(game_id, boris, "resign", at=after(days=9))
    game = Game.objects.get(pk=game_id)
    replay(registry.kind("crossing"), queries.record(game_id=game_id, player=None, now=game.finished_at))


def test_first_deadlines_are_shown_before_anyone_accepts(anna, boris):
    commands.keep_hours(player=anna, now=NOON, **NIGHT)
    game_id = make_table(anna, boris, seats=3, nights="stand")
    told = dict(queries.table(game_id=game_id, player=boris, now=NOON).first_deadlines)
    assert told == {"Anna": after(hours=44), "Boris": after(hours=24)}
    plain = make_table(anna, boris, seats=3)
    assert queries.table(game_id=plain, player=boris, now=NOON).first_deadlines == ()
