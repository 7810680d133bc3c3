"""The faults of a run, decided by the seed. Some can happen at any time: killed servers and workers, things that others do between
two statements, lost and repeated tasks, answers that don't arrive, refused, late, repeated and bounced emails, refused and
unanswered notifications. Incidents have times of their own: an unreachable database or provider, an emptied queue, a restored
backup, push services and webhooks that don't answer, and a deployment."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NoReturn

from django.db import OperationalError

from tests.simulation.chance import chance

STATEMENTS = 60  # a kill comes at one of this many statements; work with fewer ends before it
MEETING = 20  # others act between two of the first this many statements
PUBLISHED = 3  # or before one of this many tasks is queued, after the commit
CHANGES_A_GAME = re.compile(r"/games/\d+/\w|apply_due|read_inbound|announce_game")
CALM_AFTER = timedelta(hours=7)  # what failed in an incident is tried again after six hours at most
EVERY = 10  # days


class Killed(BaseException):
    """A process that ends in the middle, as by kill -9."""


@dataclass(frozen=True)
class Incident:
    """Something that goes wrong for a while. The database or the provider can't be reached; or no worker runs, and the queue is empty
    afterwards; or a backup made at the start is restored at the end; or no push service or webhook answers; or a deployment ends
    all processes one by one."""

    what: str
    start: timedelta
    end: timedelta


INCIDENTS = {  # how often one comes in ten days, and how long it takes
    "database": (1.0, timedelta(minutes=1), timedelta(minutes=3)),
    "provider": (1.0, timedelta(hours=4), timedelta(hours=26)),
    "queue": (0.5, timedelta(minutes=2), timedelta(hours=1)),
    "restore": (0.25, timedelta(minutes=50), timedelta(minutes=70)),
    "silence": (0.5, timedelta(hours=2), timedelta(hours=30)),
    "deployment": (0.5, timedelta(seconds=20), timedelta(minutes=3)),
}
HARMLESS = ("silence",)
"""Incidents that are no excuse for a late email, a late deadline or an error."""


def incidents(seed: int, days: int) -> list[Incident]:
    """Return all incidents of a season. Plans number them in this order."""
    found = []
    for what, (share, shortest, longest) in INCIDENTS.items():
        for day in range(0, days, EVERY):
            drawn = chance(seed, "incident", what, day)
            begins = timedelta(days=day + drawn.random() * min(EVERY, days - day))
            ends = begins + shortest + (longest - shortest) * drawn.random()
            if drawn.random() < share and ends < timedelta(days=days):
                found.append(Incident(what, begins, ends))
    return found


class Faults:
    """The faults of one run: its incidents, and faults of the kinds in `ALWAYS`, which can happen at any time."""

    ALWAYS = ("kills", "meanwhile", "tasks", "refusals", "bounces", "posts", "answers", "receivers")
    ALL = (*ALWAYS, *INCIDENTS)

    def __init__(self, kinds: Iterable[str], happens: Iterable[Incident], *, seed: int, start: datetime) -> None:
        self.kinds, self.incidents, self._seed, self._start = frozenset(kinds), list(happens), seed, start
        self.counts: Counter[str] = Counter(f"incidents: {one.what}" for one in self.incidents)
        self._statements: int | None = None
        self._tasks: int | None = None
        self._others_in: int | None = None
        self._is_cut = self._may_be_killed = self._has_sent = False
        self.is_meanwhile = False
        self.meanwhile: Callable[[], object] = lambda: None
        """Does something else, on a connection of its own, between two statements. It is killed where it would have to wait for a
        lock."""
        self.killed_senders = 0
        """The processes that were killed after they had sent an email or a notification."""

    # --- kills ---------------------------------------------------------------------------------------------------------

    def begin(self, what: str, now: datetime) -> None:
        """Decide whether the work that begins now reaches the database, whether something else is done meanwhile, and whether it is
        killed: at a statement, or when it queues a task after its commit."""
        if self.is_meanwhile:
            return
        drawn = chance(self._seed, "kill", what, now)
        self._may_be_killed = "kills" in self.kinds
        is_deployed = self._is_during("deployment", now)
        if is_deployed or (self._may_be_killed and drawn.random() < 0.004):
            if is_deployed or drawn.random() < 0.6:
                self._statements = drawn.randrange(STATEMENTS)
            else:
                self._tasks = drawn.randrange(PUBLISHED)
        self._is_cut, self._has_sent = self._is_during("database", now), False
        met = chance(self._seed, "meanwhile", what, now)
        if "meanwhile" in self.kinds and met.random() < (0.2 if CHANGES_A_GAME.search(what) else 0.02):
            self._others_in = met.randrange(MEETING)

    def end(self) -> None:
        if self.is_meanwhile:
            return
        self._statements = self._tasks = self._others_in = None
        self._is_cut = self._may_be_killed = False

    def statement(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Pass a statement on to the database, fail, or kill the process, perhaps after something else was done."""
        if self.is_meanwhile:
            return self._at_once(execute, sql, params, many, context)
        if self._is_cut:
            self.counts["statements without a database"] += 1
            raise OperationalError("the database cannot be reached")
        if self._others_in is not None:
            self._others_in -= 1
            if self._others_in < 0:
                self._do_something_else()
        if self._statements is not None:
            self._statements -= 1
            if self._statements < 0:
                self._kill("kills at a statement")
        return execute(sql, params, many, context)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Let nobody else do anything meanwhile."""
        kinds, self.kinds = self.kinds, self.kinds - {"meanwhile"}
        try:
            yield
        finally:
            self.kinds = kinds

    def _do_something_else(self) -> None:
        self.counts["things done meanwhile"] += 1
        before = self._statements, self._tasks, self._may_be_killed, self._has_sent
        self._others_in, self.is_meanwhile, self._has_sent = None, True, False
        try:
            self.meanwhile()
        finally:
            self._statements, self._tasks, self._may_be_killed, self._has_sent = before
            self.is_meanwhile = False

    def _at_once(self, execute: Callable[..., Any], *given: Any) -> Any:
        try:
            return execute(*given)
        except OperationalError:
            self._kill("kills of others at a lock")

    def queueing(self, **_: object) -> None:
        """Let a task be queued, or kill the process."""
        if self._tasks is not None and not self.is_meanwhile:
            self._tasks -= 1
            if self._tasks < 0:
                self._kill("kills between a commit and its task")

    def handed_over(self, to: str, now: datetime) -> None:
        """Kill the process, or don't, after the provider took its email or the receivers got its notifications."""
        self._has_sent = True
        if (
            self._may_be_killed
            and not self.is_meanwhile
            and chance(self._seed, "handed over", to, now).random() < 0.004
        ):
            self._kill("kills after something was sent")

    def _kill(self, how: str) -> NoReturn:
        self._statements = self._tasks = None
        self._may_be_killed = False
        self.counts[how] += 1
        self.killed_senders += self._has_sent
        raise Killed

    def loses_answer(self, path: str, now: datetime) -> bool:
        """Return True if the answer to a request doesn't arrive."""
        is_lost = "answers" in self.kinds and chance(self._seed, "answer", path, now).random() < 0.02
        if is_lost:
            self.counts["answers lost"] += 1
        return is_lost

    # --- tasks ---------------------------------------------------------------------------------------------------------

    def delays(self, name: str, args: Sequence[Any], now: datetime) -> list[timedelta]:
        """Return after how long workers get to a task that is queued now: usually one, within seconds."""
        drawn = chance(self._seed, "task", name, args, now)
        soon = timedelta(seconds=drawn.randrange(1, 20))
        if "tasks" not in self.kinds or drawn.random() < 0.97:
            return [soon]
        fate = drawn.choice(("lost", "twice", "late"))
        self.counts[f"tasks {fate}"] += 1
        late = timedelta(minutes=drawn.randrange(1, 90))
        return {"lost": [], "twice": [soon, late], "late": [late]}[fate]

    def is_lost(self, queued_at: datetime, now: datetime) -> bool:
        """Return True if no worker gets to a task, because the queue has been emptied since it was queued."""
        stood_still = [one for one in self.incidents if one.what == "queue" and one.start <= now - self._start]
        emptied = any(queued_at - self._start < one.end for one in stood_still)
        if emptied:
            self.counts["tasks lost with the queue"] += 1
        return emptied

    def redelivery(self, name: str, args: Sequence[Any], now: datetime) -> timedelta:
        """Return how long after a kill a broker hands the task to another worker."""
        return timedelta(minutes=chance(self._seed, "again", name, args, now).randrange(1, 60))

    # --- mail ----------------------------------------------------------------------------------------------------------

    def answer(self, to: str, now: datetime) -> str:
        """Return the provider's answer to an email, as in `Provider.answers`."""
        if self._is_during("provider", now):
            self.counts["emails while the provider was down"] += 1
            return "down"
        drawn = chance(self._seed, "mail", to, now)
        if "refusals" in self.kinds and drawn.random() < 0.01:
            fate = drawn.choice(("not now", "not now", "too much", "suspected", "unknown", "gone"))
            self.counts[f"emails refused: {fate}"] += 1
            return fate
        return ""

    def arrivals(self, to: str, now: datetime) -> list[timedelta]:
        """Return how long an email that was taken travels, once for each time that it arrives."""
        return self._travels("arrival", to, now)

    def posts(self, sender: str, now: datetime) -> list[timedelta]:
        """Return how long an email to the site travels, once for each time that it arrives."""
        return self._travels("post", sender, now)

    def _travels(self, *key: object) -> list[timedelta]:
        drawn = chance(self._seed, *key)
        soon = timedelta(seconds=drawn.randrange(2, 90))
        if "posts" not in self.kinds or drawn.random() < 0.96:
            return [soon]
        fate = drawn.choice(("late", "twice"))
        self.counts[f"{key[0]}s {fate}"] += 1
        late = timedelta(minutes=drawn.randrange(5, 60 * 30))
        return [late] if fate == "late" else [soon, late]

    def bounces(self, to: str, now: datetime) -> tuple[str, timedelta] | None:
        """Return the status with which an email that was taken bounces, and how long after; None if it doesn't."""
        drawn = chance(self._seed, "bounce", to, now)
        if "bounces" not in self.kinds or drawn.random() > 0.003:
            return None
        status = drawn.choice(("4.2.2", "4.2.2", "5.7.1", "5.1.1"))
        self.counts[f"bounces: {status}"] += 1
        return status, timedelta(minutes=drawn.randrange(1, 60 * 70))

    # --- notifications -------------------------------------------------------------------------------------------------

    def receives(self, address: str, now: datetime) -> int:
        """Return the status with which an address answers a notification; 0 for no answer."""
        if self._is_during("silence", now):
            self.counts["notifications while nothing answered"] += 1
            return 0
        drawn = chance(self._seed, "receiver", address, now)
        if "receivers" in self.kinds and drawn.random() < 0.06:
            status = drawn.choice((0, 0, 429, 500, 404, 410))
            self.counts[f"notifications answered with {status or 'nothing'}"] += 1
            return status
        return 201

    # --- incidents -----------------------------------------------------------------------------------------------------

    def may_fail(self, now: datetime) -> bool:
        """Return True if anything may fail now, because of an incident."""
        return self._is_within(timedelta(minutes=1), now)

    def may_be_late(self, now: datetime) -> bool:
        """Return True if deadlines and emails may be late now, because of an incident a short time ago."""
        return self._is_within(CALM_AFTER, now)

    def _is_within(self, after: timedelta, now: datetime) -> bool:
        serious = (one for one in self.incidents if one.what not in HARMLESS)
        return any(one.start <= now - self._start <= one.end + after for one in serious)

    def _is_during(self, what: str, now: datetime) -> bool:
        return any(one.what == what and one.start <= now - self._start < one.end for one in self.incidents)
