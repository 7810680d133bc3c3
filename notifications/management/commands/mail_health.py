"""`manage.py mail_health`: print the health of email as JSON."""

import json

from django.core.management.base import BaseCommand
from django.utils import timezone

from notifications.health import health


class Command(BaseCommand):
    help = "Print the health of email: queues and their age, failures by reason, stopped addresses and the quarantine."

    def handle(self, *args: object, **options: object) -> None:
        self.stdout.write(json.dumps(health(now=timezone.now())))
