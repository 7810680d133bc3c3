"""Links and keys that open something by themselves: the signed link of a mailed invitation, the link to a game that its
maker shares, and API keys. What a key may do is up to the API."""

import secrets
from datetime import datetime, timedelta
from hashlib import sha256

from django.core import signing

from games.players.models import ApiToken, Invitation, InvitationLink, Player
from games.statements import GIVEN, Compiled

OPEN_FOR = timedelta(days=90)
SALT, OF_LOANS = "lexicon.invitation", "lexicon.loan"
SECRET_BYTES = 30

_VALID = Compiled(
    ApiToken.objects.select_related("player").filter(sha256=GIVEN, revoked_at=None, player__is_active=True)
)


def token_of(invitation: Invitation) -> str:
    """The token for `/invitations/<token>/`."""
    return signing.Signer(salt=SALT).sign(invitation.link)


def token_of_loan(link: str) -> str:
    """The token for `/loans/<token>/`, of the loan with this link: whoever has it answers as the one who was asked to sit in."""
    return signing.Signer(salt=OF_LOANS).sign(link)


def loan_link_of(token: str) -> str:
    """The link in a token of a loan; empty for an invalid one."""
    try:
        return signing.Signer(salt=OF_LOANS).unsign(token)
    except signing.BadSignature:
        return ""


def is_open(invitation: Invitation, *, now: datetime) -> bool:
    """True if an invitation can still be answered: it is at most 90 days old."""
    return invitation.invited_at > now - OPEN_FOR


def invitation_of(token: str) -> Invitation | None:
    """The invitation of a token, however old; None for an invalid token, or if its game is gone."""
    try:
        link = signing.Signer(salt=SALT).unsign(token)
    except signing.BadSignature:
        return None
    return Invitation.objects.select_related("invited_by", "game").filter(link=link).first()


def link_that_opens(link: str, *, now: datetime) -> InvitationLink | None:
    """The link to share with these characters; None if it does not exist, was taken back or has expired."""
    return InvitationLink.objects.select_related("game__made_by").filter(link=link, made_at__gt=now - OPEN_FOR).first()


def make_token(*, player: Player, name: str, scope: str, now: datetime) -> str:
    """Make a new key; its secret is returned this once, and only its hash is kept."""
    secret = secrets.token_urlsafe(SECRET_BYTES)
    ApiToken.objects.create(player=player, name=name, scope=scope, sha256=hash_of(secret), made_at=now)
    return secret


def token_with(secret: str) -> ApiToken | None:
    """The key with this secret, of an active player; None if there is none or it was revoked."""
    return next(iter(_VALID(hash_of(secret))), None)


def revoke(token: ApiToken, *, now: datetime) -> None:
    """Let the key open nothing from now on."""
    token.revoked_at = now
    token.save(update_fields=["revoked_at"])


def hash_of(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
