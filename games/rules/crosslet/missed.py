"""The moves of a finished game compared with the best play of the same rack on the same board. An exchange scores
nothing."""

from collections.abc import Sequence

from games.rules.crosslet.board import new_words
from games.rules.crosslet.levels import LEVELS
from games.rules.crosslet.robot import Table
from games.rules.crosslet.state import State, board_shown
from games.rules.facts import JsonObject
from games.rules.fixed_board import with_letters
from games.rules.grid import Cell, Layout, cell_at
from games.rules.missed import Played
from games.rules.panels import Grid
from games.rules.words import Vocabulary


class Missed:
    """`games.rules.missed.MissedMoves` of Crosslet."""

    def played(self, before: State, event: JsonObject, after: State) -> Played | None:
        if event["verb"] not in ("play", "exchange"):
            return None
        move = after.moves[len(before.moves)]
        words = tuple(word.word for word in move.words)
        return Played(move.points, words, after.board, tuple(map(cell_at, move.tiles)))

    def best(self, before: State, event: JsonObject, words: Vocabulary) -> Played:
        table = Table(before.board, words, before.alphabet, before.colours, before.options.blank_scores)
        found = table.best_play(before.hands[event["seat"]], LEVELS[-1])
        if found is None:
            return Played(0, (), before.board)
        board = with_letters(before.board, found.tiles)
        laid = tuple(run.text for run in new_words(board, found.tiles))
        return Played(found.points, laid, board, tuple(sorted(found.tiles)))

    def grid(self, state: State, layout: Layout, fresh: Sequence[Cell]) -> Grid:
        return board_shown(state, layout, fresh)
