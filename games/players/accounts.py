"""Accounts: a verified mail address and a name. Nothing here signs anybody in."""

from allauth.account.models import EmailAddress

from games.players.models import Player


def account_of(email: str, *, name: str) -> tuple[Player, bool]:
    """The player with this address, which they have shown to be theirs; made if there is none, and whether it was."""
    email = email.strip().lower()
    player = Player.objects.filter(email=email).first()
    is_new = player is None
    if player is None:
        player = Player.objects.create_user(email, name=name)
    EmailAddress.objects.get_or_create(user=player, email=email, defaults={"primary": True, "verified": True})
    return player, is_new
