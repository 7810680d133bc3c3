"""Rates over gunicorn: a full command and a page beside the floor, by a few clients at once, in interleaved rounds."""

import json
import os
import socket
import statistics
import subprocess
import sys
import time
from pathlib import Path

from django.db import connections
from django.utils import timezone

from games import commands, queries
from games.players.models import Player
from games.players.tokens import make_token
from games.rules.chance import Chance
from games.rules.crossing.robot import arrange
from games.rules.words import Vocabulary
from games.word_lists.library import bundled
from tests.bench.load import Measured, Request, put

TABLES = 40
ROUNDS = 5
REQUESTS = 400


def set_up_tables() -> list[tuple[str, int, list[str]]]:
    """Running games: for each seat its token, its game and a complete layout of its tiles."""
    now, words, seats = timezone.now(), Vocabulary(bundled().words), []
    people = [
        Player.objects.get_or_create(email=f"{n}@example.org", defaults={"name": f"Player {n}"})[0] for n in (1, 2)
    ]
    tokens = [make_token(player=player, name="bench", scope="play", now=now) for player in people]
    for n in range(TABLES):
        maker, other = people[n % 2], people[1 - n % 2]  # there is a limit to what one player makes in a day
        game_id = commands.make_game(kind="crossing", player=maker, seats=2, options={}, listed=True, now=now)
        commands.sit_down_and_agree(game_id=game_id, player=maker, now=now)
        commands.sit_down_and_agree(game_id=game_id, player=other, now=now)
        for player, token in zip(people, tokens, strict=True):
            commands.look(game_id=game_id, player=player, now=now)
            hand = queries.table(game_id=game_id, player=player, now=now).view.hand
            layout = arrange(hand, words, chance=Chance(str(game_id).encode()))
            if layout:
                seats.append((token, game_id, list(layout)))
    connections.close_all()
    return seats


def requests_of(what: str, seats: list[tuple[str, int, list[str]]], round_number: int) -> list[Request]:
    chosen = [seats[(round_number * REQUESTS + n) % len(seats)] for n in range(REQUESTS)]
    if what == "floor":
        return [Request("POST", f"/floor/{game_id}", {}) for _, game_id, _ in chosen]
    if what == "command":
        return [
            Request(
                "POST",
                f"/api/v1/games/{game_id}/commands",
                {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
                json.dumps({"commands": [{"verb": "GRID", "layout": layout}]}).encode(),
            )
            for token, game_id, layout in chosen
        ]
    return [Request("GET", f"/games/{game_id}/", {}) for _, game_id, _ in chosen]


def cpu_seconds_of(pid: int) -> float:
    """What a process and its children have used of the processors so far."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except FileNotFoundError:
            continue
        if pid in (int(stat.parent.name), int(fields[1])):
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def main() -> None:
    seats = set_up_tables()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    gunicorn = [sys.executable, "-m", "gunicorn", "lexicon.wsgi", "--bind", f"127.0.0.1:{port}", "--workers", "2"]
    server = subprocess.Popen([*gunicorn, "--threads", "4", "--log-level", "error"])
    measured: dict[str, list[Measured]] = {"floor": [], "command": [], "page": []}
    try:
        time.sleep(3)
        for round_number in range(ROUNDS + 1):
            for what, figures in measured.items():
                requests = requests_of(what, seats, round_number)
                figures.append(put(port, requests, cpu_seconds=lambda: cpu_seconds_of(server.pid)))
    finally:
        server.terminate()
        server.wait()
    show({what: figures[1:] for what, figures in measured.items()})


def show(measured: dict[str, list[Measured]]) -> None:
    floor = measured["floor"]
    print(f"medians of {ROUNDS} interleaved rounds of {REQUESTS} requests; ratios to the floor, round by round")
    print(f"{'':10} {'req/s':>8} {'p99 ms':>8} {'cpu ms':>8} {'rate':>7} {'p99':>7} {'cpu':>7}")
    for what, figures in measured.items():
        median = [statistics.median(getattr(one, name) for one in figures) for name in ("rate", "p99", "cpu")]
        ratios = [
            statistics.median(
                getattr(one, name) / getattr(bare, name) for one, bare in zip(figures, floor, strict=True)
            )
            for name in ("rate", "p99", "cpu")
        ]
        print(
            f"{what:10} " + " ".join(f"{value:8.2f}" for value in median) + " " + " ".join(f"{r:7.2f}" for r in ratios)
        )
