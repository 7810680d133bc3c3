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
def _is_measured(settings):
    settings.METRICS_TOKEN = TOKEN
    before, current_app.conf.broker_url = current_app.conf.broker_url, "memory://"
    yield
    current_app.conf.broker_url = before


def figures():
    """Return the values that Prometheus reads, by name and labels."""
    answer = Client().get("/metrics/", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    return dict(line.rsplit(" ", 1) for line in answer.text.splitlines() if line[0] != "#")


def test_nobody_reads_the_figures_without_the_token(client, settings):
    assert client.get("/metrics/").status_code == 404
    assert client.get("/metrics/", headers={"Authorization": "Bearer é"}).status_code == 404
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics/", headers={"Authorization": "Bearer "}).status_code == 404


def test_requests_and_their_statements_are_counted_by_view(client, anna, boris):
    game = start(anna, boris, now=timezone.now())
    client.force_login(anna)
    before = figures()
    client.get(reverse("game", args=[game]))
    after = figures()
    name = 'lexicon_requests_total{method="GET",status="200",view="game"}'
    assert float(after[name]) == float(before.get(name, 0)) + 1
    name = 'lexicon_queries_total{of="requests"}'
    assert float(after[name]) - float(before[name]) > 5


def test_nothing_is_measured_where_nobody_may_read_it(settings):
    settings.METRICS_TOKEN = ""
    with pytest.raises(metrics.MiddlewareNotUsed):
        metrics.Measured(BaseHandler().get_response)


def test_a_task_is_counted_by_its_end():
    metrics.measure_tasks()
    tick.apply()
    assert float(figures()['lexicon_tasks_total{state="SUCCESS",task="lexicon.tasks.tick"}']) >= 1


def test_a_game_that_nobody_takes_up_is_told_by_its_lag(anna, boris):
    start(anna, boris)
    Game.objects.update(due_at=timezone.now() - timedelta(minutes=2))
    assert 119 < float(figures()["lexicon_due_lag_seconds"]) < 600


def test_without_its_broker_a_server_still_gives_all_figures_but_the_length_of_queues():
    queue = 'lexicon_queue_length{queue="celery"}'
    tick()
    assert figures()[queue] == "0.0"
    current_app.conf.broker_url = f"redis://127.0.0.1:{free_port()}/0"
    without = figures()
    assert queue not in without
    assert float(without["lexicon_beat_seconds"]) < 60


def test_a_beat_that_was_never_heard_is_silent_for_ever():
    cache.clear()
    assert float(figures()["lexicon_beat_seconds"]) == float("inf")


def test_no_figure_tells_of_a_player_a_tile_or_a_token(client, anna, boris):
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
def test_each_alert_and_panel_asks_for_a_figure_that_is_there(file, client, settings, tmp_path):
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


def test_the_age_of_the_newest_copy_and_the_room_for_more(settings, tmp_path):
    settings.BACKUP_DIR = str(tmp_path)
    assert float(figures()["lexicon_copy_seconds"]) == float("inf")
    made = timezone.now() - timedelta(hours=4)
    for age in (timedelta(), timedelta(days=1)):
        (tmp_path / f"lexicon-{made - age:%Y%m%dT%H%M%S}Z.dump").touch()
        (tmp_path / f"lexicon-{made - age:%Y%m%dT%H%M%S}Z.json").touch()
    assert 4 * 3600 - 1 <= float(figures()["lexicon_copy_seconds"]) < 4 * 3600 + 600
    assert 0 < float(figures()['lexicon_disk_left_ratio{folder="copies"}']) < 1


def test_where_no_copies_are_watched_nothing_is_told_of_them():
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


def test_the_figures_of_processes_that_are_gone_are_kept_in_one_file_of_each_type(tmp_path):
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


def test_the_file_of_a_process_that_runs_stays(tmp_path):
    counted_by_another_process(tmp_path, 1)
    [counter] = tmp_path.glob("counter_*.db")
    counter.rename(tmp_path / f"counter_{os.getpid()}.db")
    metrics.fold_dead_processes(tmp_path)
    assert (tmp_path / f"counter_{os.getpid()}.db").exists()


def test_the_figures_of_all_containers_are_read_from_the_folder_they_share(settings, tmp_path, monkeypatch):
    for container in ("web", "worker"):
        (tmp_path / container).mkdir()
        counted_by_another_process(tmp_path / container, 1)
    settings.METRICS_OF_ALL_PROCESSES, settings.METRICS_FOLDER = True, str(tmp_path)
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path / "web"))
    assert float(figures()['lexicon_shared_total{by="all"}']) == 2


def test_how_long_the_oldest_report_waits_for_a_decision(anna, boris):
    assert float(figures()["lexicon_reports_oldest_seconds"]) == 0
    made = {"by": anna, "about": boris, "words": "Rude", "why": "He is"}
    Report.objects.create(**made, made_at=timezone.now() - timedelta(days=3), decision="dismissed")
    Report.objects.create(**made, made_at=timezone.now() - timedelta(hours=2))
    Report.objects.create(**made, made_at=timezone.now())
    assert 7200 <= float(figures()["lexicon_reports_oldest_seconds"]) < 7800


def test_an_appeal_waits_since_it_was_made_however_old_its_report_is(anna, boris):
    now = timezone.now()
    made = {"by": anna, "about": boris, "words": "Rude", "why": "He is", "made_at": now - timedelta(days=9)}
    report = Report.objects.create(**made, decision="silenced", silenced_until=now + timedelta(days=9))
    assert float(figures()["lexicon_reports_oldest_seconds"]) == 0
    report.appealed_at = now - timedelta(hours=2)
    report.save()
    assert 7200 <= float(figures()["lexicon_reports_oldest_seconds"]) < 7800
