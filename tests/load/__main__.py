"""Load and faults: many processes, games of all kinds played by API, on pages and by mail, and meanwhile what can go wrong.

    python -m tests.load --games 20000 --players 10000 --minutes 15 --broker rabbitmq

Exits with 1 and a line for each promise that was broken. It needs nginx, PgBouncer, PostgreSQL and the broker."""

import argparse
import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import partial

from tests.load.scripts import play
from tests.load.site import Site, has_all
from tests.service.servers import Servers

LAST = 45  # seconds in which what is under way comes to its end


def main() -> int:
    asked = _asked()
    if missing := has_all():
        raise SystemExit(f"Install first: {', '.join(missing)}")
    servers = Servers()
    try:
        site = Site(servers, webs=asked.webs, workers=asked.workers, broker=asked.broker)
        site.manage("migrate", "--verbosity", "0")
        site.manage("collectstatic", "--no-input", "--verbosity", "0")
        return _run(site, asked)
    except BaseException:
        sys.stderr.write(servers.logs())
        raise
    finally:
        servers.stop()


def _run(site: Site, asked: argparse.Namespace) -> int:
    import django

    os.environ |= {**site.env, "DATABASE_URL": site.direct}
    django.setup()
    from tests.load.held import broken

    seconds = asked.minutes * 60
    paths = {
        "folder": str(site.folder),
        "address": site.address,
        "sent": str(site.sent),
        "mail_port": str(site.mail_port),
    }
    told = {"games": asked.games, "players": asked.players, "seconds": seconds, "paths": paths}
    env = {**site.env, "DATABASE_URL": site.direct}
    scripts = [
        multiprocessing.get_context("spawn").Process(target=play, args=(n, asked.scripts), kwargs={**told, "env": env})
        for n in range(asked.scripts)
    ]
    for script in scripts:
        script.start()
    _wait(lambda: len([*site.folder.glob("ready *")]) == len(scripts) or any(not one.is_alive() for one in scripts))
    site.start()
    (site.folder / "begin").touch()
    kills, lags, sizes = _watch(site, seconds, faults=not asked.no_faults)
    for script in scripts:
        script.join()
    time.sleep(LAST)
    wrong = [*broken(site.folder, site.sent, kills=kills)]
    wrong += [f"the database was behind by {lags[-1]:.0f} s at the end"] if lags and lags[-1] > 10 else []
    site.stop()
    _report(site, lags, sizes, wrong)
    return 1 if wrong else 0


def _watch(site: Site, seconds: float, *, faults: bool) -> tuple[int, list[float], list[dict[str, int]]]:
    """Let things go wrong one after another; how many kills that were, due lags in seconds and memory in kB every five seconds."""
    from django.db import DatabaseError, connection
    from django.utils import timezone

    from games import commands

    begun, plan, kills = time.monotonic(), _faults(site, seconds) if faults else [], 0
    lags, sizes = list[float](), list[dict[str, int]]()
    while (passed := time.monotonic() - begun) < seconds:
        while plan and plan[0][0] <= passed:
            _, what, do = plan.pop(0)
            print(f"{passed:5.0f} s  {what}", flush=True)
            do()
            kills += what.startswith("kill")
        now = timezone.now()
        try:
            due = commands.due_since(now=now)
        except DatabaseError:
            connection.close()
        else:
            lags.append((now - due).total_seconds() if due else 0.0)
        sizes.append(site.memory())
        time.sleep(5)
    return kills, lags, sizes


def _faults(site: Site, seconds: float) -> list[tuple[float, str, Callable[[], object]]]:
    """From a tenth of the time to nine tenths of it, when, what, and how."""
    back: list[Callable[[], None]] = []
    parts = ("web 1", "worker 1", "beat 1", "lmtp", "robots", "web 2", "worker 2", "pool")
    plan: list[tuple[str, Callable[[], object]]] = [(f"kill {name}", partial(site.kill, name)) for name in parts]
    plan[2:2] = [("flush the broker", site.flush_broker)]
    plan[4:4] = [("no SMTP", lambda: back.append(site.hold_down("smtp")))]
    plan[6:6] = [("the database ends all connections", site.break_connections)]
    plan[8:8] = [("SMTP again", lambda: back.pop()())]
    step = seconds * 0.8 / len(plan)
    return [(seconds * 0.1 + n * step, what, do) for n, (what, do) in enumerate(plan)]


def _report(site: Site, lags: list[float], sizes: list[dict[str, int]], wrong: list[str]) -> None:
    from games.models import Event, Game
    from notifications.models import InboundMail, Message

    outcomes = Counter[str]()
    for file in site.folder.glob("log *"):
        outcomes.update(" ".join(line.replace('"', "").split(", ")[1:3]) for line in file.read_text().splitlines())
    print("orders", dict(sorted(outcomes.items())))
    print("inbound", dict(Counter(InboundMail.objects.values_list("outcome", flat=True))))
    print("games", dict(Counter(Game.objects.values_list("phase", flat=True))), "events", Event.objects.count())
    print("mails sent", Message.objects.exclude(sent_at=None).count())
    if lags:
        print(f"due lag: half {sorted(lags)[len(lags) // 2]:.1f} s, 99 % {sorted(lags)[int(len(lags) * 0.99)]:.1f} s")
    for name in sizes[0] if sizes else ():
        held = [size[name] for size in sizes if size[name]]
        if held:
            print(
                f"memory of {name}: {held[len(held) // 4] // 1024} MB after a quarter, {held[-1] // 1024} MB at the end"
            )
    print(*(wrong or ["All of it held."])[:50], sep="\n")


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    for name, default in {"games": 2000, "players": 1000, "webs": 4, "workers": 4, "scripts": 4}.items():
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--broker", choices=("redis", "rabbitmq"), default="redis")
    parser.add_argument("--no-faults", action="store_true")
    return parser.parse_args()


def _wait(claim: Callable[[], bool]) -> None:
    while not claim():
        time.sleep(0.5)


if __name__ == "__main__":
    sys.exit(main())
