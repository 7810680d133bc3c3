"""The Celery application. Its settings are in `lexicon.settings`, tasks in each app's `tasks`."""

import os
import socket
import sys
from importlib.util import find_spec
from typing import Any

from celery import Celery, beat, signals
from django.conf import settings
from django.db import close_old_connections

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lexicon.settings")

app = Celery("lexicon")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


class Scheduler(beat.Scheduler):
    """Celery's scheduler with two additions: it names itself in each tick, so that a second beat is noticed, and it goes on at
    once when the machine's clock is set back."""

    def setup_schedule(self) -> None:
        super().setup_schedule()
        for entry in self.schedule.values():
            if entry.task == "lexicon.tasks.tick":
                entry.kwargs = {"beat": f"{socket.gethostname()}:{os.getpid()}"}

    def tick(self, *args: Any, **kwargs: Any) -> float:
        for entry in self.schedule.values():
            now = entry.default_now()
            if entry.last_run_at is not None and entry.last_run_at > now:
                entry.last_run_at, self._heap = now, None
        return super().tick(*args, **kwargs)


@signals.worker_init.connect
def look_often(**_: object) -> None:
    """Let a worker look into the embedded queue ten times a second, which its options cannot say."""
    from kombu.transport.sqlalchemy import Transport  # 20 MB that a web process in front of Redis never needs

    Transport.polling_interval = 0.1


@signals.setup_logging.connect
def log_as_the_settings_say(**_: object) -> None:
    """Keep Celery from logging in its own way."""


@signals.worker_init.connect
def check_connections(**_: object) -> None:
    """Let each task check the connection it finds, so that a restart of the database fails none."""
    signals.task_prerun.connect(close_old_connections, weak=False)


@signals.worker_init.connect
def measure(**_: object) -> None:
    """Count what this worker does, where somebody may read it."""
    if settings.METRICS_TOKEN:
        from lexicon.metrics import measure_tasks  # it needs the apps

        measure_tasks()


@signals.celeryd_after_setup.connect
def refuse_what_takes_the_extra(instance: Any, **_: object) -> None:
    """End a worker that is to take a queue of searches and cannot search."""
    asked = {"analysis", "searches"} & set(instance.app.amqp.queues.consume_from)
    if asked and find_spec("numba") is None:
        sys.stderr.write(
            f"The queue `{min(asked)}` takes the extra `analysis`: pip install -c constraints.txt '.[analysis]'\n"
        )
        sys.exit(1)  # Celery would swallow a message
