"""Measures what work costs: processor time of this process and its PostgreSQL backend, queries, and calls of Python functions.

Time is a multiple of the floor's in the same run, in which all take turns. On a busy machine, the same work takes up to three
times as long, and short work suffers most. So each repetition is timed by itself, and only the tenth that was disturbed least
counts."""

import gc
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from django.db import connection

Work = Callable[[], object]

A_BATCH, OF_A_BASE = 0.06, 0.02  # seconds of processor time that a batch should take
UNDISTURBED = 0.1  # of the repetitions
WARM = 5

watched = set[int]()
"""Processes that work for this one."""


@dataclass(frozen=True)
class Task:
    """Work to measure, done repeatedly. `first` is done before each repetition and isn't measured.

    Each repetition does `units` of the thing whose cost is reported."""

    do: Work
    first: Work | None = None
    units: int = 1


@dataclass(frozen=True)
class Row:
    """A path to measure. `prepare` builds what it needs and returns the work. `reach` is the goal: at most this multiple of the
    floor's cost or, beside bare sends, at least this share of them."""

    key: str
    name: str
    reach: float | None
    prepare: Callable[[], Task]
    beside: str = "floor"

    @property
    def is_share(self) -> bool:
        return self.beside != "floor"


@dataclass(frozen=True)
class Measured:
    """A row of the report. `figure` and `reach` are multiples of the floor's cost, or shares where `more_is_better`.

    `queries`, `calls` of Python functions and `ms` of processor time are those of one unit, None where they aren't counted."""

    key: str
    name: str
    figure: float
    reach: float | None
    more_is_better: bool
    queries: float | None = None
    calls: float | None = None
    ms: float | None = None

    @property
    def is_reached(self) -> bool:
        return self.reach is None or (self.figure >= self.reach if self.more_is_better else self.figure <= self.reach)


@dataclass(eq=False)
class Cost:
    """The cost of a row so far: `took` are the milliseconds of processor time of each repetition."""

    row: Row
    task: Task
    batch: int = 1
    queries: float = 0
    calls: float = 0
    took: list[float] = field(default_factory=list)

    @property
    def each(self) -> float:
        """The milliseconds of one unit."""
        return sorted(self.took)[int(len(self.took) * UNDISTURBED)] / self.task.units

    def run(self) -> None:
        """Do and time one batch."""
        for _ in range(self.batch):
            if self.task.first is not None:
                self.task.first()
            before = used()
            self.task.do()
            self.took.append(1000 * (used() - before))


def used() -> float:
    """Return the seconds of processor time that this process, its backend and the watched children have used so far."""
    return time.process_time() + sum(map(ran, (backend(), *watched)))


def backend() -> int:
    connection.ensure_connection()
    pid: int = connection.connection.info.backend_pid
    return pid


def ran(pid: int) -> float:
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9  # `stat` counts in ticks of 10 ms


def watch_children(*, but: int) -> None:
    """From now on, count the time of all current child processes except one."""
    parents = dict[int, int]()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(FileNotFoundError):
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
    for pid in parents:
        above = pid
        while above in parents and above != os.getpid():
            above = parents[above]
        if above == os.getpid() and pid not in (above, but):
            watched.add(pid)


def measure(rows: Sequence[Row], bases: Mapping[str, Callable[[], Task]], *, rounds: int) -> list[Measured]:
    """Measure each of these rows, and what they are compared with."""
    beside = {
        name: Cost(Row(name, bases[name].__doc__ or name, None, bases[name], name), bases[name]())
        for name in sorted({row.beside for row in rows})
    }
    costs = [Cost(row, row.prepare()) for row in rows]
    for cost in (*beside.values(), *costs):
        _warm_up(cost, A_BATCH if cost in costs else OF_A_BASE)
    gc.collect()
    gc.freeze()  # so that no request pays for the garbage of the set-up
    for _ in range(rounds):
        for cost in costs:
            beside[cost.row.beside].run()
            cost.run()
    return [_measured(cost, beside[cost.row.beside]) for cost in (*beside.values(), *costs)]


def _measured(cost: Cost, base: Cost) -> Measured:
    row = cost.row
    figure = base.each / cost.each if row.is_share else cost.each / base.each
    return Measured(row.key, row.name, figure, row.reach, row.is_share, cost.queries, cost.calls, cost.each)


def _warm_up(cost: Cost, wanted: float) -> None:
    """Count the row's queries and calls, and choose how often a batch repeats it."""
    cost.batch = WARM
    cost.run()
    count(cost)
    cost.batch = min(max(round(1000 * wanted / max(cost.each * cost.task.units, 0.001)), 2), 50)
    cost.took.clear()


def count(cost: Cost) -> None:
    """Count the queries and calls of a task that is warm."""
    for one in (_count_queries, _count_calls):
        if cost.task.first is not None:
            cost.task.first()
        one(cost)


def _count_queries(cost: Cost) -> None:
    """Count the statements sent to the database, without BEGIN and COMMIT."""

    def counted(execute, sql, params, many, context):
        cost.queries += 1 / cost.task.units
        return execute(sql, params, many, context)

    with connection.execute_wrapper(counted):
        cost.task.do()


def _count_calls(cost: Cost) -> None:
    """Count the calls of functions written in Python."""

    def counted(frame: object, event: str, what: object) -> None:
        if event == "call":
            cost.calls += 1 / cost.task.units

    sys.setprofile(counted)
    try:
        cost.task.do()
    finally:
        sys.setprofile(None)
