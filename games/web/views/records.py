"""The record of a game as a file, and the other notations that its kind knows."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games import queries
from games.queries.record import notated
from games.rules.kind import OrderRefused
from games.web.asking import hides_games, reader
from games.wording import speak


@require_safe
@hides_games
def record(request: HttpRequest, game_id: int) -> HttpResponse:
    """The record as far as its reader may know it; reading it is not seeing."""
    known = queries.record(game_id=game_id, player=reader(request), now=timezone.now())
    return JsonResponse(known, json_dumps_params={"ensure_ascii": False, "indent": 1})


@require_safe
@hides_games
def notation(request: HttpRequest, game_id: int, notation: str) -> HttpResponse:
    """A finished game in another notation; the reason where it cannot be told so."""
    now = timezone.now()
    try:
        text = notated(game_id=game_id, player=reader(request), notation=notation, now=now)
    except OrderRefused as refused:
        view = queries.table(game_id=game_id, player=reader(request), now=now)
        context = {"table": view, "refused": speak(refused.why, view.names)}
        return render(request, "games/not_notated.html", context, status=409)
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
