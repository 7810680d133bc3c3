"""A copy of the database while the server runs, and what follows when one is put back.

All games, accounts, word lists and mails lie in the database. Keys do not: `SECRET_KEY`, `REPLY_KEYS` and `VAPID_PRIVATE_KEY` are
kept apart from every copy, and without the same ones all links, answers and devices end.

What was done after the copy is lost. Once it is put back, clocks have stood still since the copy; what may have been mailed
before is not mailed again; and each running game tells its players that it stands as it stood then."""

import os
import re
import sqlite3
import subprocess
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.db import connection

from games import commands
from notifications import restoring

NAMES = re.compile(r"lexicon-(\d{8}T\d{6})Z\.(?:sqlite3|dump)")
INSTANT = "%Y%m%dT%H%M%S"


class CannotRestore(Exception):
    """The file or the database is not as it must be; says what would be right."""


def back_up(folder: Path, *, now: datetime) -> Path:
    """Copy the database into a file of this folder, checked, complete or not there at all. Returns its path."""
    folder.mkdir(parents=True, exist_ok=True)
    is_sqlite = connection.vendor == "sqlite"
    file = folder / f"lexicon-{now.astimezone(UTC):{INSTANT}}Z.{'sqlite3' if is_sqlite else 'dump'}"
    part = file.with_name(f".{file.name}.part")
    part.touch(mode=0o600)
    try:
        if is_sqlite:
            _copy_sqlite(str(connection.settings_dict["NAME"]), part)
        else:
            _run("pg_dump", "--format=custom", "--no-owner", f"--file={part}", *_named())
            _run("pg_restore", "--list", str(part))
        part.rename(file)
    finally:
        part.unlink(missing_ok=True)
    return file


def restore(file: Path, *, now: datetime) -> int:
    """Put a copy back into an empty database, and let its games go on from there. Returns the number of running games.

    Raises CannotRestore for another file, and for a database that holds something."""
    named = NAMES.fullmatch(file.name)
    if named is None or not file.is_file():
        raise CannotRestore(
            f"{file} is no copy: name a file that back_up wrote, such as lexicon-20261124T120000Z.dump."
        )
    wanted = ".sqlite3" if connection.vendor == "sqlite" else ".dump"
    if file.suffix != wanted:
        raise CannotRestore(
            f"{file} is of the other kind of database: DATABASE_URL takes a copy that ends in {wanted}."
        )
    if connection.introspection.table_names():
        raise CannotRestore(
            "The database of DATABASE_URL is not empty: name a new one, and keep the old one until you are sure."
        )
    connection.close()
    if connection.vendor == "sqlite":
        _copy_sqlite(str(file), Path(str(connection.settings_dict["NAME"])))
    else:
        _run("pg_restore", "--no-owner", "--single-transaction", "--exit-on-error", *_named(), str(file))
    copied_at = datetime.strptime(named[1], INSTANT).replace(tzinfo=UTC)
    restoring.close_what_may_have_left(now=now)
    return commands.go_on_after_restore(copied_at=copied_at, now=now)


def _copy_sqlite(source: str, target: Path) -> None:
    """By SQLite's own way, which copies a database that is written to, too."""
    with (
        closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as here,
        closing(sqlite3.connect(target)) as there,
    ):
        here.backup(there)
        [found] = there.execute("PRAGMA integrity_check").fetchone()
    if found != "ok":
        raise CannotRestore(f"{source} is damaged: {found}")


def _named() -> list[str]:
    """The database in the words of PostgreSQL's programs; the password goes by the environment."""
    told: dict[str, Any] = connection.settings_dict
    options = {"--host": told["HOST"], "--port": told["PORT"], "--username": told["USER"], "--dbname": told["NAME"]}
    return [f"{name}={value}" for name, value in options.items() if value]


def _run(*command: str) -> None:
    password = str(connection.settings_dict["PASSWORD"])
    env = os.environ | ({"PGPASSWORD": password} if password else {})
    try:
        subprocess.run(command, check=True, capture_output=True, env=env, text=True)  # noqa: S603  ours, and the settings'
    except FileNotFoundError as error:
        raise CannotRestore(f"{command[0]} is not installed: it is in Debian's postgresql-client.") from error
    except subprocess.CalledProcessError as error:
        raise CannotRestore(f"{command[0]} failed: {error.stderr.strip()}") from error
