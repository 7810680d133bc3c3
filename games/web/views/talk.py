"""What a player says to the table, whom they do not listen to, and what they write down for themselves."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from games import commands
from games.rules.kind import OrderRefused
from games.web.asking import hides_games, number_in, player
from games.web.etags import is_part
from games.web.views.refusing import refuse
from games.wording import speak


@require_POST
@login_required
@hides_games
def say(request: HttpRequest, game_id: int) -> HttpResponse:
    """A line to the table."""
    text = request.POST.get("text", "")
    try:
        commands.say(game_id=game_id, player=player(request), text=text, now=timezone.now())
    except OrderRefused as refused:
        return refuse(request, game_id, refused, form="say")
    return redirect(f"{reverse('game', args=[game_id])}#talk")


@require_POST
@login_required
@hides_games
def mute(request: HttpRequest, game_id: int) -> HttpResponse:
    """Stop listening to another player, or listen again. Only who asked is told."""
    muted, unmuted = number_in(request.POST.get("mute", "")), number_in(request.POST.get("unmute", ""))
    try:
        if muted is not None:
            commands.mute_player(game_id=game_id, player=player(request), number=muted)
            messages.success(request, gettext("Muted: what they say is neither shown nor mailed to you."))
        elif unmuted is not None:
            commands.unmute_player(game_id=game_id, player=player(request), number=unmuted)
            messages.success(request, gettext("You listen to them again."))
        else:
            raise BadRequest("nobody was named")
    except OrderRefused as refused:
        return refuse(request, game_id, refused, form="mute")
    return redirect("game", game_id)


@require_POST
@login_required
@hides_games
def note(request: HttpRequest, game_id: int) -> HttpResponse:
    """The player's own note, as it is left; a page that asks for itself is told that it is kept."""
    text = request.POST.get("note", "")
    try:
        commands.keep_note(game_id=game_id, player=player(request), text=text)
    except OrderRefused as refused:
        if is_part(request):
            return render(request, "games/_noted.html", {"refused": speak(refused.why, ())})
        return refuse(request, game_id, refused, form="note")
    if is_part(request):
        return render(request, "games/_noted.html", {"noted": True})
    messages.success(request, gettext("Your note is kept."))
    return redirect("game", game_id)
