"""Fixtures for every test with a database: the people, and a game in any position in a line or two."""

import gc
import os
import shutil
from datetime import UTC, date, datetime
from functools import cache

import pytest
import time_machine
from django.conf import settings as project
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, user_logged_in
from django.core.cache import caches
from django.db import connection, transaction
from django.dispatch import receiver
from django.http import HttpRequest
from django.template import Template
from django.test import Client, TransactionTestCase
from django.test.signals import setting_changed, template_rendered
from django.utils import timezone, translation

from games.players.devices import USED_ON as SIGHTED_ON
from games.players.models import Player
from games.players.sessions import SessionStore
from games.word_lists.shelf import words_of
from games.wording import read_at
from notifications.outgoing import provider
from tests import migrated
from tests.caches import forget_games

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


@receiver(setting_changed)
def _close_the_connection(*, setting, **_):
    """Open another connection for email as soon as a test changes where email goes."""
    if setting.startswith("EMAIL_"):
        provider.close()


def pytest_addoption(parser):
    parser.addoption(
        "--today", type=date.fromisoformat, help="run as if on this day, YYYY-MM-DD: no result may depend on it"
    )


@pytest.hookimpl(trylast=True)
def pytest_sessionstart(session):
    """Set the clock before anything is imported or collected."""
    if today := session.config.getoption("--today"):
        start = datetime.combine(today, datetime.now(UTC).timetz())
        travel = time_machine.travel(start)
        travel.start()
        session.config.add_cleanup(travel.stop)


def pytest_report_header(config):
    today = config.getoption("--today")
    return f"as if on {today:%A} {today}" if today else None


def pytest_configure(config):
    """Turn garbage collection off while modules are imported and tests collected, as nothing becomes garbage then.

    The solver runs in plain Python: the same code, and nothing to compile. `test_compiled` compares the two."""
    gc.disable()
    os.environ["NUMBA_DISABLE_JIT"] = "1"


def pytest_collection_finish(session):
    """Freeze the imported objects, so that the garbage collector doesn't scan them again and again."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(100_000, 50, 100)


def pytest_collection_modifyitems(config, items):
    """On PostgreSQL, which runs in addition to SQLite, keep only tests that use a database."""
    if connection.vendor == "postgresql":
        config.hook.pytest_deselected(items=[item for item in items if not _touches_a_database(item)])
        items[:] = filter(_touches_a_database, items)


def _touches_a_database(item):
    return bool(item.get_closest_marker("django_db")) or not {"db", "transactional_db"}.isdisjoint(item.fixturenames)


@pytest.fixture(scope="session")
def django_db_keepdb():
    return connection.vendor == "sqlite"  # its folder is deleted after the run


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix):
    """Begin with a copy of a migrated database."""
    if connection.vendor == "sqlite":
        shutil.copyfile(migrated.sqlite_file(), connection.settings_dict["TEST"]["NAME"])
    else:
        connection.settings_dict["TEST"]["TEMPLATE"] = migrated.postgresql_template(os.environ["DATABASE_URL"])


@pytest.fixture(scope="session", autouse=True)
def _restored_by_rows():
    """Restore the rows that migrations made after each test with real transactions, by comparing and deleting.
    Django instead truncates every table and creates all permissions again, which is slower."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(TransactionTestCase, "_fixture_setup", classmethod(lambda case: _rows_of_migrations()))
        patched.setattr(TransactionTestCase, "_fixture_teardown", lambda case: _back_to(_rows_of_migrations()))
        yield


@cache
def _rows_of_migrations():
    """The rows of each table before the first test with real transactions."""
    with connection.cursor() as cursor:
        return {table: _rows(cursor, table) for table in connection.introspection.table_names(cursor)}


def _back_to(rows_of):
    with transaction.atomic(), connection.cursor() as cursor:
        changed = [table for table, rows in rows_of.items() if _rows(cursor, table) != rows]
        for table in changed:
            cursor.execute(f'DELETE FROM "{table}"')
        for table in changed:
            if rows := rows_of[table]:
                cursor.executemany(f'INSERT INTO "{table}" VALUES ({", ".join(["%s"] * len(rows[0]))})', rows)


def _rows(cursor, table):
    cursor.execute(f'SELECT * FROM "{table}" ORDER BY 1')
    return cursor.fetchall()


@pytest.fixture(scope="session", autouse=True)
def _only_whole_pages_reported(django_test_environment):
    """Report only whole rendered pages to the test client. Django reports every included template with a copy of its
    context."""

    def render(template, context):
        if context.template is template:
            template_rendered.send(sender=template, template=template, context=context)
        return template.nodelist.render(context)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Template, "_render", render)
        yield


@pytest.fixture(scope="session", autouse=True)
def _sign_in_saves_one_session():
    """Make `force_login` save one session that is already signed in. Django creates, cycles and saves it again,
    which takes a third of the time of a page."""
    as_django_does = Client._login

    def sign_in(client, player, backend=None):
        if project.SESSION_COOKIE_NAME in client.cookies:
            return as_django_does(client, player, backend)
        request = HttpRequest()
        request.session = session = SessionStore()
        session[SESSION_KEY] = player._meta.pk.value_to_string(player)
        session[BACKEND_SESSION_KEY] = backend
        session[HASH_SESSION_KEY] = player.get_session_auth_hash()
        session[SIGHTED_ON] = (
            timezone.now().date().isoformat()
        )  # as after the first page of a day, which costs two queries
        session.save()
        user_logged_in.send(sender=type(player), request=request, user=player)
        return client._set_login_cookies(request)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Client, "_login", sign_in)
        yield


@pytest.fixture(scope="session")
def _numbers_of_migrations(django_db_setup, django_db_blocker):
    """Return the SQL that resets each PostgreSQL sequence to its value after the migrations."""
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute("SELECT sequencename, coalesce(last_value, 1), last_value IS NOT NULL FROM pg_sequences")
        setting = ", ".join(f"setval('{name}', {value}, {called})" for name, value, called in cursor.fetchall())
    return f"SELECT {setting}"


@pytest.fixture(autouse=True)
def _same_row_numbers(request):
    """Number rows from the same start in every test. PostgreSQL doesn't give sequence numbers back when a test is rolled back."""
    if connection.vendor == "postgresql" and _touches_a_database(request.node):
        setting = request.getfixturevalue("_numbers_of_migrations")
        with request.getfixturevalue("django_db_blocker").unblock(), connection.cursor() as cursor:
            cursor.execute(setting)


@pytest.fixture(autouse=True)
def _caches_by_row_cleared():
    """Clear caches keyed by row numbers: after a test, another word list or game may get the same number."""
    yield
    words_of.cache_clear()
    caches["pages"].clear()
    caches["replays"].clear()
    forget_games()


@pytest.fixture(autouse=True)
def _in_english():
    """Reset the language: a page leaves its reader's language active, which would affect the next newcomer."""
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def _read_at_noon():
    """Set the time for relative times to noon outside requests and emails."""
    with read_at(NOON):
        yield


@pytest.fixture
def anna(db):
    return Player.objects.create_user("anna@example.org", name="Anna")


@pytest.fixture
def boris(db):
    return Player.objects.create_user("boris@example.org", name="Boris")


@pytest.fixture
def chloe(db):
    return Player.objects.create_user("chloe@example.org", name="Chloe")


@pytest.fixture
def dmitri(db):
    """A spectator."""
    return Player.objects.create_user("dmitri@example.org", name="Dmitri")
