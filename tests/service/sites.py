"""Lexicon as deployed: web processes, workers, a beat and a mail server with a database and a broker, and the emails
that it sends."""

import os
import shutil
import sqlite3
import subprocess
import sys
from email import message_from_bytes, policy
from functools import cache
from pathlib import Path

import psycopg

from tests.service.servers import PATIENCE, answers, free_port, postgresql, redis, until

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
PROCFILE = ROOT / "lexicon" / "deploy" / "Procfile"
MAIL = "exec python -m lexicon mail"
SENT = "SELECT raw FROM notifications_localmail ORDER BY id"


class Site:
    """A running site. `web` maps a port to the command that serves it; `workers` are the other commands."""

    def __init__(self, servers, env, *, web, workers):
        self._servers = servers
        self._env = {
            "PATH": f"{BIN}:{os.environ['PATH']}",
            "DJANGO_SETTINGS_MODULE": "lexicon.settings",
            "ANALYSIS": "false",
            **env,
        }
        self._web = web
        self._worker_commands = workers
        self._workers = []
        self.addresses = [f"http://127.0.0.1:{port}" for port in web]
        self.mail_port = free_port()
        self._env["LMTP_LISTEN"] = f"127.0.0.1:{self.mail_port}"

    @property
    def is_behind_a_proxy(self):
        return self._env.get("BEHIND_PROXY") == "true"

    def manage(self, *arguments, stdin=b""):
        """Run a management command and return its output; a failure fails the test."""
        command = [sys.executable, "manage.py", *map(str, arguments)]
        ended = subprocess.run(
            command, cwd=ROOT, env=self._env, input=stdin, capture_output=True, timeout=PATIENCE, check=False
        )
        assert ended.returncode == 0, ended.stderr.decode()
        return ended.stdout.decode()

    def start(self):
        self.manage("migrate", "--verbosity", "0")
        self._web_processes = [self._start(command, PORT=str(port)) for port, command in self._web.items()]
        self.start_workers()
        until(lambda: all(map(answers, self._web)), "the web processes")

    def start_workers(self):
        self._workers = [self._start(command) for command in self._worker_commands]

    def kill_workers(self):
        for worker in self._workers:
            self._servers.kill(worker)

    def sessions(self):
        """Return the session of each command, in which all its processes are."""
        return {process.pid for process in (*self._web_processes, *self._workers)}

    def mails_to(self, address):
        """Return the emails sent to an address, oldest first, as handed to the provider."""
        return [mail for mail in map(_read, self._sent()) if mail["To"] == address]

    def _start(self, command, **env):
        return self._servers.start("sh", "-c", command, cwd=ROOT, env={**self._env, **env})

    def _sent(self):
        url = self._env["DATABASE_URL"]
        if url.startswith("sqlite:///"):
            connection = sqlite3.connect(url.removeprefix("sqlite:///"), timeout=20)
        else:
            connection = psycopg.connect(url)
        try:
            return [bytes(raw) for (raw,) in connection.execute(SENT).fetchall()]
        finally:
            connection.close()


def embedded(servers, database):
    """Return a site like `make run` on a copy of this SQLite database: SQLite for everything, one supervised command each for
    web and worker."""
    commands = dict(line.split(": ", 1) for line in PROCFILE.read_text().splitlines())
    folder, port = servers.folder(), free_port()
    shutil.copyfile(database, folder / "lexicon.sqlite3")
    env = {
        "DEBUG": "true",
        "SITE_URL": f"http://127.0.0.1:{port}",
        "DATABASE_URL": f"sqlite:///{folder}/lexicon.sqlite3",
        "CELERY_BROKER_URL": f"sqla+sqlite:///{folder}/queue.sqlite3",
    }
    return Site(servers, env, web={port: commands["web"]}, workers=[commands["background"]])


def for_many(servers, database):
    """Return a site with a copy of this stopped PostgreSQL and Redis, two web processes behind a proxy, two workers and one
    beat, with production settings."""
    env = {
        "SECRET_KEY": "of one test, and of nothing else, but long enough to be one",
        "SITE_URL": "https://lexicon.example.org",
        "ALLOWED_HOSTS": "127.0.0.1",
        "BEHIND_PROXY": "true",
        "DATABASE_URL": postgresql(servers, copied_from=database),
        "CELERY_BROKER_URL": redis(servers),
    }
    worker = "exec python -m lexicon worker --concurrency 1 --hostname"
    site = Site(
        servers,
        env,
        web={free_port(): "exec python -m lexicon serve --bind 127.0.0.1:$PORT" for _ in range(2)},
        workers=[
            f"{worker} one@%h",
            f"{worker} two@%h",
            "exec python -m lexicon robots",
            "exec python -m lexicon beat",
            MAIL,
        ],
    )
    site.manage("collectstatic", "--no-input")
    return site


@cache
def _read(raw):
    return message_from_bytes(raw, policy=policy.default)
