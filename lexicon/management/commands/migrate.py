"""Django's `migrate`, but it gives way to players: if a table is in use it waits only a moment, releases all locks, and
tries again. So nobody waits long, and PostgreSQL never finds a deadlock and ends a player's order."""

import time
from typing import Any

from django.core.management.commands import migrate
from django.db import OperationalError, connections
from psycopg.errors import DeadlockDetected, LockNotAvailable

from lexicon.tasks import create_queues

WAITS = "100ms"  # for one table; PostgreSQL checks for deadlocks after a second
PAUSE, TRIES = 0.5, 600


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        self.migrate(*args, **options)
        create_queues()

    def migrate(self, *args: Any, **options: Any) -> None:
        connection = connections[options["database"]]
        if connection.vendor != "postgresql":
            super().handle(*args, **options)
            return
        for tried in range(1, TRIES + 1):
            with connection.cursor() as cursor:
                cursor.execute(f"SET lock_timeout = '{WAITS}'")
            try:
                super().handle(*args, **options)
                break
            except OperationalError as error:
                if tried == TRIES or not isinstance(error.__cause__, LockNotAvailable | DeadlockDetected):
                    raise
                self.wait(PAUSE)
            finally:
                with connection.cursor() as cursor:
                    cursor.execute("RESET lock_timeout")

    def wait(self, seconds: float) -> None:
        """Sleep, while players go on."""
        time.sleep(seconds)
