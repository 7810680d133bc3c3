"""The start page: what this is for a stranger, one's games for a player."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from games import queries
from games.robots.practice import open_table
from games.web.board import draw_example
from games.web.views.asking import player, reader

EXAMPLE = (
    "C.......",
    "A.......",
    "KEYBOARD",
    "E..E..U.",
    "...D..B.",
    "......B.",
    "......I.",
    "......S.",
    "......H.",
)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    if reader(request) is None:
        welcome = {
            "example": draw_example(EXAMPLE),
            "open_games": queries.open_games(player=None, now=now),
            "public_games": queries.public_games(),
        }
        return render(request, "games/welcome.html", welcome)
    me = player(request)
    context = {
        "games": queries.my_games(player=me, now=now),
        "invitations": queries.invitations_to(player=me, now=now),
        "open_games": queries.open_games(player=me, now=now),
    }
    return render(request, "games/home.html", context)


@require_POST
@login_required
def practice(request: HttpRequest) -> HttpResponse:
    """A table against the robot, dealt at once."""
    return redirect("game", open_table(player=player(request), now=timezone.now()))


@require_safe
@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    """The first game that waits for its player, or the list where none does."""
    waiting = queries.my_games(player=player(request), now=timezone.now()).waiting_for_me
    return redirect("game", waiting[0].id) if waiting else redirect("home")
