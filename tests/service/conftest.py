"""A site for each way to run one, built once for all its tests."""

import os
import shutil
import signal
import subprocess
import sys

import pytest

from tests import migrated
from tests.service.servers import Servers, answers, postgresql_server, until, url_port
from tests.service.sites import ROOT, embedded, for_many


def _manage(url, folder, *arguments):
    env = {"PATH": os.environ["PATH"], "DEBUG": "true", "VAR_DIR": str(folder), "DATABASE_URL": url}
    subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, env=env, check=True)


@pytest.fixture(scope="session")
def migrated_file():
    """An SQLite database with all migrations, to copy."""
    return migrated.sqlite_file()


@pytest.fixture(scope="session")
def migrated_cluster():
    """The folder of a stopped PostgreSQL whose database `postgres` has all migrations, to copy."""
    servers = Servers()
    try:
        command, options, url = postgresql_server(servers)
        server = servers.start(*command, **options)
        until(lambda: answers(url_port(url)), "PostgreSQL")
        migrated.fill_postgresql(url)
        server.send_signal(signal.SIGINT)
        server.wait()
        yield options["cwd"]
    finally:
        servers.stop()


@pytest.fixture(scope="session")
def demo_file(migrated_file, tmp_path_factory):
    """The database of a demo, to copy."""
    file = tmp_path_factory.mktemp("demo") / "lexicon.sqlite3"
    shutil.copyfile(migrated_file, file)
    _manage(f"sqlite:///{file}", file.parent, "seed_demo")
    return file


@pytest.fixture(
    scope="session",
    params=[(embedded, "migrated_file"), (for_many, "migrated_cluster")],
    ids=lambda build: build[0].__name__,
)
def running(request):
    """A site that is set up and started, and its servers."""
    servers = Servers()
    try:
        build, database = request.param
        site = build(servers, request.getfixturevalue(database))
        site.start()
        yield site, servers
    finally:
        sys.stderr.write(servers.logs())
        servers.stop()


@pytest.fixture
def site(running):
    site, servers = running
    yield site
    sys.stderr.write(servers.logs())
