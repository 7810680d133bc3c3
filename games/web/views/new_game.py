"""Making a game: which one, and how it is to be played."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from games import commands
from games.rules import registry
from games.rules.kind import Kind, OrderRefused, SetUpRow
from games.rules.options import read_options
from games.web.asking import player
from games.web.forms import NewGameForm
from games.web.kinds import kind_cards, opening
from games.wording import length, speak


@dataclass(frozen=True)
class SetUpLine:
    """A line of the table of set-ups: what the options come to for so many players, how long that lasts, what is not
    advised."""

    players: int
    numbers: tuple[int, ...]
    lasts: str
    says: str
    warnings: tuple[str, ...]
    is_chosen: bool


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_game(request: HttpRequest) -> HttpResponse:
    """Which game is a link; the rest is the form of that game."""
    kind = _kind_asked_for(request)
    if request.method != "POST":
        return _show(request, NewGameForm(kind=kind))
    form = NewGameForm(request.POST, kind=kind)
    wants_it_made = request.POST.get("do") == "make"
    if not form.is_valid() or not wants_it_made:
        return _show(request, form, status=422 if form.errors and wants_it_made else 200)
    chosen = form.cleaned_data
    try:
        game_id = commands.make_game(
            kind=kind.key,
            player=player(request),
            seats=chosen["seats"],
            options=form.options,
            word_list=chosen["word_list"],
            listed=chosen["listed"],
            rated=chosen["rated"],
            invite=chosen["invite"],
            now=timezone.now(),
        )
    except OrderRefused as refused:
        return _show(request, form, refused=speak(refused.why, ()), status=409)
    return redirect("game", game_id)


def _kind_asked_for(request: HttpRequest) -> Kind:
    """By its key; the first where none is named."""
    asked = request.POST if request.method == "POST" else request.GET
    key = asked.get("kind", next(iter(registry.KINDS)))
    if key not in registry.KINDS:
        raise Http404
    return registry.kind(key)


def _show(request: HttpRequest, form: NewGameForm, *, refused: str = "", status: int = 200) -> HttpResponse:
    """The form, and what its options come to; `refused` is why the rules would not have the game."""
    answers = getattr(form, "cleaned_data", {})
    context: dict[str, Any] = {
        "form": form,
        "kinds": kind_cards(),
        "kind": next(card for card in kind_cards() if card.key == form.kind.key),
        "opening": opening(form.kind.key, words=answers.get("word_list", form.kind.word_list)),
        "refused": refused,
    }
    try:
        context |= _what_it_comes_to(form, answers.get("seats", form.kind.seats[0]))
    except OrderRefused as error:
        context["no_set_up"] = speak(error.why, ())
    return render(request, "games/new_game.html", context, status=status)


def _what_it_comes_to(form: NewGameForm, seats: int) -> dict[str, Any]:
    """The table of set-ups of a kind that has one; in any case what is not advised. Raises OrderRefused."""
    options = read_options(form.kind.options_type, form.options)
    warnings = [speak(warning, ()) for warning in form.kind.set_up(seats, options)]
    set_ups = form.kind.set_ups(seats, options)
    if set_ups is None:
        return {"warnings": warnings}
    lines = [_line(row, is_chosen=row.seats == seats) for row in set_ups.rows]
    return {
        "warnings": warnings,
        "columns": [speak(column, ()) for column in set_ups.columns],
        "set_ups": lines,
        "chosen": next(line for line in lines if line.is_chosen),
        "why": [speak(sentence, ()) for sentence in set_ups.why],
    }


def _line(row: SetUpRow, *, is_chosen: bool) -> SetUpLine:
    return SetUpLine(
        players=row.seats,
        numbers=row.numbers,
        lasts=length(row.lasts),
        says=speak(row.says, ()),
        warnings=tuple(speak(warning, ()) for warning in row.warnings),
        is_chosen=is_chosen,
    )
