"""The plays that a rack allows on a board, in one or several lines, with their scores.

A vocabulary is a graph of letters that shares equal endings. Words are searched from left to right in every line,
through at least one *anchor*, an empty cell beside a tile. Beginnings on plain cells left of an anchor are the same
everywhere, and found once.

A play in several lines is combined from plays in one line: plays on the current board, if the rack has tiles for
both, and plays that touch one laid before. Each is legal by itself on the board before it."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import nlargest
from itertools import chain
from math import prod
from typing import Any, NamedTuple, TypeAlias

from games.rules.alphabets.alphabet import Alphabet
from games.rules.crosslet.board import (
    ALL_SEVEN,
    BARE,
    CENTRE,
    RACK,
    SIDE,
    TIMES_LETTER,
    TIMES_WORD,
    Tiles,
    for_length,
    tally,
)
from games.rules.fixed_board import with_letters
from games.rules.grid import BLANK, EMPTY, Cell, Layout
from games.rules.words import Vocabulary

Node: TypeAlias = dict[str, Any]
"""A beginning of words: for each further letter, the node after it. It has `END` if it is a word itself."""
END = ""


@lru_cache(maxsize=4)
def graph_of(vocabulary: Vocabulary) -> Node:
    """Return the graph of the words that fit on the board. Cached."""
    words = sorted(word for word in vocabulary if len(word) <= SIDE)
    known: dict[tuple[tuple[str, int], ...], Node] = {}
    path: list[Node] = [{}]  # the last word's nodes, which may still grow
    last = ""

    def close(depth: int) -> None:
        """Merge the nodes of the last word beyond this depth with equal ones."""
        while len(path) > depth + 1:
            node = path.pop()
            same = known.setdefault(tuple((letter, id(after)) for letter, after in node.items()), node)
            path[-1][last[len(path) - 1]] = same

    for word in words:
        depth = next((n for n, (one, other) in enumerate(zip(last, word, strict=False)) if one != other), len(last))
        close(depth)
        for letter in word[depth:]:
            path[-1][letter] = {}
            path.append(path[-1][letter])
        path[-1][END] = None
        last = word
    close(0)
    return path[0]


class Play(NamedTuple):
    """A play with its points, its tiles by cell, and the tiles left on the rack."""

    points: int
    tiles: Tiles
    left: str


class _Beside(NamedTuple):
    """The tiles beside an empty cell in the crossing line.

    `fits` are the letters that make a word with them; `worth` is their value, `factor` the product of their word
    bonuses, and `bonus` the points for the length of that word."""

    fits: frozenset[str]
    worth: int
    factor: int
    bonus: int


@dataclass(frozen=True)
class _Line:
    """A row, or a column turned into one.

    For each cell: its character, the tiles beside it, `worth` (the value of its tile, or the letter bonus of an
    empty cell), and `factor` (its word bonus)."""

    number: int
    across: bool
    characters: str
    beside: Sequence[_Beside | None]
    worth: Sequence[int]
    factor: Sequence[int]

    def cell(self, at: int) -> Cell:
        return (self.number, at) if self.across else (at, self.number)


class Position:
    """A board with `fresh`, the tiles of a play in progress, if any."""

    def __init__(self, generator: "Generator", board: Layout, fresh: Tiles) -> None:
        self.generator = generator
        self.board, self.fresh = board, fresh
        self.turned = tuple(map("".join, zip(*board, strict=True)))

    def line(self, number: int, *, across: bool) -> _Line:
        board, sides = (self.board, self.turned) if across else (self.turned, self.board)
        generator, characters = self.generator, board[number]
        beside: list[_Beside | None] = []
        worth, factor = [], []
        for at, (character, side) in enumerate(zip(characters, sides, strict=True)):
            cell = (number, at) if across else (at, number)
            if character != EMPTY:
                one, times = self._earns(cell, character)
                beside.append(None)
            else:
                one, times = generator.letter_times[cell], generator.word_times[cell]
                beside.append(self._beside(side, number, at, across))
            worth.append(one)
            factor.append(times)
        return _Line(number, across, characters, beside, worth, factor)

    def _earns(self, cell: Cell, character: str) -> tuple[int, int]:
        value = self.generator.values[character]
        if cell in self.fresh:
            return value * self.generator.letter_times[cell], self.generator.word_times[cell]
        return value, 1

    def _beside(self, side: str, number: int, at: int, across: bool) -> _Beside | None:
        before = side[side.rfind(EMPTY, 0, number) + 1 : number]
        after = side[number + 1 :].split(EMPTY, 1)[0]
        if not (before or after):
            return None
        places = [*range(number - len(before), number), *range(number + 1, number + 1 + len(after))]
        earned = [
            self._earns((place, at) if across else (at, place), character)
            for place, character in zip(places, before + after, strict=True)
        ]
        return _Beside(
            self.generator.fits(before.upper(), after.upper()),
            sum(worth for worth, _ in earned),
            prod(factor for _, factor in earned),
            for_length(len(places) + 1),
        )


class Generator:
    """Finds the plays on a board. A blank stands for each letter of `wild` in turn."""

    def __init__(
        self,
        board: Layout,
        vocabulary: Vocabulary,
        alphabet: Alphabet,
        *,
        colours: Layout,
        blank_scores: bool,
        wild: str,
    ) -> None:
        self.board, self.vocabulary, self.colours, self.blank_scores = board, vocabulary, colours, blank_scores
        self.alphabet, self.wild = alphabet, wild
        self.graph = graph_of(vocabulary)
        self.values = dict(alphabet.values) | {
            letter.lower(): alphabet.values[letter] if blank_scores else 0 for letter in alphabet.letters
        }
        cells = [(row, column) for row in range(SIDE) for column in range(SIDE)]
        self.letter_times = {cell: TIMES_LETTER.get(colours[cell[0]][cell[1]], 1) for cell in cells}
        self.word_times = {cell: TIMES_WORD.get(colours[cell[0]][cell[1]], 1) for cell in cells}
        self._fits: dict[tuple[str, str], frozenset[str]] = {}
        self._draws: dict[str, list[tuple[str, str, str]]] = {}
        self._before: dict[tuple[str, int], list[tuple[str, Node, str]]] = {}

    def fits(self, before: str, after: str) -> frozenset[str]:
        """Return the letters that make a word between these two parts."""
        if (before, after) not in self._fits:
            self._fits[before, after] = frozenset(
                letter for letter in self.alphabet.letters if before + letter + after in self.vocabulary
            )
        return self._fits[before, after]

    def checked(self, play: Play) -> Play | None:
        """Return a play of several parts with its exact points, or None if it makes an invalid word."""
        made = tally(
            with_letters(self.board, play.tiles),
            play.tiles,
            self.colours,
            self.alphabet.values,
            blank_scores=self.blank_scores,
        )
        if not all(run.word in self.vocabulary for run, _ in made.words):
            return None
        return play._replace(points=made.points)

    # --- one line -----------------------------------------------------------------------------------------------------

    def in_one_line(self, rack: str) -> list[Play]:
        """Return every play in one line on the board. A single tile that makes two words is listed twice."""
        position, found = Position(self, self.board, {}), list[Play]()
        for across in (True, False):
            for number in range(SIDE):
                line = position.line(number, across=across)
                self._search(line, _anchors(line, is_first=self.board == BARE), rack, found)
        return found

    def touching(self, play: Play) -> list[Play]:
        """Return the play combined with each play in one line that touches it and needs only the tiles left on the
        rack.

        The points of both plays are added, which is too many if they share a word."""
        position, found = Position(self, with_letters(self.board, play.tiles), play.tiles), list[Play]()
        for (across, number), anchors in _touched(position.board, play.tiles).items():
            self._search(position.line(number, across=across), anchors, play.left, found)
        return [_together(play, more.points, more.tiles, more.left) for more in found]

    def _search(self, line: _Line, anchors: int, rack: str, found: list[Play]) -> None:
        """Collect in `found` the plays of a line that lay a tile on an anchor; `anchors` has a bit for each cell."""
        characters, beside = line.characters, line.beside
        draws = self._draws_of
        rack_size = len(rack)

        def go_on(at: int, node: Node, left: str, laid: str, is_anchored: bool) -> None:
            while at < SIDE and (lies := characters[at]) != EMPTY:
                if (after := node.get(lies.upper())) is None:
                    return
                node, laid, at = after, laid + lies, at + 1
            if is_anchored:
                if END in node:
                    found.append(self._scored(line, at - len(laid), laid, left))
            elif not anchors >> at:
                return
            if at == SIDE or not left:
                return
            here = beside[at]
            is_anchored = is_anchored or bool(anchors >> at & 1)
            for character, letter, rest in draws(left):
                if (here is None or letter in here.fits) and (after := node.get(letter)) is not None:
                    go_on(at + 1, after, rest, laid + character, is_anchored)

        for start in range(SIDE):
            if not anchors >> start:
                return
            if start and characters[start - 1] != EMPTY:
                continue
            first = start
            while first < SIDE and characters[first] == EMPTY and beside[first] is None and not anchors >> first & 1:
                first += 1
            if first - start > rack_size:
                continue
            for laid, node, left in self._beginnings(rack, first - start):
                go_on(first, node, left, laid, False)

    def _beginnings(self, rack: str, length: int) -> list[tuple[str, Node, str]]:
        """Return the beginnings of words that the rack alone can put on this many plain cells, with the tiles left."""
        if (rack, length) not in self._before:
            if length == 0:
                self._before[rack, 0] = [("", self.graph, rack)]
            else:
                self._before[rack, length] = [
                    (laid + character, after, rest)
                    for laid, node, left in self._beginnings(rack, length - 1)
                    for character, letter, rest in self._draws_of(left)
                    if (after := node.get(letter)) is not None
                ]
        return self._before[rack, length]

    def _draws_of(self, rack: str) -> list[tuple[str, str, str]]:
        """Return each tile that the rack can give: its character, its letter, and the tiles left."""
        if rack not in self._draws:
            self._draws[rack] = [
                (letter.lower() if tile == BLANK else letter, letter, rack.replace(tile, "", 1))
                for tile in dict.fromkeys(rack)
                for letter in (self.wild if tile == BLANK else tile)
            ]
        return self._draws[rack]

    def _scored(self, line: _Line, start: int, laid: str, left: str) -> Play:
        values = self.values
        letters, factor, more = 0, 1, for_length(len(laid))
        tiles = {}
        for at, character in enumerate(laid, start):
            worth, times = line.worth[at], line.factor[at]
            if line.characters[at] == EMPTY:
                worth *= values[character]
                tiles[line.cell(at)] = character
                if beside := line.beside[at]:
                    more += (beside.worth + worth) * beside.factor * times + beside.bonus
            letters += worth
            factor *= times
        return Play(letters * factor + more + (ALL_SEVEN if len(tiles) == RACK else 0), tiles, left)


def in_several_lines(generator: Generator, rack: str, *, lines: int, width: int) -> list[Play]:
    """Return good plays in up to `lines` lines, including those in one.

    For each number of lines only `width` plays are extended: those with the most points, if the points of the best play
    with the tiles left on the rack are added."""
    single = list({frozenset(play.tiles.items()): play for play in generator.in_one_line(rack)}.values())
    single.sort(key=lambda play: -play.points)
    if lines == 1:
        return single
    rest = _Rest(rack, single)
    found, beam = single, nlargest(width, single, key=rest.promise)
    for _ in range(1, lines):
        candidates = {
            frozenset(play.tiles.items()): play
            for one in beam
            if one.left
            for play in (*generator.touching(one), *rest.beside(one))
        }
        beam = []
        for play in sorted(candidates.values(), key=rest.promise, reverse=True):
            if checked := generator.checked(play):
                beam.append(checked)
                if len(beam) == width:
                    break
        found = [*found, *beam]
    return found


def _together(play: Play, points: int, tiles: Tiles, left: str) -> Play:
    both = {**play.tiles, **tiles}
    return Play(play.points + points + (ALL_SEVEN if len(both) == RACK else 0), both, left)


class _Rest:
    """For the tiles left on a rack after a play, finds the best plays in one line that they allow, those with most
    points first."""

    MOST = 40

    def __init__(self, rack: str, single: Sequence[Play]) -> None:
        self.held = Counter(rack)
        self.leaving: dict[str, list[Play]] = defaultdict(list)
        for play in single:
            if len(self.leaving[play.left]) < self.MOST:
                self.leaving[play.left].append(play)
        self._of: dict[str, list[Play]] = {}

    def of(self, left: str) -> list[Play]:
        if left not in self._of:
            laid = self.held - Counter(left)
            fitting = (plays for rest, plays in self.leaving.items() if laid <= Counter(rest))
            self._of[left] = nlargest(self.MOST, chain.from_iterable(fitting), key=lambda play: play.points)
        return self._of[left]

    def promise(self, play: Play) -> int:
        """Return the points of a play plus those of the best play that the tiles left on the rack allow."""
        more = self.of(play.left)[:1] if play.left else []
        return play.points + sum(one.points for one in more)

    def beside(self, play: Play) -> Iterator[Play]:
        """Yield the play combined with each play that the tiles left on the rack allow and that fills other cells. The
        points are added as if the two plays didn't touch."""
        for other in self.of(play.left):
            if play.tiles.keys().isdisjoint(other.tiles):
                left = play.left
                for character in other.tiles.values():
                    left = left.replace(BLANK if character.islower() else character, "", 1)
                yield _together(play, other.points, other.tiles, left)


def _anchors(line: _Line, *, is_first: bool) -> int:
    if is_first:
        return 1 << CENTRE[1] if line.number == CENTRE[0] else 0
    characters = line.characters
    anchors = 0
    for at in range(SIDE):
        if characters[at] == EMPTY and (line.beside[at] or characters[max(0, at - 1) : at + 2].strip(EMPTY)):
            anchors |= 1 << at
    return anchors


def _touched(board: Layout, tiles: Tiles) -> Mapping[tuple[bool, int], int]:
    """Return the cells at which another play would touch these tiles: the next empty cell in each direction, as bits
    for each line."""
    anchors: dict[tuple[bool, int], int] = {}
    for row, column in tiles:
        for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            y, x = row + down, column + right
            while 0 <= y < SIDE and 0 <= x < SIDE and board[y][x] != EMPTY:
                y, x = y + down, x + right
            if 0 <= y < SIDE and 0 <= x < SIDE:
                for across, number, at in ((True, y, x), (False, x, y)):
                    anchors[across, number] = anchors.get((across, number), 0) | 1 << at
    return anchors
