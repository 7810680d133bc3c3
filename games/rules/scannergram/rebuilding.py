"""Rebuilding a grid around a long word.

Words are lifted off the grid, the long word is laid with the new tile, and the other tiles are laid word by word.
Knows no bids; `judging` decides on what is found.

Within its steps, the search is exact for words laid one after another, the long one first and each touching those
laid. A multiset of letters is an integer, five bits a letter, so that one look-up finds the words of some tiles."""

from collections import Counter, defaultdict
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from games.rules.grid import EMPTY, LONGEST_SIDE, Layout, cells, runs, tiles_used
from games.rules.scannergram.judging import Solution, created, judge
from games.rules.words import Vocabulary

SIDE = 256  # the side of a square so large that no word reaches its edge
ACROSS, DOWN = 1, SIDE
MOST_BASES = 300
MOST_LEFT = 8  # the most tiles left after the long word
STEPS_OF_SLOT, STEPS_OF_VERDICT = 4, 500  # steps that each takes, by its time

Spot: TypeAlias = int
"""A cell as one number: row * SIDE + column."""
Tiles: TypeAlias = Mapping[Spot, str]

_PACKED = {letter: 1 << 5 * place for place, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ")}
_GUARDS = sum(bit << 4 for bit in _PACKED.values())


@dataclass(frozen=True)
class Limits:
    """The most tiles that may be lifted, and the most steps for each length of the long word."""

    lifted: int
    steps: int


class Slot(NamedTuple):
    """Cells in a line where some tiles make one word: its first cell, the step to the next cell, and its length.

    `lying` are the letters already there, packed; `anchor` is the first of them with its place in the word."""

    spot: Spot
    step: int
    length: int
    lying: int
    anchor: tuple[int, str] | None


def solve(
    grid: Layout,
    tile: str,
    vocabulary: Vocabulary,
    limits: Limits,
    *,
    above: int,
    barred: Collection[str],
    max_called: int | None = None,
) -> tuple[int, Solution] | None:
    """Return the length of the longest word found above `above`, and a good solution with it; or None.

    Words on the grid may stay or be laid again, even if the vocabulary lacks them."""
    search = _Search(grid, tile, vocabulary, limits, frozenset(barred), max_called)
    for length in sorted(search.long, reverse=True):
        if length > above and (found := search.with_word_of(length)):
            return found
    return None


# --- words ------------------------------------------------------------------------------------------------------------


def pack(letters: str) -> int:
    """Return a multiset of letters as a number. The sum of two is the number of both together."""
    return sum(map(_PACKED.__getitem__, letters))


def holds(packed: int, other: int) -> bool:
    """Return True if a multiset has all letters of the other."""
    return ((packed | _GUARDS) - other) & _GUARDS == _GUARDS


@lru_cache(maxsize=8)
def _packed_words(vocabulary: Vocabulary) -> Sequence[tuple[int, str]]:
    return [(pack(word), word) for word in sorted(vocabulary)]


@dataclass
class _LongWords:
    """Packed words of one length with the new tile: all, and by letter and place."""

    every: list[tuple[int, str]] = field(default_factory=list)

    @cached_property
    def _placed(self) -> Mapping[tuple[int, str], Sequence[tuple[int, str]]]:
        placed = defaultdict[tuple[int, str], list[tuple[int, str]]](list)
        for packed, word in self.every:
            for anchor in enumerate(word):
                placed[anchor].append((packed, word))
        return placed

    def at(self, anchor: tuple[int, str] | None) -> Sequence[tuple[int, str]]:
        return self.every if anchor is None else self._placed.get(anchor, ())


# --- tiles ------------------------------------------------------------------------------------------------------------


class Board:
    """Tiles laid on the square. It doesn't change; laying more makes a new one."""

    def __init__(self, laid: Tiles, words: Container[str]) -> None:
        self.laid, self.words = laid, words
        self._beside: dict[tuple[Spot, int], tuple[str, str]] = {}

    def with_tiles(self, tiles: Tiles) -> "Board":
        return Board({**self.laid, **tiles}, self.words)

    def slots(self, most: int) -> list[list[Slot]]:
        """Return the slots that touch laid tiles, by the number of tiles that each takes, up to `most`."""
        found: list[list[Slot]] = [[] for _ in range(most + 1)]
        laid = self.laid
        edges = {spot + way for spot in laid for way in (-ACROSS, ACROSS, -DOWN, DOWN)} - laid.keys()
        for step in (ACROSS, DOWN):
            for start in sorted(self._starts(edges, step, most)):
                first = start
                while first - step in laid:
                    first -= step
                spot, length, lying, anchor, touches = first, 0, 0, None, False
                for size in range(most + 1):
                    while letter := laid.get(spot):
                        anchor = anchor or (length, letter)
                        lying += _PACKED[letter]
                        length += 1
                        spot += step
                    if touches and length > 1:
                        found[size].append(Slot(first, step, length, lying, anchor))
                    touches = touches or spot in edges
                    length += 1
                    spot += step
        return found

    def _starts(self, edges: Collection[Spot], step: int, most: int) -> set[Spot]:
        """Return the empty cells from which `most` tiles in a line reach an edge."""
        starts = set(edges)
        for edge in edges:
            spot, back = edge, most - 1
            while back > 0:
                spot -= step
                if spot not in self.laid:
                    starts.add(spot)
                    back -= 1
        return starts

    def fits(self, word: str, slot: Slot) -> Tiles | None:
        """Return the tiles that make the word in a slot of its length, or None if they don't fit or cross an invalid
        word."""
        tiles = {}
        spot, step = slot.spot, slot.step
        for letter in word:
            lies = self.laid.get(spot)
            if lies is None:
                before, after = self._crossed(spot, ACROSS + DOWN - step)
                if (before or after) and before + letter + after not in self.words:
                    return None
                tiles[spot] = letter
            elif lies != letter:
                return None
            spot += step
        return tiles

    def _crossed(self, spot: Spot, step: int) -> tuple[str, str]:
        """Return the letters directly before and after an empty cell in a line."""
        if (spot, step) not in self._beside:
            before = after = ""
            look = spot - step
            while look in self.laid:
                before = self.laid[look] + before
                look -= step
            look = spot + step
            while look in self.laid:
                after += self.laid[look]
                look += step
            self._beside[spot, step] = before, after
        return self._beside[spot, step]

    @property
    def layout(self) -> Layout:
        rows, columns = zip(*(divmod(spot, SIDE) for spot in self.laid), strict=True)
        return tuple(
            "".join(self.laid.get(row * SIDE + column, EMPTY) for column in range(min(columns), max(columns) + 1))
            for row in range(min(rows), max(rows) + 1)
        )


def lifts(laid: Tiles, words: Container[str], most: int) -> list[Tiles]:
    """Return what can stay when words, or their beginnings or ends, are lifted off a grid, up to `most` tiles.

    What stays is connected and made of words. The results are ordered by size; the grid itself is first."""
    known = {frozenset(laid): laid}
    for stays in (queue := [laid]):
        for cut in _cuts(stays, words):
            left = {spot: letter for spot, letter in stays.items() if spot not in cut}
            key = frozenset(left)
            if key in known or not left or len(laid) - len(left) > most or not _is_connected(left):
                continue
            if len(known) == MOST_BASES:
                return sorted(queue, key=len, reverse=True)
            known[key] = left
            queue.append(left)
    return sorted(queue, key=len, reverse=True)


def _cuts(laid: Tiles, words: Container[str]) -> Iterator[frozenset[Spot]]:
    """Yield the cells of each word that aren't in another word, and those of its beginning or end, if a word or a
    tile is left."""
    lines: list[list[Spot]] = []
    for spot in laid:
        for step in (ACROSS, DOWN):
            if spot - step not in laid and spot + step in laid:
                line = [spot]
                while (following := line[-1] + step) in laid:
                    line.append(following)
                lines.append(line)
    times = Counter(spot for line in lines for spot in line)
    for line in lines:
        alone = [times[spot] == 1 for spot in line]
        text = "".join(laid[spot] for spot in line)
        whole = frozenset(spot for spot, is_alone in zip(line, alone, strict=True) if is_alone)
        kept = "".join(letter if not is_alone else " " for letter, is_alone in zip(text, alone, strict=True)).split()
        if whole and all(len(part) == 1 or part in words for part in kept):
            yield whole
        for cut in range(1, len(line)):
            if all(alone[:cut]) and (cut == len(line) - 1 or text[cut:] in words):
                yield frozenset(line[:cut])
            if all(alone[cut:]) and (cut == 1 or text[:cut] in words):
                yield frozenset(line[cut:])


def _is_connected(laid: Tiles) -> bool:
    unreached = set(laid)
    frontier = [unreached.pop()]
    while frontier:
        spot = frontier.pop()
        for way in (-ACROSS, ACROSS, -DOWN, DOWN):
            if spot + way in unreached:
                unreached.remove(spot + way)
                frontier.append(spot + way)
    return not unreached


@lru_cache(maxsize=1 << 14)
def _parts(tiles: str) -> Sequence[tuple[int, int, str]]:
    """Return each part of some sorted tiles, largest first: packed, its size, and the other tiles."""
    return [
        (pack("".join(part)), size, "".join((Counter(tiles) - Counter(part)).elements()))
        for size in range(len(tiles), 0, -1)
        for part in dict.fromkeys(combinations(tiles, size))
    ]


# --- the search -------------------------------------------------------------------------------------------------------


class _Base:
    """A grid with some tiles lifted off, and the tiles then in hand."""

    def __init__(self, board: Board, hand: str) -> None:
        self.board, self.hand, self.packed = board, hand, pack(hand)

    def slots(self, size: int, length: int) -> Sequence[Slot]:
        return self._slots.get((size, length), ())

    @cached_property
    def _slots(self) -> Mapping[tuple[int, int], Sequence[Slot]]:
        found = defaultdict(list)
        for size, slots in enumerate(self.board.slots(len(self.hand))):
            for slot in slots:
                found[size, slot.length].append(slot)
        return found


class _Search:
    """The search on one grid.

    `words` are the words that a solution may have, `alike` the same by packed letters, and `long` those with the new
    tile by length."""

    def __init__(
        self,
        grid: Layout,
        tile: str,
        vocabulary: Vocabulary,
        limits: Limits,
        barred: frozenset[str],
        max_called: int | None,
    ) -> None:
        self.grid, self.tile, self.limits, self.barred, self.max_called = grid, tile, limits, barred, max_called
        held = pack(tiles_used(grid) + tile)
        standing = {run.word for run in runs(grid)}
        words = [(pack(word), word) for word in sorted(standing)]
        words += [
            (packed, word)
            for packed, word in _packed_words(vocabulary)
            if ((held | _GUARDS) - packed) & _GUARDS == _GUARDS and word not in barred and word not in standing
        ]
        middle = SIDE // 2
        self.laid = {
            (row + middle) * SIDE + column + middle: letter for (row, column), letter in cells(self.grid).items()
        }
        self.words = Vocabulary(word for _, word in words)
        self.alike: defaultdict[int, list[str]] = defaultdict(list)
        self.long: defaultdict[int, _LongWords] = defaultdict(_LongWords)
        for packed, word in words:
            self.alike[packed].append(word)
            if tile in word:
                self.long[len(word)].every.append((packed, word))
        self.steps = 0

    @cached_property
    def bases(self) -> Sequence[_Base]:
        return [
            _Base(
                Board(stays, self.words),
                self.tile + "".join(letter for spot, letter in self.laid.items() if spot not in stays),
            )
            for stays in lifts(self.laid, self.words, self.limits.lifted)
        ]

    def with_word_of(self, length: int) -> tuple[int, Solution] | None:
        """Return a solution with a long word of this length, or None. Those with the fewest tiles left are tried
        first."""
        self.steps = self.limits.steps
        long = self.long[length]
        for left in range(MOST_LEFT + 1):
            for base in self.bases:
                for slot in base.slots(len(base.hand) - left, length):
                    for packed, word in long.at(slot.anchor):
                        if not holds(base.packed + slot.lying, packed):
                            continue
                        tiles = base.board.fits(word, slot)
                        if tiles and self._has_new_tile(tiles):
                            rest = "".join(sorted((Counter(base.hand) - Counter(tiles.values())).elements()))
                            for board in self._filled(base.board.with_tiles(tiles), rest):
                                if found := self._judged(board.layout, length):
                                    return found
                    self.steps -= STEPS_OF_SLOT
                    if self.steps < 0:
                        return None
        return None

    def _has_new_tile(self, tiles: Tiles) -> bool:
        """Return True if the new tile is on a cell that didn't have its letter before."""
        return any(letter == self.tile != self.laid.get(spot) for spot, letter in tiles.items())

    def _filled(self, board: Board, rest: str) -> Iterator[Board]:
        """Yield boards with the other tiles laid, too, one word after another."""
        if not rest:
            yield board
            return
        slots = board.slots(len(rest))
        self.steps -= sum(map(len, slots)) * STEPS_OF_SLOT
        for packed, size, after in _parts(rest):
            self.steps -= len(slots[size])
            if self.steps < 0:
                return
            for slot in slots[size]:
                for word in self.alike.get(packed + slot.lying, ()):
                    if tiles := board.fits(word, slot):
                        yield from self._filled(board.with_tiles(tiles), after)

    def _judged(self, new: Layout, length: int) -> tuple[int, Solution] | None:
        """Return the new grid as a solution with the length of its longest word, or None if it isn't good for this
        length."""
        self.steps -= STEPS_OF_VERDICT
        solution = Solution(created(self.grid, new), new)
        verdict = judge(self.grid, self.tile, solution, length=length, barred=self.barred, words=self.words)
        if verdict.fault or not solution.calls or max(len(new), len(new[0])) > LONGEST_SIDE:
            return None
        if self.max_called is not None and len(solution.calls) > self.max_called:
            return None
        return verdict.longest, solution
