"""Prints the measured figures as a table, and saves them for the next run."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from tests.bench.measure import Measured

WORSE = 1.1


def show(rows: Sequence[Measured]) -> None:
    print(f"{'':14} {'':50} {'figure':>8} {'reach':>7} {'':4} {'queries':>8} {'calls':>8} {'cpu ms':>8}")
    for row in rows:
        reach = "" if row.reach is None else f"{'≥' if row.more_is_better else '≤'} {row.reach:g}"
        costs = f"{_or_nothing(row.queries, '8.4g')} {_or_nothing(row.calls, '8,.0f')} {_or_nothing(row.ms, '8.2f')}"
        print(f"{row.key:14} {row.name:50} {row.figure:8.2f} {reach:>7} {'' if row.is_reached else 'no':4} {costs}")


def _or_nothing(value: float | None, how: str) -> str:
    return format("", how.partition(".")[0].rstrip(",")) if value is None else format(value, how)


def keep(rows: Sequence[Measured], file: Path) -> None:
    file.write_text(json.dumps([asdict(row) for row in rows], indent=1, ensure_ascii=False) + "\n")


def worse(rows: Sequence[Measured], file: Path) -> list[str]:
    """Return a line for each figure and count that is more than a tenth worse than in an earlier run."""
    before = {row["key"]: Measured(**row) for row in json.loads(file.read_text())}
    found = []
    for row in rows:
        if (was := before.get(row.key)) is None:
            continue
        quotient = was.figure / row.figure if row.more_is_better else row.figure / was.figure if was.figure else 1
        if quotient > WORSE:
            found.append(f"{row.name}: {row.figure:.2f}, it was {was.figure:.2f}")
        for what in ("queries", "calls"):
            now, then = getattr(row, what), getattr(was, what)
            if now and then is not None and now > WORSE * then:
                found.append(f"{row.name}: {now:,.1f} {what}, it was {then:,.1f}")
    return found
