"""The daily puzzles: today's page with its form, and the results of past days, which anybody may read.

Of the entries for today the page shows only the reader's own."""

from datetime import date
from typing import Unpack

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from games import commands, queries
from games.queries.puzzles import PuzzleView
from games.rules.kind import OrderRefused, Unreadable
from games.web.asking import number_in, reader
from games.web.guests import player_or_guest
from games.web.order_forms import NotFilledIn, forms_of, written
from games.web.panels import shown
from games.web.sent_back import Fault, ask_again, take_back
from games.wording import speak

BEST = 3  # of the last puzzle, on the page of today's


@require_http_methods(["GET", "HEAD", "POST"])
def daily(request: HttpRequest, kind: str = "") -> HttpResponse:
    """Today's puzzle of the kind that is asked for, else of the first that has one."""
    keys = [each.key for each in queries.puzzle_kinds()]
    key = kind or next(iter(keys), "")
    if key not in keys:
        raise Http404
    answer: HttpResponse = _enter(request, key) if request.method == "POST" else _show(request, key)
    return answer


@require_safe
def daily_result(request: HttpRequest, kind: str, day: str) -> HttpResponse:
    """Everyone's place once the day is over. A day that is not over has no page, nor has one without a puzzle."""
    result = queries.puzzle_result(
        kind=kind,
        day=_day(day),
        player=reader(request),
        now=timezone.now(),
        first=max(1, number_in(request.GET.get("from", "")) or 1),
    )
    if result is None:
        raise Http404
    is_apart = result.own is not None and not any(line.is_mine for line in result.lines)
    context = {
        "puzzle": result,
        "pieces": shown(result.panels),
        "lines": [(line, shown(line.panels)) for line in result.lines],
        "own_pieces": shown(result.own.panels) if result.own and is_apart else (),
    }
    return render(request, "games/daily_result.html", context)


def _enter(request: HttpRequest, kind: str) -> HttpResponse:
    now, day = timezone.now(), _day(request.POST.get("day", ""))
    view = _puzzle(request, kind)
    if view is None:
        return redirect("daily_of", kind)
    form = view.choice.verb if day == view.day else "another day"  # what was written belongs to another grid
    try:
        text = written(view.choice, request.POST, view)
        entry = commands.enter(kind=kind, day=day, player=player_or_guest(request), written=text, now=now)
    except NotFilledIn as missing:
        return _refuse(request, kind, form, why=missing.why, field=missing.field)
    except Unreadable as error:
        return _refuse(request, kind, form, why=speak(error.why, ()), line=error.line, correct=error.correct)
    except OrderRefused as refused:
        return _refuse(request, kind, form, why=speak(refused.why, ()))
    messages.success(request, gettext("Your grid is entered. Who came where is told after midnight UTC."))
    return redirect("daily_of", entry.puzzle.kind)


def _refuse(request: HttpRequest, kind: str, form: str, **more: Unpack[Fault]) -> HttpResponse:
    return ask_again(request, form, at=f"{reverse('daily_of', args=[kind])}#enter", **more)


def _show(request: HttpRequest, kind: str) -> HttpResponse:
    view, me = _puzzle(request, kind), reader(request)
    if view is None:
        return _not_yet(request)
    sent = take_back(request, f"{reverse('daily_of', args=[kind])}#enter")
    form = forms_of(view, [view.choice], sent)[0]
    last = queries.last_result(kind=kind, player=me, now=timezone.now(), most=BEST)
    context: dict[str, object] = {
        "puzzle": view,
        "pieces": shown(view.panels),
        "form": form,
        "own_pieces": shown(view.own.panels) if view.own else (),
        "refused": sent.why if sent and (view.own or not form.wrong) else "",
        "last": last,
        "others": [other for other in queries.puzzle_kinds() if other.key != kind],
    }
    return render(request, "games/daily.html", context)


def _puzzle(request: HttpRequest, kind: str) -> PuzzleView | None:
    return queries.puzzle(kind=kind, player=reader(request), now=timezone.now())


def _not_yet(request: HttpRequest) -> HttpResponse:
    answer = render(request, "games/daily_not_yet.html", status=503)
    answer["Retry-After"] = "60"
    return answer


def _day(text: str) -> date:
    """The day of an address. Raises 404 unless it is written like 2026-11-20."""
    try:
        day = date.fromisoformat(text)
    except ValueError as unreadable:
        raise Http404 from unreadable
    if day.isoformat() != text:
        raise Http404
    return day
