"""The pages of a player's mail: which kinds come when, the quiet hours, how its delivery goes; and the page behind a mail
program's own button to unsubscribe, which mutes one game and takes it back."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games import commands, queries
from games.models import Game, Seat
from games.players.models import Player
from games.players.tokens import invitation_of
from games.store import NoSuchGame
from games.web.asking import hides_games, player
from games.web.sent_back import ask_again, posted_or_sent
from notifications import bounces, preferences, presence
from notifications.forms import ChoicesForm, HoursForm
from notifications.models import MailChoice, MailHours, Message, Mute
from notifications.tokens import muted_by

MAILS_SHOWN = 10


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def mail_choices(request: HttpRequest) -> HttpResponse:
    """For all games: the kinds, the hours, and the health of one's mail."""
    me = player(request)
    if request.method == "POST" and request.POST.get("do") == "try":
        return _try_again(request, me)
    hours = MailHours.objects.filter(player=me).first() or MailHours(player=me)
    posted = posted_or_sent(request)
    choices_form = ChoicesForm(posted, chosen=_chosen(me, None), of_kind=None, gets_tiles=False)
    hours_form = HoursForm(posted, instance=hours)
    if request.method == "POST":
        if not (choices_form.is_valid() and hours_form.is_valid()):
            return ask_again(request)
        preferences.choose(player=me, game_id=None, chosen=choices_form.choices)
        hours_form.save()
        messages.success(request, gettext("Saved. It counts for what happens from now on."))
        return redirect("mail_choices")
    context = {
        "choices_form": choices_form,
        "hours_form": hours_form,
        "mails": Message.objects.filter(player=me).order_by("-pk")[:MAILS_SHOWN],
        "has_complained": me.mail_fails_since is not None and bounces.has_complained(me.email),
        "muted": Mute.objects.filter(player=me, game__in=_going_on(me)).order_by("game"),
    }
    return render(request, "notifications/mail_choices.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@hides_games
def game_mail_choices(request: HttpRequest, game_id: int) -> HttpResponse:
    """For one game, of those who sit there."""
    me = player(request)
    table = queries.table(game_id=game_id, player=me, now=timezone.now())
    if table.you is None:
        raise NoSuchGame
    match request.POST.get("do"):
        case "mute":
            preferences.mute(player=me, game_id=game_id, now=timezone.now())
            return redirect("game_mail_choices", game_id)
        case "unmute":
            preferences.unmute(player=me, game_id=game_id, now=timezone.now())
            return redirect("game_mail_choices", game_id)
    form = ChoicesForm(
        posted_or_sent(request), chosen=_chosen(me, game_id), of_kind=table.kind, gets_tiles=table.tiles_by_email
    )
    if request.method == "POST":
        if not form.is_valid():
            return ask_again(request)
        preferences.choose(player=me, game_id=game_id, chosen=form.choices)
        messages.success(request, gettext("Saved. It counts for what happens from now on."))
        return redirect("game_mail_choices", game_id)
    context = {
        "choices_form": form,
        "table": table,
        "is_muted": Mute.objects.filter(player=me, game=game_id).exists(),
        "only_ends": preferences.mails_only_ends(
            me, is_live=table.pace.is_live, is_practice=presence.is_practice(game_id)
        ),
    }
    return render(request, "notifications/game_mail_choices.html", context)


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mute(request: HttpRequest, token: str) -> HttpResponse:
    """Mutes one game's mail at one POST, by whoever has the mail (RFC 8058): no sign-in, no redirect, nothing on GET."""
    who, game_id = muted_by(token) or (0, 0)
    me = Player.objects.filter(pk=who).first()
    if me is None or not Game.objects.filter(pk=game_id).exists():
        raise Http404
    if request.method == "POST":
        if request.POST.get("do") == "unmute":
            preferences.unmute(player=me, game_id=game_id, now=timezone.now())
        else:
            preferences.mute(player=me, game_id=game_id, now=timezone.now())
    muted = Mute.objects.filter(player=me, game=game_id).first()
    return render(request, "notifications/mute.html", {"game_id": game_id, "muted": muted})


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def no_invitations(request: HttpRequest, token: str) -> HttpResponse:
    """Ends all invitations to an address at one POST, by whoever has one (RFC 8058): no sign-in, no redirect, nothing on GET.
    The one it came with stands until it is answered."""
    invitation = invitation_of(token)
    if invitation is None:
        raise Http404
    if request.method == "POST":
        commands.never_invite(email=invitation.email, now=timezone.now())
    context = {"invitation": invitation, "is_over": request.method == "POST", "token": token}
    return render(request, "notifications/no_invitations.html", context)


def _try_again(request: HttpRequest, me: Player) -> HttpResponse:
    if me.mail_fails_since is None:
        raise BadRequest("mail to this address does not fail")
    works = bounces.try_again(player=me, now=timezone.now())
    if works:
        messages.success(request, gettext("Mail goes out to you again. Tiles by email are switched on game by game."))
    return redirect("mail_choices")


def _chosen(me: Player, game_id: int | None) -> dict[str, str]:
    return dict(MailChoice.objects.filter(player=me, game=game_id).values_list("kind", "when"))


def _going_on(me: Player) -> QuerySet[Game]:
    over = [Game.Phase.FINISHED, Game.Phase.CANCELLED]
    return Game.objects.filter(pk__in=Seat.objects.filter(player=me).values("game")).exclude(phase__in=over)
