"""Keys to the API: made, found again by their hash, taken back. What a key may do is the API's to say."""

import secrets
from datetime import datetime
from hashlib import sha256

from games.players.models import ApiToken, Player

SECRET_BYTES = 30


def make_token(*, player: Player, name: str, scope: str, now: datetime) -> str:
    """A new key; its secret is returned this once, and only its hash is kept."""
    secret = secrets.token_urlsafe(SECRET_BYTES)
    ApiToken.objects.create(player=player, name=name, scope=scope, sha256=hash_of(secret), made_at=now)
    return secret


def token_with(secret: str) -> ApiToken | None:
    """The key with this secret, of an active player; None where there is none or it was taken back."""
    found = ApiToken.objects.select_related("player").filter(sha256=hash_of(secret), revoked_at=None)
    return found.filter(player__is_active=True).first()


def revoke(token: ApiToken, *, now: datetime) -> None:
    """The key opens nothing from now on."""
    token.revoked_at = now
    token.save(update_fields=["revoked_at"])


def hash_of(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
