"""The Celery application. Its settings are in `lexicon.settings`, tasks in each app's `tasks`."""

import os
import signal
import socket
import sys
from contextlib import suppress
from importlib.util import find_spec
from typing import Any

from billiard.util import set_pdeathsig  # type: ignore[attr-defined]
from celery import Celery, beat, signals
from django.conf import settings
from django.db import close_old_connections

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lexicon.settings")

app = Celery("lexicon")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


class Scheduler(beat.Scheduler):
    """Celery's scheduler with two additions: it names itself in each tick, so that a second beat is noticed, and it
    continues at once when the machine's clock is set back."""

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
    """Make a worker poll the embedded queue ten times a second, which no option can set."""
    if not settings.CELERY_BROKER_URL.startswith("sqla+"):
        return  # the code below imports SQLAlchemy, 25 MB that a server with Redis never needs
    from kombu.transport.sqlalchemy import Transport

    Transport.polling_interval = 0.1


@signals.setup_logging.connect
def log_as_the_settings_say(**_: object) -> None:
    """Keep Celery from setting up its own logging."""


@signals.worker_init.connect
def check_connections(**_: object) -> None:
    """Check database connections before each task, so that no task fails because the database was restarted."""
    signals.task_prerun.connect(close_old_connections, weak=False)


@signals.worker_process_init.connect
def end_with_worker(**_: object) -> None:
    """End a worker's child processes when it is killed; otherwise they would wait for tasks for ever."""
    with suppress(OSError):  # only Linux can do this
        set_pdeathsig(signal.SIGTERM)


@signals.worker_init.connect
def measure(**_: object) -> None:
    """Collect worker metrics if a metrics token is set."""
    if settings.METRICS_TOKEN:
        from lexicon.metrics import measure_tasks  # must be imported after the apps are loaded

        measure_tasks()


@signals.celeryd_after_setup.connect
def refuse_what_takes_the_extra(instance: Any, **_: object) -> None:
    """Stop a worker that is to serve a search queue without the extra `analysis`."""
    asked = {"analysis", "searches"} & set(instance.app.amqp.queues.consume_from)
    if asked and find_spec("numba") is None:
        sys.stderr.write(
            f"The queue `{min(asked)}` needs the extra `analysis`: pip install -c constraints.txt '.[analysis]'\n"
        )
        sys.exit(1)  # Celery would swallow a message passed to `exit`
