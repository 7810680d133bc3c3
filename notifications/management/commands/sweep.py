"""`manage.py sweep`: apply all that is due now, read and send what is waiting, once, without a worker."""

import json
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games import commands
from notifications import tasks


class Command(BaseCommand):
    help = "Apply all that is due now and send what is waiting, once, without a worker."

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        games = list(commands.due_games(now=now))
        for game_id in games:
            commands.apply_due(game_id=game_id, now=now)
        sent = tasks.sweep_at(now)
        self.stdout.write(json.dumps({"games": len(games), "sent": sent}))
