"""Sightings: on which day which browser of a signed-in player came to the site, and from where; noted once a day.

Only keyed hashes are kept, under a key that follows from SECRET_KEY. Orders by mail are not noted, nor is the API by token:
programs run on machines that many share, and have no browser.

What follows from sightings is judged in `games.commands.suspicions`."""

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
    """Note the browser of a signed-in player, unless this session was noted today. The browser keeps its device's name for a year
    from then on; whoever else signs in there has the same."""
    today = now.date().isoformat()
    if request.session.get(USED_ON) == today:  # so that no page asks the database
        return
    try:
        address = get_ip(request)  # as limits know it: behind a proxy the client's, of IPv6 the network
    except (PermissionDenied, ImproperlyConfigured):
        return  # there is none to be known
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
    with suppress(IntegrityError):  # the account has gone in the meantime
        Sighting.objects.bulk_create([seen], ignore_conflicts=True)


def _hashed(what: str, value: str) -> str:
    return salted_hmac(f"games.players.sightings {what}", value, algorithm="sha256").hexdigest()[:32]
