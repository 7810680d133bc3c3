"""At a table against robots."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.robots import practice
from games.rules.kind import OrderRefused
from games.web.asking import hides_games, in_words, player


@require_POST
@login_required
@hides_games
def go_on(request: HttpRequest, game_id: int) -> HttpResponse:
    """Who practises is stuck, and lets the robot ask for the light."""
    try:
        practice.go_on(game_id=game_id, player=player(request), now=timezone.now())
    except OrderRefused as refused:
        messages.error(request, in_words(request, game_id, refused.why))
    return redirect("game", game_id)
