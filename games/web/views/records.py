"""The best boards of Lexicon Crossing: those of real games, and those contrived by the solver, to try and beat."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games import queries
from games.robots.best_boards import BOARDS_TO_BEAT, BoardToBeat
from games.rules import registry
from games.rules.grid import tiles_used
from games.web.layouts import SMALL_CELL, LaidOut, draw, draw_example
from games.wording import once_a_language

KIND = registry.kind("crossing")


@dataclass(frozen=True)
class Shown:
    """A board with its set-up in words, its sum, and the address at which the scorer checks it."""

    says: str
    shown: str
    picture: LaidOut
    check_at: str


@require_safe
def records(request: HttpRequest) -> HttpResponse:
    context = {"boards": boards_to_beat(), "best_scores": queries.best_scores(kind=KIND.key)}
    return render(request, "games/records.html", context)


@once_a_language
def boards_to_beat() -> tuple[Shown, ...]:
    """The contrived boards; drawn once, as they do not change while a server runs."""
    return tuple(_shown(board) for board in BOARDS_TO_BEAT)


def _shown(board: BoardToBeat) -> Shown:
    query = urlencode({"layout": "\n".join(board.layout), "set": board.tile_set, "words": KIND.word_list})
    made = draw_example(board.layout)
    return Shown(
        _set_up(board),
        f"{made.quotient} = {made.decimal}",
        draw(board.layout, cell=SMALL_CELL),
        f"{reverse('scorer')}?{query}",
    )


def _set_up(board: BoardToBeat) -> str:
    laid = len(tiles_used(board.layout))
    says = gettext("{set}, exactly {n} tiles") if board.tiles else gettext("{set}, any tiles ({n} here)")
    return says.format(set=board.tile_set, n=laid)
