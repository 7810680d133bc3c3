"""Compares the queries and calls of each path with those in costs.json; fails if any count is worse by more than 5 %.

They are counted on SQLite in this process, at a fixed time and with the same tiles, so that every run counts the same. Calls
depend on the version of Python: with another version than in the file, only queries are compared."""

import os
import sys

FIXED = {"DJANGO_SETTINGS_MODULE": "tests.bench.settings", "PYTHONHASHSEED": "0", "DATABASE_URL": "sqlite://:memory:"}
if __name__ == "__main__" and not FIXED.items() <= os.environ.items():
    os.execve(sys.executable, [sys.executable, "-m", "tests.bench.costs", *sys.argv[1:]], {**os.environ, **FIXED})

import gc
import json
import sqlite3
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import django
import time_machine

if __name__ == "__main__":
    django.setup()

from django.db import connection

from tests import migrated
from tests.bench import paths
from tests.bench.measure import WARM, Cost, Row, count

FILE = Path(__file__).with_name("costs.json")
PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
PREPARED = datetime(2026, 11, 20, 12, tzinfo=UTC)
A_LITTLE = timedelta(seconds=17)  # before a page is opened, so that times worded to the second are out of date
WORSE = 1.05

Costs = Mapping[str, Mapping[str, int]]
"""The queries and calls of each row, by its key."""


def counted(rows: Iterable[Row]) -> Costs:
    """Count each row once it is warm, with the garbage collector off."""
    costs = {}
    for row in rows:
        with time_machine.travel(PREPARED, tick=False) as clock:
            cost = Cost(row, row.prepare())
            clock.shift(A_LITTLE)
            for _ in range(WARM):
                if cost.task.first is not None:
                    cost.task.first()
                cost.task.do()
            gc.collect()
            gc.disable()
            count(cost)
            gc.enable()
        costs[row.key] = {"queries": round(cost.queries), "calls": round(cost.calls)}
    return costs


def worse(found: Costs, committed: Costs, compared: Sequence[str] = ("queries", "calls")) -> list[str]:
    """Return a line for each count that is worse than the committed one, or that was never committed."""
    lines = []
    for key, costs in found.items():
        for one in compared:
            before = committed.get(key, {}).get(one)
            if before is None or costs[one] > before * WORSE:
                lines.append(f"{key}: {costs[one]:,} {one}, committed: {'none' if before is None else f'{before:,}'}")
    return lines


def main() -> None:
    parser = ArgumentParser("python -m tests.bench.costs", description=__doc__)
    parser.add_argument("--only", default="", metavar="ROW,ROW", help=", ".join(row.key for row in paths.ROWS))
    parser.add_argument("--accept", action="store_true", help="write what was counted to costs.json")
    asked = parser.parse_args()
    rows = [row for row in paths.ROWS if not asked.only or row.key in asked.only.split(",")]
    connection.ensure_connection()
    with closing(sqlite3.connect(migrated.sqlite_file())) as file:
        file.backup(connection.connection)
    found = counted(rows)
    committed = json.loads(FILE.read_text()) if FILE.exists() else {"python": PYTHON, "rows": {}}
    if asked.accept:
        kept = {row.key: found.get(row.key) or committed["rows"][row.key] for row in paths.ROWS}
        FILE.write_text(json.dumps({"python": PYTHON, "rows": kept}, indent=1) + "\n")
        return
    compared = ["queries", "calls"]
    if committed["python"] != PYTHON:
        print(f"costs.json is of Python {committed['python']}, and this is {PYTHON}: only queries are compared.")
        compared.remove("calls")
    if lines := worse(found, committed["rows"], compared):
        print("Worse by more than 5 %:", *lines, sep="\n")
        print("If that is meant, commit the new counts: .venv/bin/python -m tests.bench.costs --accept")
        sys.exit(1)


if __name__ == "__main__":
    main()
