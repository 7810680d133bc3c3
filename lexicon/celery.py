"""The Celery application. Its settings stand in `lexicon.settings`, its tasks in each app's `tasks`."""

import os

from celery import Celery
from kombu.transport.sqlalchemy import Transport

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lexicon.settings")

Transport.polling_interval = 0.1  # seconds between looks into the embedded queue; its options cannot say so

app = Celery("lexicon")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
