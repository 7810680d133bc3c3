"""The list of tournaments."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.tournaments.queries.lists import tournaments
from games.web.asking import reader


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """Open for entries, running, finished."""
    return render(request, "tournaments/list.html", {"tournaments": tournaments(player=reader(request))})
