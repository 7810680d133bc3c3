"""Backing up the database while the server runs, and restoring a copy.

The database contains all games, accounts, word lists and emails, but no keys: `SECRET_KEY`, `REPLY_KEYS` and
`VAPID_PRIVATE_KEY` are never part of a copy, and with other keys all links, replies and devices stop working. A file
beside the copy records the release that wrote it and, by fingerprints that do not reveal keys, which keys belong to it.

Everything done after the copy is lost. After a restore, the time since the copy is taken out of all clocks; emails that
may have been sent before are not sent again; and each running game tells its players that it continues from that
point."""

import json
import os
import re
import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import pbkdf2_hmac
from importlib.metadata import version
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from games import commands
from games.rules import registry
from notifications import restoring

NAMES = re.compile(r"lexicon-(\d{8}T\d{6})Z\.(?:sqlite3|dump)")
INSTANT = "%Y%m%dT%H%M%S"
FIRST_BYTES = {"sqlite": b"SQLite format 3\0", "postgresql": b"PGDMP"}
_COPY = re.compile(r"COPY [\w.\"]+ \((.*)\) FROM stdin;")
NOT_INSTALLED = "{} isn't installed. It is in Debian's package postgresql-client."


class CannotRestore(Exception):
    """Raised if the file or the database can't be used. The message says what is needed."""


def back_up(folder: Path, *, now: datetime) -> Path:
    """Back up the database into a new file in this folder, check the file, and return its path. If this fails, there is
    no file."""
    folder.mkdir(parents=True, exist_ok=True)
    is_sqlite = connection.vendor == "sqlite"
    file = folder / f"lexicon-{now.astimezone(UTC):{INSTANT}}Z{_suffix()}"
    part = file.with_name(f".{file.name}.part")
    part.touch(mode=0o600)
    try:
        if is_sqlite:
            _copy_sqlite(str(connection.settings_dict["NAME"]), part)
        else:
            _run("pg_dump", "--format=custom", "--no-owner", f"--file={part}", *_named())
            _run("pg_restore", "--list", str(part))
        _beside(file).touch(mode=0o600)
        _beside(file).write_text(
            json.dumps({"copy": file.stem, "release": version("lexicon"), "keys": _fingerprints(file.stem)}, indent=1)
        )
        part.rename(file)
    finally:
        part.unlink(missing_ok=True)
    return file


def newest_copy(folder: Path) -> datetime | None:
    """Return when the newest copy in this folder was made; None if there is none."""
    return max((made_at for file in folder.glob("lexicon-*") if (made_at := _made_at(file.name))), default=None)


def delete_copies(folder: Path, *, made_before: datetime) -> None:
    """Delete the copies in this folder that were made before an instant, each with the file beside it."""
    for file in folder.glob("lexicon-*"):
        made_at = _made_at(file.name)
        if made_at and made_at < made_before:
            _beside(file).unlink(missing_ok=True)
            file.unlink()
    for beside in folder.glob("lexicon-*.json"):  # left over from copies that were deleted by other means
        made_at = _made_at(f"{beside.stem}{_suffix()}")
        if made_at and made_at < made_before:
            beside.unlink()


def _made_at(name: str) -> datetime | None:
    """Return when a copy was made, according to its name; None for a file that isn't a copy."""
    named = NAMES.fullmatch(name)
    return datetime.strptime(named[1], INSTANT).replace(tzinfo=UTC) if named else None


def _suffix() -> str:
    return ".sqlite3" if connection.vendor == "sqlite" else ".dump"


@dataclass(frozen=True)
class Restored:
    """The number of running games in a restored copy, and warnings for the operator."""

    games: int
    warnings: Sequence[str]


def restore(file: Path, *, now: datetime) -> Restored:
    """Restore a copy into an empty database, migrate it to this release, and let its games go on from there.

    A renamed copy is accepted if the .json file beside it was given the same new name.

    Raises CannotRestore for a file that isn't a copy, for a copy made by a newer release, and for a database that is
    not empty."""
    _check_is_a_copy(file)
    copied_at = _made_at(f"{_name_when_made(file)}{_suffix()}")
    if copied_at is None:
        raise CannotRestore(
            f"{file} was renamed, and {_beside(file).name}, which says when it was made, isn't in the same folder. Put that file "
            f"there, or name the backup as back_up did, such as lexicon-20261124T120000Z{_suffix()}."
        )
    if connection.introspection.table_names():
        raise CannotRestore(
            "The database in DATABASE_URL isn't empty. Name a new one, and keep the old one until you are sure."
        )
    _check_is_known(file)
    connection.close()
    if connection.vendor == "sqlite":
        _copy_sqlite(str(file), Path(str(connection.settings_dict["NAME"])))
    else:
        _run("pg_restore", "--no-owner", "--single-transaction", "--exit-on-error", *_named(), str(file))
    call_command("migrate", verbosity=0)
    restoring.close_what_may_have_left(copied_at=copied_at, now=now)
    return Restored(commands.go_on_after_restore(copied_at=copied_at, now=now), tuple(_warnings(file)))


# --- the copy and this release --------------------------------------------------------------------------------------------


def _check_is_a_copy(file: Path) -> None:
    """Raise CannotRestore for a file that is not a copy of the kind of database that DATABASE_URL names."""
    if not file.is_file():
        raise CannotRestore(f"{file} doesn't exist. Name a backup that back_up made.")
    with file.open("rb") as opened:
        begins = opened.read(16)
    kind = next((vendor for vendor, first in FIRST_BYTES.items() if begins.startswith(first)), None)
    if (_made_at(file.name) and file.suffix != _suffix()) or kind not in (None, connection.vendor):
        raise CannotRestore(
            f"{file} is a backup of another kind of database. For this DATABASE_URL, name one that ends in {_suffix()}."
        )
    if kind is None:
        raise CannotRestore(f"{file} isn't a backup of a database. Name a file that back_up made.")


def _name_when_made(file: Path) -> str:
    """Return the name that a copy was given when it was made, without its ending."""
    return file.stem if _made_at(file.name) else str(_told(file).get("copy", ""))


def _check_is_known(file: Path) -> None:
    """Raise CannotRestore if a newer release wrote this copy: if it contains migrations, kinds or formats of games that
    are unknown here."""
    newest = dict[str, int]()
    for kind, stored in _column(file, "games_game", "kind", "format"):
        newest[kind] = max(int(stored), newest.get(kind, 0))
    known = MigrationLoader(None).disk_migrations
    applied = _column(file, "django_migrations", "app", "name")
    unknown = [f"the migration {app}.{name}" for app, name in applied if (app, name) not in known]
    for kind, newest_stored in newest.items():
        if kind not in registry.KINDS:
            unknown.append(f"games of {kind}")
        elif newest_stored > registry.kind(kind).format:
            unknown.append(f"games of {kind} in format {newest_stored}")
    if unknown:
        wrote = _told(file).get("release")
        install = f"Install Lexicon {wrote}, which made it" if wrote else "Install the release that made it"
        raise CannotRestore(
            f"{file} was made by a newer release than this one, {version('lexicon')}. It has {', '.join(unknown)}. {install}, or "
            "a later one, and restore with that."
        )


def _column(file: Path, table: str, *columns: str) -> Iterator[Sequence[str]]:
    """Yield the values of these columns in a copy, row by row."""
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as copied:
            yield from copied.execute(f"SELECT {', '.join(columns)} FROM {table}")  # noqa: S608  ours
        return
    command = ("pg_restore", "--data-only", f"--table={table}", "--file=-", str(file))
    with _started(*command) as printing:
        assert printing.stdout is not None
        places: list[int] | None = None
        for line in printing.stdout:
            if places is not None and line.startswith("\\."):
                places = None
            elif places is not None:
                values = line.rstrip("\n").split("\t")
                yield [values[place] for place in places]
            elif found := _COPY.match(line):
                named = [name.strip().strip('"') for name in found[1].split(",")]
                places = [named.index(column) for column in columns]


def _beside(file: Path) -> Path:
    return file.with_suffix(".json")


def _told(file: Path) -> dict[str, Any]:
    """Return the content of the .json file beside a copy; empty if that file is missing or can't be read."""
    try:
        told: dict[str, Any] = json.loads(_beside(file).read_text())
    except (OSError, ValueError):
        return {}
    return told


def _fingerprints(salt: str) -> dict[str, list[str]]:
    """Return the fingerprints of this server's keys, the newest first; deliberately slow, so that keys cannot be
    guessed from them."""
    keys = {
        "SECRET_KEY": [settings.SECRET_KEY],
        "REPLY_KEYS": list(settings.REPLY_KEYS),
        "VAPID_PRIVATE_KEY": [settings.VAPID_PRIVATE_KEY],
    }
    return {
        name: [pbkdf2_hmac("sha256", key.encode(), salt.encode(), 200_000, dklen=8).hex() for key in found if key]
        for name, found in keys.items()
    }


LOST = {
    "SECRET_KEY": "everybody is signed out, and links in earlier emails no longer work",
    "REPLY_KEYS": "replies to earlier emails are refused",
    "VAPID_PRIVATE_KEY": "no device gets notifications any more",
}


def _warnings(file: Path) -> Iterator[str]:
    """Yield what is lost because the present keys differ from those that belong to the copy."""
    told = _told(file).get("keys")
    if told is None:
        yield f"{_beside(file).name} is missing, so it isn't known whether the keys of this server belong to the backup."
        return
    here = _fingerprints(_name_when_made(file))
    for name, lost in LOST.items():
        if told.get(name) and told[name][0] not in here[name]:
            yield f"{name} has changed since the backup was made, so {lost}. If you still have the old value, set it again."


def _copy_sqlite(source: str, target: Path) -> None:
    """Copy with SQLite's own method, which works even while the database is being written to."""
    with (
        closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as here,
        closing(sqlite3.connect(target)) as there,
    ):
        here.backup(there)
        [found] = there.execute("PRAGMA integrity_check").fetchone()
    if found != "ok":
        raise CannotRestore(f"{source} is damaged: {found}")


def _named() -> list[str]:
    """Return the arguments that name the database for PostgreSQL's programs, without the password, which is passed in
    the environment."""
    told: dict[str, Any] = connection.settings_dict
    options = {"--host": told["HOST"], "--port": told["PORT"], "--username": told["USER"], "--dbname": told["NAME"]}
    return [f"{name}={value}" for name, value in options.items() if value]


@contextmanager
def _started(*command: str) -> Iterator[subprocess.Popen[str]]:
    """Start a program and yield it, for its output to be read line by line. Raises CannotRestore if it is not installed
    or fails."""
    try:
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as started:  # noqa: S603
            yield started
            said = started.stderr.read() if started.stderr else ""
    except FileNotFoundError as error:
        raise CannotRestore(NOT_INSTALLED.format(command[0])) from error
    if started.returncode:
        raise CannotRestore(f"{command[0]} failed: {said.strip()}")


def _run(*command: str) -> None:
    password = str(connection.settings_dict["PASSWORD"])
    env = os.environ | ({"PGPASSWORD": password} if password else {})
    try:
        subprocess.run(command, check=True, capture_output=True, env=env, text=True)  # noqa: S603  ours, and the settings'
    except FileNotFoundError as error:
        raise CannotRestore(NOT_INSTALLED.format(command[0])) from error
    except subprocess.CalledProcessError as error:
        raise CannotRestore(f"{command[0]} failed: {error.stderr.strip()}") from error
