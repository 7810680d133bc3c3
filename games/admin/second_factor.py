"""Second factors: opens the admin site, and directors' pages, only to staff who gave theirs in this session; staff
without one set it up first."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from allauth.account.authentication import get_authentication_records
from allauth.mfa.base.internal.flows import post_authentication
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.views import ActivateTOTPView
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from games.players.sessions import end_others

ALWAYS_OPEN = {"login", "logout", "jsi18n"}
SIGNED_IN_FOR = 15 * 60
"""Seconds after a sign-in in which a second factor can be set up."""


class SetUpSecondFactor(ActivateTOTPView):  # type: ignore[misc]
    """allauth's page, where setting up a second factor counts as giving it; all other sessions of the account end.

    It opens only soon after a sign-in by code. Otherwise somebody with a borrowed or stolen session could lock the owner
    out, as an account without a password has nothing else to ask for."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated and not _has_just_signed_in(request):
            messages.warning(request, gettext("Sign out and sign in again first. Then set up your second factor."))
            again = f"{reverse('account_login')}?{urlencode({'next': request.path})}"
            return redirect(f"{reverse('account_logout')}?{urlencode({'next': again})}")
        answer: HttpResponse = super().dispatch(request, *args, **kwargs)
        return answer

    def form_valid(self, form: Any) -> HttpResponse:
        answer: HttpResponse = super().form_valid(form)
        player = self.request.user
        post_authentication(self.request, Authenticator.objects.get(user=player, type=Authenticator.Type.TOTP))
        end_others(player, but=self.request.session.session_key)
        return answer


def _has_just_signed_in(request: HttpRequest) -> bool:
    """Return True if the player of this session gave a code or a second factor in the last 15 minutes."""
    records = get_authentication_records(request, request.user)
    return any(record["at"] > timezone.now().timestamp() - SIGNED_IN_FOR for record in records)


class SecondFactorForStaff:
    """Asks for the second factor in sessions opened before it was set up, or in another way; at sign-in, allauth asks.
    `STAFF_NEED_MFA` turns this off."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> HttpResponse | None:
        place = request.resolver_match
        if not settings.STAFF_NEED_MFA or place is None or place.url_name in ALWAYS_OPEN:
            return None
        if place.app_name != "admin" and not getattr(view, "asks_second_factor", False):
            return None
        user = request.user
        if not (user.is_authenticated and user.is_staff):
            return None
        if is_mfa_enabled(user, [Authenticator.Type.TOTP]):
            if any(record["method"] == "mfa" for record in get_authentication_records(request, user)):
                return None
            return redirect_to_login(request.get_full_path(), "mfa_reauthenticate")
        messages.warning(
            request, gettext("Staff accounts need two-factor authentication. Set it up here to open the admin site.")
        )
        return redirect("mfa_index")
