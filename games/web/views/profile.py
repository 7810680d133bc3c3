"""What players may change about themselves: name and clock, vacations, keys to the API."""

from datetime import timedelta

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import commands
from games.players import tokens
from games.players.forms import ProfileForm, TokenForm, VacationForm
from games.players.models import ApiToken, Player
from games.rules.kind import OrderRefused
from games.web.asking import number_in, player
from games.web.sent_back import ask_again, take_back
from games.wording import speak


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def profile(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _show(request)
    match request.POST.get("do"):
        case "save":
            return _save(request)
        case "vacation":
            return _declare_vacation(request)
        case "withdraw":
            return _withdraw_vacation(request)
        case "token":
            return _make_token(request)
        case "revoke":
            return _revoke_token(request)
    raise BadRequest("no such act")


def _save(request: HttpRequest) -> HttpResponse:
    form = ProfileForm(request.POST, instance=player(request))
    if not form.is_valid():
        return ask_again(request, "save")
    form.save()
    translation.activate(player(request).language)  # the new one
    messages.success(request, gettext("Saved."))
    return redirect("profile")


def _declare_vacation(request: HttpRequest) -> HttpResponse:
    form = VacationForm(request.POST)
    if not form.is_valid():
        return ask_again(request, "vacation")
    try:
        commands.declare_vacation(player=player(request), now=timezone.now(), **form.instants)
    except OrderRefused as refused:
        return ask_again(request, "vacation", why=speak(refused.why, ()))
    messages.success(request, gettext("Declared, in each of your games."))
    return redirect("profile")


def _withdraw_vacation(request: HttpRequest) -> HttpResponse:
    pk = number_in(request.POST.get("vacation", ""))
    if pk is None:
        raise BadRequest("no such vacation")
    try:
        commands.withdraw_vacation(player=player(request), vacation_id=pk, now=timezone.now())
    except commands.NoSuchVacation as absent:
        raise Http404 from absent
    except OrderRefused as refused:
        return ask_again(request, "withdraw", why=speak(refused.why, ()))
    messages.success(request, gettext("Your vacation is withdrawn, in each of your games."))
    return redirect("profile")


def _make_token(request: HttpRequest) -> HttpResponse:
    form = TokenForm(request.POST)
    if not form.is_valid():
        return ask_again(request, "token")
    secret = tokens.make_token(
        player=player(request),
        name=form.cleaned_data["name"],
        scope=form.cleaned_data["scope"],
        now=timezone.now(),
    )
    return ask_again(request, "made", given={"token": [secret]})


def _revoke_token(request: HttpRequest) -> HttpResponse:
    pk = number_in(request.POST.get("token", ""))
    if pk is None:
        raise BadRequest("no such key")
    token = get_object_or_404(ApiToken, pk=pk, player=player(request), revoked_at=None)
    tokens.revoke(token, now=timezone.now())
    messages.success(request, gettext("The key is taken back."))
    return redirect("profile")


def _show(request: HttpRequest) -> HttpResponse:
    me, sent = player(request), take_back(request, request.path)
    posted = {sent.form: sent.posted} if sent else {}
    context = {
        "profile_form": ProfileForm(posted.get("save"), instance=Player.objects.get(pk=me.pk)),
        "vacation_form": VacationForm(posted.get("vacation")),
        "token_form": TokenForm(posted.get("token"), initial={"scope": ApiToken.Scope.READ}),
        "vacations": [
            (one, one.ends - timedelta(microseconds=1), one.starts > timezone.now())
            for one in me.vacations.filter(ends__gt=timezone.now()).order_by("starts")
        ],
        "tokens": me.api_tokens.order_by("-made_at"),
        "refused": sent.why if sent else "",
        "new_token": sent.one("token") if sent and sent.form == "made" else "",
    }
    return render(request, "players/profile.html", context)
