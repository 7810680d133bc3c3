"""Measures commands a second over gunicorn, as a share of the floor's, by a few clients at once. Both take turns, in rounds."""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from statistics import median

from django.db import connections

from games.players.tokens import make_token
from tests.bench import positions
from tests.bench.load import Request, put, wait_for
from tests.bench.measure import Measured
from tests.bench.positions import now, people

ROUNDS, REQUESTS = 5, 160


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    return port


@contextmanager
def gunicorn() -> Iterator[int]:
    """Run the web server as it is deployed, on a free port."""
    port = free_port()
    place = ["--bind", f"127.0.0.1:{port}", "--workers", "2", "--log-level", "error"]
    server = subprocess.Popen([sys.executable, "-m", "gunicorn", "--config", "lexicon/deploy/gunicorn.py", *place])
    try:
        wait_for(port)
        yield port
    finally:
        server.terminate()
        server.wait()


def commands_in_turn() -> Iterator[Request]:
    tokens = {player: make_token(player=player, name="bench", scope="play", now=now()) for player in people()[:2]}
    for game_id, player, layout in positions.submissions():
        yield Request(
            "POST",
            f"/api/v1/games/{game_id}/commands",
            {"Authorization": f"Bearer {tokens[player]}", "Content-Type": "application/json"},
            json.dumps({"commands": [{"verb": "GRID", "layout": layout}]}).encode(),
        )


def floors_in_turn() -> Iterator[Request]:
    for game_id in cycle(positions.tables()):
        yield Request("POST", f"/floor/{game_id}", {})


def measure() -> list[Measured]:
    sources = {"floor": floors_in_turn(), "command": commands_in_turn()}
    rates: dict[str, list[float]] = {name: [] for name in sources}
    batches = {name: [list(islice(one, REQUESTS)) for _ in range(ROUNDS + 1)] for name, one in sources.items()}
    connections.close_all()
    with gunicorn() as port:
        for n in range(ROUNDS + 1):
            for name, batch in batches.items():
                rates[name].append(put(port, batch[n]))
    shares = [own / bare for own, bare in zip(rates["command"][1:], rates["floor"][1:], strict=True)]
    return [Measured("rate", "commands a second, of the floor’s", median(shares), 0.45, True)]
