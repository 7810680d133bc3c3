"""Simulates a season of the whole site in one process, with people and faults from one seed, and checks invariants on the way.

    python -m tests.simulation --days 90 --players 300 --seed 7
    python -m tests.simulation --replay FILE
    python -m tests.simulation --seeds tests/simulation/seeds.txt

Exits with 1 if an invariant was violated; a shorter run that violates it is saved for `--replay`. The last line is JSON. With `DATABASE_URL` of a PostgreSQL server, each run makes a database of its own there."""

import os
import sys
from tempfile import gettempdir

FIXED = {
    "DJANGO_SETTINGS_MODULE": "tests.simulation.settings",
    "PYTHONHASHSEED": "0",
    "DEBUG": "true",
    **dict.fromkeys(("ARCHIVE_AFTER_DAYS", "KEEP_MAIL_IN_DAYS", "KEEP_QUARANTINE_DAYS", "KEEP_MAIL_OUT_DAYS"), "30"),
}
if __name__ == "__main__" and not FIXED.items() <= os.environ.items():
    if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        os.environ.pop("DATABASE_URL", None)
    os.execve(sys.executable, [sys.executable, "-m", "tests.simulation", *sys.argv[1:]], {**os.environ, **FIXED})

import json
import random
from argparse import ArgumentParser, Namespace
from pathlib import Path

import django
from django.db import connection

if __name__ == "__main__":
    django.setup()

from tests.simulation import planted, report, run, shrinking
from tests.simulation.faults import Faults
from tests.simulation.world import Plan


def main() -> int:
    asked = _asked()
    if asked.as_json:
        print(run.written(run.run(Plan.from_json(json.loads(asked.as_json)))))
        return 0
    if asked.seeds:
        return _run_all(asked.seeds)
    plan = Plan.from_json(json.loads(asked.replay.read_text())) if asked.replay else _drawn(asked)
    print(
        f"Seed {plan.seed}: {plan.days} days, {len(plan.people)} players, {len(plan.incidents)} incidents, "
        f"faults: {', '.join(plan.faults) or 'none'}",
        flush=True,
    )
    result = run.run(plan, says=True, to_the_end=asked.to_the_end)
    if result.violations and not asked.replay and not asked.to_the_end:
        print("Looking for a shorter run…", flush=True)
        plan, result = shrinking.shrink(plan, result, run.run_apart)
    if result.violations:
        file = Path(gettempdir()) / f"simulated-{plan.seed}.json"
        file.write_text(json.dumps(plan.as_json()))
        print(*result.log[-30:], *(": ".join(one) for one in result.violations[:10]), sep="\n")
        print(f"Run it again: python -m tests.simulation --replay {file}", file.read_text(), sep="\n")
    if asked.report:
        Path(asked.report).write_text(report.as_page(result))
    print(report.as_text(result))
    summary = {
        "seed": plan.seed,
        "games": result.games,
        "orders": result.orders,
        "mails": result.mails,
        "faults": sum(result.faults.values()),
        "violations": len(result.violations),
    }
    print(json.dumps(summary))
    return 1 if result.violations else 0


def _drawn(asked: Namespace) -> Plan:
    """Return the plan that was asked for, with a drawn seed if none was given."""
    seed = random.SystemRandom().randrange(1_000_000) if asked.seed is None else asked.seed
    kinds = {"all": Faults.ALL, "none": ()}.get(asked.faults, tuple(asked.faults.split(",")))
    if connection.vendor == "postgresql":
        kinds = tuple(kind for kind in kinds if kind != "restore")  # which replaces SQLite's file
    return Plan.of(seed, asked.days, range(asked.players), kinds, asked.plant)


def _run_all(file: Path) -> int:
    """Run each plan of a file again, and print those that violate something."""
    failed = 0
    for line in file.read_text().splitlines():
        given = json.loads(line)
        found = given.pop("found")
        result = run.run_apart(Plan.from_json(given))
        print(f"Seed {given['seed']}: {len(result.violations)} violations. Why it is here: {found}", flush=True)
        if result.violations:
            print(
                *(": ".join(one) for one in result.violations),
                f"Run it again with --replay and this file: {json.dumps(given)}",
                sep="\n",
            )
            failed += 1
    return 1 if failed else 0


def _asked() -> Namespace:
    parser = ArgumentParser("python -m tests.simulation", description=__doc__)
    parser.add_argument("--days", type=int, default=90)
    parser.add_argument("--players", type=int, default=300)
    parser.add_argument("--seed", type=int, help="by default, one is drawn and printed")
    parser.add_argument("--faults", default="all", help=f"all, none, or some of {','.join(Faults.ALL)}")
    parser.add_argument(
        "--plant", default="", choices=planted.TABLE, metavar="NAME", help="a planted fault to look for"
    )
    parser.add_argument(
        "--replay", metavar="FILE", type=Path, help="a run that was saved because it violated something"
    )
    parser.add_argument(
        "--seeds", metavar="FILE", type=Path, help="a file with a saved run in each line, to run them all"
    )
    parser.add_argument("--report", metavar="FILE", type=Path, help="write a page with plots of the run")
    parser.add_argument(
        "--to-the-end", action="store_true", help="go on after a violation, and look for no shorter run"
    )
    parser.add_argument("--as-json", metavar="PLAN", help="run a plan and print its result, for shorter runs")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
