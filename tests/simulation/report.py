"""The report of a run: what happened on each day and overall, as text and as a page with plots."""

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from html import escape
from statistics import quantiles
from typing import Any

import pygal
from pygal.style import CleanStyle

from games.models import Game
from games.statements import NOW, Compiled
from tests.simulation import database
from tests.simulation.faults import incidents
from tests.simulation.playing import RUNNING
from tests.simulation.run import Result
from tests.simulation.world import Plan, World

LAGS = {"half": 50, "nine of ten": 90, "99 of 100": 99}
"""The percentiles of lags that are reported, by their names."""
DUE = Compiled(Game.objects.filter(phase__in=RUNNING, due_at__lte=NOW), only=["due_at"])
STYLE = CleanStyle(background="transparent", plot_background="transparent", font_family="system-ui, sans-serif")
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }}
h2 {{ margin-top: 2.5rem }}
td {{ padding: .1rem 1.5rem .1rem 0 }}
td + td {{ text-align: right; font-variant-numeric: tabular-nums }}
svg {{ width: 100%; height: auto }}
</style>
<h1>{title}</h1>
{body}
</html>
"""


# --- during a run --------------------------------------------------------------------------------------------------------


@dataclass
class Day:
    """One day of a run. `running`, `finished` and `size` are as of its end; everything else is of this day alone. `notifications` are
    those that devices and webhooks took, `lags` the percentiles of `LAGS` in seconds, and `size` is that of the database in bytes."""

    running: int
    finished: int
    orders: int
    mails: int
    notifications: int
    lags: Sequence[float]
    size: int


class Diary:
    """Notes what happens on each day. `times` are the processor time of each day that the site and its people took, and that of the
    invariants. The lag of a deadline is the time until the step that applied it, from when it was due; those
    that the first step after them applied are not counted, as nothing waited for them."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._due: dict[int, datetime] = {}
        self._lags: list[float] = []
        self._reached: tuple[float, ...] = (0, 0, 0, time.process_time(), 0)
        self.days: list[Day] = []
        self.times: list[tuple[float, float]] = []
        self.lags: list[float] = []

    def look(self) -> None:
        """Note which deadlines have been applied since the last look."""
        now = self._world.clock.now
        due = {game.pk: game.due_at for game in DUE(now=now)}
        self._lags += [(now - at).total_seconds() for game, at in self._due.items() if due.get(game) != at]
        self._due = due

    def end_day(self, checking: float) -> None:
        """Note the day that ends. `checking` is the processor time of all checks so far."""
        world = self._world
        so_far = (len(world.ledger.said), len(world.provider.taken), world.site.counts["notifications"])
        reached = (*so_far, time.process_time(), checking)
        orders, mails, notifications, processor, checked = (
            new - old for new, old in zip(reached, self._reached, strict=True)
        )
        day = Day(
            running=Game.objects.filter(phase__in=RUNNING).count(),
            finished=Game.objects.filter(phase=Game.Phase.FINISHED).count(),
            orders=int(orders),
            mails=int(mails),
            notifications=int(notifications),
            lags=percentiles(self._lags),
            size=database.size(),
        )
        self.days.append(day)
        self.times.append((processor - checked, checked))
        self.lags += self._lags
        self._lags, self._reached = [], reached


def percentiles(lags: Sequence[float]) -> Sequence[float]:
    """Return the percentiles of `LAGS`; 0 if there is no lag."""
    cuts = quantiles([*lags, lags[0]], n=100, method="inclusive") if lags else [0.0] * 99
    return [round(cuts[percent - 1], 1) for percent in LAGS.values()]


# --- the report ----------------------------------------------------------------------------------------------------------


def as_text(result: Result) -> str:
    """Return the report as lines of text."""
    lines = [_title(result), ""]
    for heading, rows in _tables(result).items():
        lines += [heading, *(f"  {name:<44} {value:>12}" for name, value in rows.items()), ""]
    return "\n".join(lines)


def as_page(result: Result) -> str:
    """Return the report as one HTML page that loads nothing else."""
    parts = [f"<p><code>{escape(_command(result))}</code></p>"]
    charts = dict(_charts(result))
    for heading, rows in _tables(result).items():
        cells = "\n".join(f"<tr><td>{escape(name)}</td><td>{escape(value)}</td></tr>" for name, value in rows.items())
        parts += [f"<h2>{escape(heading)}</h2>", *charts.get(heading, ()), f"<table>\n{cells}\n</table>"]
    return PAGE.format(title=escape(_title(result)), body="\n".join(parts))


def _title(result: Result) -> str:
    plan = result.plan
    return f"Simulated season with seed {plan['seed']}: {plan['days']} days, {len(plan['people'])} players"


def _command(result: Result) -> str:
    plan = Plan.from_json(result.plan)
    drawn = incidents(plan.seed, plan.season)
    faults = ",".join([*plan.faults, *sorted({drawn[n].what for n in plan.incidents})]) or "none"
    return f"python -m tests.simulation --days {plan.days} --players {len(plan.people)} --seed {plan.seed} --faults {faults}"


def _tables(result: Result) -> Mapping[str, Mapping[str, str]]:
    """Return the figures of a run, by heading and name."""
    days = [Day(**day) for day in result.days]
    per_player = len(days) * len(result.plan["people"]) or 1
    processor, checking = (sum(of_a_day) for of_a_day in zip((0, 0), *result.times, strict=True))
    game_days = sum(day.running for day in days) or 1
    finished = days[-1].finished if days else 0
    return {
        "What happened": {
            "games": f"{result.games:,}",
            "games that finished": f"{finished:,}",
            **{name: f"{count:,}" for name, count in sorted(result.counts.items())},
        },
        "For each player and day": {
            "orders": f"{sum(day.orders for day in days) / per_player:.2f}",
            "emails": f"{sum(day.mails for day in days) / per_player:.2f}",
            "notifications": f"{sum(day.notifications for day in days) / per_player:.2f}",
        },
        "Lag of deadlines": {
            f"{name} were applied within": f"{seconds:,.0f} s" for name, seconds in zip(LAGS, result.lags, strict=True)
        },
        "Processor time": {
            "of a game and day": f"{1000 * processor / game_days:,.0f} ms",
            "of a player and day, with invariants": f"{1000 * (processor + checking) / per_player:,.0f} ms",
            "of a day": f"{processor / max(1, len(days)):,.1f} s",
            "of the invariants": f"{100 * checking / max(1, processor + checking):.0f} %",
        },
        "Storage": {
            "database": f"{days[-1].size / 1e6 if days else 0:,.1f} MB",
            **{f"bytes per finished game in {table}": f"{size:,}" for table, size in result.storage.items() if size},
            "bytes per finished game, in all": f"{sum(result.storage.values()):,}",
        },
        "Violations": {
            "in all": f"{len(result.violations):,}",
            **{
                name.replace("_", " "): f"{count:,}"
                for name, count in Counter(invariant for _, invariant, _ in result.violations).items()
            },
        },
        "Faults injected": {name: f"{count:,}" for name, count in sorted(result.faults.items())},
        "Invariants checked": {name.replace("_", " "): f"{count:,}" for name, count in sorted(result.checks.items())},
    }


def _charts(result: Result) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the plots that belong below a heading."""
    days = [Day(**day) for day in result.days]
    people = len(result.plan["people"])
    yield (
        "What happened",
        [_lines("Games", running=[day.running for day in days], finished=[day.finished for day in days])],
    )
    each = {name: [getattr(day, name) / people for day in days] for name in ("orders", "mails", "notifications")}
    yield "For each player and day", [_lines("Per player and day", **each)]
    lags = {name: [day.lags[n] / 60 for day in days] for n, name in enumerate(LAGS)}
    yield "Lag of deadlines", [_lines("Minutes from a deadline until it was applied", **lags)]
    times = [[1000 * one / max(1, day.running) for one in took] for day, took in zip(days, result.times, strict=True)]
    site, checking = ([took[n] for took in times] for n in range(2))
    yield "Processor time", [_lines("Milliseconds per running game", site=site, invariants=checking)]
    yield (
        "Storage",
        [
            _lines("Database, MB", size=[day.size / 1e6 for day in days]),
            _bars("Bytes per finished game", {table: size for table, size in result.storage.items() if size}),
        ],
    )
    yield "Faults injected", [_bars("Faults", result.faults)]


def _lines(title: str, **series: Sequence[float]) -> str:
    longest = max(map(len, series.values()))
    chart = pygal.Line(**_look(title), show_dots=longest < 2, show_minor_x_labels=False)
    chart.x_labels = [str(day) for day in range(1, longest + 1)]
    chart.x_labels_major = [str(day) for day in range(1, longest + 1) if day % max(1, longest // 9) == 0]
    for name, values in series.items():
        chart.add(name, [round(value, 2) for value in values])
    return str(chart.render(is_unicode=True))


def _bars(title: str, values: Mapping[str, float]) -> str:
    chart = pygal.HorizontalBar(**_look(title), show_legend=False)
    chart.x_labels = list(values)
    chart.add(title, list(values.values()))
    return str(chart.render(is_unicode=True))


def _look(title: str) -> dict[str, Any]:
    """Return the settings of every plot: its script would be loaded from elsewhere, so it has none."""
    return {
        "title": title,
        "style": STYLE,
        "js": [],
        "height": 360,
        "truncate_label": -1,
        "disable_xml_declaration": True,
        "pretty_print": False,
    }
