"""A worker that is started alone knows every task that is sent to it, tasks have the right queues, and no robot keeps others
waiting."""

import json
import re
import subprocess
import sys
from queue import Empty

import pytest
from celery import current_app
from django.conf import settings
from django.utils import timezone

from games import store
from games.robots import practice
from games.tasks import visit_table, visit_tables
from lexicon.__main__ import PARTS
from lexicon.background import needed_parts
from tests.tables import NOON

DEPLOY = settings.BASE_DIR / "lexicon" / "deploy"

AS_A_WORKER_STARTS = """
import django, json
django.setup()
from lexicon.celery import app
app.loader.import_default_modules()
print(json.dumps(sorted(app.tasks)))
"""


def test_a_worker_knows_the_tasks_sent_by_the_beat_and_by_games():
    said = subprocess.run([sys.executable, "-c", AS_A_WORKER_STARTS], capture_output=True, text=True, check=True)
    sent = {*settings.NUDGES, *settings.NUDGES_OF_PHASES}
    sent.add(settings.VISIT)
    sent |= {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert sent - set(json.loads(said.stdout)) == set()


def test_robot_visits_have_their_own_queue():
    def queue_of(task):
        return current_app.amqp.router.route({}, task)["queue"].name

    by_the_beat = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    of_robots = {
        settings.VISIT,
        "games.tasks.visit_tables",
        "games.tasks.visit_finished_games",
    }
    of_searches = {"games.tasks.search_at_table", "games.tasks.search_puzzles"}
    of_analysis = {"games.tasks.analyse_games"}
    of_channels = {"notifications.tasks.tell_channels"}
    others = by_the_beat - of_robots - of_searches - of_analysis | {*settings.NUDGES, *settings.NUDGES_OF_PHASES}
    assert {queue_of(task) for task in of_robots} == {"robots"}
    assert {queue_of(task) for task in of_searches} == {"searches" if settings.ANALYSIS else "robots"}
    assert {queue_of(task) for task in of_analysis} == {"analysis"}
    assert {queue_of(task) for task in of_channels} == {"channels"}
    assert {queue_of(task) for task in {*others, "games.tasks.apply_due"}} == {current_app.conf.task_default_queue}


def test_each_queue_has_its_own_worker():
    queues = [
        command[command.index("--queues") + 1] if "--queues" in command else "the default"
        for command in PARTS.values()
        if "worker" in command
    ]
    assert sorted(queues) == [
        "analysis",
        "channels",
        "robots",
        "searches",
        "the default",
    ]


def test_make_run_starts_each_part():
    started = re.findall(r"python -m lexicon (\w+)", (DEPLOY / "Procfile").read_text())
    assert {*started, *needed_parts(), "searches", "analysis", "manage"} == set(PARTS)


@pytest.mark.django_db
def test_robot_visits_expire_if_not_made_in_time(anna, django_capture_on_commit_callbacks):
    with current_app.connection_for_read() as connection:
        box = connection.SimpleQueue("robots")
        box.clear()
        with django_capture_on_commit_callbacks(execute=True):
            game_id = practice.open_table(kind="lynx", player=anna, now=NOON)
        visit_tables()
        for _ in ("at the deal", "by the sweep"):
            message = box.get(block=False)
            assert (message.headers["task"], message.payload[0]) == (settings.VISIT, [game_id])
            assert message.headers["expires"]
        assert settings.CELERY_BEAT_SCHEDULE["let the robots play"]["options"]["expires"]


@pytest.mark.django_db
def test_a_robots_search_is_queued_once_in_the_queue_for_searches(anna):
    strong = practice.open_table(kind="crossing", player=anna, level="best", now=timezone.now())
    with current_app.connection_for_read() as connection:
        box = connection.SimpleQueue("searches")
        box.clear()
        visit_table(strong)
        visit_table(strong)  # as its own look calls it again
        message = box.get(block=False)
        with pytest.raises(Empty):
            box.get(block=False)
    assert (message.headers["task"], message.payload[0]) == ("games.tasks.search_at_table", [strong])
    assert message.headers["expires"]
    view = store.seen_now(strong, now=timezone.now()).view(1)
    assert (view.unseen, view.layout) == (0, ())
