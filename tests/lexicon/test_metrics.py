"""The metrics for Prometheus are open only to holders of the token, and show nothing about a player."""

import os
import re
import subprocess
import sys
from datetime import timedelta

import pytest
from celery import current_app
from django.conf import settings as project
from django.core.cache import cache
from django.core.handlers.base import BaseHandler
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from prometheus_client.multiprocess import MultiProcessCollector

from games.models import Game
from games.players.models import Report
from lexicon import metrics
from lexicon.tasks import tick
from tests.service.servers import free_port
from tests.tables import start

pytestmark = pytest.mark.django_db
TOKEN = "a token of forty characters, as it were.."


@pytest.fixture(autouse=True)
def _metrics_on(settings):
    settings.METRICS_TOKEN = TOKEN
    before, current_app.conf.broker_url = current_app.conf.broker_url, "memory://"
    yield
    current_app.conf.broker_url = before


def figures():
    """Return the values that Prometheus reads, by name and labels."""
    answer = Client().get("/metrics/", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    return dict(line.rsplit(" ", 1) for line in answer.text.splitlines() if line[0] != "#")


def test_the_metrics_cannot_be_read_without_the_token(client, settings):
    assert client.get("/metrics/").status_code == 404
    assert client.get("/metrics/", headers={"Authorization": "Bearer é"}).status_code == 404
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics/", headers={"Authorization": "Bearer "}).status_code == 404


def test_requests_and_their_queries_are_counted_by_view(client, anna, boris):
    game = start(anna, boris, now=timezone.now())
    client.force_login(anna)
    before = figures()
    client.get(reverse("game", args=[game]))
    after = figures()
    name = 'lexicon_requests_total{method="GET",status="200",view="game"}'
    assert float(after[name]) == float(before.get(name, 0)) + 1
    name = 'lexicon_queries_total{of="requests"}'
    assert float(after[name]) - float(before[name]) > 5


def test_nothing_is_measured_without_a_metrics_token(settings):
    settings.METRICS_TOKEN = ""
    with pytest.raises(metrics.MiddlewareNotUsed):
        metrics.Measured(BaseHandler().get_response)


def test_tasks_are_counted_by_outcome():
    metrics.measure_tasks()
    tick.apply()
    assert float(figures()['lexicon_tasks_total{state="SUCCESS",task="lexicon.tasks.tick"}']) >= 1


def test_an_overdue_game_is_shown_by_its_lag(anna, boris):
    start(anna, boris)
    Game.objects.update(due_at=timezone.now() - timedelta(minutes=2))
    assert 119 < float(figures()["lexicon_due_lag_seconds"]) < 600


def test_a_server_without_its_broker_lacks_only_the_queue_lengths():
    queue = 'lexicon_queue_length{queue="celery"}'
    tick()
    assert figures()[queue] == "0.0"
    current_app.conf.broker_url = f"redis://127.0.0.1:{free_port()}/0"
    without = figures()
    assert queue not in without
    assert float(without["lexicon_beat_seconds"]) < 60


def test_a_beat_never_heard_has_an_infinite_age():
    cache.clear()
    assert float(figures()["lexicon_beat_seconds"]) == float("inf")


def test_no_metric_reveals_a_player_a_tile_or_a_token(client, anna, boris):
    game = start(anna, boris)
    client.force_login(anna)
    for address in (reverse("game", args=[game]), "/mail/some-token/", "/nowhere/secret/"):
        client.get(address)
    text = "\n".join(figures())
    labels = set(re.findall(r'(\w+)="', text))
    assert labels <= {
        "view",
        "method",
        "status",
        "le",
        "of",
        "task",
        "state",
        "way",
        "outcome",
        "queue",
        "folder",
        *PYTHON,
    }
    for hidden in (anna.name, anna.email, "some-token", "secret", TOKEN, f"/{game}/"):
        assert hidden not in text


PYTHON = ("generation", "implementation", "major", "minor", "patchlevel", "version")


@pytest.mark.parametrize("file", ["alerts.yml", "grafana.json"])
def test_each_alert_and_panel_uses_existing_metrics(file, client, settings, tmp_path):
    asking = (project.BASE_DIR / "lexicon" / "deploy" / file).read_text()
    metrics.measure_tasks()
    tick.apply()
    client.get("/rules/")
    settings.BACKUP_DIR = str(tmp_path)
    cache.set("certificate", timezone.now() + timedelta(days=30))
    there = {re.split(r"[{ ]", name)[0] for name in figures()}
    asked = set(re.findall(r"lexicon_[a-z_]+", "\n".join(re.findall('expr"?: (.*)', asking))))
    assert asked
    assert asked <= there


def test_the_age_of_the_newest_backup_and_the_free_space_are_measured(settings, tmp_path):
    settings.BACKUP_DIR = str(tmp_path)
    assert float(figures()["lexicon_copy_seconds"]) == float("inf")
    made = timezone.now() - timedelta(hours=4)
    for age in (timedelta(), timedelta(days=1)):
        (tmp_path / f"lexicon-{made - age:%Y%m%dT%H%M%S}Z.dump").touch()
        (tmp_path / f"lexicon-{made - age:%Y%m%dT%H%M%S}Z.json").touch()
    assert 4 * 3600 - 1 <= float(figures()["lexicon_copy_seconds"]) < 4 * 3600 + 600
    assert 0 < float(figures()['lexicon_disk_left_ratio{folder="copies"}']) < 1


def test_backup_metrics_are_absent_without_a_backup_folder():
    assert "lexicon_copy_seconds" not in figures()


SHARED = """
import os, sys
from prometheus_client import Counter, Histogram
Counter("lexicon_shared", "A counter.", ["by"]).labels(by="all").inc(float(sys.argv[1]))
Histogram("lexicon_time", "A time.", buckets=(1, 2)).observe(1.5)
"""


def counted_by_another_process(folder, number):
    env = os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(folder)}
    subprocess.run([sys.executable, "-c", SHARED, str(number)], env=env, check=True)


def merged(folder):
    found = MultiProcessCollector.merge([str(file) for file in folder.rglob("*.db")])
    return {(one.name, one.labels.get("le")): one.value for metric in found for one in metric.samples}


def test_metrics_of_dead_processes_are_merged_into_one_file_per_type(tmp_path):
    for number in (1, 2, 4):
        counted_by_another_process(tmp_path, number)
    before = merged(tmp_path)
    assert before["lexicon_shared_total", None] == 7
    assert len(list(tmp_path.glob("*.db"))) == 6
    metrics.fold_dead_processes(tmp_path)
    assert {file.name for file in tmp_path.glob("*.db")} == {"counter_0.db", "histogram_0.db"}
    assert merged(tmp_path) == before
    counted_by_another_process(tmp_path, 8)
    metrics.fold_dead_processes(tmp_path)
    assert merged(tmp_path)["lexicon_shared_total", None] == 15


def test_the_metrics_file_of_a_running_process_stays(tmp_path):
    counted_by_another_process(tmp_path, 1)
    [counter] = tmp_path.glob("counter_*.db")
    counter.rename(tmp_path / f"counter_{os.getpid()}.db")
    metrics.fold_dead_processes(tmp_path)
    assert (tmp_path / f"counter_{os.getpid()}.db").exists()


def test_the_metrics_of_all_containers_are_read_from_their_shared_folder(settings, tmp_path, monkeypatch):
    for container in ("web", "worker"):
        (tmp_path / container).mkdir()
        counted_by_another_process(tmp_path / container, 1)
    settings.METRICS_OF_ALL_PROCESSES, settings.METRICS_FOLDER = True, str(tmp_path)
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path / "web"))
    assert float(figures()['lexicon_shared_total{by="all"}']) == 2


def test_the_waiting_time_of_the_oldest_open_report_is_measured(anna, boris):
    assert float(figures()["lexicon_reports_oldest_seconds"]) == 0
    made = {"by": anna, "about": boris, "words": "Rude", "why": "He is"}
    Report.objects.create(**made, made_at=timezone.now() - timedelta(days=3), decision="dismissed")
    Report.objects.create(**made, made_at=timezone.now() - timedelta(hours=2))
    Report.objects.create(**made, made_at=timezone.now())
    assert 7200 <= float(figures()["lexicon_reports_oldest_seconds"]) < 7800


def test_the_waiting_time_of_an_appeal_starts_when_it_is_made(anna, boris):
    now = timezone.now()
    made = {"by": anna, "about": boris, "words": "Rude", "why": "He is", "made_at": now - timedelta(days=9)}
    report = Report.objects.create(**made, decision="silenced", silenced_until=now + timedelta(days=9))
    assert float(figures()["lexicon_reports_oldest_seconds"]) == 0
    report.appealed_at = now - timedelta(hours=2)
    report.save()
    assert 7200 <= float(figures()["lexicon_reports_oldest_seconds"]) < 7800
