"""Django's `migrate`, but it gives way to players: if a table is in use it waits only a moment, releases all locks, and
tries again. So nobody waits long, and PostgreSQL never finds a deadlock and ends a player's order.

It is also faster. After each operation, Django builds the classes of a model and of all related models, although half
of the operations only change texts that aren't in the database."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from django.core.management.commands import migrate
from django.db import OperationalError, connections
from django.db.migrations.operations import AlterField, AlterModelOptions
from django.db.migrations.state import ProjectState
from django.db.models import Field
from psycopg.errors import DeadlockDetected, LockNotAvailable

from lexicon.tasks import create_queues

WAITS = "100ms"  # for one table; PostgreSQL checks for deadlocks after a second
PAUSE, TRIES = 0.5, 600
OF_PYTHON = {"blank", "choices", "editable", "error_messages", "help_text", "validators", "verbose_name"}
"""Arguments of a field that don't change the database."""


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        with texts_changed_without_classes():
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
        """Sleep, so that players can go on."""
        time.sleep(seconds)


@contextmanager
def texts_changed_without_classes() -> Iterator[None]:
    """Build no classes after operations that only change options of models or texts of fields. At the end, Django builds all
    of them from what the operations say."""
    options, field = AlterModelOptions.state_forwards, AlterField.state_forwards

    def alter_options(self: Any, app: str, state: ProjectState) -> None:
        _without_classes(state, partial(options, self, app, state))

    def alter_field(self: Any, app: str, state: ProjectState) -> None:
        before, change = state.models[app, self.model_name_lower].fields[self.name], partial(field, self, app, state)
        if _in_database(before) == _in_database(self.field):
            _without_classes(state, change)
        else:
            change()

    AlterModelOptions.state_forwards, AlterField.state_forwards = alter_options, alter_field  # type: ignore[assignment, method-assign]
    try:
        yield
    finally:
        AlterModelOptions.state_forwards, AlterField.state_forwards = options, field  # type: ignore[method-assign]


def _without_classes(state: ProjectState, change: Callable[[], None]) -> None:
    classes = vars(state).pop("apps", None)
    change()
    if classes is not None:
        vars(state)["apps"] = classes
        state.is_delayed = True  # so that Django builds them before anything runs after the migrations


def _in_database(field: "Field[Any, Any]") -> tuple[object, ...]:
    _, path, args, named = field.deconstruct()
    return path, list(args), {name: value for name, value in named.items() if name not in OF_PYTHON}
