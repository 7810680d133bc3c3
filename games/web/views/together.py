"""Things to do together: people, clubs and tournaments, and games in one room."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.players.accounts import played_with
from games.queries.clubs import clubs
from games.web import pass_and_play
from games.web.asking import reader

PEOPLE_SHOWN = 3


@require_safe
def together(request: HttpRequest) -> HttpResponse:
    """Show the page; a player with an account sees the last people they played with, and their clubs."""
    me = reader(request)
    context: dict[str, object] = {"here": pass_and_play.games_here(request)}
    if me is not None and not me.is_guest:
        own, _, _ = clubs(player=me)
        context |= {"met": played_with(me)[:PEOPLE_SHOWN], "clubs": own}
    return render(request, "games/together.html", context)
