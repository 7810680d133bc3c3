"""Links and tokens that give access by themselves: the signed link in an invitation email, the link to a game that its
maker shares, and API tokens. The API decides what a token may do."""

import secrets
from datetime import datetime, timedelta
from hashlib import sha256

from django.core import signing
from django.db import transaction
from django.utils.crypto import constant_time_compare

from games.players.models import ApiToken, Invitation, InvitationLink, Player
from games.rules.values import OrderRefused
from games.statements import GIVEN, Compiled

OPEN_FOR = timedelta(days=90)
SALT, OF_SUBSTITUTIONS = "lexicon.invitation", "lexicon.loan"
SECRET_BYTES = 30
SIGNATURE = 16  # characters of six bits
MOST_TOKENS = TOKENS_A_DAY = 20
A_DAY = timedelta(days=1)

_VALID = Compiled(ApiToken.objects.filter(sha256=GIVEN, revoked_at=None, player__is_active=True), joined=["player"])


def token_of(invitation: Invitation) -> str:
    """Return the token for `/invitations/<token>/`."""
    return _signed(invitation.link, salt=SALT)


def token_of_substitution(link: str) -> str:
    """Return the token for `/loans/<token>/`: anyone who has it answers as the person asked to be the substitute."""
    return _signed(link, salt=OF_SUBSTITUTIONS)


def substitution_link_of(token: str) -> str:
    """Return the link in the token of a substitution; empty for an invalid one."""
    return _link_in(token, salt=OF_SUBSTITUTIONS)


def _signed(link: str, *, salt: str) -> str:
    """Return the link with a signature short enough that the whole address stays in one line of an email."""
    return f"{link}:{signing.Signer(salt=salt).signature(link)[:SIGNATURE]}"


def _link_in(token: str, *, salt: str) -> str:
    """Return the link in a token, also one with a whole signature as earlier releases wrote it; empty for an invalid
    one."""
    link, _, signature = token.partition(":")
    whole = signing.Signer(salt=salt).signature(link)
    is_ours = constant_time_compare(signature, whole[:SIGNATURE]) or constant_time_compare(signature, whole)
    return link if is_ours else ""


def is_open(invitation: Invitation, *, now: datetime) -> bool:
    """Return True if an invitation can still be answered: for 90 days."""
    return invitation.invited_at > now - OPEN_FOR


def invitation_of(token: str) -> Invitation | None:
    """Return the invitation of a token, however old; None for an invalid token, or if its game is gone."""
    link = _link_in(token, salt=SALT)
    return Invitation.objects.select_related("invited_by", "game").filter(link=link).first() if link else None


def link_that_opens(link: str, *, now: datetime) -> InvitationLink | None:
    """Return the shared link with these characters; None if it does not exist, was withdrawn or has expired."""
    return InvitationLink.objects.select_related("game__made_by").filter(link=link, made_at__gt=now - OPEN_FOR).first()


def make_token(*, player: Player, name: str, scope: str, now: datetime) -> str:
    """Create an API token; its secret is returned this once, and only its hash is stored.

    Raises OrderRefused over the limits of tokens at a time and per day."""
    secret = secrets.token_urlsafe(SECRET_BYTES)
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=player.pk)  # so that of two made at once, each counts the other
        if player.api_tokens.filter(revoked_at=None).count() >= MOST_TOKENS:
            raise OrderRefused("You have {most} API tokens. Revoke one you no longer use first.", most=MOST_TOKENS)
        if player.api_tokens.filter(made_at__gt=now - A_DAY).count() >= TOKENS_A_DAY:
            raise OrderRefused("You have made {most} API tokens today. You can make more tomorrow.", most=TOKENS_A_DAY)
        ApiToken.objects.create(player=player, name=name, scope=scope, sha256=hash_of(secret), made_at=now)
    return secret


def token_with(secret: str) -> ApiToken | None:
    """Return the token with this secret of an active player; None if there is none or it was revoked."""
    return next(iter(_VALID(hash_of(secret))), None)


def revoke(token: ApiToken, *, now: datetime) -> None:
    """Revoke a token."""
    token.revoked_at = now
    token.save(update_fields=["revoked_at"])


def hash_of(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
