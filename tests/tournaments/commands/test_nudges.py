"""Tasks queued when a game changes: its round is told only of the start and the end."""

import pytest
from celery import current_app

from games import commands as games_commands
from games.rules.values import StaffAction
from tests.tables import look, start
from tests.tournaments.playing import NOON, WHY, make_director

pytestmark = pytest.mark.django_db
TAKE_UP = "games.tournaments.tasks.take_up"


def sent():
    """Empty the task queue, and return the names of the tasks in it."""
    with current_app.connection_for_read() as connection:
        queue = current_app.amqp.queues["celery"](connection.default_channel)
        queue.declare()
        waiting = iter(lambda: queue.get(no_ack=True), None)
        return [message.headers["task"] for message in waiting]


def test_the_round_is_nudged_when_a_game_starts_and_ends(anna, boris, dmitri, django_capture_on_commit_callbacks):
    make_director(dmitri)
    sent()
    with django_capture_on_commit_callbacks(execute=True):
        game_id = start(anna, boris)
    assert sent().count(TAKE_UP) == 1
    with django_capture_on_commit_callbacks(execute=True):
        look(game_id, anna)
    assert TAKE_UP not in sent()
    with django_capture_on_commit_callbacks(execute=True):
        games_commands.govern(game_id=game_id, by=dmitri, action=StaffAction("SCORE", WHY), now=NOON)
    assert sent().count(TAKE_UP) == 1
