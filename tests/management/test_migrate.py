"""Migrating while somebody plays, on a real PostgreSQL."""

import psycopg
import pytest
from django.core.management import call_command
from django.db import OperationalError, connection

from lexicon.management.commands import migrate

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="only PostgreSQL plays on while a table is changed"),
    pytest.mark.django_db(transaction=True),
]
# one of the newest, because all later ones are undone first
BEFORE, AFTER = "0014_languages_of_puzzles", "0015_results_in_other_languages"


@pytest.fixture
def locked_table():
    """A connection that has locked the second of the tables that the migration changes."""
    call_command("migrate", "games", BEFORE, verbosity=0)
    told = connection.get_connection_params()
    with psycopg.connect(**{name: told[name] for name in ("host", "port", "user", "dbname") if name in told}) as theirs:
        theirs.execute("LOCK TABLE games_tally IN ROW EXCLUSIVE MODE")
        yield theirs
    call_command("migrate", verbosity=0)


def columns():
    """Return the columns of the first table that the migration changes."""
    with connection.cursor() as cursor:
        return {column.name for column in connection.introspection.get_table_description(cursor, "games_figures")}


def test_a_migration_releases_its_locks_while_a_table_is_in_use(locked_table):
    class Waits(migrate.Command):
        def wait(self, seconds):
            assert "languages" not in columns()
            locked_table.execute("SELECT count(*) FROM games_figures")  # the migration has released its lock
            locked_table.rollback()

    call_command(Waits(), "games", AFTER, verbosity=0)
    assert "languages" in columns()


def test_a_migration_that_never_gets_its_lock_gives_up_and_changes_nothing(locked_table, monkeypatch):
    monkeypatch.setattr(migrate, "TRIES", 2)
    monkeypatch.setattr(migrate, "PAUSE", 0)
    with pytest.raises(OperationalError, match="lock timeout"):
        call_command("migrate", "games", AFTER, verbosity=0)
    assert "languages" not in columns()
