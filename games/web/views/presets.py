"""Presets: a table's options kept from its page, renamed and deleted where a new game is made."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from games import commands, queries
from games.rules.kind import OrderRefused
from games.web.asking import hides, hides_games, player
from games.wording import speak


@require_POST
@login_required
@hides_games
def keep_options(request: HttpRequest, game_id: int) -> HttpResponse:
    """From the page of a game, to which it goes back."""
    try:
        kept = commands.save_preset_of_game(
            player=player(request), game_id=game_id, name=request.POST.get("name", ""), now=timezone.now()
        )
    except OrderRefused as refused:
        messages.error(request, speak(refused.why, ()))
    else:
        said = gettext("Kept as “{name}”. You find it where you make a new game.")
        messages.success(request, said.format(name=kept.name))
    return redirect("game", game_id)


@require_POST
@login_required
@hides(commands.NoSuchPreset)
def preset(request: HttpRequest, preset_id: int) -> HttpResponse:
    found = queries.preset(player=player(request), preset_id=preset_id)
    if found is None:
        raise Http404
    try:
        match request.POST.get("do"):
            case "rename":
                commands.rename_preset(player=player(request), preset_id=preset_id, name=request.POST.get("name", ""))
            case "delete":
                commands.delete_preset(player=player(request), preset_id=preset_id)
            case _:
                raise BadRequest("no such act")
    except OrderRefused as refused:
        messages.error(request, speak(refused.why, ()))
    return redirect(f"{reverse('new_game')}?kind={found[0].key}#make")
