"""Computes the load of a site from the number of its running games: `python -m tests.bench.scaling` prints the tables of
`docs/scaling.md`.

Costs are those that `tests/bench/run.sh whole_games` measured for a game of Lexicon Crossing among three people, and `make bench` for
an open page. Ceilings follow from constants in the code. Values that are assumed, not measured, are options."""

import os
from argparse import ArgumentDefaultsHelpFormatter, ArgumentParser, Namespace
from dataclasses import dataclass

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.bench.settings")

import django

django.setup()

from games import tasks as game_tasks
from games.commands import figures, statistics
from games.commands.table import GAMES_AT_ONCE
from lexicon import settings
from notifications import tasks as mail_tasks

SIZES = (10_000, 1_000_000, 100_000_000)
DAY, YEAR = 86_400, 365
PLAYERS = 3


@dataclass(frozen=True)
class Game:
    """The cost of one game from its lobby to its statistics. Processor time is in seconds, sizes are in bytes."""

    web: float = 1.34
    worker: float = 3.63
    mail_in: float = 0.56
    database: float = 0.90
    queries: int = 4_373
    wal: int = 1_674_000
    tells: int = 108
    lights: int = 21
    mails: int = 194
    answers: int = 22
    messages: int = 135
    kept: int = 219_554
    packed: int = 12_190
    packing: float = 0.067


POLL, POLL_QUERIES, POLLS_A_MINUTE = 0.00123, 2, 3  # "live part, unchanged"; a page in use asks every 20 seconds


def main() -> None:
    parser = ArgumentParser(description=__doc__, formatter_class=ArgumentDefaultsHelpFormatter)
    parser.add_argument("--days", type=float, default=30, help="that a game lasts")
    parser.add_argument("--open", type=float, default=10, help="minutes a day that a player has a table's page open")
    parser.add_argument("--peak", type=float, default=3, help="the busiest hour, as a multiple of the mean")
    parser.add_argument("--busy", type=float, default=0.5, help="share of a core that is used in that hour")
    asked = parser.parse_args()
    columns = [column(size, asked) for size in SIZES]
    print("| Games in progress |", " | ".join(f"{size:,}" for size in SIZES), "|")
    print("| --- |", " | ".join("--:" for _ in SIZES), "|")
    for name in columns[0]:
        print(f"| {name} |", " | ".join(shown(one[name]) for one in columns), "|")
    print("\n| Limit of one beat | Per second | Games in progress, at the peak |\n| --- | --: | --: |")
    for what, a_second, times in ceilings():
        most = a_second * asked.days * DAY / times / asked.peak
        print(f"| {what} | {shown(a_second)} | {shown(most)} |")


def column(running: int, asked: Namespace) -> dict[str, float]:
    """Return the figures of a site with this many running games. All are means, except the cores, which are for the busiest hour."""
    game, ended = Game(), running / asked.days  # games that end in a day, and begin
    polls = PLAYERS * asked.open * POLLS_A_MINUTE * asked.days
    cores = ended / DAY * asked.peak / asked.busy
    return {
        "games that end per day": ended,
        "statements per second": ended / DAY * (game.queries + polls * POLL_QUERIES),
        "cores for web processes": cores * (game.web + polls * POLL),
        "of these, for pages that are just open": cores * polls * POLL,
        "cores for workers": cores * game.worker,
        "cores for incoming email": cores * game.mail_in,
        "cores for the database": cores * game.database,
        "WAL, MB per second": ended / DAY * game.wal / 1e6,
        "emails out per day": ended * game.mails,
        "emails out per second": ended / DAY * game.mails,
        "emails in per second": ended / DAY * game.answers,
        "broker messages per second": ended / DAY * game.messages,
        "GB of games in progress": running * game.kept / 2 / 1e9,
        "GB per year of finished games, unpacked": ended * YEAR * game.kept / 1e9,
        "GB per year of finished games, packed": ended * YEAR * game.packed / 1e9,
        "minutes per day to pack them": ended * game.packing / 60,
    }


def ceilings() -> list[tuple[str, float, float]]:
    """Return each kind of work, the most of it that sweeps can start per second, and how often a game needs it."""
    beat = settings.CELERY_BEAT_SCHEDULE
    game = Game()
    return [
        ("games whose news has settled, to be sent", mail_tasks.AT_ONCE / beat["tell people"]["schedule"], game.tells),
        ("games with something due", GAMES_AT_ONCE / beat["apply what is due"]["schedule"], game.lights),
        ("finished games counted in player figures", figures.AT_ONCE / beat["count finished games"]["schedule"], 1),
        (
            "finished games counted in the statistics",
            game_tasks.COUNTS_AT_MOST
            * statistics.COUNTED_AT_ONCE
            / beat["take finished games into the statistics"]["schedule"],
            1,
        ),
        ("finished games packed", game_tasks.ARCHIVED_AT_MOST / 3600, 1),
    ]


def shown(value: float) -> str:
    """Return a number with two significant figures."""
    if value >= 10:
        digits = len(str(int(value))) - 2
        return f"{round(value, -digits):,.0f}"
    return f"{value:.2g}"


if __name__ == "__main__":
    main()
