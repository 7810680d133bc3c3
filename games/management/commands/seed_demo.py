"""`manage.py seed_demo`: create demo players and games, once, and say how to sign in."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.urls import reverse
from django.utils import timezone

from games.robots import demo


class Command(BaseCommand):
    help = "Create demo players and games to try the server with. Existing ones are left as they are."

    def handle(self, *args: object, verbosity: int = 1, **options: Any) -> None:
        demo.seed(now=timezone.now())
        if settings.DEBUG:
            demo.seed_staff()
        if verbosity:
            self.stdout.write(how_to_sign_in())


def how_to_sign_in() -> str:
    """Return lines that say where the demo's players sign in, with their addresses."""
    page = f"{settings.SITE_URL}{reverse('account_login')}"
    mailbox = f"{settings.SITE_URL}{reverse('mailbox')}"
    lines = [f"Sign in at {page} with one of these addresses. The code arrives at {mailbox}"]
    lines += [f"  {demo.address(name)}" for name in demo.NAMES]
    if settings.DEBUG:
        lines.append(f"  {demo.address(demo.STAFF)}, for the admin site at {settings.SITE_URL}{reverse('admin:index')}")
    return "\n".join(lines)
