"""The people whom the reader knows, and a page for each: follow, block, a note, and the games together. Nobody but the reader
is ever shown any of it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import commands
from games.commands.people import LONGEST_NOTE
from games.queries.people import NobodyKnown, known_player, page_of_people
from games.queries.people import person as person_of
from games.rules.kind import OrderRefused
from games.web.asking import hides, page_in, player
from games.wording import speak


@never_cache
@require_safe
@login_required
def people(request: HttpRequest) -> HttpResponse:
    shown, has_more = page_of_people(player=player(request), page=(page := page_in(request)))
    return render(request, "players/people.html", {"people": shown, "page": page, "has_more": has_more})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@hides(NobodyKnown)
def person(request: HttpRequest, player_id: int) -> HttpResponse:
    """The page of somebody the reader knows; 404 for anybody else, as for nobody."""
    me, now = player(request), timezone.now()
    if request.method != "POST":
        one = person_of(player=me, other_id=player_id, now=now)
        together_at = f"{reverse('finished_games')}?{urlencode({'with': one.name})}"
        context = {"person": one, "together_at": together_at, "longest_note": LONGEST_NOTE}
        return render(request, "players/person.html", context)
    other, wanted = known_player(player=me, other_id=player_id, now=now), request.POST.get("do", "")
    try:
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
    except OrderRefused as refused:
        messages.error(request, speak(refused.why, ()))
    return redirect("person", player_id)
