"""The faults caused during a run, one after another, and an upgrade under load."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.load.site import Site

HOUR = 3600


@dataclass(frozen=True)
class Step:
    """An action on a site, at a time in seconds. Each of its `kills` may cause one email to be sent twice. It can begin or end a fault
    that lasts."""

    at: float
    says: str
    do: Callable[[], object]
    kills: int = 0
    begins_fault: bool = False
    ends_fault: bool = False


def faults(site: Site, seconds: float) -> list[Step]:
    """Return the steps that kill every part with `kill -9`, and between them faults that last for a while. They take place from one
    tenth of the time to nine tenths of it."""
    parts = ("web 1", "worker 1", "beat 1", "lmtp", "robots", "web 2", "worker 2", "pool", "nginx")
    plan: list[tuple[Step, ...]] = [(Step(0, f"kill {name}", partial(site.kill, name), kills=1),) for name in parts]
    workers = sum(name.startswith("worker") for name in site.parts)
    lasting: list[tuple[str, Callable[[], Callable[[], object]], int]] = [
        ("no SMTP server", lambda: site.hold_down("smtp"), 0),
        ("no names (DNS)", site.lose_names, 2 * workers),
        *([("no room on the database's disk", site.fill_disk, 0)] if site.disk else []),
        *([("all clocks an hour ahead", partial(site.set_clocks, HOUR), 0)] if site.has_clock else []),
        *([("web 2's clock an hour ahead", partial(site.set_clocks, HOUR, ["web 2"]), 0)] if site.has_clock else []),
    ]
    for n, (what, begin, kills) in enumerate(lasting):
        plan.insert(2 * n + 1, _lasting(what, begin, kills))
    plan.insert(3, (Step(0, "flush the broker", site.flush_broker, kills=1),))
    plan.insert(6, (Step(0, "restart the database", site.restart_database, kills=1),))
    slot = seconds * 0.8 / sum(map(len, plan))
    steps = [step for group in plan for step in group]
    return [Step(**{**vars(step), "at": seconds * 0.1 + n * slot}) for n, step in enumerate(steps)]


def upgrade(site: Site, seconds: float, release: Path) -> list[Step]:
    """Return the steps of an upgrade: migrate while the earlier release goes on, replace all workers at once, then replace the other
    parts one by one."""
    workers = [name for name in site.parts if name.startswith(("worker", "robots"))]
    others = [name for name in site.parts if site.is_ours(name) and name not in workers]
    order = sorted(others, key=lambda name: name.startswith("web"))
    plan: list[tuple[str, Callable[[], object]]] = [
        ("migrate", partial(site.manage, "migrate", "--verbosity", "0", release=release)),
        (
            "collect the static files",
            partial(site.manage, "collectstatic", "--no-input", "--verbosity", "0", release=release),
        ),
        ("replace all workers", partial(site.replace, workers, release)),
        *((f"replace {name}", partial(site.replace, [name], release)) for name in order),
    ]
    slot = seconds * 0.7 / len(plan)
    return [Step(seconds * 0.2 + n * slot, what, do) for n, (what, do) in enumerate(plan)]


def _lasting(what: str, begin: Callable[[], Callable[[], object]], kills: int) -> tuple[Step, ...]:
    over: list[Callable[[], object]] = []
    return (
        Step(0, what, lambda: over.append(begin()), kills, begins_fault=True),
        Step(0, f"over: {what}", lambda: over.pop()(), ends_fault=True),
    )
