"""Measures commands a second beside moves of boardgame.io on the same PostgreSQL, by the same clients in turn.

It needs node and npm, which install boardgame.io into a temporary folder. `boardgame_io.cjs` has its server with a game, and the
clients. Its server runs as one process and ours as two, because several of its processes can share games only through Redis."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from django.db import connection, connections

from tests.bench.load import wait_for
from tests.bench.measure import Measured
from tests.bench.rates import commands_in_turn, free_port, gunicorn

SCRIPT = Path(__file__).with_name("boardgame_io.cjs")
PACKAGES = ("boardgame.io@0.50.2", "bgio-postgres@1.0.16", "koa-compose@4.1.0")  # a later one drops routes added late
DATABASE = "boardgame_io"
ROUNDS, REQUESTS = 4, 120


def measure() -> list[Measured]:
    if not (shutil.which("node") and shutil.which("npm")):
        print("no node or no npm: boardgame.io is not measured")
        return []
    with TemporaryDirectory(prefix="lexicon-peer-") as folder:
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", *PACKAGES], cwd=folder, check=True)
        shutil.copy(SCRIPT, folder)
        return [Measured("peer", "commands a second, of boardgame.io’s moves", _share(folder), 1.5, True)]


def _share(folder: str) -> float:
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {DATABASE}")
    place = connection.settings_dict
    address = f"postgres://{place['USER']}@{place['HOST']}:{place['PORT']}/{DATABASE}"
    requests = commands_in_turn()
    batches = [_as_json(list(islice(requests, REQUESTS))) for _ in range(ROUNDS + 1)]
    connections.close_all()
    theirs, shares = free_port(), []
    with gunicorn() as ours, _running(folder, "serve", address, str(theirs)):
        wait_for(theirs)
        with _running(folder, "load", str(ours), str(theirs)) as clients:
            clients.stdout.readline()
            for batch in batches:
                shares.append(_rate(clients, {"requests": batch}) / _rate(clients, {"moves": REQUESTS}))
    return median(shares[1:])


def _as_json(requests: list) -> list[dict[str, object]]:
    return [{**asdict(request), "body": request.body.decode()} for request in requests]


@contextmanager
def _running(folder: str, *what: str) -> Iterator[subprocess.Popen]:
    pipes = (
        {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE} if what[0] == "load" else {"stdout": subprocess.DEVNULL}
    )
    process = subprocess.Popen(["node", SCRIPT.name, *what], cwd=folder, text=True, **pipes)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def _rate(clients: subprocess.Popen, batch: dict[str, object]) -> float:
    clients.stdin.write(json.dumps(batch) + "\n")
    clients.stdin.flush()
    return float(clients.stdout.readline())
