"""The people whom the reader knows: followed, blocked, or met in a game."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.queries.people import page_of_people
from games.web.asking import page_in, player


@never_cache
@require_safe
@login_required
def people(request: HttpRequest) -> HttpResponse:
    shown, has_more = page_of_people(player=player(request), page=(page := page_in(request)))
    return render(request, "players/people.html", {"people": shown, "page": page, "has_more": has_more})
