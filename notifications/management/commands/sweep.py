"""`manage.py sweep`: apply everything that is due, and read and send everything that waits, once, without a worker."""

import json

from django.core.management.base import BaseCommand
from django.utils import timezone

from games import commands
from games.tournaments import commands as tournaments
from notifications import tasks
from notifications.models import InboundMail
from notifications.outgoing import bounces, digests


class Command(BaseCommand):
    help = "Apply everything that is due and send everything that waits, once, without a worker."

    def handle(self, *args: object, **options: object) -> None:
        now = timezone.now()
        games = mails = sent = 0
        commands.cancel_stale_lobbies(now=now)
        while due := commands.due_games(now=now):
            games += commands.apply_due_in_each(due, now=now)
        tournaments.apply_due(now=now)
        bounces.read_reports(now=now)
        unread = list(InboundMail.objects.filter(read_at=None).order_by("received_at").values_list("pk", flat=True))
        tasks.hear_each(unread, now=now)
        mails += len(unread)
        while waiting := tasks.games_to_announce(now):
            sent += tasks.tell_of_each(waiting, now=now)
        sent += digests.tell(now=now)
        self.stdout.write(json.dumps({"games": games, "mails_read": mails, "mails_sent": sent}))
