"""Killing a process of `make run`: it comes back or all stop, nothing is lost, and it is reported."""

import os
import re
import shutil
import signal
import smtplib
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from email.message import EmailMessage
from functools import cached_property
from pathlib import Path

import httpx
import pytest

from tests.service.servers import Servers, answers, free_port, until
from tests.service.sites import BIN, PROCFILE, ROOT

pytestmark = [
    pytest.mark.service,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="it looks for processes in /proc"),
]

ANNAS = """
from notifications import tokens
from notifications.models import Message
message = Message.objects.filter(player__name="Anna", game__isnull=False).order_by("-pk")[0]
print(tokens.reply_address(message))
"""
SAID = "SELECT count(*) FROM games_event WHERE facts LIKE ?"
ON_TOP = {"the web": "serve", "the process that starts the parts": "background"}
PARTS = {
    "the worker": "worker",
    "the beat": "beat",
    "the robots": "robots",
    "the channels": "channels",
    "the mail server": "mail",
}


@pytest.fixture(scope="module")
def servers():
    servers = Servers()
    yield servers
    servers.stop()


@pytest.fixture(scope="module")
def of_the_demo(servers, demo_file, tmp_path_factory):
    """A running site on a demo's files, ready at the start of each test."""
    folder = tmp_path_factory.mktemp("var")
    shutil.copyfile(demo_file, folder / "lexicon.sqlite3")
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]  # also creates the queues
    subprocess.run(command, cwd=ROOT, env=env_for(folder), check=True)
    running = MakeRun(servers, folder)
    yield running
    for process in running.processes():
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


@pytest.fixture
def make_run(of_the_demo):
    if not of_the_demo.processes():
        of_the_demo.start()
    yield of_the_demo
    sys.stderr.write(of_the_demo.log.read_text())


def env_for(folder, **more):
    return {"DEBUG": "true", "VAR_DIR": str(folder), "PATH": f"{BIN}:{os.environ['PATH']}", **more}


class MakeRun:
    """The processes of `make run` on the files of one folder."""

    def __init__(self, servers, folder):
        self._servers, self._folder = servers, folder
        self._port, self._mail_port = free_port(), free_port()
        self._env = env_for(
            folder,
            PORT=str(self._port),
            SITE_URL=f"http://localhost:{self._port}",
            ANALYSIS="false",
            LMTP_LISTEN=f"127.0.0.1:{self._mail_port}",
        )
        self.log = folder / "log"

    def start(self):
        """Start everything, and wait until the site is ready."""
        command = [BIN / "honcho", "--procfile", PROCFILE, "--app-root", ROOT, "start"]
        self.honcho = self._servers.start(
            "sh",
            "-c",
            'log=$1; shift; exec "$@" >>"$log" 2>&1',
            "sh",
            self.log,
            *command,
            cwd=ROOT,
            env=self._env,
        )
        until(lambda: answers(self._port) and self.health() == {}, "the site to be ready")

    def health(self):
        """Return what is wrong, by name; empty if all is well."""
        said = httpx.get(f"http://127.0.0.1:{self._port}/health/ready", timeout=30).json()
        return {name: words for name, words in said.items() if words != "ok"}

    def processes(self):
        """Return the name and the command of each process that uses this folder, by its id."""
        found = {}
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if f"VAR_DIR={self._folder}\0" in (process / "environ").read_text("utf-8", "replace"):
                    command = (process / "cmdline").read_text().replace("\0", " ")
                    found[int(process.name)] = (process / "comm").read_text().strip(), command
        return found

    def numbers(self, part):
        """Return the processes of a part, the one that started the others first."""
        return sorted(number for number, (name, _) in self.processes().items() if name == part)

    @cached_property
    def reply_address(self):
        """The address to which Anna replies to her last email about a game."""
        shell = [sys.executable, "manage.py", "shell", "--no-imports", "--command", ANNAS]
        said = subprocess.run(shell, cwd=ROOT, env=self._env, capture_output=True, text=True, check=True).stdout
        return said.strip()

    def say(self, text):
        """Send a chat message of Anna's by email, once the mail server is up."""
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = "Anna <anna@example.org>", self.reply_address, "Re: your game"
        mail.set_content(f"SAY {text}\n")
        until(lambda: answers(self._mail_port), "the mail server")
        with smtplib.LMTP("127.0.0.1", self._mail_port, timeout=30) as server:
            assert server.send_message(mail) == {}

    def let_go(self):
        """Release emails that a killed worker had begun to read, which would otherwise wait for minutes."""
        with closing(sqlite3.connect(self._folder / "lexicon.sqlite3", timeout=20)) as database, database:
            database.execute("UPDATE notifications_inboundmail SET due_at = received_at WHERE due_at IS NOT NULL")

    def times_said(self, text):
        with closing(sqlite3.connect(self._folder / "lexicon.sqlite3", timeout=20)) as database:
            [[times]] = database.execute(SAID, [f"%{text}%"]).fetchall()
        return times


def test_the_sign_in_address_is_printed_once_the_server_responds(make_run):
    said = make_run.log.read_text()
    assert "Ready. Sign in at http://localhost:" in said
    assert "anna@example.org" in said


def test_a_killed_web_process_is_replaced(make_run):
    master, first, second = make_run.numbers("serve")
    os.kill(first, signal.SIGKILL)

    def replaced():
        now = make_run.numbers("serve")
        return len(now) == 3 and first not in now and {master, second} < set(now)

    until(replaced, "another web process")
    assert make_run.health() == {}


@pytest.mark.parametrize("part", PARTS.values(), ids=PARTS)
def test_a_killed_part_restarts_and_does_pending_work_once(make_run, part):
    text = f"Back {part}"
    killed = make_run.numbers(part)
    make_run.say(text)
    os.kill(killed[0], signal.SIGKILL)
    until(lambda: make_run.numbers(part) and not {*killed} & {*make_run.numbers(part)}, "the part to come back")
    until(lambda: f"The part `{part}` ended (-9)." in make_run.log.read_text(), "the reason in the log")
    make_run.let_go()
    until(lambda: make_run.times_said(text), "the message")
    assert make_run.times_said(text) == 1
    until(lambda: make_run.health() == {}, "the site to be ready")


@pytest.mark.parametrize("part", ON_TOP.values(), ids=ON_TOP)
def test_killing_a_honcho_process_stops_all_and_pending_work_is_done_once(make_run, part):
    text = f"Without {part}"
    make_run.say(text)
    os.kill(make_run.numbers(part)[0], signal.SIGKILL)
    until(lambda: not make_run.processes(), "everything to stop")
    assert make_run.honcho.wait() != 0
    assert re.search(r"stopped \(rc=-9\)", make_run.log.read_text())
    make_run.let_go()
    make_run.start()
    until(lambda: make_run.times_said(text), "the message")
    assert make_run.times_said(text) == 1
    until(lambda: len(make_run.numbers("beat")) == 1, "the beat")


def test_stopping_the_process_that_starts_the_parts_stops_them_all(make_run):
    before = make_run.log.read_text()
    os.kill(make_run.numbers("background")[0], signal.SIGTERM)
    until(lambda: not make_run.processes(), "everything to stop")
    assert "background.1 stopped (rc=0)" in make_run.log.read_text().removeprefix(before)


def test_no_part_outlives_a_killed_honcho(make_run):
    os.kill(make_run.honcho.pid, signal.SIGKILL)
    until(lambda: not make_run.processes(), "everything to stop")


def test_killing_a_process_between_honcho_and_a_part_stops_all(make_run):
    of_honcho = sorted(number for number, (_, command) in make_run.processes().items() if "honcho" in command)
    between = next(number for number in of_honcho if number != make_run.honcho.pid)
    os.kill(between, signal.SIGKILL)
    until(lambda: not make_run.processes(), "everything to stop")
    assert make_run.honcho.wait() != 0
