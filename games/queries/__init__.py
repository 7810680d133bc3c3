"""What one viewer may see; nothing here changes anything. All is worded for the reader, as of `now`."""

from games.queries.api_view import api_list, api_view
from games.queries.export import export
from games.queries.film import film, result
from games.queries.kept import unheard_at
from games.queries.lists import (
    GameLine,
    MyGames,
    OpenGame,
    finished_games,
    finished_lines,
    invitations_to,
    my_games,
    open_games,
)
from games.queries.presets import PresetLine, preset, presets
from games.queries.puzzles import (
    EntryLine,
    PuzzleResult,
    PuzzleView,
    last_result,
    puzzle,
    puzzle_kinds,
    puzzle_result,
)
from games.queries.record import record
from games.queries.rematches import rematch
from games.queries.stamp import waiting_count
from games.queries.tables import table
from games.queries.telling import outcome, told
from games.queries.tile_sets import SetLine, numbers_of, tile_set, tile_sets
from games.queries.tiles import TableToMail, table_to_mail
from games.queries.trying import words_of_the_usual_list
from games.queries.views import TableView
from games.queries.watching import public_games

__all__ = [
    "EntryLine",
    "GameLine",
    "MyGames",
    "OpenGame",
    "PresetLine",
    "PuzzleResult",
    "PuzzleView",
    "SetLine",
    "TableToMail",
    "TableView",
    "api_list",
    "api_view",
    "export",
    "film",
    "finished_games",
    "finished_lines",
    "invitations_to",
    "last_result",
    "my_games",
    "numbers_of",
    "open_games",
    "outcome",
    "preset",
    "presets",
    "public_games",
    "puzzle",
    "puzzle_kinds",
    "puzzle_result",
    "record",
    "rematch",
    "result",
    "table",
    "table_to_mail",
    "tile_set",
    "tile_sets",
    "told",
    "unheard_at",
    "waiting_count",
    "words_of_the_usual_list",
]
