"""People the reader knows: followed, blocked, or met in a game; and a search by name."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.queries.people import FOUND_SHOWN, page_of_people, people_named
from games.web.asking import page_in, player

LONGEST_NAME = 40


@never_cache
@require_safe
@login_required
def people(request: HttpRequest) -> HttpResponse:
    """Show the reader's people, or those whose name begins with `?q=`."""
    if wanted := request.GET.get("q", "").strip()[:LONGEST_NAME]:
        found = people_named(player=player(request), name=wanted)
        return render(request, "players/people.html", {"wanted": wanted, "found": found, "most": FOUND_SHOWN})
    shown, has_more = page_of_people(player=player(request), page=(page := page_in(request)))
    return render(request, "players/people.html", {"people": shown, "page": page, "has_more": has_more})
