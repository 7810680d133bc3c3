"""The hours of a player as a game stores them: when they sleep, and the offset of their clock from UTC for years
ahead."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from games.players.models import Player
from games.players.zones import zone_named
from games.rules.values import EPOCH, MINUTE, Hours

YEARS_AHEAD = 5


def hours_of(player: Player, *, now: datetime) -> Hours:
    """Return when the player sleeps, and the offsets of their time zone from UTC for five years from now (see
    `hours_in`)."""
    return hours_in(player.time_zone, player.asleep_from, player.asleep_for, now=now)


def hours_in(zone: str, asleep_from: int, asleep_for: int, *, now: datetime) -> Hours:
    """Return the given hours of sleep with the offsets of a time zone from UTC for five years from now. After those
    years the last offset continues to apply."""
    offsets = _offsets(zone, now.year, YEARS_AHEAD)
    minute = (now - EPOCH) // MINUTE
    still = max((begins for begins, _ in offsets if begins <= minute), default=offsets[0][0])
    from_now_on = tuple(one for one in offsets if one[0] >= still)
    return Hours(asleep_from, asleep_for, from_now_on)


@lru_cache(maxsize=512)
def _offsets(zone: str, year: int, years: int) -> tuple[tuple[int, int], ...]:
    return tuple(_changes(zone_named(zone), year, years))


def _changes(zone: ZoneInfo, year: int, years: int) -> Iterator[tuple[int, int]]:
    """Yield the zone's offset at the start of `year`, then every change of the offset in the next years. Each is a
    pair: the minute since 1970 from which the offset applies, and the offset in minutes."""
    begins = (datetime(year, 1, 1, tzinfo=EPOCH.tzinfo) - EPOCH) // MINUTE
    ahead = _ahead(zone, begins)
    yield begins, ahead
    for day in range(366 * years):
        before, after = begins + day * 1440, begins + (day + 1) * 1440
        if _ahead(zone, after) == ahead:
            continue
        while after - before > 1:
            between = (before + after) // 2
            before, after = (between, after) if _ahead(zone, between) == ahead else (before, between)
        ahead = _ahead(zone, after)
        yield after, ahead


def _ahead(zone: ZoneInfo, minute: int) -> int:
    ahead = (EPOCH + minute * MINUTE).astimezone(zone).utcoffset() or timedelta(0)
    return ahead // MINUTE
