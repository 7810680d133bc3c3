"""Who is on the staff and has no second factor sets one up before the admin opens to them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

ALWAYS_OPEN = {"login", "logout", "jsi18n"}


class SecondFactorForStaff:
    """Once it is set up, signing in asks for it: that is allauth's. `STAFF_NEED_MFA` turns this off."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> HttpResponse | None:
        place = request.resolver_match
        if not settings.STAFF_NEED_MFA or place is None or place.app_name != "admin" or place.url_name in ALWAYS_OPEN:
            return None
        user = request.user
        if not (user.is_authenticated and user.is_staff) or is_mfa_enabled(user, [Authenticator.Type.TOTP]):
            return None
        messages.warning(
            request, gettext("The staff sign in with a second factor: set yours up here, and the admin opens to you.")
        )
        return redirect("mfa_index")
