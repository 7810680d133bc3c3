"""The links that seat somebody: one that was mailed to an address, signed, and one that a maker shares with anybody."""

from datetime import datetime, timedelta

from django.core import signing

from games.players.models import Invitation, InvitationLink

OPEN_FOR = timedelta(days=90)
SALT = "lexicon.invitation"


def token_of(invitation: Invitation) -> str:
    """The token for `/invitations/<token>/`."""
    return signing.Signer(salt=SALT).sign(invitation.link)


def is_open(invitation: Invitation, *, now: datetime) -> bool:
    """Say that an invitation can still be answered: it is at most 90 days old."""
    return invitation.invited_at > now - OPEN_FOR


def invitation_of(token: str) -> Invitation | None:
    """The invitation that a token was made for, however old; None for a token that is not ours or whose game is gone."""
    try:
        link = signing.Signer(salt=SALT).unsign(token)
    except signing.BadSignature:
        return None
    return Invitation.objects.select_related("invited_by").filter(link=link).first()


def link_that_opens(link: str, *, now: datetime) -> InvitationLink | None:
    """The link to share with these characters; None where there is none, and where it was taken back or is too old."""
    return InvitationLink.objects.select_related("game__made_by").filter(link=link, made_at__gt=now - OPEN_FOR).first()
