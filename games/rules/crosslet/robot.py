"""A robot for Crosslet: makes the best-scoring play in one line, and exchanges if there is none or only a poor one. It
knows what all know, and a word list.

The sorted vocabulary serves as a prefix tree: a prefix is the range of words that begin with it. Words are searched from
left to right in every line, through at least one *anchor*, an empty cell beside a tile. What may stand left of a line's
first anchor is the same everywhere and computed once."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from string import ascii_uppercase
from typing import NamedTuple

from games.rules.chance import Chance
from games.rules.crosslet.board import BARE, CENTRE, RACK, SIDE, Tiles, tally
from games.rules.fixed_board import with_letters
from games.rules.grid import BLANK, EMPTY, Layout, cells, place_of
from games.rules.kind import Order, Seat
from games.rules.robots import Mind
from games.rules.table.turn_view import TurnView
from games.rules.tiles import VALUES
from games.rules.words import Vocabulary

EASY = "ESAIRNTOLD"  # the letter a blank stands for, and the letters kept in an exchange
VOWELS = "AEIOU"
POOR = 10  # points; for less a poor rack is exchanged


def move(view: TurnView, seat: Seat, mind: Mind) -> tuple[Order, ...]:
    """The order of a robot in this seat, which is waited for. After a SWAP ask again."""
    shown = view.facts
    board, rack = tuple(shown["board"]), shown["racks"][seat]
    blanks = (cell for cell, character in cells(board).items() if character.islower() and character.upper() in rack)
    if shown["recycle_blank"] and (blank := next(blanks, None)):
        return (Order("SWAP", {"cells": (place_of(blank),)}),)
    best = best_play(
        board, rack, mind.vocabulary, mind.chance, colours=tuple(shown["colours"]), blank_scores=shown["blank_scores"]
    )
    is_ill_matched = not 2 <= sum(tile in VOWELS for tile in rack) <= 5
    if best is None or (best[0] < POOR and view.pool >= RACK and is_ill_matched):
        return (Order("EXCHANGE", {"tiles": _unwanted(rack, view.pool)}),)
    return (Order("GRID", {"layout": with_letters(BARE, best[1])}),)


def best_play(
    board: Layout, rack: str, vocabulary: Vocabulary, chance: Chance, *, colours: Layout, blank_scores: bool
) -> tuple[int, Tiles] | None:
    """The best-scoring play in one line, the first of equals, with its points; None if there is none. Of two blanks one
    stands for a drawn letter."""
    wild = EASY if rack.count(BLANK) < 2 else EASY[chance.below(len(EASY))]
    best: tuple[int, Tiles] | None = None
    for tiles in Search(board, rack, vocabulary, wild).plays():
        made = tally(with_letters(board, tiles), tiles, colours, blank_scores=blank_scores)
        if best is None or made.points > best[0]:
            best = made.points, tiles
    return best


def _unwanted(rack: str, pool: int) -> tuple[str, ...]:
    """The tiles to give back, as far as the bag allows: all but blanks and one of each easy letter, the most valuable
    first."""
    rest = list(rack)
    for tile in {tile for tile in rack if tile in EASY or tile == BLANK}:
        rest.remove(tile)
    rest.sort(key=lambda tile: (-VALUES[tile], tile))
    return tuple(rest or sorted(rack))[:pool]


# --- the search -------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _in_alphabet(vocabulary: Vocabulary) -> Sequence[str]:
    """The words that fit on the board, sorted."""
    return tuple(sorted(word for word in vocabulary if len(word) <= SIDE))


class _Start(NamedTuple):
    """The beginning of a word: its characters as laid, the range of words that begin so, from `first` to before `end`, and
    the tiles left."""

    characters: str
    first: int
    end: int
    rack: str

    @property
    def letters(self) -> str:
        return self.characters.upper()


@dataclass(frozen=True)
class _Line:
    """A row, or a column turned into one. `fits` gives, for each empty cell beside a tile of another line, the letters that
    make words there; `anchors` says of each cell whether it is one."""

    characters: str
    anchors: tuple[bool, ...]
    fits: tuple[frozenset[str] | None, ...]


@dataclass
class Search:
    """The search on one board with one rack; a blank stands for each letter of `wild` in turn."""

    board: Layout
    rack: str
    vocabulary: Vocabulary
    wild: str = ascii_uppercase
    _before: dict[int, list[_Start]] = field(default_factory=dict)

    @cached_property
    def words(self) -> Sequence[str]:
        return _in_alphabet(self.vocabulary)

    def plays(self) -> Iterator[Tiles]:
        """Every play, some perhaps twice."""
        turned = tuple("".join(column) for column in zip(*self.board, strict=True))
        for across, board in ((True, self.board), (False, turned)):
            sides = tuple("".join(column) for column in zip(*board, strict=True))
            for number in range(SIDE):
                for start, characters in self._words_in(_line(board, sides, number, self.vocabulary)):
                    laid = (
                        (at, character) for at, character in enumerate(characters, start) if board[number][at] == EMPTY
                    )
                    yield {(number, at) if across else (at, number): character for at, character in laid}

    def _words_in(self, line: _Line) -> Iterator[tuple[int, str]]:
        """Each word with the index where it begins in the line."""
        for start in range(SIDE):
            if start and line.characters[start - 1] != EMPTY:
                continue
            first = start
            while first < SIDE and line.characters[first] == EMPTY and not line.anchors[first]:
                first += 1
            if first == SIDE:
                return
            for begun in self._starts(first - start):
                yield from ((start, characters) for characters in self._through(line, first, begun))

    def _through(self, line: _Line, at: int, begun: _Start) -> Iterator[str]:
        """The words that continue from a cell of the line. All have reached its first anchor, or a tile."""
        if at == SIDE:
            return
        lies = line.characters[at]
        further = [self._with(begun, lies, begun.rack)] if lies != EMPTY else self._drawn(begun, line.fits[at])
        for longer in further:
            if longer is None:
                continue
            ends_here = at + 1 == SIDE or line.characters[at + 1] == EMPTY
            is_word = len(longer.characters) > 1 and self.words[longer.first] == longer.letters
            if ends_here and is_word and len(longer.rack) < len(self.rack):
                yield longer.characters
            yield from self._through(line, at + 1, longer)

    def _drawn(self, begun: _Start, fits: frozenset[str] | None) -> Iterator[_Start | None]:
        """The beginning, extended by each tile of the rack that may stand on the next cell."""
        for tile in dict.fromkeys(begun.rack):
            rack = begun.rack.replace(tile, "", 1)
            for character in self.wild.lower() if tile == BLANK else tile:
                if fits is None or character.upper() in fits:
                    yield self._with(begun, character, rack)

    def _with(self, begun: _Start, character: str, rack: str) -> _Start | None:
        """The beginning with one more character; nothing if no word begins so."""
        letters = begun.letters + character.upper()
        first = bisect_left(self.words, letters, begun.first, begun.end)
        if first == begun.end or not self.words[first].startswith(letters):
            return None
        beyond = letters[:-1] + chr(ord(letters[-1]) + 1)
        return _Start(begun.characters + character, first, bisect_left(self.words, beyond, first, begun.end), rack)

    def _starts(self, length: int) -> list[_Start]:
        """The beginnings that the rack alone can put on so many cells with nothing beside them, keeping a tile for the
        anchor."""
        if length not in self._before:
            if length == 0:
                self._before[0] = [_Start("", 0, len(self.words), self.rack)]
            elif length >= len(self.rack):
                self._before[length] = []
            else:
                shorter = self._starts(length - 1)
                self._before[length] = [longer for start in shorter for longer in self._drawn(start, None) if longer]
        return self._before[length]


def _line(board: Layout, sides: Layout, number: int, vocabulary: Vocabulary) -> _Line:
    characters = board[number]
    # the unbroken tiles before and after each cell in the crossing line
    beside = [
        (side[side.rfind(EMPTY, 0, number) + 1 : number], side[number + 1 :].split(EMPTY, 1)[0]) for side in sides
    ]
    anchors = [
        characters[at] == EMPTY and bool(beside[at] != ("", "") or characters[max(0, at - 1) : at + 2].strip(EMPTY))
        for at in range(SIDE)
    ]
    if board == BARE and number == CENTRE[0]:
        anchors[CENTRE[1]] = True
    fits = [
        frozenset(letter for letter in ascii_uppercase if f"{before}{letter}{after}".upper() in vocabulary)
        if characters[at] == EMPTY and (before or after)
        else None
        for at, (before, after) in enumerate(beside)
    ]
    return _Line(characters, tuple(anchors), tuple(fits))
