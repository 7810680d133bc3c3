"""Sessions in the database that know whose they are."""

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db

from games.players.models import Player, PlayerSession


class SessionStore(db.SessionStore):
    """Django's own, with the player beside what it keeps."""

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
