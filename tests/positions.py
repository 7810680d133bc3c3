"""Positions that many tests start from: built once per process with the real commands, then restored as rows."""

from copy import deepcopy
from functools import cache, wraps

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Model
from django.utils import timezone
from django.utils.translation import get_language

from games.players.models import Player
from games.word_lists.shelf import words_of

MIGRATED = {"django_migrations", "django_content_type", "auth_permission"}  # tables that only migrations fill
NO_MATTER = MIGRATED | {"auth_group", "auth_group_permissions"}  # and those that migrations begin to fill
NO_MATTER |= {"players_playersession", "players_apitoken"}  # those of signing in
OF_PEOPLE = {  # columns of people that a position may depend on, leaving out those that differ between tests
    "players_player": ", ".join(
        field.column
        for field in Player._meta.concrete_fields
        if field.name not in ("password", "last_login", "joined_at")
    ),
    "players_player_groups": "player_id, group_id",
    "account_emailaddress": "user_id, email, verified",
    "games_wordlist": "id, name, sha256",
}

_kept: dict = {}


def kept(build):
    """Cache a builder whose arguments are players, instants and plain values: from the second call on, restore the rows
    that the first call wrote and return its result.

    Only if the database has the same people and word lists as then, and nothing else; otherwise build normally."""

    @wraps(build)
    def built(*args, **named):
        beginning = _beginning()
        if beginning is None:
            return build(*args, **named)
        key = (
            build.__module__,
            build.__qualname__,
            _plain(args),
            _plain(sorted(named.items())),
            beginning,
            get_language(),
        )
        if key not in _kept:
            before = _all_rows()
            value = build(*args, **named)
            _kept[key] = (deepcopy(value), _added(before, _all_rows()))
            words_of.cache_clear()  # the word cache must not outlive the rows either
            return value
        value, added = _kept[key]
        if added is None:
            return build(*args, **named)
        with transaction.atomic(), connection.cursor() as cursor:
            for table, rows in added.items():
                cursor.executemany(f'INSERT INTO "{table}" VALUES ({", ".join(["%s"] * len(rows[0]))})', rows)
            filled = [model for model in apps.get_models(include_auto_created=True) if model._meta.db_table in added]
            for statement in connection.ops.sequence_reset_sql(no_style(), filled):
                cursor.execute(statement)
        return deepcopy(value)

    return built


def just_now():
    """Return the current time to the minute, so that many tests share positions that start now."""
    return timezone.now().replace(second=0, microsecond=0)


def _plain(value):
    """Return a text that is equal for equal values."""
    if isinstance(value, Model):
        return f"{value._meta.label} {value.pk}"
    if isinstance(value, (list, tuple)):
        return repr([_plain(each) for each in value])
    return repr(value)


def _beginning():
    """Return the people and word lists in the database, or None if there is more."""
    with connection.cursor() as cursor:
        filled = _filled(cursor)
        if filled - NO_MATTER - OF_PEOPLE.keys():
            return None
        people = []
        for table in sorted(filled & OF_PEOPLE.keys()):
            cursor.execute(f'SELECT {OF_PEOPLE[table]} FROM "{table}" ORDER BY 1')
            people += [table, *cursor.fetchall()]
    return repr(people)


@cache
def _tables():
    with connection.cursor() as cursor:
        return sorted(connection.introspection.table_names(cursor))


@cache
def _count():
    return "SELECT " + ", ".join(f'EXISTS (SELECT 1 FROM "{table}")' for table in _tables())


def _filled(cursor):
    """Return the tables that have rows."""
    cursor.execute(_count())
    return {table for table, filled in zip(_tables(), cursor.fetchone(), strict=True) if filled}


def _all_rows():
    """Return the rows of each table that a builder can change."""
    with connection.cursor() as cursor:
        rows = {}
        for table in sorted(_filled(cursor) - MIGRATED):
            cursor.execute(f'SELECT * FROM "{table}" ORDER BY 1')
            rows[table] = cursor.fetchall()
    return rows


def _added(before, after):
    """Return the new rows of each table; None if an earlier row was changed."""
    added = {}
    for table in before | after:
        was, rows = before.get(table, []), after.get(table, [])
        if rows == was:
            continue
        added[table] = [row for row in rows if row not in was]
        if len(added[table]) != len(rows) - len(was):
            return None
    return added
