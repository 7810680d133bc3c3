"""Guests: who plays a robot or the daily puzzle at once, without an account. Their session knows them, for 30 days.

A guest is a player without a mail address to whom no mail goes, whom nobody can ask anywhere, and who is signed in nowhere:
only the pages named here know a guest, and all others take them for a stranger."""

import secrets
from datetime import datetime, timedelta

from django.contrib.sessions.backends.base import SessionBase
from django.utils.translation import gettext

from games.players.models import Player

KEPT_FOR = timedelta(days=30)
IN_SESSION = "guest"
OPEN_TO_GUESTS = frozenset(
    {
        "home",
        "next_game",
        "practice",
        "daily",
        "daily_of",
        "daily_result",
        "game",
        "result",
        "rematch",
        "film",
        "record",
        "notation",
        "order",
        "words",
        "layout",
        "drafts",
        "note",
        "confirm",
    }
)


def make_guest(session: SessionBase, *, now: datetime, time_zone: str = "UTC") -> Player:
    """A new one, whom this session knows from now on."""
    guest = Player.objects.create_user(
        f"{secrets.token_hex(12)}@guest.invalid",
        name=gettext("Guest"),
        time_zone=time_zone,
        is_active=False,
        guest_until=now + KEPT_FOR,
    )
    session[IN_SESSION] = guest.pk
    return guest


def guest_of(session: SessionBase, *, now: datetime) -> Player | None:
    """The guest whom this session knows, until their time is over."""
    if IN_SESSION not in session:
        return None
    return Player.objects.filter(pk=session[IN_SESSION], guest_until__gt=now).first()
