"""The pages behind links in our mails, for whoever has the mail: a held answer to confirm, and a mail that somebody else has
seen. Opening one shows; only its buttons do anything. Nothing of a table is shown but what was asked for."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.rules import registry
from games.web.sent_back import ask_again, take_back
from notifications import leaks
from notifications.inbound import holding, rights
from notifications.models import InboundMail, Message
from notifications.tokens import held_by, leak_token, leaked_by


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def held(request: HttpRequest, token: str) -> HttpResponse:
    """What was asked for, from where and when; confirmed, it is read anew, declined, it is gone."""
    mail = get_object_or_404(InboundMail, link=held_by(token))
    now = timezone.now()
    match request.POST.get("do"):
        case "confirm" if holding.confirm(mail, now=now):
            return ask_again(request, "confirmed")
        case "decline" if holding.decline(mail, now=now):
            return ask_again(request, "declined")
    if request.method == "POST":
        return redirect(request.path)
    sent = take_back(request, request.path)
    question = Message.objects.filter(answers=mail, kind=Message.Kind.HELD).order_by("pk").last()
    if question is None:
        raise Http404
    context = {
        "mail": mail,
        "asked": question.facts.get("asked", ()),
        "sender": question.facts["from"],
        "address": question.address,
        "game_id": question.game_id,
        "has_seat": question.player_id is not None,
        "read_late": _(registry.kind(question.game.kind).mail_words.read_late),
        "leak_page": reverse("leaked", args=[leak_token(mail.message)]) if mail.message else "",
        "is_open": holding.is_open(mail, now=now),
        "done": sent.form if sent else "",
        "ends_at": (mail.acted_at or now) + holding.HELD_FOR,
    }
    return render(request, "notifications/held.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def leaked(request: HttpRequest, token: str) -> HttpResponse:
    """Ends the reply address of one mail, or of all of its game."""
    which = Message.objects.select_related("player", "game", "invitation")
    message = get_object_or_404(which, link=leaked_by(token), player__isnull=False)
    now = timezone.now()
    match request.POST.get("do"):
        case "one" if leaks.end_one(message, now=now):
            return ask_again(request, "ended")
        case "all" if leaks.end_all(message, now=now):
            return ask_again(request, "ended")
    if request.method == "POST":
        return redirect(request.path)
    has_ended = take_back(request, request.path) is not None
    context = {"message": message, "has_ended": has_ended, "is_live": rights.is_live(message, now=now)}
    return render(request, "notifications/leaked.html", context)
