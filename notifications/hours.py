"""Instants by the clock on a player's wall: when it is next the hour of the daily mail, and when a quiet time ends.

Everything is reckoned in instants, so that a night on which clocks change is as long as it is. No database, no clock."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

A_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Hours:
    """`quiet` are the times at which quiet begins and ends, perhaps on the next day; None where there is no quiet.

    A time that a change of clocks leaves out is taken as if they had not been changed yet; of one that comes twice, the first."""

    zone: ZoneInfo
    daily_at: time
    quiet: tuple[time, time] | None = None

    def next_daily(self, now: datetime) -> datetime:
        """The first instant after `now` at which the daily mail is due."""
        days = self._days(now)
        return next(at for day in days if (at := self._instant(day, self.daily_at)) > now)

    def awake(self, now: datetime) -> datetime:
        """`now`, or the end of the quiet time that it falls into."""
        return next((ends for begins, ends in self._quiet_times(now) if begins <= now < ends), now)

    def _quiet_times(self, now: datetime) -> Iterator[tuple[datetime, datetime]]:
        if self.quiet is None:
            return
        begins, ends = self.quiet
        for day in self._days(now):
            last = day if begins < ends else day + A_DAY
            yield self._instant(day, begins), self._instant(last, ends)

    def _days(self, now: datetime) -> list[date]:
        """Those around it, in the player's zone."""
        today = now.astimezone(self.zone).date()
        return [today + n * A_DAY for n in (-1, 0, 1, 2)]

    def _instant(self, day: date, at: time) -> datetime:
        return datetime.combine(day, at, self.zone).astimezone(UTC)
