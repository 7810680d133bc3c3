"""Requests whose body never ends: they don't block anybody else, even without a web server in front."""

import os
import shutil
import socket
import sys
from contextlib import ExitStack

import httpx
import pytest

from tests.service.servers import PATIENCE, Servers, answers, free_port, until
from tests.service.sites import BIN, ROOT

pytestmark = pytest.mark.service

BEGUN = b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nlogin="
THREADS = 4


def test_more_half_sent_requests_than_threads_do_not_block_the_site(migrated_file, tmp_path):
    servers, port = Servers(), free_port()
    env = {"PATH": f"{BIN}:{os.environ['PATH']}", "DEBUG": "true", "VAR_DIR": str(tmp_path)}
    shutil.copyfile(migrated_file, tmp_path / "lexicon.sqlite3")
    try:
        command = ("-m", "lexicon", "serve", "--bind", f"127.0.0.1:{port}", "--threads", str(THREADS))
        servers.start(sys.executable, *command, cwd=ROOT, env=env)
        until(lambda: answers(port), "the web process")
        with ExitStack() as half_sent:
            for _ in range(3 * THREADS):
                half_sent.enter_context(socket.create_connection(("127.0.0.1", port))).sendall(BEGUN)
            assert httpx.get(f"http://127.0.0.1:{port}/health/live", timeout=PATIENCE).status_code == 200
    finally:
        sys.stderr.write(servers.logs())
        servers.stop()
