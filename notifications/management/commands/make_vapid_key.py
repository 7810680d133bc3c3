"""`manage.py make_vapid_key`: print a new key for web push, as a line for the environment."""

from django.core.management.base import BaseCommand

from notifications.channels.web_push import new_private_key


class Command(BaseCommand):
    help = "Print a new VAPID_PRIVATE_KEY. With a different key, every device has to be added again."

    def handle(self, *args: object, **options: object) -> None:
        self.stdout.write(f"VAPID_PRIVATE_KEY={new_private_key()}")
