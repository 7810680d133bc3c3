"""The best boards of Lexicon Crossing: from real games, and those constructed by the solver to try and beat."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games import queries
from games.robots.best_boards import BOARDS_TO_BEAT, BoardToBeat
from games.rules import registry
from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH, codes
from games.rules.grid import Layout, runs, tiles_used
from games.rules.words import AnyWord
from games.web.filters import Filter, address_with
from games.web.layouts import SMALL_CELL, LaidOut, draw, draw_example
from games.word_lists.shelf import own_name
from games.wording import cached_per_language

KIND = registry.kind("crossing")


@dataclass(frozen=True)
class Shown:
    """A board with its set-up in words, its sum, and the address that opens it in the score calculator."""

    says: str
    shown: str
    picture: LaidOut
    check_at: str


@dataclass(frozen=True)
class Beside:
    """The best known board of the same tiles, as a sum, and whether this board beats it."""

    says: str
    shown: str
    is_beaten: bool


def beside_the_best(layout: Layout, *, tile_set: str, alphabet: Alphabet) -> tuple[Beside, ...]:
    """Compare a valid board with the constructed ones of its language and tile set: of any number of tiles, and of exactly as many.

    Empty if none is known, and for a board with the same word twice."""
    words = [run.word for run in runs(layout)]
    if len(words) != len(set(words)):
        return ()
    mine, tiles = _value(layout, alphabet), len(tiles_used(layout))
    return tuple(
        Beside(_set_up(board), draw_example(board.layout).decimal, mine > _value(board.layout, alphabet))
        for board in BOARDS_TO_BEAT
        if (board.alphabet, board.tile_set) == (alphabet, tile_set) and board.tiles in (None, tiles)
    )


def _value(layout: Layout, alphabet: Alphabet) -> Fraction:
    kind: Any = KIND
    value: Fraction = kind.layouts.score(layout, tiles_used(layout), AnyWord(), alphabet).value
    return value


@require_safe
def records(request: HttpRequest) -> HttpResponse:
    """Show the best scores in the language in the address, by default English, and the boards to beat."""
    asked = request.GET.get("language", "")
    language = asked if asked in codes() else ENGLISH.code
    languages = queries.languages_counted(kind=KIND.key, chosen=language)
    context = {
        "boards": boards_to_beat(),
        "best_scores": queries.best_scores(kind=KIND.key, language=language),
        "languages": [
            (Filter(own_name(code), address_with({"language": code})), code == language)
            for code in (languages if len(languages) > 1 else ())
        ],
    }
    return render(request, "games/records.html", context)


@cached_per_language
def boards_to_beat() -> tuple[Shown, ...]:
    """Return the constructed boards, drawn once: they don't change while a server runs."""
    return tuple(_shown(board) for board in BOARDS_TO_BEAT)


def _shown(board: BoardToBeat) -> Shown:
    query = urlencode({"layout": "\n".join(board.layout), "set": board.tile_set, "words": KIND.word_list})
    made = draw_example(board.layout)
    return Shown(
        _set_up(board),
        f"{made.quotient} = {made.decimal}",
        draw(board.layout, cell=SMALL_CELL),
        f"{reverse('calculator')}?{query}",
    )


def _set_up(board: BoardToBeat) -> str:
    laid = len(tiles_used(board.layout))
    says = gettext("{set}, exactly {n} tiles") if board.tiles else gettext("{set}, any number of tiles ({n} here)")
    return says.format(set=board.tile_set, n=laid)
