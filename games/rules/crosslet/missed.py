"""The moves of a finished game beside the best play of the same rack on the same board. An exchange is a move of no points."""

from collections.abc import Sequence

from games.rules.chance import Chance
from games.rules.crosslet.board import new_words
from games.rules.crosslet.robot import best_play
from games.rules.crosslet.state import State, board_shown
from games.rules.facts import JsonObject
from games.rules.fixed_board import with_letters
from games.rules.grid import Cell, Layout, cell_at
from games.rules.missed import Played
from games.rules.panels import Grid
from games.rules.words import Vocabulary


class Missed:
    """The interface that `games.rules.missed` describes."""

    def played(self, before: State, event: JsonObject, after: State) -> Played | None:
        if event["verb"] not in ("play", "exchange"):
            return None
        move = after.moves[len(before.moves)]
        words = tuple(word.word for word in move.words)
        return Played(move.points, words, after.board, tuple(map(cell_at, move.tiles)))

    def best(self, before: State, event: JsonObject, words: Vocabulary) -> Played:
        rack, chance, blank_scores = before.hands[event["seat"]], Chance(b""), before.options.blank_scores
        found = best_play(before.board, rack, words, chance, colours=before.colours, blank_scores=blank_scores)
        if found is None:
            return Played(0, (), before.board)
        points, tiles = found
        board = with_letters(before.board, tiles)
        return Played(points, tuple(run.text for run in new_words(board, tiles)), board, tuple(sorted(tiles)))

    def grid(self, state: State, layout: Layout, fresh: Sequence[Cell]) -> Grid:
        return board_shown(state, layout, fresh)
