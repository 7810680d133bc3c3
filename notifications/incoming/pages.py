"""The pages behind links in our emails, for anyone who has the email: to confirm a reply on hold, and to report that
somebody else has seen an email.

Opening a page only shows it; its buttons act. The page shows nothing about a game except what the reply asks for."""

from collections.abc import Collection
from datetime import datetime

from celery import current_app
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.rules import registry
from games.web.sent_back import ask_again, take_back
from notifications.incoming import rights, spool
from notifications.models import InboundMail, MailKind, Message
from notifications.outgoing.enqueuing import enqueue
from notifications.preferences.choices import localized_for
from notifications.replies import MailFacts, facts_of
from notifications.tokens import sign, signed_value


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def held(request: HttpRequest, token: str) -> HttpResponse:
    """Show what an email on hold asks for, and where and when it came from. If it is confirmed, it is read again; if it
    is declined, it is dropped."""
    mail = get_object_or_404(InboundMail, link=signed_value("held", token))
    now = timezone.now()
    match request.POST.get("do"):
        case "confirm" if spool.confirm(mail, now=now):
            return ask_again(request, "confirmed")
        case "decline" if spool.decline(mail, now=now):
            return ask_again(request, "declined")
    if request.method == "POST":
        return redirect(request.path)
    sent = take_back(request, request.path)
    question = Message.objects.filter(answers=mail, kind=MailKind.HELD).order_by("pk").last()
    if question is None:
        raise Http404
    facts = facts_of(question)
    context = {
        "mail": mail,
        "asked": facts.asked,
        "sender": facts.sender,
        "address": question.address,
        "game_id": question.game_id,
        "puzzle": question.puzzle,
        "has_seat": question.player_id is not None,
        "read_late": (
            _("If you confirm, it counts as sent now, provided that the puzzle’s day isn’t over.")
            if question.puzzle is not None
            else _(registry.kind(question.its_game.kind).mail_words.read_late)
        ),
        "leak_page": reverse("leaked", args=[sign("leaked", mail.message.link)]) if mail.message else "",
        "is_open": spool.is_open(mail, now=now),
        "done": sent.form if sent else "",
        "ends_at": (mail.acted_at or now) + spool.HELD_FOR,
    }
    return render(request, "notifications/held.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def leaked(request: HttpRequest, token: str) -> HttpResponse:
    """Disable the reply address of one email, or of all emails of its game or puzzle."""
    which = Message.objects.select_related("player", "game", "invitation")
    message = get_object_or_404(which, link=signed_value("leaked", token), player__isnull=False)
    now = timezone.now()
    do = request.POST.get("do")
    if do == "one" and end_address(message, now=now):
        return ask_again(request, "ended")
    if do == "all":  # not those in the queue, which haven't gone out yet
        sent = Message.objects.filter(
            game=message.game_id, puzzle=message.puzzle_id, player=message.player_id, due_at=None, leaked_at=None
        )
        if end_address(message, now=now, also=list(sent.values_list("pk", flat=True))):
            return ask_again(request, "ended")
    if request.method == "POST":
        return redirect(request.path)
    has_ended = take_back(request, request.path) is not None
    context = {"message": message, "has_ended": has_ended, "is_live": rights.is_live(message, now=now)}
    return render(request, "notifications/leaked.html", context)


@transaction.atomic
def end_address(message: Message, *, now: datetime, also: Collection[int] = ()) -> bool:
    """Disable this email's reply address and the `also` ones, and send the current turn from a new address. Returns
    True if it was still active.

    Anyone who has the leaked email can do this too, but only once, and it only ends the access that they have."""
    if not rights.is_live(message, now=now) or message.player is None:
        return False
    if not Message.objects.filter(pk=message.pk, leaked_at=None).update(leaked_at=now):
        return False
    Message.objects.filter(pk__in=also).update(leaked_at=now)
    with localized_for(message, now=now):
        note = _("The reply address of an earlier email has been disabled. Reply to this email instead.")
    enqueue(
        kind=MailKind.RECEIPT,
        game_id=message.game_id,
        puzzle_id=message.puzzle_id,
        player=message.player,
        seat=message.seat,
        address=message.player.email,
        facts=MailFacts(verbs=("STATUS",), notes=(note,)),
        now=now,
    )
    if message.game_id is not None:
        transaction.on_commit(
            lambda: current_app.send_task("notifications.tasks.announce_game", args=[message.game_id]), robust=True
        )
    return True
