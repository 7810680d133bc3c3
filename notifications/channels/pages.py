"""The page on which a player sets up devices and a webhook, and the redirect behind a notification."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from games import queries
from games.players.tokens import token_of_substitution
from games.rules.values import OrderRefused
from games.web.asking import player
from games.wording import speak
from notifications.channels import delivery, web_push
from notifications.models import Channel, Message
from notifications.preferences.choices import saved_hours
from notifications.replies import facts_of
from notifications.tokens import signed_value


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def channels_page(request: HttpRequest) -> HttpResponse:
    """Show a player's devices, webhook and calendar, and switch devices and the webhook on or off."""
    me = player(request)
    if request.method == "POST":
        return _changed(request)
    hours, saved = saved_hours(me), list(Channel.objects.filter(player=me).order_by("pk"))
    context = {
        "devices": [one for one in saved if one.sort == Channel.Sort.PUSH and one.ended_at is None],
        "webhook": next((one for one in saved if one.sort != Channel.Sort.PUSH), None),
        "sorts": [(sort.value, sort.label) for sort in delivery.WEBHOOKS],
        "public_key": web_push.public_key() if web_push.is_set_up() else "",
        "mail_after": hours.get_mail_after_display() if hours.mail_after else "",
    }
    return render(request, "notifications/channels.html", context)


def _changed(request: HttpRequest) -> HttpResponse:
    me, given, now = player(request), request.POST, timezone.now()
    try:
        match given.get("do"):
            case "device":
                keys = {key: given.get(key, "") for key in ("address", "p256dh", "auth", "name")}
                delivery.switch_on_device(player=me, session=request.session.session_key, now=now, **keys)
                messages.success(request, gettext("Notifications are now on for this device."))
            case "webhook":
                sort, address = given.get("sort", ""), given.get("address", "").strip()
                delivery.set_webhook(player=me, sort=sort, address=address, now=now)
                messages.success(request, gettext("The webhook has been saved."))
            case "off":
                delivery.end(get_object_or_404(Channel, player=me, link=given.get("channel", "")))
                messages.success(request, gettext("It’s now switched off."))
    except OrderRefused as refused:
        messages.error(request, speak(refused.why, ()))
    return redirect("channels")


@csrf_exempt
@require_POST
def device_off(request: HttpRequest) -> HttpResponse:
    """Switch a device off by a single POST from anyone who knows the address of its push service, as only that browser
    does. Needs no sign-in, as the player may be signed out when they read the notification."""
    Channel.objects.filter(sort=Channel.Sort.PUSH, address=request.POST.get("address", "")).delete()
    return HttpResponse(status=204)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def device_renewed(request: HttpRequest) -> HttpResponse:
    """Give a service worker the key to subscribe with and a token for its post, and accept the address of a renewed
    subscription.

    Answers 204 once that address is notified, and 404 if its player has no such device."""
    if not web_push.is_set_up():
        raise Http404
    if request.method != "POST":
        return JsonResponse({"key": web_push.public_key(), "token": get_token(request)})
    keys = {key: request.POST.get(key, "") for key in ("before", "address", "p256dh", "auth")}
    try:
        session = request.session.session_key
        is_known = delivery.renew_device(player=player(request), session=session, now=timezone.now(), **keys)
    except OrderRefused as refused:
        return HttpResponse(speak(refused.why, ()), status=409, content_type="text/plain; charset=utf-8")
    return HttpResponse(status=204 if is_known else 404)


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def end_webhook(request: HttpRequest, token: str) -> HttpResponse:
    """End a webhook by a single POST from anyone who can read its posts (RFC 8058): no sign-in, no redirect, nothing on
    GET."""
    link = signed_value("end_webhook", token)
    if not link:
        raise Http404
    webhook = Channel.objects.filter(link=link, ended_at=None).first()
    if request.method == "POST" and webhook is not None:
        delivery.end(webhook)
        webhook = None
    return render(request, "notifications/end_webhook.html", {"webhook": webhook})


@never_cache
@require_http_methods(["GET", "HEAD"])
@login_required
def notified(request: HttpRequest, link: str) -> HttpResponse:
    """Redirect from a notification to the page that it is about, and drop its email."""
    message = get_object_or_404(Message.objects.filter(player=player(request)), link=link)
    delivery.note_seen(message)
    if substitution := queries.substitution_with(facts_of(message).loan, player=player(request)):
        is_theirs = substitution.player_id == message.player_id
        return (
            redirect("substitute", substitution.game_id)
            if is_theirs
            else redirect("substitution", token_of_substitution(substitution.link))
        )
    if message.game_id is not None:
        return redirect("game", message.game_id)
    return redirect("tournament", message.tournament_id) if message.tournament_id is not None else redirect("daily")
