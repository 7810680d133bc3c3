"""The clocks of a running game, for all kinds: every stored instant that a deadline depends on.

A clock stores the time left and since when it has been running. Stopping it loses nothing, so pauses and vacations
are exact. Nothing here reads the time: every function is given `now`."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache

from games.rules.frozen import altered
from games.rules.values import Deadline, Hours, Seat

WAITS_AT_MOST = timedelta(days=14)  # in total, for all vacations of one seat in a game
PAUSE_ENDS_AFTER = timedelta(days=14)  # a pause by the players
LONGEST_NIGHT = 600  # minutes
DAY = timedelta(days=1)


@dataclass(frozen=True)
class Rest:
    """The times at which a player's clock stops: at night if `nights`, and on these `days` of the week (0 is
    Monday), in the player's own time."""

    hours: Hours
    nights: bool = True
    days: tuple[int, ...] = ()

    def spans(self, after: datetime) -> Iterator[tuple[datetime, datetime]]:
        """Yield the spans that end after an instant as (begin, end), in order and without overlap. They go on
        forever if there are any."""
        day, held = self.hours.day(after) - 2, None
        while self.days or (self.nights and self.hours.asleep_for):
            for begins, ends in self._of(day):
                if held and begins <= held[1]:
                    held = (held[0], max(held[1], ends))
                    continue
                if held and held[1] > after:
                    yield held
                held = (begins, ends)
            day += 1

    def _of(self, day: int) -> Iterator[tuple[datetime, datetime]]:
        instant, hours = self.hours.instant, self.hours
        if (day + 3) % 7 in self.days:  # 1970 began on a Thursday
            yield instant(day * 1440), instant((day + 1) * 1440)
        if self.nights and hours.asleep_for:
            begins = day * 1440 + hours.asleep_from
            yield instant(begins), instant(begins + hours.asleep_for)

    def run_between(self, since: datetime, until: datetime) -> timedelta:
        """Return how long a clock runs between two instants."""
        run = until - since
        for begins, ends in self.spans(since):
            if begins >= until:
                break
            run -= min(ends, until) - max(begins, since)
        return run


@lru_cache(maxsize=4096)
def _end_of(rest: Rest, since: datetime, left: timedelta) -> datetime:
    """Return the instant at which a clock that starts `since` has run for `left`."""
    at = since
    for begins, ends in rest.spans(since):
        if begins - at >= left:
            break
        left -= max(begins - at, timedelta(0))
        at = ends
    return at + left


@dataclass(frozen=True)
class Clock:
    """A clock with `left` to run as of `since`. If `since` is None it is stopped.

    It also stops during `rest`. `began` is when it was set or last extended."""

    left: timedelta
    since: datetime | None = None
    began: datetime | None = None
    rest: Rest | None = None

    @property
    def ends(self) -> datetime | None:
        if self.since is None:
            return None
        return self.since + self.left if self.rest is None else _end_of(self.rest, self.since, self.left)

    def left_at(self, now: datetime) -> timedelta:
        if self.since is None:
            return self.left
        run = now - self.since if self.rest is None else self.rest.run_between(self.since, now)
        return max(timedelta(0), self.left - run)

    def run(self, now: datetime) -> "Clock":
        if self.since and self.began:
            return self
        return altered(self, since=self.since or now, began=self.began or now)

    def stop(self, now: datetime) -> "Clock":
        if not self.since and self.began:
            return self
        return altered(self, left=self.left_at(now), since=None, began=self.began or now)


@dataclass(frozen=True)
class Vacation:
    """Days on which a seat can't play, as this game knows them."""

    seat: Seat
    starts: datetime
    ends: datetime
    declared: datetime

    def has(self, now: datetime) -> bool:
        return self.starts <= now < self.ends


@dataclass(frozen=True)
class Pause:
    """A pause, in which no clock runs. Pauses by players end at `ends`; pauses by staff have no end."""

    since: datetime
    ends: datetime | None


@dataclass(frozen=True)
class Clocks:
    """All clocks of one game.

    `running` holds them by name; `see 2` is seat 2's time to look. At `hard_end`, if set, the game is scored as it
    stands; no pause or vacation moves it. `hard_end_set` is when it was set."""

    running: Mapping[str, Clock] = field(default_factory=dict)
    banks: Mapping[Seat, timedelta] = field(default_factory=dict)
    vacations: tuple[Vacation, ...] = ()
    pause: Pause | None = None
    hard_end: datetime | None = None
    hard_end_set: datetime | None = None

    def __getitem__(self, name: str) -> Clock | None:
        return self.running.get(name)

    def ends(self, name: str) -> datetime | None:
        clock = self.running.get(name)
        return clock.ends if clock else None

    def deadline(self, what: str, name: str) -> Deadline:
        """Return the deadline for `what` at the end of the named clock, without an instant if the clock is stopped
        or not set."""
        clock = self.running.get(name)
        return Deadline(what, clock.ends if clock else None, clock.began if clock else None)

    def set(self, name: str, left: timedelta, rest: Rest | None = None) -> "Clocks":
        """Return the clocks with a new one, which is stopped until `keep` starts it and then also stops during
        `rest`."""
        return altered(self, running={**self.running, name: Clock(left, rest=rest)})

    def rest(self, name: str, rest: Rest | None, now: datetime) -> "Clocks":
        """Return the clocks with the rest times of one changed, if it begins now. A clock that has run keeps its
        own."""
        clock = self.running.get(name)
        if clock is None or clock.began not in (None, now):
            return self
        return altered(self, running={**self.running, name: altered(clock, rest=rest)})

    def drop(self, *names: str) -> "Clocks":
        return altered(self, running={name: clock for name, clock in self.running.items() if name not in names})

    def keep(self, now: datetime, *, standing: Collection[str]) -> "Clocks":
        """Return the clocks with all running from `now` on, except those `standing`; in a pause all stop."""
        return altered(
            self,
            running={
                name: clock.stop(now) if self.pause or name in standing else clock.run(now)
                for name, clock in self.running.items()
            },
        )

    def stop_seeing(self, seat: Seat, now: datetime) -> "Clocks":
        """Return the clocks without the seat's time to look. What it used of the time bank stays used."""
        name = f"see {seat}"
        clock = self.running.get(name)
        if clock is None:
            return self
        return altered(self, banks={**self.banks, seat: min(self.banks[seat], clock.left_at(now))}).drop(name)

    def extend_of(self, seat: Seat, what: str, by: timedelta, now: datetime) -> "Clocks":
        """Return the clocks with `by` added to this clock of the seat. Its bank keeps at most what the clock had
        left."""
        name = f"{what} {seat}"
        left = self.running[name].left_at(now)
        banks = {other: min(bank, left) if other == seat else bank for other, bank in self.banks.items()}
        return altered(self, banks=banks).extend(name, by)

    def extend(self, name: str, by: timedelta) -> "Clocks":
        """Return the clocks with `by` added to one, running or stopped. `keep` then sets when it began."""
        clock = self.running[name]
        return altered(self, running={**self.running, name: altered(clock, left=clock.left + by, began=None)})

    def vacations_of(self, seat: Seat, now: datetime) -> tuple[Vacation, ...]:
        if not self.vacations:
            return ()
        return tuple(vacation for vacation in self.vacations if vacation.seat == seat and vacation.has(now))

    def without_vacations_begun(self, seat: Seat, now: datetime) -> "Clocks":
        """Return the clocks without the seat's vacations that have begun, because its player is back."""
        return altered(self, vacations=tuple(kept for kept in self.vacations if kept.seat != seat or kept.starts > now))

    def without_vacation(self, seat: Seat, starts: datetime, ends: datetime) -> "Clocks":
        """Return the clocks as if this vacation had never been declared."""
        kept = (one for one in self.vacations if (one.seat, one.starts, one.ends) != (seat, starts, ends))
        return altered(self, vacations=tuple(kept))

    def paused(self, now: datetime, *, ends: datetime | None) -> "Clocks":
        return altered(self, pause=Pause(now, ends))

    def resumed(self) -> "Clocks":
        return altered(self, pause=None)
