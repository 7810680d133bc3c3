"""Simulated time: one clock for everything in this process, and the agenda of what happens when."""

import heapq
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count
from traceback import format_exc

import time_machine

Act = Callable[[], object]


class Clock:
    """The time that Django, Celery, emails and players read. It stands still until it is moved to the next thing that happens."""

    def __init__(self, start: datetime) -> None:
        self.start = start
        self._travel = time_machine.travel(start, tick=False)
        self._machine = self._travel.start()

    @property
    def now(self) -> datetime:
        return datetime.now(UTC)

    def go_to(self, instant: datetime) -> None:
        """Move on to this instant; never back."""
        if instant > self.now:
            self._machine.move_to(instant)

    def stop(self) -> None:
        """Return the process to real time."""
        self._travel.stop()


class Agenda:
    """Everything that is planned, in order of time. At one instant, what was planned first comes first."""

    def __init__(self) -> None:
        self._planned: list[tuple[datetime, int, Act]] = []
        self._numbers = count()

    def at(self, instant: datetime, act: Act) -> None:
        heapq.heappush(self._planned, (instant, next(self._numbers), act))

    def every(self, span: timedelta, act: Act, *, start: datetime) -> None:
        """Do something again and again, first at `start`."""

        def again() -> None:
            nonlocal start
            start += span
            self.at(start, again)
            act()

        self.at(start, again)

    def drop(self, is_dropped: Callable[[Act], bool]) -> None:
        """Remove some things from the plan."""
        self._planned = [one for one in self._planned if not is_dropped(one[-1])]
        heapq.heapify(self._planned)

    def run(self, clock: Clock, *, until: datetime, after_each: Act, failed: Callable[[str], object]) -> None:
        """Do what is planned up to an instant, each at its time. If something fails, `failed` gets the traceback."""
        while self._planned and self._planned[0][0] <= until:
            instant, _, act = heapq.heappop(self._planned)
            clock.go_to(instant)
            try:
                act()
            except Exception:  # noqa: BLE001  everything else goes on
                failed(format_exc())
            after_each()
        clock.go_to(until)
