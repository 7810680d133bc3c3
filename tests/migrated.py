"""Databases with all migrations applied, made once and copied by every process that needs one, as migrating takes a while."""

import fcntl
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import psycopg

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "var" / "tests"


def sqlite_file() -> Path:
    """Return an SQLite database, which is kept for later runs. The first process that asks makes it while others wait."""
    file = FOLDER / f"{_digest()}.sqlite3"
    with alone():
        if not file.exists():
            with TemporaryDirectory(dir=FOLDER) as folder:
                unfinished = Path(folder) / "lexicon.sqlite3"
                _migrate(f"sqlite:///{unfinished}", folder)
                unfinished.replace(file)
    return file


def postgresql_template(url: str) -> str:
    """Return the name of a database on the PostgreSQL server of this URL, made by the first process that asks."""
    name = f"migrated_{_digest()}"
    with alone(), psycopg.connect(url, autocommit=True) as server, TemporaryDirectory(dir=FOLDER) as folder:
        if not server.execute("SELECT FROM pg_database WHERE datname = %s", [name]).rowcount:
            server.execute("DROP DATABASE IF EXISTS migrating")
            server.execute("CREATE DATABASE migrating")
            _fill_postgresql(urlsplit(url)._replace(path="/migrating").geturl(), folder)
            server.execute(f"ALTER DATABASE migrating RENAME TO {name}")
    return name


def fill_postgresql(url: str) -> None:
    """Apply all migrations to the empty PostgreSQL database of this URL."""
    with alone(), TemporaryDirectory(dir=FOLDER) as folder:
        _fill_postgresql(url, folder)


def _fill_postgresql(url: str, folder: str) -> None:
    """Migrate a database and dump it. The next one, on any server of the same version, is restored from the dump."""
    with psycopg.connect(url) as server:
        dump = FOLDER / f"{_digest()}.{server.info.server_version}.sql"
    programs = sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin")), reverse=True)
    env = {"PATH": ":".join([*programs, os.environ["PATH"]])}
    if dump.exists():
        restore = ["psql", "--quiet", "--no-psqlrc", "--set", "ON_ERROR_STOP=1", "--file", dump, url]
        subprocess.run(restore, env=env, stdout=subprocess.DEVNULL, check=True)
    else:
        _migrate(url, folder)
        unfinished = Path(folder) / "unfinished.sql"
        subprocess.run(["pg_dump", "--no-owner", "--file", unfinished, url], env=env, check=True)
        unfinished.replace(dump)


@contextmanager
def alone() -> Iterator[None]:
    """Wait for the lock that lets only one process at a time prepare a database."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@cache
def _digest() -> str:
    """Return a hash of everything that migrations read."""
    read = [*ROOT.glob("*/migrations/*.py"), *ROOT.glob("*/*/migrations/*.py"), *ROOT.glob("games/word_lists/*.*")]
    digest = hashlib.sha256()
    for file in sorted([*read, ROOT / "constraints.txt"]):
        digest.update(str(file.relative_to(ROOT)).encode() + file.read_bytes())
    return digest.hexdigest()[:32]


def _migrate(url: str, folder: str) -> None:
    env = {"PATH": os.environ["PATH"], "DEBUG": "true", "VAR_DIR": folder, "DATABASE_URL": url}
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=ROOT, env=env, check=True)
