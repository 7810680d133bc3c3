"""The database of a run, in SQLite or PostgreSQL: creates an empty one, measures it, and reads its rows."""

import atexit
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import psycopg
from django.apps import apps
from django.conf import settings
from django.db import connection

from tests import migrated


def make_empty() -> None:
    """Replace the database of an earlier run with a migrated one without rows."""
    connection.close()
    name = settings.DATABASES["default"]["NAME"]
    if connection.vendor == "postgresql":
        template = migrated.postgresql_template(os.environ["DATABASE_URL"])
        _ask_server(f"DROP DATABASE IF EXISTS {name}", f"CREATE DATABASE {name} TEMPLATE {template}")
        atexit.register(_ask_server, f"DROP DATABASE {name} WITH (FORCE)")
        return
    database = Path(name)
    for file in database.parent.glob(f"{database.name}*"):
        file.unlink()
    shutil.copyfile(migrated.sqlite_file(), database)


def _ask_server(*statements: str) -> None:
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
        for statement in statements:
            server.execute(statement)


def size() -> int:
    """Return the size of the database in bytes."""
    sql = (
        "SELECT pg_database_size(current_database())"
        if connection.vendor == "postgresql"
        else "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetchone()[0]


def bytes_of(column: str) -> str:
    """Return an SQL expression for the size of a column, 0 if it is empty."""
    as_bytes = f'CAST("{column}" AS {"text" if connection.vendor == "postgresql" else "BLOB"})'
    length = "OCTET_LENGTH" if connection.vendor == "postgresql" else "LENGTH"
    return f"COALESCE({length}({as_bytes}), 0)"


def rows() -> Iterator[str]:
    """Yield all rows as text, binary values in hexadecimal digits."""
    connection.ensure_connection()
    if connection.vendor == "sqlite":
        yield from connection.connection.iterdump()
        return
    for model in apps.get_models(include_auto_created=True):
        table = model._meta.db_table
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT one::text FROM {table} AS one")
            yield from (f"{table} {text}" for (text,) in cursor)
