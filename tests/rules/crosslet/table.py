"""Builds a game of Crosslet in any position with a line or two. No database. Every word is valid unless a test says otherwise."""

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from games.rules.chance import stream_key
from games.rules.crosslet.board import BARE
from games.rules.crosslet.kind import Crosslet
from games.rules.crosslet.state import Options
from games.rules.fixed_board import with_letters
from games.rules.grid import cells_from
from games.rules.options import read_options
from games.rules.reading import read
from games.rules.values import Joining, Resources
from games.rules.words import AnyWord
from tests.rules.position import ANNA, DEAL, SEED, Position

KIND = Crosslet()
MOVE = timedelta(days=3)


def laid(words):
    """The tiles of words, given by the place where each begins: `8D` across, `D8` down; a dot lays no tile."""
    return {
        cell: character
        for place, word in words.items()
        for cell, character in zip(cells_from(place, len(word)), word, strict=True)
        if character != "."
    }


def board(words):
    return with_letters(BARE, laid(words))


@dataclass(frozen=True)
class Table(Position):
    kind = KIND

    def at(self, racks, *, bag="", words=None, to_move=ANNA) -> "Table":
        """The same table with these racks, this bag (drawn from its right end) and these words on the board."""
        state = replace(
            self.state,
            hands=dict(enumerate(racks)),
            bags={"bag": bag, "removed": ""},
            boards={None: board(words or {})},
            awaited=(to_move,),
            clocks=self.state.clocks.drop("move 0", "move 1", "move 2")
            .set(f"move {to_move}", MOVE)
            .keep(self.now, standing=()),
        )
        return replace(self, state=state, events=())

    def mail(self, seat: int, text: str) -> "Table":
        """Carry out the text of a player's email. Case doesn't matter there."""
        table = self
        for order in read(text, KIND.grammar(self.state.options).ignoring_case()).orders:
            table = table.give(seat, order.verb, **order.facts)
        return table


def crosslet(seats: int = 2, *, words: Any = None, **options: Any) -> Table:
    """A game whose tiles have just been dealt."""
    resources = Resources(key=stream_key(SEED, [""] * seats), words=words or AnyWord())
    step = KIND.start([Joining()] * seats, read_options(Options, options), resources, DEAL)
    return Table(step.state, resources, DEAL, step.events)
