"""Measures the cost of each path as a multiple of the floor."""

import os
import sys
from argparse import ArgumentParser
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.bench.settings")

import django

django.setup()

from django.core.management import call_command

from tests.bench import fan_out, mails, paths, peer, rates, report
from tests.bench.measure import measure

BASES = {"floor": paths.floor, "bare": mails.bare}
ROWS = {row.key: row for row in (*paths.ROWS, *mails.ROWS)}
RATES = {"rate": rates.measure, "peer": peer.measure, "fan-out": fan_out.measure}


def main() -> None:
    parser = ArgumentParser("tests/bench/run.sh", description=__doc__)
    parser.add_argument("--only", default="", metavar="ROW,ROW", help=", ".join((*ROWS, *RATES)))
    parser.add_argument("--rounds", type=int, default=10, help="rounds in which all rows take turns")
    parser.add_argument("--json", type=Path, metavar="FILE", help="save the figures there")
    parser.add_argument("--against", type=Path, metavar="FILE", help="list what is more than 10 %% worse than there")
    asked = parser.parse_args()
    wanted = asked.only.split(",") if asked.only else [*ROWS, *RATES]
    if unknown := set(wanted) - {*ROWS, *RATES}:
        parser.error(f"there is no row {', '.join(sorted(unknown))}")
    call_command("migrate", verbosity=0)
    found = measure([row for key, row in ROWS.items() if key in wanted], BASES, rounds=asked.rounds)
    found += [row for key, rate in RATES.items() if key in wanted for row in rate()]
    report.show(found)
    if asked.json:
        report.keep(found, asked.json)
    if asked.against and (worse := report.worse(found, asked.against)):
        print("\nworse by more than 10 %:", *worse, sep="\n")
        sys.exit(1)


main()
