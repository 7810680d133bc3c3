"""Errors reported by Sentry's protocol, to a receiver that stores the bytes: each has its place and type, and
nothing about a player. The database has no tables, so that every query fails."""

import gzip
import json
import smtplib
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import httpx
import pytest

from tests.service.servers import Servers, answers, free_port, until
from tests.service.sites import ROOT

pytestmark = pytest.mark.service
HIDDEN = ("abc123", "boris@example.org", "lexicon@lexicon.example.org", "GREEN", "QUIZ", "no such table", "10.1.2.3")


@pytest.fixture
def received():
    """The port of the receiver, and everything it received, as text."""
    texts = []

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self):
            sent = self.rfile.read(int(self.headers["Content-Length"]))
            texts.append(
                gzip.decompress(sent).decode() if self.headers["Content-Encoding"] == "gzip" else sent.decode()
            )
            self.send_response(200)
            self.end_headers()

        def log_message(self, *said):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Receiver) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port, texts
        server.shutdown()


@pytest.fixture
def server(received):
    """A web process, a worker and a mail server with an empty database; the ports of the web process and the mail
    server."""
    servers = Servers()
    folder, web, mail = servers.folder(), free_port(), free_port()
    env = {
        "SECRET_KEY": "of one test, and of nothing else, but long enough to be one",
        "SITE_URL": "https://lexicon.example.org",
        "ALLOWED_HOSTS": "127.0.0.1",
        "BEHIND_PROXY": "true",
        "DATABASE_URL": f"sqlite:///{folder}/lexicon.sqlite3",
        "CELERY_BROKER_URL": f"sqla+sqlite:///{folder}/queue.sqlite3",
        "DEFAULT_FROM_EMAIL": "lexicon@lexicon.example.org",
        "LMTP_LISTEN": f"127.0.0.1:{mail}",
        "LOG_JSON": "true",
        "SENTRY_DSN": f"http://key@127.0.0.1:{received[0]}/1",
        "VAR_DIR": str(folder),
    }
    collect = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
    subprocess.run(collect, cwd=ROOT, env=env, check=True)
    for part in (["serve", "--bind", f"127.0.0.1:{web}"], ["worker", "--pool", "solo"], ["beat"], ["mail"]):
        servers.start(sys.executable, "-m", "lexicon", *part, cwd=ROOT, env=env)
    try:
        until(lambda: answers(web) and answers(mail), "the servers")
        yield web, mail, servers
    finally:
        sys.stderr.write(servers.logs())
        servers.stop()


def test_errors_are_reported_only_by_their_place_and_kind(server, received):
    web, mail, servers = server
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "10.1.2.3", "Cookie": "sessionid=abc123"}
    at = f"http://127.0.0.1:{web}"
    assert httpx.get(f"{at}/join/abc123/?tiles=QUIZ", headers=headers).status_code == 503
    api = {"X-Forwarded-Proto": "https", "Authorization": "Bearer abc123"}
    assert httpx.post(f"{at}/api/v1/games/7/commands", headers=api, json={"text": "QUIZ"}).status_code == 503
    with smtplib.LMTP("127.0.0.1", mail) as client, pytest.raises(smtplib.SMTPDataError):
        client.sendmail("", ["lexicon@lexicon.example.org"], "From: boris@example.org\n\nGREEN\nSAY abc123\n")
    wanted = {"/join/{link}/", "games.tasks.sweep", "notifications.incoming.lmtp"}
    until(lambda: wanted <= {place for place, _, _ in _faults(received[1])}, f"reports from {wanted}")
    for place, kind, frames in _faults(received[1]):
        assert (place, kind) == (place, "OperationalError")
        assert frames, place
    for text in (*received[1], servers.logs()):
        assert [each for each in HIDDEN if each in text] == []


def _faults(texts):
    """Yield the place, the type and the frames of each error."""
    for text in texts:
        for line in filter(None, text.splitlines()):
            event = json.loads(line)
            if "platform" in event:
                fault = event.get("exception", {}).get("values", [{}])[-1]
                frames = fault.get("stacktrace", {}).get("frames", [])
                yield event.get("transaction") or event["logger"], fault.get("type"), frames
