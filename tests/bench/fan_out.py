"""Measures emails a second: two workers after 200 lights, as a share of bare sends by one process. Both take turns, in rounds.

Both are measured in real time, with everything on the same machine: workers, PostgreSQL and the sink."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import cache
from statistics import median
from tempfile import TemporaryDirectory

from django.conf import settings
from django.db import connection
from kombu import Connection

from games import commands
from games.rules.values import Order
from notifications import tasks
from notifications.models import Message
from tests.bench import mails, positions
from tests.bench.load import LONGEST
from tests.bench.measure import Measured
from tests.bench.positions import now, people
from tests.tables import A_LONG_GAME, complete, import_rows, look

GAMES, A_FEW, ROUNDS = 200, 20, 3
SETTLED = timedelta(minutes=10)  # news of a light this long ago doesn't wait for more
A_SWEEP, A_LOOK = 5, 0.1  # seconds between sweeps, as the beat queues them, and between looks at what has been sent


def measure() -> list[Measured]:
    settings.NUDGES, settings.NUDGES_OF_PHASES = [], []  # nobody but the workers announces anything
    bare = mails.bare()
    with two_workers() as sweep:
        emails_a_second(lights(A_FEW), sweep)
        shares = [emails_a_second(lights(GAMES), sweep) / sends_a_second(bare.do) for _ in range(ROUNDS)]
    return [Measured("fan-out", "emails a second by two workers, of bare sends", median(shares), 0.33, True)]


@contextmanager
def two_workers() -> Iterator[Callable[[], None]]:
    """Start the worker processes as they are deployed, with a queue of their own. Yields a function that queues a sweep."""
    place = connection.settings_dict
    with TemporaryDirectory(prefix="lexicon-fan-out-") as folder:
        queue = f"sqla+sqlite:///{folder}/queue.sqlite3"

        def sweep() -> None:
            with Connection(queue) as broker:
                tasks.sweep.apply_async(connection=broker)

        sweep()  # creates the queue
        env = {
            "DJANGO_SETTINGS_MODULE": "lexicon.settings",
            "SECRET_KEY": settings.SECRET_KEY,
            "DATABASE_URL": f"postgres://{place['USER']}@{place['HOST']}:{place['PORT']}/{place['NAME']}",
            "VAR_DIR": folder,
            "EMAIL_BACKEND": settings.EMAIL_BACKEND,
            "EMAIL_HOST": settings.EMAIL_HOST,
            "EMAIL_PORT": str(settings.EMAIL_PORT),
        }
        worker = subprocess.Popen([sys.executable, "-m", "lexicon", "worker"], env={**os.environ, **env})
        try:
            yield sweep
        finally:
            worker.terminate()
            worker.wait()


@cache
def table() -> int:
    """Return a game of five that everybody has been notified of. Anna can request a light in it, which is dealt at once."""
    at, (anna, *_) = now() - SETTLED, people()
    import_rows()
    options = {**A_LONG_GAME, "leeway": 0}
    game_id = commands.make_game(
        kind="crossing", player=anna, seats=len(people()), options=options, word_list="rows", listed=True, now=at
    )
    for player in people():
        commands.sit_down_and_agree(game_id=game_id, player=player, now=at)
    look(game_id, *people(), at=at)
    complete(game_id, anna, at=at)
    tasks.tell(game_id, now=now())
    return game_id


def lights(games: int) -> list[int]:
    """Deal a green light in this many games, and notify nobody yet. Returns their ids."""
    game_ids = positions.copies([table()], games)
    for game_id in game_ids:
        commands.play(game_id=game_id, player=people()[0], orders=[Order("GREEN")], now=now() - SETTLED)
    return game_ids


def emails_a_second(game_ids: Sequence[int], sweep: Callable[[], None]) -> float:
    """Let the workers notify everybody in these games. Returns how many emails they sent a second."""
    wanted, sent, begun, sweeps = len(game_ids) * len(people()), 0, time.perf_counter(), 0
    while sent < wanted:
        took = time.perf_counter() - begun
        if took > LONGEST:
            raise SystemExit(f"only {sent} of {wanted} emails were sent")
        if took >= sweeps * A_SWEEP:
            sweep()
            sweeps += 1
        time.sleep(A_LOOK)
        sent = Message.objects.filter(game__in=game_ids, sent_at__isnull=False).count()
    return sent / (time.perf_counter() - begun)


def sends_a_second(send: Callable[[], object]) -> float:
    """Send as many emails bare, a batch at a time. Returns how many were sent a second."""
    begun = time.perf_counter()
    for _ in range(GAMES * len(people()) // mails.SEATS):
        send()
    return GAMES * len(people()) / (time.perf_counter() - begun)
