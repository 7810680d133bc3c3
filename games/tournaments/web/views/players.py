"""A player's public page, and the list of ratings of each kind."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.rules import registry
from games.tournaments.queries.ratings import NoSuchPlayer, player_card, rating_list
from games.web.asking import number_in
from games.web.kinds import kind_cards

MOST_PAGES = 1000


@require_safe
def show_player(request: HttpRequest, player_id: int) -> HttpResponse:
    """For everybody, also for who is not signed in."""
    try:
        card = player_card(player_id=player_id, now=timezone.now())
    except (NoSuchPlayer, OverflowError) as absent:  # a number that no database holds is nobody’s
        raise Http404 from absent
    return render(request, "tournaments/player.html", {"card": card})


@require_safe
def show_ratings(request: HttpRequest, kind: str = "") -> HttpResponse:
    """Of one kind, else of the first, a hundred a page."""
    kind = kind or next(iter(registry.KINDS))
    page = number_in(request.GET.get("page", "1"))
    if kind not in registry.KINDS or not page or page > MOST_PAGES:
        raise Http404
    found = rating_list(kind=kind, page=page, now=timezone.now())
    return render(request, "tournaments/ratings.html", {"ratings": found, "kinds": kind_cards()})
