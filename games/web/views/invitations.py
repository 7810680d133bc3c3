"""The page that an invitation's link opens: one page, one button. GET shows; only a POST sits down or signs in."""

from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import commands
from games.models import Seat
from games.players.accounts import holder_of
from games.players.forms import NewcomerForm
from games.players.models import Invitation, Player
from games.players.tokens import invitation_of, is_open, link_that_opens
from games.queries.invited import invited_table
from games.queries.paces import how_long
from games.queries.views import TableView
from games.rules import registry
from games.rules.kind import OrderRefused
from games.web.asking import hides_games, number_in, reader
from games.web.guests import take_over_guest
from games.web.kinds import opening
from games.web.seats import places_to_choose
from games.web.sent_back import Sent, ask_again, take_back
from games.wording import speak

SAYS_NO = {"decline": gettext_noop("You have declined"), "never": gettext_noop("No invitation will come again")}
BACKEND = "django.contrib.auth.backends.ModelBackend"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@hides_games
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    sent = take_back(request, request.path) if request.method != "POST" else None
    if sent and sent.form in SAYS_NO:
        return render(request, "players/invitation.html", {"said_no": gettext(SAYS_NO[sent.form])})
    found = invitation_of(token)
    if found is None or not is_open(found, now=timezone.now()):
        raise Http404
    view = invited_table(game_id=found.game_id, now=timezone.now())
    answer = request.POST.get("answer", "") if request.method == "POST" else ""
    if answer in SAYS_NO:
        return _say_no(request, found, answer)
    if found.joined_at and reader(request) is not None and holder_of(found.email) == reader(request):
        return redirect("game", found.game_id)
    if request.method == "POST" and answer != "join":
        return redirect(request.path)
    if found.joined_at or view.phase != "lobby" or not any(seat.free or seat.has_room for seat in view.seats):
        closed = _why_closed(request, found, view)
        return redirect(request.path) if answer else _show(request, found, view, closed=closed)
    holder = holder_of(found.email)
    if not answer:
        taken = [name for seat in view.seats for name in seat.people]
        form = NewcomerForm(sent.posted if sent else None, taken=taken)
        return _show(request, found, view, form=form, sent=sent)
    if holder is not None and holder != reader(request):
        return redirect(request.path)
    return _sit_down(request, found, view, holder)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@hides_games
def by_link(request: HttpRequest, link: str) -> HttpResponse:
    """The page that a shared link opens, for anybody: who asks to what. Taking the seat needs an account."""
    now, me = timezone.now(), reader(request)
    found = link_that_opens(link, now=now)
    if found is None:
        return render(
            request, "players/link.html", {"closed": gettext("It was taken back, or is too old.")}, status=404
        )
    view = invited_table(game_id=found.game_id, now=now)
    if request.method == "POST" and me is None:
        return redirect(request.path)
    if me is not None and request.method == "POST":
        cut, number = request.POST.get("cut", "").strip(), number_in(request.POST.get("seat", ""))
        try:
            commands.sit_down_and_agree(game_id=found.game_id, player=me, cut=cut, number=number, now=now)
            return redirect("game", found.game_id)
        except OrderRefused as error:
            return ask_again(request, why=speak(error.why, ()))
    if me is not None and Seat.objects.filter(game=found.game_id, player=me).exists():
        return redirect("game", found.game_id)
    is_closed = view.phase != "lobby" or not any(seat.free or seat.has_room for seat in view.seats)
    sent = take_back(request, request.path)
    context = {
        "table": view,
        "host": found.game.made_by.name if found.game.made_by else gettext("Somebody"),
        "places": places_to_choose(view),
        "opening": opening(view.opening, words=view.word_list),
        "takes": how_long(registry.kind(view.kind), found.game.options, seats=view.seat_count),
        "refused": sent.why if sent else "",
        "sent": sent,
        "closed": _why_full(view) if is_closed else "",
    }
    return render(request, "players/link.html", context)


def _sit_down(request: HttpRequest, found: Invitation, view: TableView, holder: Player | None) -> HttpResponse:
    """A newcomer is signed in; whoever has an account has signed in before."""
    form = NewcomerForm(request.POST, taken=[name for seat in view.seats for name in seat.people])
    if holder is None and not form.is_valid():
        return ask_again(request)
    name = holder.name if holder else form.cleaned_data["name"]
    try:
        accepted = commands.accept_invitation(
            invitation_id=found.pk,
            name=name,
            cut=request.POST.get("cut", "").strip(),
            tiles_by_email=False,
            seat=number_in(request.POST.get("seat", "")),
            now=timezone.now(),
        )
    except OrderRefused as refused:
        return ask_again(request, why=speak(refused.why, ()))
    if accepted.is_new:
        Player.objects.filter(pk=accepted.player.pk).update(time_zone=form.cleaned_data["time_zone"])
        login(request, accepted.player, backend=BACKEND)
        take_over_guest(request, accepted.player)
    return redirect("game", accepted.game_id)


def _say_no(request: HttpRequest, found: Invitation, answer: str) -> HttpResponse:
    now = timezone.now()
    if answer == "never":
        commands.never_invite(email=found.email, now=now)
    commands.decline(invitation_id=found.pk, now=now)
    return ask_again(request, answer)


def _show(
    request: HttpRequest,
    found: Invitation,
    view: TableView,
    *,
    form: NewcomerForm | None = None,
    sent: Sent | None = None,
    closed: str = "",
) -> HttpResponse:
    holder, me = holder_of(found.email), reader(request)
    context = {
        "table": view,
        "invited_by": found.invited_by.name if found.invited_by else gettext("Somebody"),
        "email": found.email,
        "form": form if holder is None and me is None else None,
        "must_sign_in": holder is not None and holder != me,
        "is_somebody_else": holder is None and me is not None,
        "places": places_to_choose(view),
        "opening": opening(view.opening, words=view.word_list),
        "refused": sent.why if sent else "",
        "sent": sent,
        "closed": closed,
    }
    return render(request, "players/invitation.html", context)


def _why_closed(request: HttpRequest, found: Invitation, view: TableView) -> str:
    if found.joined_at:
        return gettext("It has been taken up. Sign in, and you find the game among yours.")
    return _why_full(view)


def _why_full(view: TableView) -> str:
    if view.phase == "cancelled":
        return gettext("The game was called off.")
    if view.phase != "lobby":
        return gettext("The game has begun without this seat.")
    return gettext("Every seat of the game has been taken.")
