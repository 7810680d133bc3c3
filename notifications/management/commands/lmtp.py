"""`manage.py lmtp [--listen HOST:PORT]`: accept email by LMTP and SMTP until a signal to stop."""

import asyncio
import signal

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from notifications.incoming import lmtp


class Command(BaseCommand):
    help = (
        "Take mail for reply addresses by LMTP from a mail server, or by SMTP from a mail program, until told to stop."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--listen", default=settings.LMTP_LISTEN, help="host:port (default: LMTP_LISTEN)")

    def handle(self, *args: object, listen: str, **options: object) -> None:
        host, _, port = listen.rpartition(":")
        if not host or not port.isdigit():
            raise CommandError("Write host:port, like 127.0.0.1:8024.")
        try:
            asyncio.run(_serve(host.strip("[]"), int(port)))
        except OSError as error:
            raise CommandError(f"Cannot listen for email on {listen}: {error.strerror}") from error


async def _serve(host: str, port: int) -> None:
    is_told_to_stop = asyncio.Event()
    for told in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(told, is_told_to_stop.set)
    await lmtp.serve(host, port, until=is_told_to_stop)
