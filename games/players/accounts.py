"""Accounts: a verified email address and a name; the people a player has met; and limits on the emails that strangers
can cause with the sign-in and sign-up forms.

The limits are in the settings. Nothing here signs anybody in."""

import logging
from collections.abc import Mapping
from functools import cache

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal.ratelimit import get_ip
from anymail.exceptions import AnymailError
from django.db.models import Max
from django.shortcuts import render

from games.players.models import Player
from games.statements import GIVEN, Compiled

OF_ROBOTS = "@lexicon.invalid"  # an address that receives no email
ABOUT_ACCOUNTS = ("account/email/unknown_account", "account/email/account_already_exists")
"""Emails that say whether an address has an account."""
log = logging.getLogger(__name__)
GAMES_LOOKED_AT = 100  # only the latest, so that the cost does not grow with a player's past


def is_robot(player: Player) -> bool:
    """Return True if a program plays in this account."""
    return player.email.endswith(OF_ROBOTS)


def holder_of(email: str) -> Player | None:
    """Return the player with this address: the one who has verified it, perhaps as a second address, else one who is
    signing up with it."""
    email = email.strip().lower()
    shown = EmailAddress.objects.select_related("user").filter(email=email, verified=True).first()
    return shown.user if shown else Player.objects.filter(email=email).first()


def addresses_of(player: Player) -> set[str]:
    """Return every email address of this player in lower case: the verified ones, and the one they sign in with."""
    shown = EmailAddress.objects.filter(user=player, verified=True)
    return {player.email, *shown.values_list("email", flat=True)}


def account_of(email: str, *, name: str) -> tuple[Player, bool]:
    """Return the player with this verified address, creating the account if needed, and whether it was
    created."""
    email = email.strip().lower()
    player = holder_of(email)
    is_new = player is None
    if player is None:
        player = Player.objects.create_user(email, name=name)
    EmailAddress.objects.update_or_create(
        user=player, email=email, defaults={"verified": True}, create_defaults={"primary": True, "verified": True}
    )
    return player, is_new


def played_with(player: Player) -> list[Player]:
    """Return the people who have played with this player in a game that began, latest first.

    They can be invited to the next game by name. Robots are not included, nor players who cannot sign in."""
    return _played_with()(player.pk)


@cache
def _played_with() -> Compiled[Player]:
    played = {"seats__game__started_at__isnull": False, "seats__substitution": None}  # leaves out substitutes
    began = Player.objects.filter(pk=GIVEN, **played).order_by("-seats__game")
    others = Player.objects.filter(
        is_active=True, seats__game__in=began.values("seats__game")[:GAMES_LOOKED_AT], seats__substitution=None
    )
    return Compiled(others.exclude(pk=GIVEN).annotate(latest=Max("seats__game")).order_by("-latest"))


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    def send_mail(self, template_prefix: str, email: str, context: Mapping[str, object]) -> None:
        """Send an email, unless the address has reached its limit. If it can't be sent, the answer is a page that says so.

        The answer does not depend on whether the address
        has an account: refusals are silent, except towards somebody who asks too often from one place, or when there
        are too many requests in total. Requests beyond the limit of one place count against nobody else."""
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
            try:
                super().send_mail(template_prefix, email, context)
            except (OSError, AnymailError) as error:  # SMTP's errors are OSErrors too
                log.warning("An email about an account could not be sent", exc_info=error)
                page = render(self.request, "account/mail_not_sent.html", status=503)
                raise ImmediateHttpResponse(page) from error

    def _may_send(self, action: str, key: str) -> bool:
        return bool(ratelimit.consume(self.request, action=action, key=key))
