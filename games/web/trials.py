"""Previews of what an order or an entry would do while its form is filled in, and doubts to confirm before it is
sent."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.rules.panels import Trial
from games.rules.values import OrderRefused, Unreadable
from games.web.order_forms import Asks
from games.web.sent_back import NotFilledIn
from games.wording import speak


def answer_trial(request: HttpRequest, view: Asks, tried: Callable[[], Trial]) -> HttpResponse:
    """Return the preview in words; empty for a form that can't be read yet."""
    try:
        trial = tried()
    except (NotFilledIn, Unreadable):
        trial = Trial()
    except OrderRefused as refused:
        trial = Trial(refusal=refused.why)
    return render(request, "games/_trial.html", {"trial": trial, "table": view})


def doubt_about(request: HttpRequest, trial: Trial, view: Asks) -> str:
    """Return the doubt that the page asks about before carrying out a form; empty if there is none, or if the form
    was sent again with it confirmed."""
    doubt = speak(trial.doubt, view.names) if trial.doubt else ""
    return doubt if doubt != request.POST.get("sure") else ""
