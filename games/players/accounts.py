"""Accounts: a verified mail address and a name. Nothing here signs anybody in."""

from allauth.account.models import EmailAddress

from games.players.models import Player

OF_ROBOTS = "@lexicon.invalid"  # no mail goes there
GAMES_LOOKED_AT = 100  # the latest, so that nothing grows with a player's past


def is_robot(player: Player) -> bool:
    """Whether a program plays in this account."""
    return player.email.endswith(OF_ROBOTS)


def holder_of(email: str) -> Player | None:
    """Whose address this is: who has shown it to be theirs, be it a second one, else who signs up with it."""
    email = email.strip().lower()
    shown = EmailAddress.objects.select_related("user").filter(email=email, verified=True).first()
    return shown.user if shown else Player.objects.filter(email=email).first()


def addresses_of(player: Player) -> set[str]:
    """Every mail address that is this player's, in lower case: shown to be theirs, or the one they sign in with."""
    shown = EmailAddress.objects.filter(user=player, verified=True)
    return {player.email, *shown.values_list("email", flat=True)}


def account_of(email: str, *, name: str) -> tuple[Player, bool]:
    """The player with this address, which they have shown to be theirs; made if there is none, and whether it was."""
    email = email.strip().lower()
    player = holder_of(email)
    is_new = player is None
    if player is None:
        player = Player.objects.create_user(email, name=name)
    EmailAddress.objects.update_or_create(
        user=player, email=email, defaults={"verified": True}, create_defaults={"primary": True, "verified": True}
    )
    return player, is_new


def played_with(player: Player, *, name: str | None = None) -> list[Player]:
    """Those who have sat with this player in a game that began, the latest first; of that name only, where one is given.

    Robots are none of them, nor who cannot sign in."""
    began = player.seats.filter(game__started_at__isnull=False).order_by("-game")
    others = Player.objects.filter(is_active=True, seats__game__in=began.values("game")[:GAMES_LOOKED_AT])
    others = others.exclude(pk=player.pk)
    if name is not None:
        others = others.filter(name__iexact=name)
    return list(dict.fromkeys(others.order_by("-seats__game")))
