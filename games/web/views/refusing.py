"""Where somebody is sent whose form was refused: to the page as it is now, with the reason and what was written."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from games import queries
from games.rules.kind import OrderRefused, Unreadable
from games.web.asking import in_words, player
from games.web.sent_back import send_back


def refuse(request: HttpRequest, game_id: int, refused: OrderRefused, *, form: str, **more: Any) -> HttpResponse:
    """What the rules say against it."""
    view = queries.table(game_id=game_id, player=player(request), now=timezone.now())
    send_back(request, game_id, form, why=in_words(view, refused.why), **more)
    return to_the_table(game_id, form)


def refuse_unread(request: HttpRequest, game_id: int, error: Unreadable, *, form: str) -> HttpResponse:
    """What could not be read, and how it may be written."""
    view = queries.table(game_id=game_id, player=player(request), now=timezone.now())
    why = in_words(view, error.why)
    send_back(request, game_id, form, why=why, line=error.line, correct=error.correct, is_unread=True)
    return to_the_table(game_id, form)


def to_the_table(game_id: int, form: str) -> HttpResponse:
    """To the form of an order, if it has one there, else to the top of the table."""
    place = f"order-{form}" if form.isupper() else "content"
    return redirect(f"{reverse('game', args=[game_id])}#{place}")
