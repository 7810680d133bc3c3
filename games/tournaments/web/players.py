"""A player's page: what anybody may see, and below it the reader's own note and settings for them. For the player
themselves it is the page *You*, which leads to the settings."""

from datetime import datetime

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import commands
from games.commands.people import LONGEST_NOTE
from games.players.models import Player
from games.queries.people import NobodyKnown, Person, known_player, person
from games.rules.values import OrderRefused
from games.tournaments.queries.ratings import NoSuchPlayer, PlayerCard, player_card
from games.web.asking import player, reader
from games.wording import speak


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show_player(request: HttpRequest, player_id: int) -> HttpResponse:
    """Show a player's page: their public data to everybody, and to people who know them their note and whether they
    follow or block them."""
    me, now = reader(request), timezone.now()
    if request.method == "POST":
        return _regard(request, player_id) if me is not None else redirect_to_login(request.path)
    card, known = _card(player_id, me, now), _known(player_id, me, now)
    if card is None and known is None:
        raise Http404
    return _show(request, card, known)


@never_cache
@require_safe
@login_required
def you(request: HttpRequest) -> HttpResponse:
    """Show the reader's own page, with links to all of their settings."""
    me = player(request)
    return _show(request, _card(me.pk, me, timezone.now()), None)


def _show(request: HttpRequest, card: PlayerCard | None, known: Person | None) -> HttpResponse:
    together_at = f"{reverse('finished_games')}?{urlencode({'with': known.name})}" if known else ""
    context = {
        "card": card,
        "person": known,
        "name": known.name if known else card.name if card else "",
        "is_own": card is not None and card.id == request.user.pk,
        "together_at": together_at,
        "longest_note": LONGEST_NOTE,
    }
    return render(request, "players/player.html", context)


def _card(player_id: int, me: Player | None, now: datetime) -> PlayerCard | None:
    """Return the player's public data; None if this reader may see none."""
    try:
        return player_card(player_id=player_id, reader_id=me.pk if me else None, now=now)
    except (NoSuchPlayer, OverflowError):  # no player has a number too large for a database
        return None


def _known(player_id: int, me: Player | None, now: datetime) -> Person | None:
    """Return the player as the reader knows them; None for strangers and for the reader."""
    if me is None or me.pk == player_id:
        return None
    try:
        return person(player=me, other_id=player_id, now=now)
    except NobodyKnown:
        return None


def _regard(request: HttpRequest, player_id: int) -> HttpResponse:
    """Save a reader's note on, following or blocking of somebody they know. Raises Http404 for anybody else."""
    me, now, wanted = player(request), timezone.now(), request.POST.get("do", "")
    try:
        other = known_player(player=me, other_id=player_id, now=now)
        match wanted:
            case "note":
                commands.regard(player=me, other=other, note=request.POST.get("note", ""), now=now)
            case "follow" | "unfollow":
                commands.regard(player=me, other=other, follows=wanted == "follow", now=now)
            case "block" | "unblock":
                commands.regard(player=me, other=other, blocks=wanted == "block", now=now)
            case _:
                raise BadRequest("no such order")
        messages.success(request, gettext("Saved."))
    except NobodyKnown as unknown:
        raise Http404 from unknown
    except OrderRefused as refused:
        messages.error(request, speak(refused.why, ()))
    return redirect("player", player_id)
