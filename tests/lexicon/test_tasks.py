"""A worker that is started alone knows every task that is sent to it; what is over is swept out."""

import json
import subprocess
import sys
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.utils import timezone

from lexicon.models import CacheRow
from lexicon.tasks import forget_what_is_over

AS_A_WORKER_STARTS = """
import django, json
django.setup()
from lexicon.celery import app
app.loader.import_default_modules()
print(json.dumps(sorted(app.tasks)))
"""


def test_a_worker_knows_what_the_beat_and_a_changed_game_send():
    said = subprocess.run([sys.executable, "-c", AS_A_WORKER_STARTS], capture_output=True, text=True, check=True)
    sent = {*settings.NUDGES, *settings.NUDGES_OF_PHASES}
    sent |= {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert sent - set(json.loads(said.stdout)) == set()


@pytest.mark.django_db
def test_sessions_and_limits_that_are_over_are_deleted_and_no_others(client):
    over = timezone.now() - timedelta(seconds=1)
    for key in ("over", "running"):
        Session.objects.create(session_key=key, session_data="", expire_date=over + timedelta(days=key == "running"))
        cache.set(key, 1, 3600)
    CacheRow.objects.filter(cache_key__endswith="over").update(expires=over)
    forget_what_is_over()
    assert Session.objects.get().session_key == "running"
    assert cache.get("running") == 1
    assert CacheRow.objects.count() == 1
