"""`manage.py receive_mail --recipient ADDRESS [--sender ADDRESS] < message.eml`: put one email into the spool, as from
a pipe."""

import json
import sys

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from notifications.incoming import spool


class Command(BaseCommand):
    help = "Spool one email from standard input for a worker to read."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--recipient", required=True, help="the address it was delivered to")
        parser.add_argument(
            "--sender", default=spool.UNKNOWN_SENDER, help="the envelope sender; an empty one marks a bounce"
        )

    def handle(self, *args: object, recipient: str, sender: str, **options: object) -> None:
        mail = spool.accept(
            sys.stdin.buffer.read(),
            recipient=recipient,
            sender=sender,
            source="pipe",
            now=timezone.now(),
        )
        self.stdout.write(json.dumps({"mail": mail.pk}))
