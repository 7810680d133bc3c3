"""One run from its plan to its result, in this process; and in a process of its own, from which nothing remains for the next."""

import json
import shutil
import subprocess
import sys
import time
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from typing import Any

from tests.simulation.world import Plan

HOUR = timedelta(hours=1)


@dataclass
class Result:
    """The result of a run. `violations` are the instant, the invariant and what it said, at most those of one check; the run ends
    with the first."""

    plan: dict[str, Any]
    violations: list[tuple[str, str, str]] = field(default_factory=list)
    hours: int = 0
    games: int = 0
    orders: int = 0
    mails: int = 0
    seconds: float = 0
    faults: dict[str, int] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    log: list[str] = field(default_factory=list)


def run(plan: Plan, *, says: bool = False) -> Result:
    """Play through a plan on an empty database, until something is violated or the days are over. The settings are those of the
    simulation, and Django is set up."""
    from django.conf import settings

    from games.models import Game
    from tests import migrated
    from tests.simulation import invariants
    from tests.simulation.chance import draw_secrets_from
    from tests.simulation.world import build

    shutil.copyfile(migrated.saved_at(), settings.DATABASES["default"]["NAME"])
    draw_secrets_from(plan.seed)
    began = time.perf_counter()
    world, result = build(plan), Result(plan.as_json())
    for hour in range(1, plan.days * 24 + 1):
        world.site.agenda.run(world.clock, until=world.clock.start + hour * HOUR, after_each=world.site.take_up_tasks)
        is_last = hour == plan.days * 24
        checks = [*invariants.HOURLY, *(invariants.DAILY if hour % 24 == 0 or is_last else ())]
        checks += invariants.AT_THE_END if is_last else ()
        for check in checks:
            result.violations += [(f"{world.clock.now:%F %T}", check.__name__, said) for said in check(world)]
        result.hours = hour
        if says and hour % 24 == 0:
            print(f"day {hour // 24}: {Game.objects.count()} games, {len(world.ledger.said)} orders", flush=True)
        if result.violations:
            break
    world.clock.stop()
    result.seconds = time.perf_counter() - began
    result.games, result.orders, result.mails = (
        Game.objects.count(),
        len(world.ledger.said),
        len(world.provider.taken),
    )
    result.faults, result.counts, result.log = dict(world.faults.counts), dict(world.site.counts), world.ledger.log()
    return result


def run_apart(plan: Plan) -> Result:
    """Run in a process of its own, and return its result. Raises CalledProcessError if it ends without one."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.simulation", "--as-json", json.dumps(plan.as_json())],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return Result(**json.loads(done.stdout.splitlines()[-1]))


def written(result: Result) -> str:
    return json.dumps(asdict(result))
