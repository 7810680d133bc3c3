"""The queue in an SQLite file: delivered messages are deleted, and waiting ones stay."""

import os
import sqlite3
import subprocess
import sys
from queue import Empty

import pytest
from celery import current_app
from kombu import Connection

from lexicon.health import QUEUES
from lexicon.tasks import create_queues, prune_queue


@pytest.fixture
def queue(tmp_path):
    """The path of an SQLite file, and a queue in it as the transport creates it. It is the app's broker during the test."""
    path = tmp_path / "queue.sqlite3"
    before, current_app.conf.broker_url = current_app.conf.broker_url, f"sqla+sqlite:///{path}"
    with Connection(current_app.conf.broker_url) as connection:
        yield path, connection.SimpleQueue("celery")
    current_app.conf.broker_url = before


def messages_in(path):
    with sqlite3.connect(path) as database:
        return database.execute("SELECT count(*) FROM kombu_message").fetchone()[0]


def test_delivered_messages_are_pruned_but_waiting_ones_are_not(queue):
    path, box = queue
    for number in range(3):
        box.put(number)
    box.get(block=False).ack()
    assert messages_in(path) == 3
    prune_queue()
    assert messages_in(path) == 2
    assert [box.get(block=False).payload, box.get(block=False).payload] == [1, 2]
    with pytest.raises(Empty):
        box.get(block=False)


def test_all_queues_are_created_up_front(queue):
    path, _box = queue
    for _again in range(2):
        create_queues()
        with sqlite3.connect(path) as database:
            assert {name for (name,) in database.execute("SELECT name FROM kombu_queue")} == set(QUEUES)


def test_a_broker_of_another_kind_is_left_alone():
    assert current_app.conf.broker_url == "memory://"
    assert prune_queue() is None


def test_tests_ignore_a_broker_from_the_environment():
    program = "import django; django.setup(); from celery import current_app; print(current_app.conf.broker_url)"
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings", "CELERY_BROKER_URL": "redis://localhost/9"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "memory://\n"


def test_a_server_with_redis_never_loads_sqlalchemy():
    """SQLAlchemy takes 25 MB in each process."""
    loaded = (
        "import sys, lexicon.celery as c; c.app.loader.import_default_modules(); c.look_often(); "
        "print('sqlalchemy' in sys.modules)"
    )
    for broker, is_needed in (("redis://127.0.0.1:1/0", False), ("sqla+sqlite://", True)):
        env = {**os.environ, "DEBUG": "true", "CELERY_BROKER_URL": broker, "DJANGO_SETTINGS_MODULE": "lexicon.settings"}
        ended = subprocess.run([sys.executable, "-c", loaded], env=env, capture_output=True, text=True, check=True)
        assert ended.stdout.strip() == str(is_needed)
