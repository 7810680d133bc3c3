"""Standing orders in a database: a late worker changes nothing, and nobody else notices a standing order."""

import pytest

from games import commands, queries
from games.models import Event, Game
from games.rules import registry
from games.rules.table.verify import replay
from tests.tables import after, complete, happened, look, order, start

pytestmark = pytest.mark.django_db


def stood(anna, boris, *, is_prompt):
    """Play a game in which Boris first looks by himself and then both players' standing orders play on. What is due
    is applied promptly, or only at the end."""
    game_id = start(anna, boris, tile_set="A4 E4", starting_tiles=2, leeway=300, reveal_after="nobody")
    order(game_id, anna, "standing light, look, done")
    order(game_id, boris, "standing leftover, done")
    look(game_id, anna, boris, at=after(minutes=1))
    complete(game_id, anna, at=after(minutes=2))
    if is_prompt:
        for hours in range(0, 240, 3):
            commands.apply_due(game_id=game_id, now=after(hours=hours))
    commands.apply_due(game_id=game_id, now=after(days=20))
    return game_id


def test_a_worker_that_is_weeks_late_changes_nothing(anna, boris):
    prompt, late = (stood(anna, boris, is_prompt=is_prompt) for is_prompt in (True, False))
    rows = [list(Event.objects.filter(game=game).order_by("n").values("verb", "seat", "at")) for game in (prompt, late)]
    told = [[one for one in of if one["verb"] not in ("made", "joined", "agreed")] for of in rows]
    assert told[0] == told[1]
    assert ("ask", 0) in happened(late)
    for game_id in (prompt, late):
        game = Game.objects.get(pk=game_id)
        assert game.phase == Game.Phase.FINISHED
        replay(registry.kind("crossing"), queries.record(game_id=game_id, player=None, now=game.finished_at))


def test_standing_orders_are_visible_only_to_their_player(anna, boris):
    game_id = start(anna, boris)
    look(game_id, anna, boris)
    seen = [queries.api_view(game_id=game_id, player=who, now=after(hours=1)) for who in (boris, None)]
    noticed = Game.objects.get(pk=game_id).noticed
    order(game_id, anna, "standing look")
    assert [queries.api_view(game_id=game_id, player=who, now=after(hours=1)) for who in (boris, None)] == seen
    assert Game.objects.get(pk=game_id).noticed == noticed
    assert queries.api_view(game_id=game_id, player=anna, now=after(hours=1))["standing"] == ["LOOK"]
    told = queries.record(game_id=game_id, player=boris, now=after(hours=1))["events"]
    assert all(event["verb"] != "standing" for event in told)
