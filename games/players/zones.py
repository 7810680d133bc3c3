"""Time zones by name: what a name means, the names to choose from, and the zone that the date of a player's email
suggests."""

import zoneinfo
from functools import cache
from zoneinfo import ZoneInfo

UTC = "UTC"
_FIXED = "Etc/GMT"
_BETWEEN_HOURS = {
    -210: "America/St_Johns",
    -150: "America/St_Johns",
    210: "Asia/Tehran",
    270: "Asia/Kabul",
    330: "Asia/Kolkata",
    345: "Asia/Kathmandu",
    390: "Asia/Yangon",
    570: "Australia/Darwin",
    630: "Australia/Adelaide",
}
"""Zones whose clocks are not whole hours ahead of UTC, by minutes; the date of an email says nothing more about where
its writer is."""


def zone_named(name: str) -> ZoneInfo:
    """Return the time zone of this name, or UTC if this machine doesn't know it: names are typed, and some are
    withdrawn."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # no such file, no such path, or a folder such as "Europe"
        return ZoneInfo(UTC)


@cache
def known_zones() -> frozenset[str]:
    """Return all names of time zones, cached, as finding them reads hundreds of files."""
    return frozenset(zoneinfo.available_timezones())


@cache
def _places() -> tuple[str, ...]:
    return tuple(sorted(zone for zone in known_zones() if "/" in zone and not zone.startswith("Etc/")))


def zones_to_choose(present: str = UTC) -> list[tuple[str, str]]:
    """Return UTC, the named places and the `present` zone, as names with labels; all other names are old aliases."""
    names = dict.fromkeys((UTC, zone_named(present).key, *_places()))
    return [(zone, _label(zone)) for zone in names]


def zone_ahead_by(minutes: int) -> str:
    """Return a zone whose clock is that many minutes ahead of UTC now; UTC if none is known."""
    hours, rest = divmod(minutes, 60)
    if rest:
        return _BETWEEN_HOURS.get(minutes, UTC)
    return f"{_FIXED}{-hours:+d}" if hours and -12 <= hours <= 14 else UTC  # the sign in these names is inverted


def is_supposed(zone: str) -> bool:
    """Return True for the default, and for zones that stand for a number of hours and can't be chosen."""
    return zone == UTC or zone.startswith(_FIXED)


def zone_says(zone: str) -> str:
    """Return the zone's name as people read it: `Europe/Berlin`, `America/New York`, `UTC+2`; `UTC` if it isn't known
    here."""
    return _label(zone_named(zone).key)


def _label(known: str) -> str:
    """Return the label of a known zone. Reads no file, as a form has hundreds of zones."""
    hours = known.removeprefix(_FIXED)
    return f"UTC{-int(hours):+d}" if hours not in ("", "0", known) else known.replace("_", " ")
