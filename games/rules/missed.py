"""The moves of a finished game compared with the best possible ones: what a kind provides for that.

The replay of such a game has a scene for each move. `games.robots.analysis` finds the best moves, once the game is
over, and knows no kind."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, TypeVar

from games.rules.facts import JsonObject
from games.rules.grid import Cell, Layout
from games.rules.panels import Grid
from games.rules.words import Vocabulary

S = TypeVar("S", contravariant=True)


@dataclass(frozen=True)
class Played:
    """A move, made or possible: its points, its words, and the board after it with the new tiles.

    `words` is empty for a move that lays nothing."""

    worth: int
    words: tuple[str, ...]
    layout: Layout
    fresh: tuple[Cell, ...] = ()

    @property
    def value(self) -> Fraction:
        return Fraction(self.worth)

    @property
    def figure(self) -> str:
        return str(self.worth)

    @property
    def shown(self) -> str:
        """The points and the words, such as `24 (BEDS, IS)`."""
        return f"{self.worth} ({', '.join(self.words)})" if self.words else self.figure

    def as_json(self) -> JsonObject:
        return {"layout": list(self.layout), "worth": self.worth, "words": list(self.words), "shown": self.shown}


class MissedMoves(Protocol[S]):
    """The interface of a kind whose finished games show what could have been played instead of each move."""

    def played(self, before: S, event: JsonObject, after: S) -> Played | None:
        """Return the move that an event between these states shows, or None if it shows none."""

    def best(self, before: S, event: JsonObject, words: Vocabulary) -> Played:
        """Return the best move found for that seat from the state before. It is always the same one."""

    def grid(self, state: S, layout: Layout, fresh: Sequence[Cell]) -> Grid:
        """Return the board with these tiles, for pages. `state` is the last one."""
