"""The best boards of Lexicon Crossing over HTTP, as on their page."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from ninja import Router

from games import queries
from games.api.access import AnyoneToRead
from games.api.games import READS
from games.robots.best_boards import BOARDS_TO_BEAT, BoardToBeat
from games.rules import registry
from games.rules.alphabets.known import ENGLISH, codes
from games.rules.facts import JsonObject
from games.rules.grid import tiles_used
from games.rules.words import AnyWord

router = Router(tags=["records"])
KIND = registry.kind("crossing")


@router.get("/records", auth=AnyoneToRead(), response={200: dict, **READS}, summary="Best boards")
def show_records(request: HttpRequest, language: str = ENGLISH.code) -> HttpResponse:
    """`boards`: the best boards that the solver found with tiles chosen from a set, any number of them or exactly `tiles`. All
    words are in the open word list, and English. `games`: the best recent scores in public games in one language, given by its
    code."""
    if language not in codes():
        raise Http404
    games = queries.best_scores(kind=KIND.key, language=language)
    return JsonResponse(
        {
            "boards": [_board(board) for board in BOARDS_TO_BEAT],
            "games": [
                {"game": one.game_id, "names": one.names, "result": one.shown, "finished_at": one.finished_at}
                for one in games
            ],
        }
    )


def _board(board: BoardToBeat) -> JsonObject:
    assert KIND.layouts is not None
    made = KIND.layouts.score(board.layout, tiles_used(board.layout), AnyWord(), board.alphabet)
    return {
        "alphabet": board.alphabet.code,
        "tile_set": board.tile_set,
        "tiles": board.tiles,
        "word_list": board.alphabet.open_list,
        "layout": list(map(board.alphabet.write, board.layout)),
        "points": made.points,
        "words": made.words,
        "leftover": made.leftover,
        "score": made.exact,
    }
