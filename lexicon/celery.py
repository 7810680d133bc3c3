"""The Celery application. Its settings are in `lexicon.settings`, tasks in each app's `tasks`."""

import os

from celery import Celery, signals

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lexicon.settings")

app = Celery("lexicon")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@signals.worker_init.connect
def look_often(**_: object) -> None:
    """Let a worker look into the embedded queue ten times a second, which its options cannot say."""
    from kombu.transport.sqlalchemy import Transport  # 20 MB that a web process in front of Redis never needs

    Transport.polling_interval = 0.1
