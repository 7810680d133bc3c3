"""Games packed while others read and comment on them, with real threads and a real PostgreSQL."""

from datetime import timedelta

import pytest
from django.db import connection

from games import commands, queries
from games.models import Event, Game
from games.store.events import events_of
from notifications import tasks
from tests.tables import NOON, after, complete, look, order, start
from tests.test_races import at_once

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lets one writer in at a time"),
]
READINGS, TIMES = 40, 3


@pytest.fixture
def over(anna, boris):
    game_id = start(anna, boris)
    look(game_id, anna, boris)
    for minute in range(1, 20):
        complete(game_id, anna, at=after(minutes=minute))
    order(game_id, boris, "resign", at=after(hours=1))
    commands.count_finished(now=after(hours=2))
    commands.tally_finished(now=after(hours=2))
    tasks.tell(game_id, now=after(days=1))
    tasks.tell(game_id, now=after(days=50))
    return game_id


def pack():
    commands.pack_games(older_than=timedelta(days=30), most=10, now=after(days=60))


@pytest.mark.parametrize("_", range(TIMES))
def test_a_game_read_while_it_is_packed_is_complete(over, boris, _):
    whole, read = queries.record(game_id=over, player=boris, now=NOON), []
    game = Game.objects.get(pk=over)  # as read by somebody whose request began earlier

    def reads():
        for _ in range(READINGS):
            read.append(len(events_of(game)))
            assert queries.record(game_id=over, player=boris, now=NOON) == whole

    assert at_once(reads, pack) == [None, None]
    assert Game.objects.get(pk=over).packed_at is not None
    assert set(read) == {game.last_event}
    assert len(read) == READINGS


@pytest.mark.parametrize("_", range(TIMES))
def test_a_comment_made_while_a_game_is_packed_is_saved(over, anna, _):
    def comment():
        commands.say(game_id=over, player=anna, text="What a game!", now=after(days=60))

    at_once(comment, pack)
    game = Game.objects.get(pk=over)
    assert [event.n for event in events_of(game)] == list(range(1, game.last_event + 1))
    assert Event.objects.get(game=over, n=game.last_event).facts == {"text": "What a game!"}


@pytest.mark.parametrize("_", range(TIMES))
def test_a_game_packed_twice_at_once_is_packed_only_once(over, anna, _):
    whole = queries.record(game_id=over, player=anna, now=NOON)
    at_once(pack, pack)
    assert queries.record(game_id=over, player=anna, now=NOON) == whole
