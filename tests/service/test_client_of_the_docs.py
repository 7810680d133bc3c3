"""The client in the documentation plays a whole game, on a server started like `make run`."""

import json
import subprocess
import sys

import httpx
import pytest

from tests.service.servers import PATIENCE, Servers
from tests.service.sites import ROOT, embedded

pytestmark = pytest.mark.service


@pytest.fixture(scope="module")
def site(demo_file):
    """A demo site, with its players."""
    servers = Servers()
    try:
        site = embedded(servers, demo_file)
        site.start()
        yield site
    finally:
        sys.stderr.write(servers.logs())
        servers.stop()


@pytest.fixture
def client(site):
    """Return a function that starts the client with its player's token; its output can be read while it plays."""
    started = []

    def start(name, *game):
        token = json.loads(site.manage("api_token", f"{name}@example.org"))["token"]
        command = [sys.executable, ROOT / "docs/api/client.py", site.addresses[0], token, *game]
        playing = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        started.append(playing)
        return playing

    yield start
    for playing in started:
        playing.kill()
        playing.communicate()


def test_two_clients_play_a_game_to_a_verified_result(site, client, tmp_path):
    annas = client("anna")
    address = annas.stdout.readline().strip()
    game = address.rstrip("/").rpartition("/")[2]
    boriss = client("boris", game)
    for playing in (annas, boriss):
        said, complained = playing.communicate(timeout=PATIENCE)
        assert said.splitlines()[-1].startswith("seat 0: "), complained
        assert "seat 1: " in said

    record = httpx.get(f"{site.addresses[0]}/api/v1/games/{game}/record").json()
    assert {"deal", "green", "red"} <= {event["verb"] for event in record["events"]}
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    assert json.loads(site.manage("verify_game", file))["verified"]


def test_the_client_says_why_it_cannot_play(site, client):
    client("anna").stdout.readline()
    said, complained = client("boris", "1000000").communicate(timeout=PATIENCE)
    assert (said, complained) == (
        f"{site.addresses[0]}/games/1000000/\n",
        "This doesn’t exist, or you don’t have access to it.\n",
    )
