"""A worker that is started alone knows every task that is sent to it."""

import json
import subprocess
import sys

from django.conf import settings

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
