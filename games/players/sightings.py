"""Sightings: which browser a signed-in player used on which day, and from where; noted once a day.

Only keyed hashes are stored, under a key derived from SECRET_KEY. Orders by email and API requests by token are not
noted: programs run on machines shared by many, and have no browser.

`games.commands.suspicions` judges sightings."""

import re
import secrets
from contextlib import suppress
from datetime import datetime, timedelta

from allauth.core.internal.ratelimit import get_ip
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from games.players.devices import BROWSER, USED_ON, browser_of
from games.players.models import Player, Sighting

COOKIE = "device"
COOKIE_LASTS = timedelta(days=365)
_NAME = re.compile(r"[\w-]{22}")


def note_sighting(request: HttpRequest, response: HttpResponse, player: Player, *, now: datetime) -> None:
    """Note the browser of a signed-in player, unless this session was noted today. The device's cookie lasts a year
    from then on; everybody who signs in there shares it."""
    today = now.date().isoformat()
    if request.session.get(USED_ON) == today:  # no query for further pages of the day
        return
    try:
        address = get_ip(request)  # the client's address behind a proxy, and the network for IPv6, as for rate limits
    except (PermissionDenied, ImproperlyConfigured):
        return  # the address is unknown
    device = request.COOKIES.get(COOKIE, "")
    if not _NAME.fullmatch(device):
        device = secrets.token_urlsafe(16)
    request.session[USED_ON] = today
    request.session[BROWSER] = browser_of(request)
    response.set_cookie(
        COOKIE, device, max_age=COOKIE_LASTS, secure=settings.SESSION_COOKIE_SECURE, httponly=True, samesite="Lax"
    )
    seen = Sighting(
        player=player, day=now.date(), at=now, device=_hashed("device", device), address=_hashed("address", address)
    )
    with suppress(IntegrityError):  # the account has been deleted in the meantime
        Sighting.objects.bulk_create([seen], ignore_conflicts=True)


def _hashed(what: str, value: str) -> str:
    return salted_hmac(f"games.players.sightings {what}", value, algorithm="sha256").hexdigest()[:32]
