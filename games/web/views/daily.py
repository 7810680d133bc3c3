"""Daily puzzles: today's, each with a page to play it on, the results of past days with their archive, open to anyone, and
the languages in which a reader gets them.

Of today's entries, pages show only the reader's own and how it ranks so far."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TypedDict, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import commands, queries
from games.players.models import Player
from games.queries.puzzles import EntryLine, PuzzleResult, PuzzleView
from games.rules import registry
from games.rules.alphabets.alphabet import Alphabet
from games.rules.daily import day_of
from games.rules.panels import Grid, Rack
from games.rules.values import OrderRefused, Unreadable
from games.web.asking import as_written, number_in, reader
from games.web.guests import player_or_guest
from games.web.order_forms import OrderForm, forms_of, written
from games.web.panels import Shown, in_squares, packed, shown
from games.web.sent_back import Fault, NotFilledIn, Sent, ask_again, fault_of, take_back
from games.web.trials import answer_trial, doubt_about
from games.wording import ordinal, speak


class LanguagesForm(forms.Form):
    """The languages of a player's puzzles, from those that this server has."""

    languages = forms.MultipleChoiceField(label=_("Languages"), widget=forms.CheckboxSelectMultiple)

    def __init__(self, offered: Sequence[Alphabet], data: QueryDict | None, *, player: Player | None) -> None:
        super().__init__(data, initial={"languages": player.puzzle_codes if player else ()})
        field = cast(forms.MultipleChoiceField, self.fields["languages"])
        field.choices = [(each.code, each.own_name) for each in offered]


class Playable(TypedDict):
    """A puzzle to play, with its form and panels."""

    puzzle: PuzzleView
    pieces: Sequence[Shown]
    form: OrderForm


@require_safe
def today(request: HttpRequest) -> HttpResponse:
    """Show all of today's puzzles, and yesterday's best boards."""
    now, me = timezone.now(), reader(request)
    kinds = queries.puzzle_kinds(me)
    puzzles = [view for each in kinds if (view := queries.puzzle(kind=each.key, player=me, now=now))]
    if not puzzles:
        return _not_yet(request)
    over = [one for each in kinds if (one := queries.yesterday(kind=each.key, player=me, now=now))]
    weeks = [view.streak.week for view in puzzles]
    boards = [
        {"of": one, "line": line, "picture": packed(line.panels, one.alphabet)}
        for one in over
        for line in (one.best, None if one.best.is_mine else one.own)
        if line
    ]
    context = {
        "day": puzzles[0].day,
        "week": [(days[0][0], any(is_entered for _, is_entered in days)) for days in zip(*weeks, strict=True)],
        "days": max(view.streak.days for view in puzzles),
        "cards": [_card(request, view) for view in puzzles],
        "boards": boards,
        "kinds": kinds,
    }
    return render(request, "games/today.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def languages(request: HttpRequest) -> HttpResponse:
    """Show today's puzzles in other languages, and let a player choose the languages in which they get puzzles."""
    me = reader(request)
    form = LanguagesForm(queries.puzzle_languages(), request.POST if request.method == "POST" else None, player=me)
    if request.method != "POST":
        made = queries.puzzles_in_other_languages(player=me, now=timezone.now())
        return render(request, "games/puzzle_languages.html", {"form": form if me else None, "made": made})
    if me is None:
        return redirect_to_login(request.path)
    if not form.is_valid():
        messages.error(request, gettext("Choose at least one language."))
        return redirect("puzzle_languages")
    commands.choose_puzzle_languages(player=me, codes=form.cleaned_data["languages"])
    messages.success(request, gettext("Saved. The first puzzle in a language can take a minute to appear."))
    return redirect("daily")


@require_http_methods(["GET", "HEAD", "POST"])
def daily(request: HttpRequest, kind: str) -> HttpResponse:
    """Show today's puzzle of a kind, to play, or the reader's entry once there is one."""
    _check(kind)
    answer: HttpResponse = _enter(request, kind) if request.method == "POST" else _show(request, kind)
    return answer


@require_safe
def daily_result(request: HttpRequest, kind: str, day: str) -> HttpResponse:
    """Show everyone's place once the day is over; today's address redirects to the puzzle, so that one address can
    be shared. Raises Http404 for future days and days without a puzzle."""
    _check(kind)
    if _day(day) == day_of(timezone.now()):
        return redirect("daily_of", kind)
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
        "pieces": shown(result.panels, result.alphabet),
        "lines": [(line, shown(line.panels, result.alphabet)) for line in result.lines],
        "own_pieces": shown(result.own.panels, result.alphabet) if result.own and is_apart else (),
        "found_pieces": shown(result.found.panels, result.alphabet) if result.found else (),
        "to_share": _to_share(request, result, result.own) if result.own else "",
    }
    return as_written(render(request, "games/daily_result.html", context), result.alphabet)


@require_safe
def past_days(request: HttpRequest, kind: str) -> HttpResponse:
    """Show a page of past days, newest first."""
    _check(kind)
    before = _day(request.GET["before"]) if "before" in request.GET else None
    archive = queries.past_days(kind=kind, player=reader(request), now=timezone.now(), before=before)
    return render(request, "games/past_days.html", {"archive": archive, "kinds": queries.puzzle_kinds(reader(request))})


@require_POST
def try_entry(request: HttpRequest, kind: str) -> HttpResponse:
    """Preview what an entry would score as it is filled in, for anyone; nothing is saved."""
    _check(kind)
    now, day = timezone.now(), _day(request.POST.get("day", ""))
    view = queries.puzzle(kind=kind, player=None, now=now)
    if view is None:
        raise Http404
    answer = answer_trial(
        request,
        view,
        lambda: commands.try_entry(kind=kind, day=day, written=written(view.choice, request.POST, view), now=now),
    )
    return as_written(answer, view.alphabet)


def entry_of_day(request: HttpRequest, kind: str, day: str) -> tuple[EntryLine, bool]:
    """Return the reader's entry of a day, and whether the day is over. Raises Http404 if there is none."""
    _check(kind)
    now, me, asked = timezone.now(), reader(request), _day(day)
    is_over = asked != day_of(now)
    made: PuzzleView | PuzzleResult | None = (
        queries.puzzle_result(kind=kind, day=asked, player=me, now=now, most=0)
        if is_over
        else queries.puzzle(kind=kind, player=me, now=now)
    )
    if made is None or made.own is None:
        raise Http404
    return made.own, is_over


def _check(kind: str) -> None:
    """Check that this is the key of a daily puzzle. Raises Http404 if not."""
    if not registry.is_daily(kind):
        raise Http404


def _enter(request: HttpRequest, kind: str) -> HttpResponse:
    now, day = timezone.now(), _day(request.POST.get("day", ""))
    view = _puzzle(request, kind)
    if view is None:
        return redirect("daily_of", kind)
    form = view.choice.verb if day == view.day else "another day"  # what was written belongs to another day's grid
    try:
        text = written(view.choice, request.POST, view)
        trial = commands.try_entry(kind=kind, day=day, written=text, now=now)
        doubt = "" if view.own else doubt_about(request, trial, view)
        if not doubt:
            entry = commands.enter(kind=kind, day=day, player=player_or_guest(request), written=text, now=now)
            messages.success(request, gettext("You have entered. The results will be shown after midnight UTC."))
            return redirect("daily_of", entry.puzzle.kind)
        fault = Fault(why=doubt, is_doubt=True)
    except (NotFilledIn, Unreadable, OrderRefused) as error:
        fault = fault_of(error, lambda why: speak(why, ()))
    return ask_again(request, form, fault, at=f"{reverse('daily_of', args=[kind])}#enter")


def _show(request: HttpRequest, kind: str) -> HttpResponse:
    view = _puzzle(request, kind)
    if view is None and kind not in queries.wanted_puzzles():
        raise Http404
    if view is None:
        return _not_yet(request)
    sent = take_back(request, f"{reverse('daily_of', args=[kind])}#enter")
    to_play = playable(view, sent)
    context: dict[str, object] = {
        **to_play,
        "own_pieces": shown(view.own.panels, view.alphabet) if view.own else (),
        "refused": sent.why if sent and (view.own or not to_play["form"].wrong) else "",
        "kinds": queries.puzzle_kinds(reader(request)),
        "to_share": _to_share(request, view, view.own) if view.own else "",
        "friends_link": _link(request, view),
    }
    return as_written(render(request, "games/daily.html", context), view.alphabet)


def playable(view: PuzzleView, sent: Sent | None = None) -> Playable:
    """Return the template context for playing a puzzle."""
    return {
        "puzzle": view,
        "pieces": shown(view.panels, view.alphabet),
        "form": forms_of(view, [view.choice], sent)[0],
    }


def _card(request: HttpRequest, view: PuzzleView) -> Mapping[str, object]:
    """Return a puzzle for today's page: the reader's entry if there is one, else the puzzle."""
    panels = view.own.panels if view.own else view.panels
    has_grid = any(isinstance(panel, Grid) for panel in panels)
    racks = (panel.tiles for panel in panels if isinstance(panel, Rack))
    return {
        "puzzle": view,
        "picture": packed(panels, view.alphabet),
        "new_tile": next(racks, "") if has_grid and not view.own else "",
        "to_share": _to_share(request, view, view.own) if view.own else "",
    }


def _link(request: HttpRequest, puzzle: PuzzleView | PuzzleResult) -> str:
    """Return the address of a day's puzzle, which shows the puzzle on the day and the result afterwards."""
    return request.build_absolute_uri(reverse("daily_result", args=[puzzle.kind, puzzle.day.isoformat()]))


def _to_share(request: HttpRequest, puzzle: PuzzleView | PuzzleResult, own: EntryLine) -> str:
    """Return the reader's entry as text to share: squares without letters, with its quality and place once they are
    public."""
    lines = [f"Lexicon · {puzzle.kind_name} · {formats.date_format(puzzle.day, gettext('j F Y'))}"]
    if isinstance(puzzle, PuzzleResult):
        place = gettext("{place} of {n}").format(place=ordinal(own.place), n=puzzle.entered)
        lines.append(f"{place}: {own.says}" if own.place else own.says)
    elif puzzle.streak.days > 1:
        days = puzzle.streak.days
        lines.append(ngettext("{n} day in a row", "{n} days in a row", days).format(n=days))
    return "\n".join((*lines, in_squares(own.panels), _link(request, puzzle)))


def _puzzle(request: HttpRequest, kind: str) -> PuzzleView | None:
    return queries.puzzle(kind=kind, player=reader(request), now=timezone.now())


def _not_yet(request: HttpRequest) -> HttpResponse:
    answer = render(request, "games/daily_not_yet.html", status=503)
    answer["Retry-After"] = "60"
    return answer


def _day(text: str) -> date:
    """Return the day of an address. Raises Http404 unless it is written like 2026-11-20."""
    try:
        day = date.fromisoformat(text)
    except ValueError as unreadable:
        raise Http404 from unreadable
    if day.isoformat() != text:
        raise Http404
    return day
