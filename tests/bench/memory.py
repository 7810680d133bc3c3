"""Measures the memory of a web process: `tests/bench/run.sh memory` prints it after 1,000 and after 10,000 requests.

The paths of the bench take turns. Nothing is queued, because the queue is in memory here."""

import gc
import os
import sys
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.bench.settings")

import django

django.setup()

from django.conf import settings
from django.core.management import call_command

from tests.bench import paths

AFTER = (1_000, 10_000)
LEFT_OUT = {
    "worker",
    "home-200",
    "home-200-304",
}  # the first is not a request; the other two take ten times as long as the rest


def megabytes() -> float:
    gc.collect()
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def main(after: Sequence[int]) -> None:
    call_command("migrate", verbosity=0)
    settings.NUDGES = settings.NUDGES_OF_PHASES = []
    work = cycle([row.prepare().do for row in paths.ROWS if row.key not in LEFT_OUT])
    done, first = 0, 0.0
    for requests in after:
        while done < requests:
            next(work)()
            done += 1
        now = megabytes()
        first = first or now
        print(f"after {done:6} requests {now:7.1f} MB {now / first:5.2f}×", flush=True)


if __name__ == "__main__":
    main([int(number) for number in sys.argv[1:]] or AFTER)
