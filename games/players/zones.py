"""Names of time zones, and the zone that the date of a player's email suggests."""

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
"""Zones whose clocks are not whole hours ahead of UTC, by minutes; a date tells no more of where its writer is."""


def zone_ahead_by(minutes: int) -> str:
    """Return a zone whose clock is that many minutes ahead of UTC now; UTC if none is known."""
    hours, rest = divmod(minutes, 60)
    if rest:
        return _BETWEEN_HOURS.get(minutes, UTC)
    return f"{_FIXED}{-hours:+d}" if hours and -12 <= hours <= 14 else UTC  # the sign in these names is turned round


def is_supposed(zone: str) -> bool:
    """True for the default, and for zones that stand for a number of hours and can't be chosen."""
    return zone == UTC or zone.startswith(_FIXED)


def zone_says(zone: str) -> str:
    """Return the zone's name as people read it: `Europe/Berlin`, `America/New York`, `UTC+2`."""
    return f"UTC{-int(zone.removeprefix(_FIXED)):+d}" if zone.startswith(f"{_FIXED}") else zone.replace("_", " ")
