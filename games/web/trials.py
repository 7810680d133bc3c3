"""Answers what an order or an entry would come to as its form is filled in."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.rules.kind import OrderRefused, Unreadable
from games.rules.panels import Trial
from games.web.order_forms import Asks
from games.web.sent_back import NotFilledIn


def answer_trial(request: HttpRequest, view: Asks, tried: Callable[[], Trial]) -> HttpResponse:
    """The trial in the words of its page; nothing for a form that cannot be read yet."""
    try:
        trial = tried()
    except (NotFilledIn, Unreadable):
        trial = Trial()
    except OrderRefused as refused:
        trial = Trial(refusal=refused.why)
    return render(request, "games/_trial.html", {"trial": trial, "table": view})
