"""Making a game."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from games import commands
from games.rules.crossing.deal import check_set_up
from games.rules.crossing.options import Options
from games.rules.kind import OrderRefused
from games.rules.options import read_options
from games.web.forms import KIND, NewGameForm
from games.web.views.asking import player
from games.wording import speak

USUAL_SEATS = (2, 3, 4, 5)


@dataclass(frozen=True)
class SetUpRow:
    """A line of the table of set-ups: what is dealt to so many players, and what is not advised about it."""

    tiles: str
    players: int
    deal: int
    pool: int
    rounds: int
    warnings: tuple[str, ...]
    is_chosen: bool


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_game(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _show(request, NewGameForm())
    form = NewGameForm(request.POST)
    if not form.is_valid() or request.POST.get("do") != "make":
        return _show(request, form)
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
    seats = form.cleaned_data.get("seats", 2) if form.is_bound and hasattr(form, "cleaned_data") else 2
    try:
        set_ups = list(_set_ups(seats, form.options))
    except OrderRefused as error:
        set_ups, refused = [], refused or speak(error.why, ())
    return render(request, "games/new_game.html", {"form": form, "set_ups": set_ups, "refused": refused}, status=status)


def _set_ups(seats: int, given: Mapping[str, Any]) -> Iterator[SetUpRow]:
    """The chosen tiles for the usual numbers of players and the chosen one. Raises OrderRefused for what is no set."""
    options = read_options(Options, given)
    chosen = check_set_up(seats, options)
    for players in sorted({*USUAL_SEATS, seats}):
        try:
            plan = check_set_up(players, options) if players != seats else chosen
        except OrderRefused:
            continue
        warnings = tuple(speak(warning, ()) for warning in plan.warnings)
        yield SetUpRow(options.tile_set, players, plan.deal, plan.pool, plan.rounds, warnings, players == seats)
