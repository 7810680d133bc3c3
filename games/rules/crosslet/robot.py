"""A robot for Crosslet: makes the best play it finds, and exchanges if it finds none or only a poor one.

It knows what everyone knows, and a word list. In the same position it gives the same order."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from heapq import nlargest

from games.rules.alphabets.alphabet import Alphabet
from games.rules.crosslet.board import BARE, RACK
from games.rules.crosslet.levels import CrossletLevel
from games.rules.crosslet.plays import Generator, Play, in_several_lines
from games.rules.fixed_board import with_letters
from games.rules.grid import BLANK, Layout, cells, place_of
from games.rules.robots import Mind
from games.rules.table.turn_kind import TurnView
from games.rules.values import Order, Seat
from games.rules.words import Vocabulary

ANSWERS = 20  # width of the search for the next seat's answer
POOR = 10  # points; with a poor rack, a play for less is replaced by an exchange


def move(view: TurnView, seat: Seat, mind: Mind) -> tuple[Order, ...]:
    """Return the orders of a robot whose turn it is. After a SWAP, call again."""
    shown = view.facts
    board, racks = tuple(shown["board"]), shown["racks"]
    rack = racks[seat]
    blanks = (cell for cell, character in cells(board).items() if character.islower() and character.upper() in rack)
    if shown["recycle_blank"] and (blank := next(blanks, None)):
        return (Order("SWAP", {"cells": (place_of(blank),)}),)
    level = mind.level
    assert isinstance(level, CrossletLevel)
    table = Table(board, mind.vocabulary, view.alphabet, tuple(shown["colours"]), shown["blank_scores"])
    others = [one for one in (*racks[seat + 1 :], *racks[:seat]) if one]
    best = table.best_play(rack, level, others=others, is_bag_empty=not view.pool)
    is_ill_matched = not 2 <= sum(tile in view.alphabet.vowels for tile in rack) <= 5
    if best is None or (best.points < POOR and view.pool >= RACK and is_ill_matched):
        return (Order("EXCHANGE", {"tiles": _unwanted(rack, view.pool, view.alphabet)}),)
    return (Order("GRID", {"layout": with_letters(BARE, best.tiles)}),)


@dataclass(frozen=True)
class Table:
    """A position as a robot judges it: the board, the words that it knows, and what counts."""

    board: Layout
    vocabulary: Vocabulary
    alphabet: Alphabet
    colours: Layout
    blank_scores: bool

    def plays(self, rack: str, *, lines: int, width: int, wild: str) -> list[Play]:
        """Return good plays, in which a blank stands for the letters of `wild`."""
        generator = Generator(
            self.board,
            self.vocabulary,
            self.alphabet,
            colours=self.colours,
            blank_scores=self.blank_scores,
            wild=wild,
        )
        return in_several_lines(generator, rack, lines=lines, width=width)

    def best_play(
        self, rack: str, level: CrossletLevel, *, others: Sequence[str] = (), is_bag_empty: bool = False
    ) -> Play | None:
        """Return the play that brings most (the first if equal), or None if there is none.

        Points count and, for the best plays, the next seat's answer is subtracted. With an empty bag, the final
        scoring counts too. `others` are the racks from the next seat on."""

        gain = sum(map(self._sum, others)) if is_bag_empty else 0

        def brings(play: Play) -> int:
            if is_bag_empty:
                return play.points - self._sum(play.left) if play.left else play.points + gain
            return play.points

        def weighs(play: Play) -> int:
            is_last = is_bag_empty and not play.left
            return brings(play) if is_last else brings(play) - self._answer(play, others[0], level)

        wild = self.alphabet.easy if rack.count(BLANK) > 1 else self.alphabet.letters
        plays = self.plays(rack, lines=level.lines, width=level.width, wild=wild)
        best = nlargest(level.weighed, plays, key=brings)
        if len(best) > 1 and others:
            return max(best, key=weighs)
        return best[0] if best else None

    def _answer(self, play: Play, rack: str, level: CrossletLevel) -> int:
        """Return the points of a good answer to a play."""
        after = replace(self, board=with_letters(self.board, play.tiles))
        plays = after.plays(rack, lines=level.lines, width=ANSWERS, wild=self.alphabet.easy)
        return max((one.points for one in plays), default=0)

    def _sum(self, rack: str) -> int:
        return sum(map(self.alphabet.value, rack))


def _unwanted(rack: str, pool: int, alphabet: Alphabet) -> tuple[str, ...]:
    """Return the tiles to give back, most valuable first, as many as the bag allows: all but blanks and one of each
    easy letter."""
    rest = list(rack)
    for tile in {tile for tile in rack if tile in alphabet.easy or tile == BLANK}:
        rest.remove(tile)
    rest.sort(key=lambda tile: (-alphabet.values[tile], tile))
    return tuple(rest or sorted(rack))[:pool]
