"""Changing one's mail address: a link mailed to the old one is pressed first, then a code mailed to the new one is given.
An open session alone changes nothing."""

from datetime import timedelta
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import AddEmailForm
from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.models import EmailAddress
from allauth.decorators import rate_limit
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.players.accounts import holder_of
from games.players.models import Player
from games.web.asking import player
from games.web.sent_back import ask_again, posted_or_sent

LINK_LASTS = timedelta(days=1)
SALT = "lexicon.address"


class NewAddressForm(AddEmailForm):  # type: ignore[misc]
    email = forms.EmailField(label=_("New mail address"), widget=forms.EmailInput(attrs={"autocomplete": "email"}))

    def save(self, request: HttpRequest) -> None:
        """Send a code to the address. Where it is somebody else's they learn of it there, and no code is right."""
        email = self.cleaned_data["email"]
        owner = None if holder_of(email) else self.user
        send_verification_email_to_address(request, EmailAddress(user=owner, email=email))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@rate_limit(action="manage_email")  # type: ignore[untyped-decorator]
def change_address(request: HttpRequest) -> HttpResponse:
    """Ask for another address; a link goes to the one in use."""
    asking = player(request)
    form = NewAddressForm(asking, posted_or_sent(request))
    if request.method != "POST":
        return render(request, "account/email.html", {"form": form})
    if not form.is_valid():
        return ask_again(request)
    new = form.cleaned_data["email"]
    link = request.build_absolute_uri(reverse("confirm_address", args=[_token(asking, new)]))
    get_adapter().send_mail("account/email/email_change", asking.email, {"new": new, "link": link})
    messages.success(
        request, gettext("A link is on its way to {address}. Open it and press there.").format(address=asking.email)
    )
    return redirect("account_email")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def confirm_address(request: HttpRequest, token: str) -> HttpResponse:
    """Behind the link at the old address: pressed there, a code goes to the new one."""
    asking = player(request)
    new = _address_in(token, asking)
    form = NewAddressForm(asking, {"email": new or ""})
    if request.method == "POST":
        if not form.is_valid():
            return redirect(request.path)
        form.save(request)
        return redirect("account_email_verification_sent")
    if not form.is_valid():
        return render(request, "account/email_change.html", status=410)
    return render(request, "account/email_change.html", {"new": new})


def _token(asking: Player, new: str) -> str:
    """Good for one day, for this player, and only while their address is the one they have now."""
    return signing.dumps([asking.pk, asking.email, new], salt=SALT)


def _address_in(token: str, asking: Player) -> str | None:
    """The new address that the token names; None where it is not this player's, or no longer good."""
    try:
        named: list[Any] = signing.loads(token, salt=SALT, max_age=LINK_LASTS)
    except signing.BadSignature:
        return None
    *whose, new = named
    return str(new) if whose == [asking.pk, asking.email] else None
