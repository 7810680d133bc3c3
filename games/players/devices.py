"""The browsers in which a player is signed in, to be listed and signed out. No address is stored, and a browser's
description of itself is reduced to its name and system."""

import re
from dataclasses import dataclass
from datetime import date, datetime

from django.http import HttpRequest
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext

from games.players.models import Player
from games.players.sessions import SessionStore

BROWSER, USED_ON = "browser", "sighted on"
"""The session keys for its browser and system by name, and for the day on which it was last used."""
MOST_SHOWN = 20
_BROWSERS = (  # the first match counts: most browsers also claim to be others
    (r"Edg(e|A|iOS)?/", "Edge"),
    (r"OPR/|OPT/", "Opera"),
    (r"SamsungBrowser/", "Samsung Internet"),
    (r"Firefox/|FxiOS/", "Firefox"),
    (r"Chrome/|CriOS/", "Chrome"),
    (r"Safari/", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


@dataclass(frozen=True)
class Device:
    """A browser in which a player is signed in. `key` identifies it in a form; it is derived from the session, and
    gives no access."""

    key: str
    name: str
    used_on: date | None
    is_this: bool


def browser_of(request: HttpRequest) -> list[str]:
    """Return the browser and the system of a request by their names, empty where they are unknown."""
    told = request.headers.get("User-Agent", "")
    return [next((name for sign, name in known if re.search(sign, told)), "") for known in (_BROWSERS, _SYSTEMS)]


def devices_of(player: Player, request: HttpRequest, *, now: datetime) -> list[Device]:
    """Return the browsers in which the player is signed in, that of the request first; one query."""
    rows = player.sessions.filter(expire_date__gt=now).order_by("-expire_date")[:MOST_SHOWN]
    devices = []
    for row in rows:
        kept = SessionStore().decode(row.session_data)
        used_on = date.fromisoformat(kept[USED_ON]) if USED_ON in kept else None
        is_this = row.session_key == request.session.session_key
        browser, system = browser_of(request) if is_this else kept.get(BROWSER, ("", ""))
        name = browser or system or gettext("Unknown browser")
        if browser and system:
            name = gettext("%(browser)s on %(system)s") % {"browser": browser, "system": system}
        devices.append(Device(key_of(row.session_key), name, used_on, is_this))
    return sorted(devices, key=lambda one: not one.is_this)


def sign_out(player: Player, *, key: str, but: str | None) -> bool:
    """Sign the player out in the browser with this key, unless it is the one of the session `but`. Return False for an
    unknown key."""
    others = player.sessions.exclude(session_key=but or "").values_list("session_key", flat=True)
    found = [one for one in others if constant_time_compare(key_of(one), key)]
    return bool(player.sessions.filter(session_key__in=found).delete()[0])


def key_of(session_key: str) -> str:
    """Return the key that identifies the browser with this session in a form."""
    return salted_hmac("games.players.devices", session_key, algorithm="sha256").hexdigest()[:32]
