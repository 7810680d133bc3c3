"""Sessions in the database that know their player: one who is signed in, or a guest.

A guest plays a robot or the daily puzzle at once, without an account: a player without a mail address, whom nobody can
invite, and who is not signed in. Their session knows them for 30 days, on the pages named here only; all others treat them
as a stranger."""

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import SessionBase
from django.utils.translation import gettext

from games.players.models import Player, PlayerSession

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


class SessionStore(db.SessionStore):
    """Django's own, with the player of each session."""

    @classmethod
    def get_model_class(cls) -> type[PlayerSession]:
        return PlayerSession

    def create_model_instance(self, data: dict[str, Any]) -> PlayerSession:
        row = super().create_model_instance(data)
        assert isinstance(row, PlayerSession)
        row.player_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        return row


def end_others(player: Player, *, but: str | None) -> None:
    """Sign the player out everywhere but in the session with this key."""
    player.sessions.exclude(session_key=but or "").delete()


def make_guest(session: SessionBase, *, now: datetime, time_zone: str = "UTC") -> Player:
    """Make a guest for this session."""
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
    """The guest of this session, until their time is over."""
    if IN_SESSION not in session:
        return None
    return Player.objects.filter(pk=session[IN_SESSION], guest_until__gt=now).first()
