"""Runs a site of many processes under load and faults. Games of all kinds are played by API, on pages and by email.

    python -m tests.load --games 20000 --players 10000 --minutes 15 --broker rabbitmq
    python -m tests.load --upgrade-from v0.1.0

Prints a line for each broken promise and then exits with 1. It needs nginx, PgBouncer, PostgreSQL and the broker."""

import argparse
import json
import math
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.load.faults import Step, faults, upgrade
from tests.load.site import Site, missing_programs
from tests.service.servers import Servers
from tests.service.sites import ROOT

CALM = 60  # seconds to catch up after a fault
PATIENCE = 900  # seconds to finish after the load: the claim of a killed worker lasts for minutes


def main() -> int:
    asked = _asked()
    if missing := missing_programs():
        raise SystemExit(f"Install first: {', '.join(missing)}")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # clean up on SIGTERM as on Ctrl-C
    servers, site = Servers(), None
    try:
        release = _checked_out(asked.upgrade_from, servers.folder()) if asked.upgrade_from else ROOT
        site = Site(servers, webs=asked.webs, workers=asked.workers, broker=asked.broker, release=release)
        site.manage("migrate", "--verbosity", "0")
        site.manage("collectstatic", "--no-input", "--verbosity", "0")
        return _run(site, asked)
    except BaseException:
        sys.stderr.write(servers.logs())
        raise
    finally:
        servers.stop(close=site.close if site else lambda: None)


def _run(site: Site, asked: argparse.Namespace) -> int:
    import django

    os.environ |= {**site.env, "DATABASE_URL": site.direct}
    django.setup()
    from tests.load.held import broken

    seconds = asked.minutes * 60
    scripts = [_script(site, asked, n, seconds) for n in range(asked.scripts)]
    _wait(lambda: len([*site.folder.glob("ready *")]) == len(scripts) or any(one.poll() for one in scripts))
    site.start()
    (site.folder / "begin").touch()
    watched = _watch(site, seconds, _plan(site, asked, seconds))
    for script in scripts:
        script.wait()
    _wait_for_what_is_under_way()
    wrong = [*broken(site.folder, site.sent, kills=watched.kills)]
    if watched.lags and watched.lags[-1] > 10:
        wrong.append(f"the database was behind by {watched.lags[-1]:.0f} s at the end")
    if asked.upgrade_from and (failed := site.failed_requests()):
        wrong.append(f"{failed} requests failed")
    if asked.upgrade_from and (unknown := _outcomes(site)["unknown"]):
        wrong.append(f"{unknown} orders had no answer")
    site.stop()
    _report(site, watched, wrong)
    return 1 if wrong else 0


def _plan(site: Site, asked: argparse.Namespace, seconds: float) -> list[Step]:
    if asked.upgrade_from:
        return upgrade(site, seconds, ROOT)
    return [] if asked.no_faults else faults(site, seconds)


def _checked_out(revision: str, folder: Path) -> Path:
    """Unpack an earlier release, which must work with the packages of this one; return its folder."""
    archive = subprocess.run(["git", "archive", revision], cwd=ROOT, check=True, stdout=subprocess.PIPE)
    subprocess.run(["tar", "--extract", "--directory", str(folder)], input=archive.stdout, check=True)
    return folder


def _script(site: Site, asked: argparse.Namespace, n: int, seconds: float) -> "subprocess.Popen[bytes]":
    """Start a script with the code of the release that the site starts from."""
    env = {**site.env, "DATABASE_URL": site.direct}
    paths = {
        "folder": str(site.folder),
        "address": site.address,
        "sent": str(site.sent),
        "mail_port": str(site.mail_port),
    }
    told = {"games": asked.games, "players": asked.players, "seconds": seconds, "paths": paths, "env": env}
    play = "import json, sys; from tests.load.scripts import play; play(int(sys.argv[1]), int(sys.argv[2]), **json.load(sys.stdin))"
    script = subprocess.Popen(
        [sys.executable, "-c", play, str(n), str(asked.scripts)], cwd=site.release, env=env, stdin=subprocess.PIPE
    )
    assert script.stdin is not None
    script.stdin.write(json.dumps(told).encode())
    script.stdin.close()
    return script


@dataclass
class Watched:
    """Figures taken every five seconds: `lags` of due games in seconds, outside of faults, and `sizes`, the memory of each part in
    kB. `kills` counts those of the steps carried out."""

    kills: int = 0
    lags: list[float] = field(default_factory=list)
    sizes: list[dict[str, int]] = field(default_factory=list)


def _watch(site: Site, seconds: float, plan: list[Step]) -> Watched:
    """Carry out the steps of a plan, each at its time, and measure the site."""
    from django.db import DatabaseError, connection
    from django.utils import timezone

    from games import commands

    begun, watched, faults_since = time.monotonic(), Watched(), -CALM
    while (passed := time.monotonic() - begun) < seconds:
        while plan and plan[0].at <= passed:
            step = plan.pop(0)
            print(f"{passed:5.0f} s  {step.says}", flush=True)
            step.do()
            watched.kills += step.kills
            faults_since = math.inf if step.begins_fault else passed if step.ends_fault else faults_since
        now = timezone.now()
        try:
            due = commands.due_since(now=now)
        except DatabaseError:
            connection.close()
        else:
            if passed > faults_since + CALM:
                watched.lags.append((now - due).total_seconds() if due else 0.0)
        watched.sizes.append(site.memory())
        time.sleep(5)
    for step in plan:  # end the faults that have begun
        if step.ends_fault:
            step.do()
    return watched


def _wait_for_what_is_under_way() -> None:
    """Wait until no incoming or outgoing email is left, but no longer than `PATIENCE`."""
    from django.utils import timezone

    from notifications.models import InboundMail, Message

    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        time.sleep(5)
        waits = (
            InboundMail.objects.filter(outcome="").exists(),
            Message.objects.filter(due_at__lte=timezone.now()).exists(),
        )
        if not any(waits):
            return


def _report(site: Site, watched: Watched, wrong: list[str]) -> None:
    from games.models import Event, Game
    from notifications.models import InboundMail, Message

    print("orders", dict(sorted(_outcomes(site).items())))
    print("inbound", dict(Counter(InboundMail.objects.values_list("outcome", flat=True))))
    print("games", dict(Counter(Game.objects.values_list("phase", flat=True))), "events", Event.objects.count())
    print("mails sent", Message.objects.exclude(sent_at=None).count())
    if lags := watched.lags:
        print(
            f"due lag outside of faults: half {sorted(lags)[len(lags) // 2]:.1f} s, 99 % {sorted(lags)[int(len(lags) * 0.99)]:.1f} s"
        )
    for name in watched.sizes[0] if watched.sizes else ():
        held = [size[name] for size in watched.sizes if size.get(name)]
        if held:
            print(
                f"memory of {name}: {held[len(held) // 4] // 1024} MB after a quarter, {held[-1] // 1024} MB at the end"
            )
    print(*(wrong or ["Every check passed."])[:50], sep="\n")


def _outcomes(site: Site) -> Counter[str]:
    """Return the number of the scripts' orders with each outcome, in all and by the way they were sent."""
    lines = [json.loads(line) for file in site.folder.glob("log *") for line in file.read_text().splitlines()]
    return Counter(outcome for _, _, outcome, _ in lines) + Counter(f"{way} {outcome}" for _, way, outcome, _ in lines)


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    for name, default in {"games": 2000, "players": 1000, "webs": 4, "workers": 4, "scripts": 4}.items():
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--broker", choices=("redis", "rabbitmq"), default="redis")
    parser.add_argument("--no-faults", action="store_true")
    parser.add_argument("--upgrade-from", metavar="REVISION", help="begin with that release, and replace it under load")
    return parser.parse_args()


def _wait(claim: Callable[[], bool]) -> None:
    while not claim():
        time.sleep(0.5)


if __name__ == "__main__":
    sys.exit(main())
