"""`make bench`, or `tests/bench/run.sh --only api,table`: what each path costs, as a multiple of the floor's."""

import os
from argparse import ArgumentParser

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.bench.settings")

import django

django.setup()

from django.core.management import call_command

from tests.bench import mails, rates
from tests.bench.measure import Cost, measure
from tests.bench.paths import ROWS, floor


def main() -> None:
    parser = ArgumentParser("tests/bench/run.sh", description=__doc__)
    parser.add_argument("--only", default="", metavar="ROW,ROW", help=", ".join(row.key for row in ROWS))
    parser.add_argument("--rounds", type=int, default=10, help="in which all rows take turns")
    asked = parser.parse_args()
    call_command("migrate", verbosity=0)
    wanted = asked.only.split(",") if asked.only else [row.key for row in ROWS]
    if unknown := set(wanted) - {row.key for row in ROWS}:
        parser.error(f"there is no row {', '.join(sorted(unknown))}")
    show(measure([row for row in ROWS if row.key in wanted], floor(), rounds=asked.rounds))
    if not asked.only:
        rates.main()
        mails.main()


def show(costs: list[Cost]) -> None:
    floor = costs[0].ms
    print(f"{'':14} {'':48} {'× floor':>8} {'reach':>6} {'queries':>8} {'calls':>8} {'cpu ms':>8}")
    for cost in costs:
        row = cost.row
        figures = f"{cost.ms / floor:8.2f} {row.reach:6g} {cost.queries:8} {cost.calls:8,} {cost.ms:8.2f}"
        print(f"{row.key:14} {row.name:48} {figures}")


main()
