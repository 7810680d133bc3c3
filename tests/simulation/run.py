"""Runs a plan and returns its result, in this process or in one of its own."""

import gc
import json
import subprocess
import sys
import time
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from functools import partial
from typing import Any

from tests.simulation.world import Plan

HOUR = timedelta(hours=1)


@dataclass
class Result:
    """The result of a run. Each of the `violations` has its instant, the invariant and a line about it. `checks` count how often each
    invariant was checked. `days`, `times`, `lags` and `storage` are for the report."""

    plan: dict[str, Any]
    violations: list[tuple[str, str, str]] = field(default_factory=list)
    hours: int = 0
    games: int = 0
    orders: int = 0
    mails: int = 0
    seconds: float = 0
    faults: dict[str, int] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    checks: dict[str, int] = field(default_factory=dict)
    days: list[dict[str, Any]] = field(default_factory=list)
    times: list[tuple[float, float]] = field(default_factory=list)
    lags: list[float] = field(default_factory=list)
    storage: dict[str, int] = field(default_factory=dict)
    log: list[str] = field(default_factory=list)


def run(plan: Plan, *, says: bool = False, to_the_end: bool = False) -> Result:
    """Play through a plan on an empty database, until the days are over or, unless `to_the_end`, until something is violated. The settings
    are those of the simulation, and Django is set up. `says`: print each day and violation."""
    from games.models import Game
    from tests.simulation import database, invariants, planted, report, storage
    from tests.simulation.chance import draw_secrets_from
    from tests.simulation.people import Person
    from tests.simulation.world import build

    database.make_empty()
    if plan.plant:
        planted.TABLE[plan.plant].plant()
    draw_secrets_from(plan.seed)
    began = time.perf_counter()
    world, result = build(plan), Result(plan.as_json())
    gc.freeze()  # what is loaded by now stays
    agenda, checks, diary = world.site.agenda, invariants.Checks(world, says=says), report.Diary(world)

    def after_each() -> None:
        world.site.take_up_tasks()
        checks.run_on_new_mails()
        checks.run_on_new_notices()
        diary.look()

    go_on = partial(agenda.run, after_each=after_each, failed=world.site.errors.append)
    for hour in range(1, plan.days * 24 + 1):
        go_on(world.clock, until=world.clock.start + hour * HOUR)
        checks.run(invariants.HOURLY)
        if hour % 24 == 0:
            checks.run(invariants.DAILY)
            diary.end_day(checks.seconds)
        if hour % (7 * 24) == 0 or hour == plan.days * 24:
            checks.run(invariants.WEEKLY)
        result.hours = hour
        if says and hour % 24 == 0:
            print(f"day {hour // 24}: {Game.objects.count()} games, {len(world.ledger.said)} orders", flush=True)
        if checks.violations and not to_the_end:
            break
    else:
        agenda.drop(lambda act: isinstance(getattr(act, "__self__", None), Person))
        go_on(world.clock, until=world.clock.now + 2 * HOUR)
        checks.run(invariants.AT_THE_END)
    world.clock.stop()
    result.violations, result.checks = checks.violations, dict(checks.counts)
    result.days, result.lags = [asdict(day) for day in diary.days], report.percentiles(diary.lags)
    result.times = diary.times
    result.storage = storage.sizes_per_finished_game()
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
    """Return a result as JSON, as `run_apart` reads it."""
    return json.dumps(asdict(result))
