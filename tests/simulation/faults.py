"""The faults of a run, decided by the seed: killed servers and workers, lost and doubled tasks, an unreachable database or provider,
refused and bounced emails."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import OperationalError

from tests.simulation.chance import chance

STATEMENTS = 60  # a kill comes at one of so many statements; what has fewer ends before it
CALM_AFTER = timedelta(hours=7)  # what failed meanwhile is tried again after six hours at most
OUTAGES = {"database": timedelta(minutes=3), "provider": timedelta(hours=20)}


class Killed(BaseException):
    """A process that ends in the middle, as by kill -9."""


@dataclass(frozen=True)
class Outage:
    """A time in which the database or the provider cannot be reached."""

    what: str
    start: datetime
    end: datetime


class Faults:
    """The faults of one run. `kinds` are those that happen: kills, tasks, refusals, bounces, database, provider."""

    ALL = ("kills", "tasks", "refusals", "bounces", "database", "provider")

    def __init__(self, kinds: Iterable[str], *, seed: int, start: datetime, days: int) -> None:
        self.kinds, self._seed = frozenset(kinds), seed
        self.counts: Counter[str] = Counter()
        self.outages = [one for one in _outages(seed, start, days) if one.what in self.kinds]
        self._left: int | None = None
        self._is_cut = False

    # --- kills ---------------------------------------------------------------------------------------------------------

    def begin(self, what: str, now: datetime) -> None:
        """Decide whether what begins now is killed, and at which statement; and whether it reaches the database."""
        drawn = chance(self._seed, "kill", what, now)
        self._left = drawn.randrange(STATEMENTS) if "kills" in self.kinds and drawn.random() < 0.004 else None
        self._is_cut = self._is_down("database", now)

    def end(self) -> None:
        self._left, self._is_cut = None, False

    def statement(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Let a statement through to the database, or not."""
        if self._is_cut:
            self.counts["statements without a database"] += 1
            raise OperationalError("the database cannot be reached")
        if self._left is not None:
            self._left -= 1
            if self._left < 0:
                self._left = None
                self.counts["kills"] += 1
                raise Killed
        return execute(sql, params, many, context)

    # --- tasks ---------------------------------------------------------------------------------------------------------

    def delays(self, name: str, args: Sequence[Any], now: datetime) -> list[timedelta]:
        """When the workers get to a task that is queued now: usually once, within seconds."""
        drawn = chance(self._seed, "task", name, args, now)
        soon = timedelta(seconds=drawn.randrange(1, 20))
        if "tasks" not in self.kinds or drawn.random() < 0.97:
            return [soon]
        fate = drawn.choice(("lost", "twice", "late"))
        self.counts[f"tasks {fate}"] += 1
        late = timedelta(minutes=drawn.randrange(1, 90))
        return {"lost": [], "twice": [soon, late], "late": [late]}[fate]

    def redelivery(self, name: str, args: Sequence[Any], now: datetime) -> timedelta:
        """How long after a kill a broker hands the task to another worker."""
        return timedelta(minutes=chance(self._seed, "again", name, args, now).randrange(1, 60))

    # --- mail ----------------------------------------------------------------------------------------------------------

    def answer(self, to: str, message_id: str, now: datetime) -> str:
        """How the provider answers an email, as `provider.PROVIDER.answers` says it."""
        if self._is_down("provider", now):
            self.counts["mails while the provider was down"] += 1
            return "down"
        drawn = chance(self._seed, "mail", to, now)
        if "refusals" in self.kinds and drawn.random() < 0.01:
            fate = drawn.choice(("not now", "not now", "too much", "suspected", "gone"))
            self.counts[f"mails refused: {fate}"] += 1
            return fate
        return ""

    def arrivals(self, to: str, message_id: str, now: datetime) -> list[timedelta]:
        """How long an email travels that was taken, for each time that it arrives."""
        drawn = chance(self._seed, "arrival", to, message_id, now)
        soon = timedelta(seconds=drawn.randrange(2, 90))
        if "refusals" not in self.kinds or drawn.random() < 0.98:
            return [soon]
        late = timedelta(hours=drawn.randrange(1, 30))
        return drawn.choice(([late], [soon, late]))

    def bounces(self, to: str, message_id: str, now: datetime) -> timedelta | None:
        """How long after it was taken an email bounces, or None."""
        drawn = chance(self._seed, "bounce", to, message_id)
        if "bounces" not in self.kinds or drawn.random() > 0.003:
            return None
        self.counts["bounces"] += 1
        return timedelta(hours=drawn.randrange(1, 70))

    # --- outages -------------------------------------------------------------------------------------------------------

    def explain(self, now: datetime) -> bool:
        """Return True if an error may be due to an outage."""
        return any(one.start <= now <= one.end + timedelta(minutes=1) for one in self.outages)

    def may_be_late(self, now: datetime) -> bool:
        """Return True if deadlines and emails may be late, as something failed a short time ago."""
        return any(one.start <= now <= one.end + CALM_AFTER for one in self.outages)

    def _is_down(self, what: str, now: datetime) -> bool:
        return any(one.what == what and one.start <= now < one.end for one in self.outages)


def _outages(seed: int, start: datetime, days: int) -> list[Outage]:
    """One of each kind in ten days, at a drawn time and as long as drawn."""
    found = []
    for what, longest in OUTAGES.items():
        for n in range(max(1, days // 10)):
            drawn = chance(seed, "outage", what, n)
            begins = start + timedelta(days=n * 10 + drawn.random() * min(10, days))
            found.append(Outage(what, begins, begins + longest * drawn.uniform(0.2, 1)))
    return found
