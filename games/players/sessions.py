"""Sessions in the database that know their player: a signed-in one, or a guest.

A guest plays a robot or the daily puzzle at once, without an account. They have no email address, cannot be invited and
are not signed in. Their session knows them for KEEP_GUESTS_DAYS, but only on the pages named here; all others treat
them as a stranger.

Guests in pass and play are known to the session of their device; see `games.web.pass_and_play`."""

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import SessionBase
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext

from games.players.models import Player, PlayerSession
from games.statements import GIVEN, Compiled

IN_SESSION = "guest"
OPEN_TO_GUESTS = frozenset(
    {
        "home",
        "next_game",
        "practice",
        "daily",
        "daily_of",
        "daily_result",
        "picture_of_entry",
        "past_days",
        "puzzle_languages",
        "game",
        "more",
        "result",
        "picture_of_result",
        "rematch",
        "replay",
        "analysis",
        "record",
        "notation",
        "order",
        "try_order",
        "try_entry",
        "try_move",
        "go_on",
        "hint",
        "words",
        "layout",
        "drafts",
        "note",
        "confirm",
        "appearance",
        "all_games",
        "together",
        "play",
    }
)


WITH_PLAYER = Compiled(PlayerSession.objects.filter(session_key=GIVEN), joined=["player"])


class SessionStore(db.SessionStore):
    """Django's own session, with its player."""

    player: Player | None = None
    """The player read together with the session."""

    @classmethod
    def get_model_class(cls) -> type[PlayerSession]:
        return PlayerSession

    def create_model_instance(self, data: dict[str, Any]) -> PlayerSession:
        row = super().create_model_instance(data)
        assert isinstance(row, PlayerSession)
        row.player_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        return row

    def _get_session_from_db(self) -> PlayerSession | None:
        row = next(iter(WITH_PLAYER(self.session_key)), None)
        if row is None or row.expire_date <= timezone.now():
            self._session_key = None
            return None
        self.player = row.player
        return row

    def signed_in(self) -> Player | None:
        """Return the session's player if everything that Django requires of a signed-in user holds, else None."""
        told = {key: self.get(key) for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY)}
        player = self.player
        holds = (
            player is not None
            and player.is_active
            and told[SESSION_KEY] == str(player.pk)
            and told[BACKEND_SESSION_KEY] in settings.AUTHENTICATION_BACKENDS
            and constant_time_compare(told[HASH_SESSION_KEY] or "", player.get_session_auth_hash())
        )
        return player if holds else None


def end_others(player: Player, *, but: str | None) -> None:
    """Sign the player out everywhere except in the session with this key."""
    player.sessions.exclude(session_key=but or "").delete()


def make_guest(session: SessionBase, *, now: datetime, time_zone: str = "UTC") -> Player:
    """Create a guest for this session."""
    guest = new_guest(gettext("Guest"), now=now, time_zone=time_zone)
    session[IN_SESSION] = guest.pk
    return guest


def new_guest(name: str, *, now: datetime, time_zone: str = "UTC", address: str = "@guest.invalid") -> Player:
    """Create a guest without a session."""
    return Player.objects.create_user(
        f"{secrets.token_hex(12)}{address}",
        name=name,
        time_zone=time_zone,
        is_active=False,
        guest_until=now + timedelta(days=int(settings.KEEP_GUESTS_DAYS)),
    )


def guest_of(session: SessionBase, *, now: datetime) -> Player | None:
    """Return the guest of this session until their time is over, else None."""
    if IN_SESSION not in session:
        return None
    return Player.objects.filter(pk=session[IN_SESSION], guest_until__gt=now).first()
