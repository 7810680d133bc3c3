"""Accounts: a verified mail address and a name; the people a player has met; and how much mail a stranger can make the server send
by the forms for signing in and up, whose limits stand in the settings. Nothing here signs anybody in."""

from collections.abc import Mapping
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal.ratelimit import get_ip

from games.players.models import Player

OF_ROBOTS = "@lexicon.invalid"  # no mail goes there
ABOUT_ACCOUNTS = ("account/email/unknown_account", "account/email/account_already_exists")
"""Mails that say whether an address has an account."""
GAMES_LOOKED_AT = 100  # the latest, so that nothing grows with a player's past


def is_robot(player: Player) -> bool:
    """Say that a program plays in this account."""
    return player.email.endswith(OF_ROBOTS)


def holder_of(email: str) -> Player | None:
    """The player whose address this is: who has shown it to be theirs, be it a second one, else who signs up with it."""
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
    """Find the people who have sat with this player in a game that began, the latest first; of that name only, where one is given.
    They can be invited to the next game by name. Robots are not among them, nor players who cannot sign in."""
    began = player.seats.filter(game__started_at__isnull=False).order_by("-game")
    others = Player.objects.filter(is_active=True, seats__game__in=began.values("game")[:GAMES_LOOKED_AT])
    others = others.exclude(pk=player.pk)
    if name is not None:
        others = others.filter(name__iexact=name)
    return list(dict.fromkeys(others.order_by("-seats__game")))


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    def send_mail(self, template_prefix: str, email: str, context: Mapping[str, Any]) -> None:
        """Send it, unless the address had its share.

        The answer does not depend on whether the address has an account: a refused mail is left out unsaid, and only
        who asks too often from one place is told, or that all together asked too often. One place's surplus counts for
        nobody else."""
        place = get_ip(self.request)
        asked = (("mail_from_one_place", f"{place} {email.lower()}"), ("mail_from_all_places", email.lower()))
        if not all(self._may_send(action, key) for action, key in asked):
            raise ImmediateHttpResponse(ratelimit.respond_429(self.request))
        if template_prefix in ABOUT_ACCOUNTS:
            may_send = self._may_send("mail_without_code", email.lower())
        elif EmailAddress.objects.filter(email=email.lower(), verified=True).exists():
            may_send = True
        else:
            may_send = self._may_send("code_to_the_unverified", email.lower())
        if may_send:
            super().send_mail(template_prefix, email, context)

    def _may_send(self, action: str, key: str) -> bool:
        return bool(ratelimit.consume(self.request, action=action, key=key))
