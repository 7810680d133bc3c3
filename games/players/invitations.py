"""The link of an invitation: who holds it was sent the mail. Signed, so nothing secret is kept."""

from django.core import signing

from games.players.models import Invitation

SALT = "lexicon.invitation"


def token_of(invitation: Invitation) -> str:
    """The token for `/invitations/<token>/`."""
    return signing.Signer(salt=SALT).sign(invitation.link)


def invitation_of(token: str) -> Invitation | None:
    """The invitation that a token was made for; None for a token that is not ours or whose game is gone."""
    try:
        link = signing.Signer(salt=SALT).unsign(token)
    except signing.BadSignature:
        return None
    return Invitation.objects.select_related("invited_by").filter(link=link).first()
