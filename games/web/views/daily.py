"""The daily puzzles: the page of today's with its form, and the results of the days that are over, which anybody may read.

Nothing that anybody entered is on the page of today but the reader's own."""

from datetime import date
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from games import commands, queries
from games.queries import PuzzleView
from games.rules.kind import OrderRefused, Unreadable
from games.web.asking import number_in, player, reader
from games.web.order_forms import NotFilledIn, Sent, forms_of, written
from games.web.panels import shown
from games.wording import speak

BEST = 3  # of the last puzzle, on the page of today's


@require_http_methods(["GET", "HEAD", "POST"])
def daily(request: HttpRequest, kind: str = "") -> HttpResponse:
    """The puzzle of today: of the kind that is asked for, else of the first that has one."""
    keys = [each.key for each in queries.puzzle_kinds()]
    key = kind or next(iter(keys), "")
    if key not in keys:
        raise Http404
    answer: HttpResponse = _enter(request, key) if request.method == "POST" else _show(request, key)
    return answer


@require_safe
def daily_result(request: HttpRequest, kind: str, day: str) -> HttpResponse:
    """Everyone's place, once the day is over. A day that is not over has no page, nor one without a puzzle."""
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


@login_required
def _enter(request: HttpRequest, kind: str) -> HttpResponse:
    now, me, day = timezone.now(), player(request), _day(request.POST.get("day", ""))
    view = _puzzle(request, kind)
    try:
        text = written(view.choice, request.POST, view)
        entry = commands.enter(kind=kind, day=day, player=me, written=text, now=now)
    except NotFilledIn as missing:
        return _show(request, kind, _sent(request, view, missing.why, field=missing.field), status=422)
    except Unreadable as error:
        sent = _sent(request, view, speak(error.why, ()), line=error.line, correct=error.correct)
        return _show(request, kind, sent, status=422)
    except OrderRefused as refused:
        why = speak(refused.why, ())
        if day != view.day:  # what was written belongs to another grid
            return _show(request, kind, refused=why, status=409)
        return _show(request, kind, _sent(request, view, why), status=409)
    messages.success(request, gettext("Your grid is entered. Who came where is told after midnight UTC."))
    return redirect("daily_of", entry.puzzle.kind)


def _show(
    request: HttpRequest, kind: str, sent: Sent | None = None, *, refused: str = "", status: int = 200
) -> HttpResponse:
    view, me = _puzzle(request, kind), reader(request)
    last = queries.last_result(kind=kind, player=me, now=timezone.now(), most=BEST)
    context: dict[str, Any] = {
        "puzzle": view,
        "pieces": shown(view.panels),
        "form": forms_of(view, [view.choice], sent)[0],
        "own_pieces": shown(view.own.panels) if view.own else (),
        "refused": refused or (sent.why if sent and view.own else ""),
        "last": last,
        "others": [other for other in queries.puzzle_kinds() if other.key != kind],
    }
    return render(request, "games/daily.html", context, status=status)


def _puzzle(request: HttpRequest, kind: str) -> PuzzleView:
    try:
        of_the_day = commands.todays_puzzle(kind=kind, now=timezone.now())
    except OrderRefused as unmade:
        raise Http404 from unmade
    return queries.puzzle(of_the_day, player=reader(request))


def _sent(request: HttpRequest, view: PuzzleView, why: str, **more: str) -> Sent:
    given = {name: request.POST.getlist(name) for name in request.POST}
    return Sent(view.choice.verb, given, why, **more)


def _day(text: str) -> date:
    """Raises 404 for what is not written as 2026-11-20."""
    try:
        day = date.fromisoformat(text)
    except ValueError as unreadable:
        raise Http404 from unreadable
    if day.isoformat() != text:
        raise Http404
    return day
