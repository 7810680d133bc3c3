"""The lobby: who sits, who has agreed, whom to ask, and what is agreed."""

import json

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from games import commands, queries
from games.players.models import InvitationLink
from games.queries.views import TableView
from games.robots import practice
from games.rules.kind import OrderRefused
from games.web.asking import hides_games, number_in, player, reader
from games.web.etags import etag_of, is_known, is_part, place_of, with_etag
from games.web.kinds import kind_cards, opening
from games.web.seats import matters_where_one_sits, names_to_invite
from games.web.sent_back import Sent
from games.web.views.refusing import refuse
from games.wording import speak

ASKS_EVERY, ASKS_LIVE = 10, 3  # seconds from one question of an open page to the next


def show_lobby(request: HttpRequest, view: TableView, sent: Sent | None = None) -> HttpResponse:
    """The page, or only what changes on it by itself; what was written into a refused form stays in it."""
    own = next((seat for seat in view.seats if seat.you), None)
    context = {
        "table": view,
        "own": own,
        "has_free_seat": any(seat.free or seat.has_room for seat in view.seats),
        "chooses": view.phase == "lobby" and request.user.is_authenticated and matters_where_one_sits(view),
        "opening": opening(view.opening, words=view.word_list),
        "has_robots": not view.rated
        and any(seat.free for seat in view.seats)
        and any(card.key == view.kind and card.has_robots for card in kind_cards()),
        "refused": sent.why if sent else "",
        "cut": sent.one("cut") if sent else "",
        "email": sent.one("email") if sent else "",
        "headers": json.dumps({"If-None-Match": etag_of(view, request, part=True)}),
        "swapped": is_part(request),
        "link": _link_of(request, view),
        "people": names_to_invite(player(request)) if own and not is_part(request) else (),
        "asks_every": ASKS_LIVE if view.pace.is_live else ASKS_EVERY,
    }
    return render(request, "games/_seats.html" if is_part(request) else "games/lobby.html", context)


@require_safe
@hides_games
def seats(request: HttpRequest, game_id: int) -> HttpResponse:
    """Who sits and who has agreed, for a page that asks again; 304 where it knows, and the table once tiles are dealt."""
    if not is_part(request):
        return redirect("game", game_id)
    place = place_of(request, game_id)
    if is_known(request, place):
        return HttpResponseNotModified(headers={"ETag": request.headers["If-None-Match"]})
    view = queries.table(game_id=game_id, player=reader(request), now=timezone.now())
    if view.phase != "lobby":
        return HttpResponse(headers={"HX-Redirect": redirect("game", game_id)["Location"]})
    etag = etag_of(view, request, part=True)
    has_it = request.headers.get("If-None-Match") == etag
    return with_etag(HttpResponseNotModified() if has_it else show_lobby(request, view), etag, place)


@require_POST
@login_required
@hides_games
def lobby(request: HttpRequest, game_id: int) -> HttpResponse:
    """Whatever may be done before the deal."""
    act = request.POST.get("do", "")
    try:
        _carry_out(act, request, game_id)
    except OrderRefused as refused:
        return refuse(request, game_id, refused, form="lobby")
    if act == "leave":
        messages.success(request, gettext("You have left the table."))
        return redirect("home")
    return redirect("game", game_id)


@require_POST
@login_required
@hides_games
def rematch(request: HttpRequest, game_id: int) -> HttpResponse:
    """The same game once more, made by the first who asks."""
    try:
        again = commands.rematch(game_id=game_id, player=player(request), now=timezone.now())
    except OrderRefused as refused:
        messages.error(request, speak(refused.why, ()))
        return redirect("game", game_id)
    return redirect("game", again)


def _link_of(request: HttpRequest, view: TableView) -> str:
    """The link to share, for the maker."""
    found = InvitationLink.objects.filter(game=view.id).first() if view.maker and not is_part(request) else None
    return request.build_absolute_uri(reverse("by_link", args=[found.link])) if found else ""


def _carry_out(act: str, request: HttpRequest, game_id: int) -> None:
    me, now = player(request), timezone.now()
    match act:
        case "join":
            commands.join(game_id=game_id, player=me, now=now)
        case "sit":
            commands.take_seat(game_id=game_id, player=me, number=_seat(request), now=now)
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
        case "make_link":
            commands.make_link(game_id=game_id, player=me, now=now)
        case "take_link_back":
            commands.take_link_back(game_id=game_id, player=me, now=now)
            messages.success(request, gettext("The link opens nothing any more."))
        case "robot":
            practice.sit_down(game_id=game_id, player=me, now=now)
        case _:
            raise BadRequest("no such act")


def _seat(request: HttpRequest) -> int:
    number = number_in(request.POST.get("seat", ""))
    if number is None:
        raise BadRequest("no such seat")
    return number
