"""Measures the memory of all parts of an installed server: `tests/bench/run.sh parts` prints it after the start and after some play.

Memory that several processes share is divided among them (PSS), so that the sum is what the server takes. Three people sign up,
read pages in their languages and play a robot in each kind of game. A fourth is invited and replies by email."""

import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from secrets import token_urlsafe

import httpx

from lexicon.deploy.answers import settings_for
from lexicon.deploy.install import PARTS
from tests.service.people import Browser, Mailer
from tests.service.servers import Servers, free_port, redis, until
from tests.service.sites import Site

LANGUAGES = {"Anna": "en", "Chloe": "de", "Dmitri": "fr"}
KINDS = ("crossing", "crosslet", "lexicon_cards", "lynx", "scannergram", "handshake")
PAGES = [
    "/",
    "/play/",
    "/rules/",
    "/statistics/",
    "/watch/",
    "/people/",
    "/settings/appearance/",
    "/tournaments/",
    "/clubs/",
    "/games/new/",
]
ROUNDS = 10
GAME = {"seats": 2, "preset": "daily", "word_list": "open", "option_leeway": "3 s", "option_mail_leeway": "3 s"}
RESTS = 60  # seconds until nothing is left to do


def main(*, with_analysis: bool) -> None:
    servers = Servers()
    try:
        site = _installed(servers, with_analysis=with_analysis)
        _print("after the start", site)
        _play(site)
        time.sleep(RESTS)
        _print("after some play", site)
    finally:
        servers.stop()


def _installed(servers: Servers, *, with_analysis: bool) -> Site:
    """Return a running server with the settings and the parts of an installed one."""
    port, broker = free_port(), redis(servers)
    env = settings_for("lexicon.example.org", "postfix") | {
        "SECRET_KEY": token_urlsafe(50),
        "REPLY_KEYS": token_urlsafe(32),
        "DATABASE_URL": os.environ["DATABASE_URL"],
        "CELERY_BROKER_URL": broker,
        "CACHE_URL": broker.replace("/0", "/1"),
        "VAR_DIR": str(servers.folder()),
        "PROMETHEUS_MULTIPROC_DIR": str(servers.folder()),
        "EMAIL_BACKEND": "notifications.mailbox.MailboxBackend",
        "ANALYSIS": str(with_analysis).lower(),
    }
    commands = [f"exec python -m lexicon {part}" for part in PARTS if part != "serve"]
    web = {port: "exec python -m lexicon serve --bind 127.0.0.1:$PORT --log-level warning"}
    site = Site(servers, env, web=web, workers=commands)
    site.manage("collectstatic", "--no-input")
    site.start()
    until(lambda: httpx.get(f"{site.addresses[0]}/health/ready", timeout=60).status_code == httpx.codes.OK, "all parts")
    return site


def _play(site: Site) -> None:
    people = [Browser(site, name) for name in LANGUAGES]
    tables: list[tuple[Browser, str]] = []
    for person in people:
        person.sign_up()
        for kind in KINDS:
            person.practise(kind)
            tables.append((person, person.table))
    anna, boris = people[0], Mailer(site, "Boris")
    anna.make_game(**GAME, invite=boris.address)
    boris.answer(boris.newest("Anna invites you"), "JOIN")
    for person in people:
        person.speaks(LANGUAGES[person.name])
    for number in range(ROUNDS):
        for person, table in tables:
            if 'id="look"' in person.get(table).text:
                person.post(f"{table}order/", verb="LOOK")
            person.post(f"{table}go-on/")
        for person in people:
            for page in PAGES:
                person.get(page)
        boris.answer(boris.newest("Anna"), f"SAY hello for the {number}th time")


def _print(title: str, site: Site) -> None:
    sizes, processes = Counter[str](), Counter[str]()
    for name, size in _processes(site):
        sizes[name] += size
        processes[name] += 1
    for name, size in sizes.most_common():
        print(f"{title}  {name:12} {processes[name]:2} processes {size / 1024:7.1f} MB")
    print(f"{title}  {'all':12} {processes.total():2} processes {sizes.total() / 1024:7.1f} MB", flush=True)


def _processes(site: Site) -> Iterator[tuple[str, int]]:
    """Yield the name and the memory in kB of each process of the parts. The sandbox for email is called `python`."""
    sessions = site.sessions()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, IndexError):
            name, _, fields = stat.read_text().partition("(")[2].rpartition(")")
            if int(fields.split()[3]) in sessions:
                yield name, int((stat.parent / "smaps_rollup").read_text().split("Pss:")[1].split()[0])


if __name__ == "__main__":
    main(with_analysis="--analysis" in sys.argv)
