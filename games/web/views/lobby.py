"""Before the deal: the lobby with its seats and acceptances, the pages of invitations and shared links, and rematches.

Only a POST gives anybody a seat or signs them in."""

import json
from collections import Counter
from dataclasses import dataclass

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import commands, queries
from games.models import Game, Seat
from games.players.accounts import holder_of, played_with
from games.players.forms import NewcomerForm
from games.players.models import Invitation, InvitationLink, Player
from games.players.names import name_for_address
from games.players.regards import is_shut_out
from games.players.tokens import invitation_of, is_open, link_that_opens
from games.queries.clubs import name_for
from games.queries.languages import finished_board, in_language
from games.queries.options import how_long
from games.queries.tables import SeatLine, TableView, onlooked_table
from games.robots import practice
from games.robots.levels import FIRST
from games.rules import registry
from games.rules.names import comparable
from games.rules.values import OrderRefused
from games.web.asking import hides_games, is_part, number_in, player, reader
from games.web.etags import GamePage, unchanged, with_etag
from games.web.invited import send_code
from games.web.kinds import kind_cards, opening
from games.web.layouts import SMALL_CELL, draw
from games.web.sent_back import Sent, acts_at_table, ask_again, refuse, take_back
from games.web.views.learn import KIND as TAUGHT

ASKS_EVERY, ASKS_LIVE = 10, 3  # seconds between an open page's requests
NAMES_OFFERED = 12
SAYS_NO = {"decline": gettext_noop("Invitation declined"), "never": gettext_noop("You won’t get any more invitations")}
BACK_TO = "seat"  # session key: the page of the invitation that the player came from


@dataclass(frozen=True)
class Place:
    """A free seat with its label."""

    number: int
    says: str


# --- the lobby --------------------------------------------------------------------------------------------------------


def show_lobby(page: GamePage, view: TableView, sent: Sent | None = None) -> HttpResponse:
    """Show the page, or only the part that updates itself; text written into a refused form stays."""
    request = page.request
    own = next((seat for seat in view.seats if seat.you), None)
    is_whole = not is_part(request)
    link = InvitationLink.objects.filter(game=view.id).first() if view.is_maker and is_whole else None
    robots = None
    if not view.rated and any(seat.free for seat in view.seats):
        robots = next((card for card in kind_cards() if card.key == view.kind and card.has_robots), None)
    context = {
        "table": view,
        "own": own,
        "has_free_seat": _has_place(view),
        "chooses": view.phase == "lobby" and request.user.is_authenticated and _matters_where_one_sits(view),
        "opening": opening(view.opening, words=view.words_say),
        "club": name_for(club_id=view.game.club_id, player=reader(request)) if view.game.club_id else "",
        "robots": robots,
        "refused": sent.why if sent else "",
        "cut": sent.one("cut") if sent else "",
        "email": sent.one("email") if sent else "",
        "headers": json.dumps({"If-None-Match": page.part_etag}),
        "swapped": not is_whole,
        "link": request.build_absolute_uri(reverse("by_link", args=[link.link])) if link else "",
        "people": names_to_invite(player(request)) if own and is_whole else (),
        "asks_every": ASKS_LIVE if view.pace.is_live else ASKS_EVERY,
    }
    return render(request, "games/lobby.html" if is_whole else "games/_seats.html", context)


@require_safe
@hides_games
def seats(request: HttpRequest, game_id: int) -> HttpResponse:
    """Return the seats for a page that polls; 304 if nothing has changed, a redirect to the game once tiles are
    dealt."""
    if not is_part(request):
        return redirect("game", game_id)
    page = GamePage.of(request, game_id)
    if answer := unchanged(request, page.etag):
        return answer
    view = queries.table(game_id=game_id, player=reader(request), now=timezone.now())
    if view.phase != "lobby":
        return HttpResponse(headers={"HX-Redirect": redirect("game", game_id)["Location"]})
    page = page.after(view)
    return unchanged(request, page.etag) or with_etag(show_lobby(page, view), page.etag)


@acts_at_table("lobby")
def lobby(request: HttpRequest, game_id: int) -> HttpResponse:
    """Carry out an action in the lobby."""
    me, now, wanted = player(request), timezone.now(), request.POST.get("do", "")
    match wanted:
        case "join":
            commands.join(game_id=game_id, player=me, now=now)
        case "accept":
            commands.accept(game_id=game_id, player=me, now=now)
        case "decline":
            asked = Invitation.objects.filter(game=game_id, email=me.email, is_kept_back=False).first()
            commands.decline(invitation_id=asked.pk if asked else 0, now=now)
            messages.success(request, gettext(SAYS_NO["decline"]))
            return redirect("home")
        case "sit":
            commands.take_seat(game_id=game_id, player=me, number=_seat(request), now=now)
        case "agree":
            commands.agree(game_id=game_id, player=me, cut=request.POST.get("cut", "").strip(), now=now)
        case "take_back":
            commands.take_back_agreement(game_id=game_id, player=me, now=now)
        case "leave":
            commands.leave(game_id=game_id, player=me, now=now)
            messages.success(request, gettext("You have left the game."))
            return redirect("home")
        case "cancel":
            commands.cancel(game_id=game_id, player=me, now=now)
        case "free":
            commands.free_seat(game_id=game_id, player=me, number=_seat(request), now=now)
        case "invite":
            email = request.POST.get("email", "").strip()
            commands.invite(game_id=game_id, player=me, email=email, now=now)
            messages.success(request, gettext("We’ve sent an invitation to %(email)s.") % {"email": email})
        case "make_link":
            commands.make_link(game_id=game_id, player=me, now=now)
        case "take_link_back":
            commands.take_link_back(game_id=game_id, player=me, now=now)
            messages.success(request, gettext("The link no longer works."))
        case "robot":
            practice.sit_down(game_id=game_id, player=me, level=request.POST.get("level", FIRST), now=now)
        case _:
            raise BadRequest("no such order")
    return redirect("game", game_id)


def _seat(request: HttpRequest) -> int:
    number = number_in(request.POST.get("seat", ""))
    if number is None:
        raise BadRequest("no such seat")
    return number


@acts_at_table("rematch")
def rematch(request: HttpRequest, game_id: int) -> HttpResponse:
    """Go to the rematch; the first to ask creates it."""
    return redirect("game", commands.rematch(game_id=game_id, player=player(request), now=timezone.now()))


# --- seats to choose from, and people to invite -----------------------------------------------------------------------


def names_to_invite(player: Player) -> list[str]:
    """Return the names of people one has played with, latest first, without names that several of them share."""
    met = played_with(player)
    people = Counter(comparable(other.name) for other in met)
    return [other.name for other in met if people[comparable(other.name)] == 1][:NAMES_OFFERED]


def places_to_choose(view: TableView) -> tuple[Place, ...]:
    """Return the seats to choose from, free ones first, as players who don't choose sit there; empty if all seats
    are alike."""
    if not _matters_where_one_sits(view):
        return ()
    teams = {seat.number: team.name for team in view.teams for seat in team.seats}
    return tuple(
        Place(seat.number, _called(seat, teams.get(seat.number, "")))
        for seat in sorted(view.seats, key=lambda seat: not seat.free)
        if seat.free or seat.has_room
    )


def _has_place(view: TableView) -> bool:
    return any(seat.free or seat.has_room for seat in view.seats)


def _matters_where_one_sits(view: TableView) -> bool:
    """Return True if there are teams, or seats that several can share."""
    return bool(view.teams) or any(seat.has_room for seat in view.seats)


def _called(seat: SeatLine, team: str) -> str:
    number = seat.number + 1
    if seat.has_room and team:
        return gettext("{team}, seat {n}, shared with {name}").format(team=team, n=number, name=seat.name)
    if seat.has_room:
        return gettext("Seat {n}, shared with {name}").format(n=number, name=seat.name)
    return gettext("{team}, seat {n}").format(team=team, n=number) if team else gettext("Seat {n}").format(n=number)


# --- invitations ------------------------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@hides_games
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show an invitation, with one button, or carry out the answer."""
    now, me = timezone.now(), reader(request)
    sent = take_back(request, request.path) if request.method != "POST" else None
    if sent and sent.form in SAYS_NO:
        return render(request, "players/invitation.html", {"said_no": gettext(SAYS_NO[sent.form])})
    found = invitation_of(token)
    if found is None or not is_open(found, now=now) or _is_shut(found.game, me):
        raise Http404
    view, holder = onlooked_table(game_id=found.game_id, now=now), holder_of(found.email)
    answer = request.POST.get("answer", "") if request.method == "POST" else ""
    if answer in SAYS_NO:
        if answer == "never":
            commands.never_invite(email=found.email, now=now)
        commands.decline(invitation_id=found.pk, now=now)
        return ask_again(request, answer)
    if found.joined_at and me is not None and holder == me:
        return redirect("game", found.game_id)
    if request.method == "POST" and answer != "join":
        return redirect(request.path)
    closed = _why_closed(view)
    if "how" in request.GET and not closed:
        return _show_how(request, view)
    if found.joined_at:
        closed = gettext("It has already been accepted. Sign in to see the game in your list of games.")
    taken = [name for seat in view.seats for name in seat.people]
    if not answer:
        context = {
            "host": found.invited_by.name if found.invited_by else gettext("Somebody"),
            "email": found.email,
            "form": NewcomerForm(
                sent.posted if sent else None, taken=taken, initial={"name": name_for_address(found.email)}
            )
            if holder is None and me is None and not closed
            else None,
            "must_sign_in": holder is not None and holder != me,
            "is_somebody_else": holder is None and me is not None,
            **_of_the_table(request, view, None if closed else sent, closed),
        }
        return render(request, "players/invitation.html", context)
    if closed or holder != me:
        return redirect(request.path)
    if holder is None:
        return send_code(request, found) if NewcomerForm(request.POST, taken=taken).is_valid() else ask_again(request)
    return _sit_down(request, found, holder)


def _sit_down(request: HttpRequest, found: Invitation, holder: Player) -> HttpResponse:
    """Seat the player, who has signed in."""
    try:
        accepted = commands.accept_invitation(
            invitation_id=found.pk,
            name=holder.name,
            cut=request.POST.get("cut", "").strip(),
            tiles_by_email=False,
            seat=number_in(request.POST.get("seat", "")),
            now=timezone.now(),
        )
    except OrderRefused as refused:
        return refuse(request, "", refused)
    return redirect("game", accepted.game_id)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@hides_games
def by_link(request: HttpRequest, link: str) -> HttpResponse:
    """Show the page of a shared link, open to anyone: who invites to what. Taking the seat needs an account."""
    now, me = timezone.now(), reader(request)
    found = link_that_opens(link, now=now)
    if found is None or _is_shut(found.game, me):
        closed = gettext("It was withdrawn or has expired.")
        return render(request, "players/invitation.html", {"closed": closed}, status=404)
    view = onlooked_table(game_id=found.game_id, now=now)
    if "how" in request.GET and not _why_closed(view):
        return _show_how(request, view)
    if request.method == "POST" and me is None:
        return redirect(request.path)
    if me is not None and request.method == "POST":
        cut, number = request.POST.get("cut", "").strip(), number_in(request.POST.get("seat", ""))
        try:
            commands.sit_down_and_agree(game_id=found.game_id, player=me, cut=cut, number=number, now=now)
        except OrderRefused as refused:
            return refuse(request, "", refused)
        return redirect("game", found.game_id)
    if me is not None and Seat.objects.filter(game=found.game_id, player=me).exists():
        return redirect("game", found.game_id)
    context = {
        "host": found.game.made_by.name if found.game.made_by else gettext("Somebody"),
        "needs_account": me is None,
        **_of_the_table(request, view, take_back(request, request.path), _why_closed(view)),
    }
    return render(request, "players/invitation.html", context)


def _show_how(request: HttpRequest, view: TableView) -> HttpResponse:
    """Redirect to the lesson, or to the rules of a kind without one; a link there leads back to the invitation."""
    request.session[BACK_TO] = request.path
    return redirect("learn") if view.kind == TAUGHT.key else redirect("rules_of", view.kind)


def _is_shut(game: Game, reader: Player | None) -> bool:
    """Return True for a lobby whose creator has blocked the reader: its links then look expired."""
    if reader is None or game.phase != Game.Phase.LOBBY:
        return False
    return is_shut_out(game_id=game.pk, made_by=game.made_by_id, player=reader) and not (
        Seat.objects.filter(game=game, player=reader).exists()
    )


def _of_the_table(request: HttpRequest, view: TableView, sent: Sent | None, closed: str) -> dict[str, object]:
    """Return the game as both pages show it; `closed` says why nobody can join it."""
    request.session.pop(BACK_TO, None)
    kind, board = registry.kind(view.kind), finished_board(registry.kind(view.kind), view.game.options)
    return {
        "card": next(card for card in kind_cards() if card.key == view.kind),
        "picture": draw(board, cell=SMALL_CELL, alphabet=view.alphabet) if board else None,
        "game_name": in_language(view.kind_name, view.language),
        "has_lesson": view.kind == TAUGHT.key,
        "takes": how_long(kind, view.game.options, seats=view.game.seat_count),
        "table": view,
        "places": places_to_choose(view),
        "opening": opening(view.opening, words=view.words_say),
        "refused": sent.why if sent else "",
        "sent": sent,
        "closed": closed,
    }


def _why_closed(view: TableView) -> str:
    if view.phase == "cancelled":
        return gettext("The game was cancelled.")
    if view.phase != "lobby":
        return gettext("This game has already started.")
    return "" if _has_place(view) else gettext("All seats in this game are taken.")
