"""How much mail a stranger can make the server send by the forms for signing in and up. The limits stand in the settings."""

from collections.abc import Mapping
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal.ratelimit import get_ip

ABOUT_ACCOUNTS = ("account/email/unknown_account", "account/email/account_already_exists")
"""Mails that say whether an address has an account."""


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
