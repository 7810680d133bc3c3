"""`manage.py sweep`: apply all that is due now, read and send what is waiting, once, without a worker."""

import json

from django.core.management.base import BaseCommand
from django.utils import timezone

from games import commands
from games.tournaments import commands as tournaments
from notifications import bounces, digests, tasks
from notifications.models import InboundMail


class Command(BaseCommand):
    help = "Apply all that is due now and send what is waiting, once, without a worker."

    def handle(self, *args: object, **options: object) -> None:
        now = timezone.now()
        games = mails = sent = 0
        commands.cancel_stale_lobbies(now=now)
        while due := commands.due_games(now=now):
            games += sum(commands.apply_due(game_id=game_id, now=now) for game_id in due)
        tournaments.apply_due(now=now)
        bounces.read_reports(now=now)
        for mail_id in InboundMail.objects.filter(read_at=None).order_by("received_at").values_list("pk", flat=True):
            tasks.hear(mail_id, now=now)
            mails += 1
        while untold := tasks.untold_games(now):
            sent += sum(tasks.tell(game_id, now=now) for game_id in untold)
        sent += digests.tell(now=now)
        self.stdout.write(json.dumps({"games": games, "mails_read": mails, "mails_sent": sent}))
