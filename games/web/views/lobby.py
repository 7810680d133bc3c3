"""The lobby: who sits, who has agreed, whom to ask, and what is agreed."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from games import commands, queries
from games.queries.views import TableView
from games.rules.kind import OrderRefused
from games.web.views.asking import hides_games, in_words, number_in, player


def show_lobby(request: HttpRequest, view: TableView, *, refused: str = "", status: int = 200) -> HttpResponse:
    """The page; what was written into a refused form stays in it."""
    own = next((seat for seat in view.seats if seat.you), None)
    context = {
        "table": view,
        "own": own,
        "has_free_seat": any(seat.free for seat in view.seats),
        "refused": refused,
        "cut": request.POST.get("cut", ""),
        "email": request.POST.get("email", ""),
    }
    return render(request, "games/lobby.html", context, status=status)


@require_POST
@login_required
@hides_games
def lobby(request: HttpRequest, game_id: int) -> HttpResponse:
    """Whatever may be done before the deal."""
    me, now = player(request), timezone.now()
    act = request.POST.get("do", "")
    try:
        _carry_out(act, request, game_id)
    except OrderRefused as refused:
        view = queries.table(game_id=game_id, player=me, now=now)
        why = in_words(view, refused.why)
        if view.phase != "lobby":
            messages.error(request, why)
            return redirect("game", game_id)
        return show_lobby(request, view, refused=why, status=409)
    if act == "leave":
        messages.success(request, gettext("You have left the table."))
        return redirect("home")
    return redirect("game", game_id)


def _carry_out(act: str, request: HttpRequest, game_id: int) -> None:
    me, now = player(request), timezone.now()
    match act:
        case "join":
            commands.join(game_id=game_id, player=me, now=now)
        case "agree":
            commands.agree(game_id=game_id, player=me, cut=request.POST.get("cut", "").strip(), now=now)
        case "take_back":
            commands.take_back_agreement(game_id=game_id, player=me, now=now)
        case "leave":
            commands.leave(game_id=game_id, player=me, now=now)
        case "cancel":
            commands.cancel(game_id=game_id, player=me, now=now)
        case "free":
            commands.free_seat(game_id=game_id, player=me, number=_seat(request), now=now)
        case "invite":
            email = request.POST.get("email", "").strip()
            commands.invite(game_id=game_id, player=me, email=email, now=now)
            messages.success(request, gettext("An invitation goes to %(email)s.") % {"email": email})
        case _:
            raise BadRequest("no such act")


def _seat(request: HttpRequest) -> int:
    number = number_in(request.POST.get("seat", ""))
    if number is None:
        raise BadRequest("no such seat")
    return number
