"""What a piece of work costs: processor time of this process and of its PostgreSQL backend, queries, calls of Python functions.

Time is told as a multiple of the floor's in the same run, in which all take turns. On a busy machine the same work takes up to
three times as long, and short work suffers more than long: each repetition is timed by itself, and the tenth part that was
disturbed the least is what counts."""

import gc
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from django.db import connection

Work = Callable[[], object]

A_BATCH, OF_THE_FLOOR = 0.06, 0.02  # seconds of processor time: a batch has as many repetitions as that takes
UNDISTURBED = 0.1  # of the repetitions
WARM = 5


@dataclass(frozen=True)
class Task:
    """Work to measure, done again and again; `first` comes before each time and is not measured."""

    do: Work
    first: Work | None = None


@dataclass(frozen=True)
class Row:
    """A path to measure. `prepare` builds what it needs, and returns the work; `reach` is the goal, of the floor's."""

    key: str
    name: str
    reach: float
    prepare: Callable[[], Task]


@dataclass
class Cost:
    """What a row has cost so far: `took` are the milliseconds of processor time of each repetition."""

    row: Row
    task: Task
    batch: int = 1
    queries: int = 0
    calls: int = 0
    took: list[float] = field(default_factory=list)

    @property
    def ms(self) -> float:
        return sorted(self.took)[int(len(self.took) * UNDISTURBED)]

    def run(self) -> None:
        """Do and time one batch."""
        for _ in range(self.batch):
            if self.task.first is not None:
                self.task.first()
            before = used()
            self.task.do()
            self.took.append(1000 * (used() - before))


def used() -> float:
    """The seconds of processor time that this process and its backend have used so far."""
    return time.process_time() + backend_seconds(backend())


def backend() -> int:
    connection.ensure_connection()
    return connection.connection.info.backend_pid


def backend_seconds(pid: int) -> float:
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9  # `stat` counts in ticks of 10 ms


def measure(rows: Sequence[Row], floor: Work, *, rounds: int) -> list[Cost]:
    """The floor, and each of these rows."""
    bare = Cost(Row("floor", "the floor", 1, lambda: Task(floor)), Task(floor))
    costs = [bare, *(Cost(row, row.prepare()) for row in rows)]
    for cost in costs:
        _warm_up(cost, OF_THE_FLOOR if cost is bare else A_BATCH)
    gc.collect()
    gc.freeze()  # what the setting up has left is no work of a request
    for _ in range(rounds):
        for cost in costs[1:]:
            bare.run()
            cost.run()
    return costs


def _warm_up(cost: Cost, wanted: float) -> None:
    """Count, and choose how often a batch repeats it."""
    cost.batch = WARM
    cost.run()
    for count in (_count_queries, _count_calls):
        if cost.task.first is not None:
            cost.task.first()
        count(cost)
    cost.batch = min(max(round(1000 * wanted / max(cost.ms, 0.001)), 2), 50)
    cost.took.clear()


def _count_queries(cost: Cost) -> None:
    """The statements sent to the database, but for BEGIN and COMMIT."""

    def count(execute, sql, params, many, context):
        cost.queries += 1
        return execute(sql, params, many, context)

    with connection.execute_wrapper(count):
        cost.task.do()


def _count_calls(cost: Cost) -> None:
    """The calls of functions written in Python."""

    def count(frame: object, event: str, what: object) -> None:
        cost.calls += event == "call"

    sys.setprofile(count)
    try:
        cost.task.do()
    finally:
        sys.setprofile(None)
