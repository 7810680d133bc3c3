"""A player's account: sign out, change the email address, download all data, delete the account.

To change the address, the player follows a link emailed to the old address and then enters a code emailed to the new
one, so an open session alone can't do it. If emails to the old address fail, a wait of three days replaces the link;
meanwhile every page and the player's devices warn them."""

from datetime import timedelta

from allauth.account.adapter import get_adapter
from allauth.account.forms import AddEmailForm
from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.models import EmailAddress
from allauth.account.views import LogoutView
from allauth.decorators import rate_limit
from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import commands, queries
from games.players.accounts import holder_of
from games.players.models import Player
from games.rules.values import OrderRefused
from games.web.asking import player
from games.web.sent_back import ask_again, posted_or_sent, refuse, take_back

LINK_LASTS = timedelta(days=1)
SALT = "lexicon.address"


class NewAddressForm(AddEmailForm):  # type: ignore[misc]
    email = forms.EmailField(label=_("New email address"), widget=forms.EmailInput(attrs={"autocomplete": "email"}))

    def save(self, request: HttpRequest) -> None:
        """Send a code to the address. If it belongs to somebody else, its owner is notified there and no code is
        valid."""
        email = self.cleaned_data["email"]
        owner = None if holder_of(email) else self.user
        send_verification_email_to_address(request, EmailAddress(user=owner, email=email))


class GoodbyeForm(forms.Form):
    """Ask for the player's own address, which nobody types by mistake."""

    email = forms.EmailField(
        label=_("Your email address (to confirm)"),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: object, address: str, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.address = address

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"]
        if email.strip().lower() != self.address:
            raise forms.ValidationError(_("That isn’t the email address of this account."))
        return email


class SignOut(LogoutView):  # type: ignore[misc]
    def post(self, *args: object, **kwargs: object) -> HttpResponse:
        return forgotten_here(super().post(*args, **kwargs))


def forgotten_here(response: HttpResponse) -> HttpResponse:
    """Tell the browser to forget everything from this site, as somebody else may use it next."""
    response["Clear-Site-Data"] = '"cache", "storage"'
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@rate_limit(action="manage_email")  # type: ignore[untyped-decorator]
def change_address(request: HttpRequest) -> HttpResponse:
    """Ask for another email address. A link goes to the current one, valid for a day while it is theirs; if emails
    to it fail, a code goes to the new address after three days."""
    me = player(request)
    if request.method == "POST" and request.POST.get("do") in ("code", "keep"):
        return _go_on_without_link(request, me)
    form = NewAddressForm(me, posted_or_sent(request))
    if request.method != "POST":
        ready_at = me.next_email_ready_at
        is_ready = ready_at is not None and ready_at <= timezone.now()
        return render(request, "account/email.html", {"form": form, "is_ready": is_ready})
    if not form.is_valid():
        return ask_again(request)
    new = form.cleaned_data["email"]
    if me.mail_fails_since is not None:
        commands.ask_for_address(player=me, email=new, now=timezone.now())
        messages.success(request, gettext("Saved. Come back in 3 days to have a code sent to the new address."))
        return redirect("account_email")
    token = signing.dumps([me.pk, me.email, new], salt=SALT)
    link = request.build_absolute_uri(reverse("confirm_address", args=[token]))
    get_adapter().send_mail("account/email/email_change", me.email, {"new": new, "link": link})
    sent = gettext("We’ve sent a link to {address}. Open it and confirm the change there.")
    messages.success(request, sent.format(address=me.email))
    return redirect("account_email")


def _go_on_without_link(request: HttpRequest, me: Player) -> HttpResponse:
    """Send the code to the address requested three days ago, or drop the request."""
    if request.POST["do"] == "keep":
        commands.keep_address(player=me)
        messages.success(request, gettext("Your address stays as it is."))
        return redirect("account_email")
    ready_at = me.next_email_ready_at
    form = NewAddressForm(me, {"email": me.next_email or ""})
    if me.mail_fails_since is None or ready_at is None or ready_at > timezone.now() or not form.is_valid():
        return redirect("account_email")
    form.save(request)
    return redirect("account_email_verification_sent")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def confirm_address(request: HttpRequest, token: str) -> HttpResponse:
    """Show the page of the link sent to the old address; its button sends a code to the new one."""
    me, new = player(request), ""
    try:
        *whose, named = signing.loads(token, salt=SALT, max_age=LINK_LASTS)
        new = str(named) if whose == [me.pk, me.email] else ""
    except signing.BadSignature:
        pass  # no form is valid in this case
    form = NewAddressForm(me, {"email": new})
    if request.method == "POST":
        if not form.is_valid():
            return redirect(request.path)
        form.save(request)
        return redirect("account_email_verification_sent")
    if not form.is_valid():
        return render(request, "account/email_change.html", status=410)
    return render(request, "account/email_change.html", {"new": new})


@never_cache
@require_safe
@login_required
def export(request: HttpRequest) -> HttpResponse:
    """Send all data as one JSON file. Reading it doesn't count as looking at a tile."""
    exported = queries.export(player=player(request), now=timezone.now())
    answer = JsonResponse(exported, json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = 'attachment; filename="lexicon.json"'
    return answer


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def delete_account(request: HttpRequest) -> HttpResponse:
    me = player(request)
    if request.method != "POST":
        sent = take_back(request, request.path)
        context = {
            "form": GoodbyeForm(sent.posted if sent else None, address=me.email),
            "running": queries.games_running(player=me),
            "refused": sent.why if sent else "",
        }
        return render(request, "players/delete.html", context)
    if not GoodbyeForm(request.POST, address=me.email).is_valid():
        return ask_again(request)
    try:
        commands.delete_account(player=me, now=timezone.now())
    except OrderRefused as refused:
        return refuse(request, "", refused)
    logout(request)
    return forgotten_here(redirect("gone"))


@require_safe
def gone(request: HttpRequest) -> HttpResponse:
    return render(request, "players/gone.html")
