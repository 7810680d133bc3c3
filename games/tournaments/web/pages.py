"""The list of tournaments; the page of one, where players enter, become a reserve, withdraw and challenge; and the
rating lists."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.messages import get_messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from games.rules import registry
from games.rules.alphabets.known import ENGLISH, codes
from games.rules.values import OrderRefused
from games.tournaments import commands
from games.tournaments.models import Entrant
from games.tournaments.queries.clubs import clubs_run_by
from games.tournaments.queries.pages import TournamentView, tournament_page, tournaments
from games.tournaments.queries.ratings import rating_list
from games.web.asking import hides, number_in, page_in, player, reader, waiting_count
from games.web.etags import digest, unchanged, with_etag, written_for
from games.web.kinds import kind_cards
from games.word_lists.shelf import own_name
from games.wording import speak

hides_tournaments = hides(commands.NoSuchTournament)


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """Show the list: open for entries, running, finished. If there are none to enter or follow, it explains tournaments
    and who can start one."""
    lists, has_more = tournaments(player=reader(request), page=(page := page_in(request)))
    context: dict[str, object] = {"tournaments": lists, "page": page, "has_more": has_more}
    if page == 1 and not lists["open"] and not lists["running"]:
        context["runs"] = clubs_run_by(reader(request))
    return render(request, "tournaments/list.html", context)


@require_safe
@hides_tournaments
def tournament(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show a tournament to everybody; 304 if the reader's copy is current."""
    view = _seen(request, tournament_id)
    if get_messages(request):
        return _show(request, view)
    etag = f'"{digest((view, waiting_count(request), *written_for(request)))}"'
    return unchanged(request, etag) or with_etag(_show(request, view), etag)


@require_safe
@login_required
@hides_tournaments
def withdrawing(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Ask whether the reader really wants to withdraw."""
    view = _seen(request, tournament_id)
    if not view.mine.may_withdraw:
        return redirect("tournament", tournament_id)
    return render(request, "tournaments/withdraw.html", {"tournament": view})


@require_POST
@login_required
@hides_tournaments
def act(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Carry out a player's action from a tournament's page."""
    view = _seen(request, tournament_id)
    try:
        messages.success(request, _carry_out(request, view))
    except OrderRefused as refused:
        messages.error(request, speak(refused.why, ()))
    return redirect("tournament", tournament_id)


def _carry_out(request: HttpRequest, view: TournamentView) -> str:
    me, now = player(request), timezone.now()
    match request.POST.get("do"):
        case "enter":
            club = number_in(request.POST.get("club", ""))
            entrant = commands.enter(tournament_id=view.id, player=me, club=club, now=now)
            if entrant.standing == Entrant.Standing.RESERVE:
                return gettext("All places are taken. You’re on the reserve list.")
            return gettext("You have entered.")
        case "reserve":
            club = number_in(request.POST.get("club", ""))
            commands.reserve(tournament_id=view.id, player=me, club=club, now=now)
            return gettext("You’re on the reserve list. A director may give you a place.")
        case "withdraw":
            if view.mine.entrant is None:
                raise BadRequest("not entered")
            resigns = request.POST.get("resigns") == "yes"
            commands.withdraw(entrant_id=view.mine.entrant, by=me, now=now, resigns=resigns)
            return gettext("You have withdrawn.")
        case "challenge":
            other = number_in(request.POST.get("entrant", ""))
            if other is None:
                raise BadRequest("nobody challenged")
            commands.challenge(tournament_id=view.id, player=me, other_id=other, now=now)
            return gettext("You have sent the challenge. Join your table.")
    raise BadRequest("no such act")


def _seen(request: HttpRequest, tournament_id: int) -> TournamentView:
    return tournament_page(tournament_id=tournament_id, player=reader(request), now=timezone.now())


def _show(request: HttpRequest, view: TournamentView) -> HttpResponse:
    return render(request, "tournaments/tournament.html", {"tournament": view})


@require_safe
def show_ratings(request: HttpRequest, kind: str = "") -> HttpResponse:
    """Show the rating list of one kind, by default the first, and one language, by default English, a hundred per
    page."""
    kind = kind or next(iter(registry.KINDS))
    if kind not in registry.KINDS:
        raise Http404
    language = request.GET.get("language", ENGLISH.code)
    if language not in codes():
        raise Http404
    found = rating_list(kind=kind, language=language, page=page_in(request), now=timezone.now())
    languages = (
        [(code, own_name(code), code == language) for code in found.languages] if len(found.languages) > 1 else []
    )
    shown = {"ratings": found, "kinds": kind_cards(), "languages": languages}
    return render(request, "tournaments/ratings.html", shown)
