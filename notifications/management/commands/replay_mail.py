"""`manage.py replay_mail ID…`: queue emails of the spool to be read again as if they had just come, if they had no
effect."""

import json

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from notifications.incoming import spool
from notifications.models import InboundMail


class Command(BaseCommand):
    help = "Queue incoming emails that had no effect to be read again by a worker."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ids", nargs="+", type=int, metavar="ID", help="number of the email in the quarantine")

    def handle(self, *args: object, ids: list[int], **options: object) -> None:
        now = timezone.now()
        mails = InboundMail.objects.in_bulk(ids)
        replayed = [pk for pk in ids if pk in mails and spool.replay(mails[pk], now=now)]
        self.stdout.write(json.dumps({"replayed": replayed}))
        if left := sorted(set(ids) - set(replayed)):
            numbers = ", ".join(map(str, left))
            raise CommandError(
                f"Not queued: {numbers}. Only emails that were read and had no effect can be read again."
            )
