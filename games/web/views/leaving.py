"""What players take along: a file of all that is kept of them, and their name, when they leave for good."""

from typing import Any

from allauth.account.views import LogoutView
from django import forms
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import commands, queries
from games.rules.kind import OrderRefused
from games.web.asking import player
from games.web.sent_back import Sent, ask_again, take_back
from games.wording import speak


def forgotten_here(response: HttpResponse) -> HttpResponse:
    """The answer, at which the browser forgets what it has kept of this site: the next to use it may be somebody else."""
    response["Clear-Site-Data"] = '"cache", "storage"'
    return response


class SignOut(LogoutView):  # type: ignore[misc]
    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        return forgotten_here(super().post(*args, **kwargs))


class GoodbyeForm(forms.Form):
    """Nobody writes their own address by mistake."""

    email = forms.EmailField(
        label=_("Your mail address, to show that you mean it"),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: object, address: str, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.address = address

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"]
        if email.strip().lower() != self.address:
            raise forms.ValidationError(_("That is not the address of this account."))
        return email


@never_cache
@require_safe
@login_required
def export(request: HttpRequest) -> HttpResponse:
    """One file of JSON; reading it is not seeing."""
    kept = queries.export(player=player(request), now=timezone.now())
    answer = JsonResponse(kept, json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = 'attachment; filename="lexicon.json"'
    return answer


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def delete_account(request: HttpRequest) -> HttpResponse:
    me = player(request)
    if request.method != "POST":
        return _ask(request, take_back(request, request.path))
    if not GoodbyeForm(request.POST, address=me.email).is_valid():
        return ask_again(request)
    try:
        commands.delete_account(player=me, now=timezone.now())
    except OrderRefused as refused:
        return ask_again(request, why=speak(refused.why, ()))
    logout(request)
    return forgotten_here(redirect("gone"))


@require_safe
def gone(request: HttpRequest) -> HttpResponse:
    return render(request, "players/gone.html")


def _ask(request: HttpRequest, sent: Sent | None) -> HttpResponse:
    me = player(request)
    mine = queries.my_games(player=me, now=timezone.now())
    context = {
        "form": GoodbyeForm(sent.posted if sent else None, address=me.email),
        "running": sum(line.phase != "lobby" for line in (*mine.waiting_for_me, *mine.waiting_for_others)),
        "refused": sent.why if sent else "",
    }
    return render(request, "players/delete.html", context)
