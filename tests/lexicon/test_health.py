"""The health checks for a proxy or a monitor: whether a process is alive, whether the server does its work, and nothing else,
least of all about a player."""

from datetime import timedelta

import pytest
from celery import current_app
from django.core.cache import cache
from django.db import connection
from django.utils import timezone

from games.models import Game
from lexicon import checks, health
from lexicon.tasks import tick
from notifications.models import InboundMail
from tests.tables import start

pytestmark = pytest.mark.django_db
WELL = dict.fromkeys(("database", "migrations", "formats", "broker", "beat", "games", "mail"), "ok")


@pytest.fixture(autouse=True)
def broker():
    """A broker in memory, and a tick of the beat."""
    conf = current_app.conf
    before = conf.broker_url, conf.broker_transport_options
    conf.broker_url, conf.broker_transport_options = "memory://", {"socket_connect_timeout": 1}
    tick()
    yield
    conf.broker_url, conf.broker_transport_options = before
    cache.clear()


def told(client):
    answer = client.get("/health/ready", secure=False)
    wrong = {name: says for name, says in answer.json().items() if says != "ok"}
    assert answer.status_code == (503 if wrong else 200)
    assert answer.json().keys() == WELL.keys()
    return wrong


def test_a_process_is_live_without_a_database(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert client.get("/health/live").content == b"live\n"


def test_a_healthy_server_is_ready(client):
    assert told(client) == {}


def test_a_game_of_a_newer_release_is_reported_by_health_and_checks(client, anna, boris, django_assert_num_queries):
    start(anna, boris, now=timezone.now())
    assert checks.check_stored_games(None, databases=["default"]) == []
    Game.objects.update(format=99)
    assert told(client) == {"formats": "games of crossing are of a newer release"}
    with django_assert_num_queries(2):
        (error,) = checks.check_stored_games(None, databases=["default"])
    assert "crossing are stored in format 99" in error.msg
    assert "Run the release that stored them" in error.hint
    assert checks.check_stored_games(None) == []  # no databases were named, so nothing is checked


def test_a_silent_beat_is_reported(client):
    cache.set("last-tick", timezone.now() - timedelta(seconds=95))
    assert told(client)["beat"].startswith("nothing for 9")
    cache.clear()
    assert told(client) == {"beat": "nothing was heard"}


def ticks(*heard, now):
    """Record ticks of beats, each given by the beat's name and the seconds before `now`."""
    cache.clear()
    for name, seconds in sorted(heard, key=lambda one: -one[1]):
        health.tick(name, now=now - timedelta(seconds=seconds))


def test_a_second_beat_is_reported(client):
    now = timezone.now()
    ticks(("one:1", 50), ("two:7", 45), ("one:1", 40), ("two:7", 35), ("one:1", 10), ("two:7", 5), now=now)
    assert health.beats(now=now) == ["one:1", "two:7"]
    assert told(client) == {"beat": "2 run"}


def test_a_restarted_beat_counts_as_one(client):
    now = timezone.now()
    ticks(("one:1", 50), ("one:1", 40), ("one:9", 35), ("one:1", 30), ("one:9", 25), ("one:9", 5), now=now)
    assert health.beats(now=now) == ["one:9"]
    assert told(client) == {}


def test_a_second_beat_that_stopped_a_minute_ago_is_not_reported(client):
    now = timezone.now()
    ticks(("one:1", 100), ("two:7", 95), ("one:1", 70), ("two:7", 65), ("one:1", 5), now=now)
    assert told(client) == {}


def test_an_unreachable_broker_is_reported_only_by_the_kind_of_error(client):
    current_app.conf.broker_url = "redis://:secret@127.0.0.1:1/0"
    assert told(client) == {"broker": "fails: OperationalError"}


def test_overdue_games_and_emails_are_reported(client, anna, boris):
    before = timezone.now() - timedelta(hours=1)
    start(anna, boris)
    Game.objects.update(due_at=before)
    InboundMail.objects.create(raw=b"", source="lmtp", size=0, received_at=before, due_at=before)
    said = told(client)
    assert said["games"].startswith("one is due for 36")
    assert said["mail"].startswith("one waits for 36")


def test_a_missing_migration_is_reported(client):
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
    assert told(client) == {"migrations": "1 to be applied"}


def test_health_probes_work_without_tls(client, settings):
    settings.SECURE_SSL_REDIRECT = True
    assert client.get("/health/live", secure=False).status_code == 200
    assert client.get("/rules/", secure=False).status_code == 301
