"""Where somebody is sent whose form was refused: to the page as it is now, with the reason and what was written."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from games.rules.kind import OrderRefused, Unreadable
from games.web.asking import in_words
from games.web.sent_back import send_back


def refuse(
    request: HttpRequest, game_id: int, fault: OrderRefused | Unreadable, *, form: str, **more: Any
) -> HttpResponse:
    """What the rules say against it; of what could not be read, how it may be written, too."""
    if isinstance(fault, Unreadable):
        more |= {"line": fault.line, "correct": fault.correct, "is_unread": True}
    send_back(request, game_id, form, why=in_words(request, game_id, fault.why), **more)
    return to_the_table(game_id, form)


def to_the_table(game_id: int, form: str) -> HttpResponse:
    """To the form of an order, if it has one there, else to the top of the table."""
    place = f"order-{form}" if form.isupper() else "content"
    return redirect(f"{reverse('game', args=[game_id])}#{place}")
