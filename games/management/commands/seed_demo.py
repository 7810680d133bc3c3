"""`manage.py seed_demo`: demo players and games, made once, and how to sign in."""

from django.conf import settings
from django.core.management.base import BaseCommand
from django.urls import reverse
from django.utils import timezone

from games.robots import demo


class Command(BaseCommand):
    help = "Make demo players and games to try the server with; those that stand already are kept as they were played."

    def handle(self, *args: object, **options: object) -> None:
        demo.seed(now=timezone.now())
        people = list(demo.NAMES)
        if settings.DEBUG:
            demo.seed_staff()
            people.append(demo.STAFF)
        page = f"{settings.SITE_URL}{reverse('account_login')}"
        mailbox = f"{settings.SITE_URL}{reverse('mailbox')}"
        self.stdout.write(f"Sign in at {page} with one of these addresses; the code arrives at {mailbox}")
        for name in people:
            sees = f", who sees {settings.SITE_URL}{reverse('admin:index')}" if name == demo.STAFF else ""
            self.stdout.write(f"  {demo.address(name)}{sees}")
