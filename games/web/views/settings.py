"""A player's settings pages: account, appearance, vacation and sleep, API and devices.

Notifications have their page in `notifications.preferences.pages`."""

from copy import copy
from datetime import timedelta

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import commands, queries
from games.commands.moderation import check_may_speak
from games.players import tokens
from games.players.devices import devices_of, sign_out
from games.players.forms import LookForm, ProfileForm, SleepForm, TokenForm, VacationForm
from games.players.models import ApiToken
from games.players.sessions import end_others
from games.rules.values import OrderRefused
from games.web.asking import hides, number_in, player
from games.web.sent_back import Sent, ask_again, keep, refuse, take_back

SAMPLE = "woRdS..u.e..n.aquElL"  # five columns; tiles in capitals are in two words


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Change name, language, time zone and who sees the public page."""
    me = player(request)
    if request.method != "POST":
        sent, of_all = take_back(request, request.path), request.GET.get("zones") == "all"
        form = ProfileForm(sent.posted if sent else None, instance=copy(me), shows_all_zones=of_all)
        context = {"profile_form": form, "shows_all_zones": of_all, "refused": sent.why if sent else ""}
        return render(request, "players/settings/account.html", context)
    zone, form = me.time_zone, ProfileForm(request.POST, instance=me)
    if not form.is_valid():
        return ask_again(request)
    if form.cleaned_data["time_zone"] != zone or "name" in form.changed_data:
        try:
            if "name" in form.changed_data:
                check_may_speak(me, now=timezone.now())
            _keep_hours(request, asleep_from=me.asleep_from, asleep_for=me.asleep_for)
        except OrderRefused as refused:
            return refuse(request, "", refused)
    form.save()
    translation.activate(player(request).language)  # the new language
    messages.success(request, gettext("Saved."))
    return redirect("account")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def appearance(request: HttpRequest) -> HttpResponse:
    """Change how boards and pages look, for guests too. `?game=` is the game to return to."""
    me, game_id = player(request), number_in(request.GET.get("game", ""))
    form = LookForm(request.POST or None, instance=me)
    if request.method != "POST":
        sample = [(letter.upper(), letter.isupper()) for letter in SAMPLE]
        context = {"look_form": form, "game_id": game_id, "sample": sample}
        return render(request, "players/settings/appearance.html", context)
    if form.is_valid():
        form.save()
        messages.success(request, gettext("Saved."))
    else:
        messages.error(request, " ".join(str(why) for whys in form.errors.values() for why in whys))
    return redirect(reverse("appearance") + ("" if game_id is None else f"?game={game_id}"))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@hides(commands.NoSuchVacation)
def vacation(request: HttpRequest) -> HttpResponse:
    """Change vacations and sleeping hours."""
    if request.method != "POST":
        return _show_vacation(request)
    wanted = request.POST.get("do", "")
    try:
        match wanted:
            case "vacation":
                form = VacationForm(request.POST)
                if not form.is_valid():
                    return ask_again(request, wanted)
                commands.declare_vacation(player=player(request), now=timezone.now(), **form.instants)
                messages.success(request, gettext("Your vacation has been declared in all your games."))
            case "withdraw":
                pk = _number(request, "vacation")
                commands.withdraw_vacation(player=player(request), vacation_id=pk, now=timezone.now())
                messages.success(request, gettext("Your vacation has been withdrawn in all your games."))
            case "back":
                commands.come_back(player=player(request), now=timezone.now())
                messages.success(request, gettext("Welcome back. Your vacation is over in all your games."))
                return redirect("home")
            case "sleep":
                nights = SleepForm(request.POST)
                if not nights.is_valid():
                    return ask_again(request, wanted)
                _keep_hours(request, **nights.minutes)
                messages.success(request, gettext("Saved. The new hours apply to clocks that start from now on."))
            case _:
                raise BadRequest("no such order")
    except OrderRefused as refused:
        return refuse(request, wanted, refused)
    return redirect("vacation")


def _show_vacation(request: HttpRequest) -> HttpResponse:
    me, sent, now = player(request), take_back(request, request.path), timezone.now()
    posted = {sent.form: sent.posted} if sent else {}
    context = {
        "vacation_form": VacationForm(posted.get("vacation")),
        "sleep_form": SleepForm(posted.get("sleep"), initial=SleepForm.of(me)),
        "sleeps": [(hours, queries.ends_for(me, hours=hours, now=now)) for hours in (24, 72)],
        "vacations": [
            (one, one.ends - timedelta(microseconds=1), one.starts > now)
            for one in me.vacations.filter(ends__gt=now).order_by("starts")
        ],
        "refused": sent.why if sent else "",
    }
    return render(request, "players/settings/vacation.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def api_and_devices(request: HttpRequest) -> HttpResponse:
    """Manage API tokens, the calendar, and devices that are signed in or notified."""
    me = player(request)
    if request.method != "POST":
        sent = take_back(request, request.path)
        posted = sent.posted if sent and sent.form == "token" else None
        tokens_made = list(me.api_tokens.order_by("-made_at"))
        context = {
            "token_form": TokenForm(posted, initial={"scope": ApiToken.Scope.READ}),
            "tokens": [one for one in tokens_made if one.revoked_at is None],
            "revoked": [one for one in tokens_made if one.revoked_at is not None],
            "devices": devices_of(me, request, now=timezone.now()),
            "refused": sent.why if sent else "",
            "new_token": sent.one("token") if sent and sent.form == "made" else "",
        }
        return render(request, "players/settings/api.html", context)
    match request.POST.get("do", ""):
        case "token":
            return _make_token(request)
        case "revoke":
            token = get_object_or_404(ApiToken, pk=_number(request, "token"), player=me, revoked_at=None)
            tokens.revoke(token, now=timezone.now())
            messages.success(request, gettext("The token has been revoked."))
        case "sign-out":
            if not sign_out(me, key=request.POST.get("device", ""), but=request.session.session_key):
                raise Http404
            messages.success(request, gettext("That device is signed out."))
        case "sign-out-others":
            end_others(me, but=request.session.session_key)
            messages.success(request, gettext("All your other devices are signed out."))
        case _:
            raise BadRequest("no such order")
    return redirect("api_and_devices")


def _keep_hours(request: HttpRequest, *, asleep_from: int, asleep_for: int) -> None:
    """Save when the player sleeps, in their current time zone. Raises OrderRefused."""
    me = player(request)
    commands.keep_hours(
        player=me, asleep_from=asleep_from, asleep_for=asleep_for, time_zone=me.time_zone, now=timezone.now()
    )


def _make_token(request: HttpRequest) -> HttpResponse:
    form = TokenForm(request.POST)
    if not form.is_valid():
        return ask_again(request, "token")
    name, scope = form.cleaned_data["name"], form.cleaned_data["scope"]
    try:
        secret = tokens.make_token(player=player(request), name=name, scope=scope, now=timezone.now())
    except OrderRefused as refused:
        return refuse(request, "token", refused)
    keep(request, request.path, Sent(form="made", given={"token": [secret]}))
    return redirect(request.path)


def _number(request: HttpRequest, name: str) -> int:
    number = number_in(request.POST.get(name, ""))
    if number is None:
        raise BadRequest(f"no such {name}")
    return number
