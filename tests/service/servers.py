"""Processes for a site: each in its own session, on free loopback ports, and all stopped with the site."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

PATIENCE = 300  # seconds until waiting fails: a busy machine is slow


def until(claim, what):
    """Return the first truthy result of `claim`."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if answer := claim():
            return answer
        time.sleep(0.5)  # polling is work for the servers, too
    raise AssertionError(f"waited {PATIENCE} s for {what}")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def answers(port):
    with socket.socket() as caller:
        return caller.connect_ex(("127.0.0.1", port)) == 0


def program(name, *, package, folders=None):
    """Return the path of a program; skip the test if it is missing, or fail in CI."""
    found = shutil.which(name, path=folders)
    if found is None:
        why = f"needs {name}: install the package {package}"
        pytest.fail(why) if os.environ.get("CI") == "true" else pytest.skip(why)
    return found


class Servers:
    """The running servers and their folders."""

    def __init__(self):
        self._running = []
        self._folders = []
        self._logs = self.folder()

    def folder(self, *, owner=None):
        folder = Path(tempfile.mkdtemp(prefix="lexicon-"))
        self._folders.append(folder)
        if owner:
            shutil.chown(folder, owner, owner)
        return folder

    def start(self, *command, **options):
        """Start a process with its output in its own log; `options` are those of `subprocess`."""
        with (self._logs / f"{len(self._running):02}-{Path(command[0]).name}").open("wb") as log:
            process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, start_new_session=True, **options)
        self._running.append(process)
        return process

    def kill(self, process):
        """Kill a process and its children (`kill -9`)."""
        _signal(process, signal.SIGKILL)
        process.wait()

    def stop(self, *, close=lambda: None):
        """Stop everything, the last started first, `close` its connections, and leave no file behind."""
        for process in reversed(self._running):
            _signal(process, signal.SIGTERM)
        for process in reversed(self._running):
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=10)
            self.kill(process)
        close()
        for folder in self._folders:
            shutil.rmtree(folder)

    def logs(self):
        """Return the end of each log, to explain a failed test."""
        return "".join(
            f"\n--- {log}\n{log.read_text('utf-8', 'replace')[-2000:]}" for log in sorted(self._logs.iterdir())
        )


def postgresql(servers, *, copied_from=None):
    """Start a PostgreSQL, as `postgresql_server` prepares it, and return its URL."""
    command, options, url = postgresql_server(servers, copied_from=copied_from)
    servers.start(*command, **options)
    until(lambda: answers(url_port(url)), "PostgreSQL")
    return url


def postgresql_server(servers, *, copied_from=None):
    """Return the command that starts a new PostgreSQL, its options and its URL.

    Its databases are copied from the folder of a stopped one, if given. It refuses to run as root, so root runs it
    as `postgres`."""
    folders = ":".join(sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin")), reverse=True))
    initdb = program("initdb", package="postgresql", folders=folders)
    owner = "postgres" if os.geteuid() == 0 else None
    as_owner = {"user": owner, "group": owner, "extra_groups": []} if owner else {}
    folder, port = servers.folder(owner=owner), free_port()
    if copied_from is None:
        command = [initdb, "--pgdata", folder, "--username", "postgres", "--auth", "trust", "--no-sync"]
    else:
        command = ["cp", "--archive", f"{copied_from}/.", folder]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=folder, **as_owner)
    listen = ["-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={folder}"]
    server = [str(Path(initdb).with_name("postgres")), "-D", folder, "-p", str(port), *listen]
    return server, {"cwd": folder, **as_owner}, f"postgres://postgres@127.0.0.1:{port}/postgres"


def url_port(url):
    return urlsplit(url).port


def redis(servers):
    """Start a message broker and return its URL."""
    port = str(free_port())
    server = program("redis-server", package="redis-server")
    servers.start(server, "--port", port, "--bind", "127.0.0.1", "--save", "", cwd=servers.folder())
    until(lambda: answers(int(port)), "Redis")
    return f"redis://127.0.0.1:{port}/0"


def _signal(process, number):
    with suppress(ProcessLookupError):
        os.killpg(process.pid, number)
