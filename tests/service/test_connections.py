"""Connections to PostgreSQL: a worker keeps one for many tasks, and a restart of the database fails no task and no
request."""

import json
import os
import signal
import subprocess
import sys
from contextlib import closing

import httpx
import psycopg
import pytest

from tests.service.servers import Servers, answers, free_port, postgresql_server, redis, until, url_port
from tests.service.sites import BIN, ROOT

pytestmark = pytest.mark.service

TASKS = 20
TICKS = f"""
from lexicon.tasks import tick
for _ in range({TASKS}):
    tick.delay()
"""
SESSIONS = "SELECT sessions FROM pg_stat_database WHERE datname = 'postgres'"


class Site:
    """A web process and a worker with a PostgreSQL that can be restarted; `pool` is the worker's `--pool`."""

    def __init__(self, servers, cluster, *, pool):
        self._servers = servers
        *self._database, self._url = postgresql_server(servers, copied_from=cluster)
        self._start_database()
        folder, port = servers.folder(), free_port()
        self._log = folder / "log"
        self.address = f"http://127.0.0.1:{port}"
        self._env = {
            "PATH": f"{BIN}:{os.environ['PATH']}",
            "DEBUG": "true",
            "LOG_JSON": "true",
            "VAR_DIR": str(folder),
            "DATABASE_URL": self._url,
            "CELERY_BROKER_URL": redis(servers),
        }
        self._start("serve", "--bind", f"127.0.0.1:{port}", "--threads", "1")
        self._start("worker", "--concurrency", "1", "--pool", pool)
        until(lambda: answers(port), "the web process")

    def tick(self):
        """Let the worker carry out some tasks; return the states in which they ended."""
        before = len(self._ends())
        self._manage("shell", "--no-imports", "--command", TICKS)
        until(lambda: len(self._ends()) == before + TASKS, "the tasks")
        return set(self._ends()[before:])

    def restart_database(self):
        self._postgres.send_signal(signal.SIGINT)
        self._postgres.wait()
        self._start_database()

    def sessions(self):
        """Return how many connections there have been, including closed ones."""
        with closing(psycopg.connect(self._url)) as connection:
            return connection.execute(SESSIONS).fetchone()[0]

    def _start_database(self):
        command, options = self._database
        self._postgres = self._servers.start(*command, **options)
        until(lambda: answers(url_port(self._url)), "PostgreSQL")

    def _start(self, *part):
        command = (
            "sh",
            "-c",
            'log=$1; shift; exec "$@" >>"$log" 2>&1',
            "sh",
            self._log,
            sys.executable,
            "-m",
            "lexicon",
        )
        self._servers.start(*command, *part, cwd=ROOT, env=self._env)

    def _manage(self, *arguments):
        subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, env=self._env, check=True)

    def _ends(self):
        lines = self._log.read_text().splitlines()
        logged = [json.loads(line) for line in lines if line.startswith("{")]
        return [line["state"] for line in logged if line.get("event") == "task"]


@pytest.mark.parametrize("pool", ["prefork", "solo"])
def test_tasks_share_a_connection_and_survive_a_database_restart(pool, migrated_cluster):
    servers = Servers()
    try:
        site = Site(servers, migrated_cluster, pool=pool)
        assert site.tick() == {"SUCCESS"}
        assert httpx.get(f"{site.address}/").status_code == 200
        before = site.sessions()
        assert site.tick() == {"SUCCESS"}
        assert site.sessions() - before <= 2  # those made for counting
        site.restart_database()
        assert site.tick() == {"SUCCESS"}
        assert httpx.get(f"{site.address}/").status_code == 200
    finally:
        sys.stderr.write(servers.logs())
        servers.stop()
