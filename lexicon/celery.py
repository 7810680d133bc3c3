"""The Celery application. Its settings stand in `lexicon.settings`, its tasks in each app's `tasks`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lexicon.settings")

app = Celery("lexicon")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["games", "notifications"])
