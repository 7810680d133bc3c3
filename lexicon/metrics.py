"""Metrics for Prometheus: `/metrics/`, open only to holders of `METRICS_TOKEN`.

They contain only names of views and tasks, outcomes and numbers: no address, token, tile or text. The processes of one
machine combine their counts in the folder `PROMETHEUS_MULTIPROC_DIR`; values from the database are read again each
time."""

import fcntl
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import datetime
from math import inf
from pathlib import Path
from secrets import compare_digest
from time import perf_counter
from typing import Any

from celery import signals
from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import REGISTRY, Collector

from games import commands
from games.models import Setback
from lexicon.health import beats, certificate_ends, last_copy, last_tick, queue_lengths, space_left
from notifications.health import health
from notifications.outgoing.bounces import refused_everywhere

GONE = "0"  # replaces the id of each process that has ended
STEPS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60)

requests = Counter("lexicon_requests", "Requests answered.", ["view", "method", "status"])
request_seconds = Histogram("lexicon_request_seconds", "Time to answer a request.", ["view"], buckets=STEPS)
queries = Counter("lexicon_queries", "Statements sent to the database.", ["of"])
tasks = Counter("lexicon_tasks", "Tasks that ended.", ["task", "state"])
task_seconds = Histogram("lexicon_task_seconds", "Time that a task took.", ["task"], buckets=STEPS)


class Measured:
    """Middleware that measures each request; disabled without a metrics token."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.METRICS_TOKEN:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began, counted = perf_counter(), _Queries()
        with connection.execute_wrapper(counted):
            response = self.get_response(request)
        view = request.resolver_match.view_name if request.resolver_match else "none"
        requests.labels(view, request.method if request.method in METHODS else "other", response.status_code).inc()
        request_seconds.labels(view).observe(perf_counter() - began)
        queries.labels("requests").inc(counted.number)
        return response


METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


class _Queries:
    """Counts the statements that a connection executes."""

    def __init__(self) -> None:
        self.number = 0

    def __call__(self, execute: Callable[..., Any], *args: Any) -> Any:
        self.number += 1
        return execute(*args)


def measure_tasks() -> None:
    """Measure each task that ends in this worker."""
    if settings.METRICS_OF_ALL_PROCESSES:
        fold_dead_processes(Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]))
    began: dict[str, float] = {}

    def begin(task_id: str, **_: object) -> None:
        began[task_id] = perf_counter()

    def end(task_id: str, task: Any, state: str | None = None, **_: object) -> None:
        tasks.labels(task.name, state or "LOST").inc()
        task_seconds.labels(task.name).observe(perf_counter() - began.pop(task_id, perf_counter()))

    signals.task_prerun.connect(begin, weak=False)
    signals.task_postrun.connect(end, weak=False)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Answer with the metrics in Prometheus's format; 404 without the token."""
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not settings.METRICS_TOKEN or not compare_digest(given.encode(), settings.METRICS_TOKEN.encode()):
        raise Http404
    of_the_state = CollectorRegistry()
    of_the_state.register(_State())
    return HttpResponse(_counted() + generate_latest(of_the_state), content_type=CONTENT_TYPE_LATEST)


def _counted() -> bytes:
    if not settings.METRICS_OF_ALL_PROCESSES:
        return generate_latest(REGISTRY)
    fold_dead_processes(Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]))
    registry = CollectorRegistry()
    registry.register(_OfAllProcesses())
    return generate_latest(registry)


class _OfAllProcesses(Collector):
    """Collects the metrics of all processes that write them below `METRICS_FOLDER`: those of this machine or container,
    and those of other containers with which it shares that folder."""

    def collect(self) -> Iterator[Metric]:
        with _locked(Path(os.environ["PROMETHEUS_MULTIPROC_DIR"])):
            files = [str(file) for file in Path(settings.METRICS_FOLDER).rglob("*.db")]
            yield from MultiProcessCollector.merge(files)  # type: ignore[no-untyped-call]


def fold_dead_processes(folder: Path) -> None:
    """Merge the metrics of ended processes into one file per type of metric, so that files do not accumulate."""
    with _locked(folder):
        for file in [*folder.glob("counter_*.db"), *folder.glob("histogram_*.db")]:
            of, _, process = file.stem.partition("_")
            if process == GONE or _lives(int(process)):
                continue
            with closing(MmapedDict(str(file.with_name(f"{of}_{GONE}.db")))) as sums:  # type: ignore[no-untyped-call]
                for key, value, stamp, _ in MmapedDict.read_all_values_from_file(str(file)):  # type: ignore[no-untyped-call]
                    sums.write_value(key, sums.read_value(key)[0] + value, stamp)  # type: ignore[no-untyped-call]
            file.unlink()


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Lock a folder, so that nobody folds its files while another process reads them."""
    with (folder / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


class _State(Collector):
    """Waiting work, and how long it has waited."""

    def collect(self) -> Iterator[Metric]:
        now, mail = timezone.now(), health(now=timezone.now())
        yield _gauge(
            "due_lag_seconds", "Time that the longest due game waits.", _since(commands.due_since(now=now), now, 0.0)
        )
        yield _gauge("beat_seconds", "Time since the beat was heard.", _since(last_tick(), now, inf))
        if settings.BACKUP_DIR:
            yield _gauge("copy_seconds", "Age of the newest copy of the database.", _since(last_copy(), now, inf))
        if ends := certificate_ends():
            left = (ends - now).total_seconds()
            yield _gauge("certificate_seconds", "Time until the certificate of the site expires.", left)
        yield _gauges("disk_left_ratio", "Share of the disk that is free.", "folder", space_left())
        yield _gauge("beats", "Beats that run; there should be one.", len(beats(now=now)))
        yield _gauge(
            "reports_oldest_seconds",
            "Time that the oldest report or appeal waits for a decision of the staff.",
            _since(commands.undecided_since(), now, 0.0),
        )
        ways = {"in": mail["in"], "out": mail["out"], "channels": mail["channels"]}
        yield _gauges("mails_waiting", "Mails that wait.", "way", {way: each["waiting"] for way, each in ways.items()})
        oldest = {way: each["oldest_seconds"] for way, each in ways.items()}
        yield _gauges("mails_oldest_seconds", "Time that the oldest mail waits.", "way", oldest)
        yield _gauge(
            "mails_refused",
            "Addresses that refused mail within an hour, if several did and none accepted any; else 0.",
            refused_everywhere(now=now),
        )
        put_off = Setback.objects.filter(retry_at__gt=now).count()
        yield _gauge("rows_put_off", "Rows that a task failed for and tries again later.", put_off)
        yield _gauges("mails_quarantined", "Mail kept that was not obeyed.", "outcome", mail["quarantine"])
        yield _gauges("queue_length", "Tasks that no worker has taken up.", "queue", queue_lengths())


def _gauge(name: str, says: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"lexicon_{name}", says, value)


def _gauges(name: str, says: str, label: str, values: Mapping[str, float]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(f"lexicon_{name}", says, labels=[label])
    for each, value in values.items():
        family.add_metric([each], value)
    return family


def _since(instant: datetime | None, now: datetime, never: float) -> float:
    return max(0.0, (now - instant).total_seconds()) if instant else never
