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
BEFORE, AFTER = "0005_pack_events_of_games_over", "0006_what_is_kept_of_one_player"


@pytest.fixture
def at_play():
    """Somebody who holds a table that the migration needs."""
    call_command("migrate", "games", BEFORE, verbosity=0)
    told = connection.get_connection_params()
    with psycopg.connect(**{name: told[name] for name in ("host", "port", "user", "dbname") if name in told}) as theirs:
        theirs.execute("LOCK TABLE games_seat IN ROW EXCLUSIVE MODE")
        yield theirs
    call_command("migrate", verbosity=0)


def indexes():
    with connection.cursor() as cursor:
        return set(connection.introspection.get_constraints(cursor, "games_seat"))


def test_it_lets_go_while_a_table_is_in_use_and_goes_on_afterwards(at_play):
    class Waits(migrate.Command):
        def wait(self, seconds):
            assert "seats_left" not in indexes()
            at_play.execute("SELECT count(*) FROM games_event")  # nothing of it is held meanwhile
            at_play.rollback()

    call_command(Waits(), "games", AFTER, verbosity=0)
    assert "seats_left" in indexes()


def test_it_gives_up_in_the_end_and_leaves_nothing_half_done(at_play, monkeypatch):
    monkeypatch.setattr(migrate, "TRIES", 2)
    monkeypatch.setattr(migrate, "PAUSE", 0)
    with pytest.raises(OperationalError, match="lock timeout"):
        call_command("migrate", "games", AFTER, verbosity=0)
    assert "seats_left" not in indexes()
