"""Making a game."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from games import commands
from games.rules.crossing.deal import check_set_up
from games.rules.crossing.options import Options
from games.rules.kind import OrderRefused
from games.rules.options import read_options
from games.web.asking import player
from games.web.forms import KIND, NewGameForm
from games.wording import speak

USUAL_SEATS = (2, 3, 4, 5)
DAYS_A_LIGHT = {"daily": 1, "leisurely": 2}
DAYS_AROUND = 2  # for the first looks and the last layouts; together with a day a light as simulated games lasted
LIVE_LIGHTS_AN_HOUR = 6


@dataclass(frozen=True)
class SetUpRow:
    """A line of the table of set-ups: what is dealt to so many players, how long that lasts, what is not advised."""

    tiles: str
    players: int
    deal: int
    pool: int
    rounds: int
    lasts: str
    warnings: tuple[str, ...]
    is_chosen: bool


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_game(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _show(request, NewGameForm())
    form = NewGameForm(request.POST)
    wants_it_made = request.POST.get("do") == "make"
    if not form.is_valid() or not wants_it_made:
        return _show(request, form, status=422 if form.errors and wants_it_made else 200)
    chosen = form.cleaned_data
    try:
        game_id = commands.make_game(
            kind=KIND,
            player=player(request),
            seats=chosen["seats"],
            options=form.options,
            word_list=chosen["word_list"],
            listed=chosen["listed"],
            invite=chosen["invite"],
            now=timezone.now(),
        )
    except OrderRefused as refused:
        return _show(request, form, refused=speak(refused.why, ()), status=409)
    return redirect("game", game_id)


def _show(request: HttpRequest, form: NewGameForm, *, refused: str = "", status: int = 200) -> HttpResponse:
    """The form, and what its options come to; `refused` is why the rules would not have the game."""
    answers = getattr(form, "cleaned_data", {})
    seats, pace = answers.get("seats", 2), answers.get("preset", "daily")
    context: dict[str, Any] = {"form": form, "refused": refused}
    try:
        context["set_ups"] = list(_set_ups(seats, pace, form.options))
        context["chosen"] = next(row for row in context["set_ups"] if row.is_chosen)
    except OrderRefused as error:
        context["no_set_up"] = speak(error.why, ())
    return render(request, "games/new_game.html", context, status=status)


def _set_ups(seats: int, pace: str, given: Mapping[str, Any]) -> Iterator[SetUpRow]:
    """The chosen tiles for the usual numbers of players and the chosen one. Raises OrderRefused for what is no set."""
    options = read_options(Options, given)
    chosen = check_set_up(seats, options)
    for players in sorted({*USUAL_SEATS, seats}):
        try:
            plan = check_set_up(players, options) if players != seats else chosen
        except OrderRefused:
            continue
        yield SetUpRow(
            tiles=options.tile_set,
            players=players,
            deal=plan.deal,
            pool=plan.pool,
            rounds=plan.rounds,
            lasts=_lasts(plan.rounds, pace),
            warnings=tuple(speak(warning, ()) for warning in plan.warnings),
            is_chosen=players == seats,
        )


def _lasts(lights: int, pace: str) -> str:
    """How long so many lights take at a pace, roughly."""
    if pace == "live":
        hours = max(1, round(lights / LIVE_LIGHTS_AN_HOUR))
        return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}
    days = lights * DAYS_A_LIGHT[pace] + DAYS_AROUND
    return ngettext("%(n)d day", "%(n)d days", days) % {"n": days}
