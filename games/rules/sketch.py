"""A layout being built: tiles on an unbounded grid, and the cells where more can be laid. A sketch doesn't store the
player's hand and doesn't judge which layout is better."""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from operator import add

from games.rules.alphabets.alphabet import Alphabet
from games.rules.grid import EMPTY, LONGEST_SIDE, Cell, Layout, cells

Tiles = Mapping[Cell, str]


@dataclass
class Sketch:
    """A layout being built. `laid` has upper-case letters. `moves` are the tiles laid, move by move: `take_back` undoes
    the last."""

    words: Container[str]
    alphabet: Alphabet
    laid: dict[Cell, str] = field(default_factory=dict)
    moves: list[Tiles] = field(default_factory=list)
    _cells_of: dict[str, list[Cell]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        for cell, letter in self.laid.items():
            self._cells_of[letter].append(cell)

    @classmethod
    def of(cls, layout: Layout, words: Container[str], alphabet: Alphabet) -> "Sketch":
        """Return a sketch that begins with this layout, which can't be taken back."""
        return cls(words, alphabet, {cell: character.upper() for cell, character in cells(layout).items()})

    def lay(self, tiles: Tiles) -> None:
        self.moves.append(tiles)
        self.laid.update(tiles)
        for cell, letter in tiles.items():
            self._cells_of[letter].append(cell)

    def take_back(self) -> Tiles:
        tiles = self.moves.pop()
        for cell, letter in tiles.items():
            del self.laid[cell]
            self._cells_of[letter].pop()
        return tiles

    def tiles_of(self, word: str, cell: Cell, *, across: bool) -> Tiles | None:
        """Return the tiles that must be laid to make this word, beginning at this cell, whether the player holds them
        or not. Return None if the word doesn't fit."""
        row, column = cell
        line = [(row, column + i) if across else (row + i, column) for i in range(-1, len(word) + 1)]
        if line[0] in self.laid or line[-1] in self.laid:
            return None
        new = {}
        for place, letter in zip(line[1:-1], word, strict=True):
            lies = self.laid.get(place)
            if lies is None:
                before, after = self._before(place, across=not across), self._after(place, across=not across)
                if (before or after) and before + letter + after not in self.words:
                    return None
                new[place] = letter
            elif lies != letter:
                return None
        return new or None

    def places(self, word: str, hand: Counter[str]) -> Iterator[Tiles]:
        """Yield each way in which the hand can lay the word across a laid tile or, on an empty grid, the only way."""
        missing = ""
        for letter in word:
            if letter != missing and word.count(letter) > hand.get(letter, 0):
                if missing:
                    return
                missing = letter
        if not self.laid:
            if not missing:
                yield {(0, i): letter for i, letter in enumerate(word)}
            return
        for i, letter in enumerate(word):
            if missing and letter != missing:
                continue
            for row, column in tuple(self._cells_of[letter]):
                for cell, across in (((row, column - i), True), ((row - i, column), False)):
                    tiles = self.tiles_of(word, cell, across=across)
                    if tiles and not Counter(tiles.values()) - hand:
                        yield tiles

    def fill(self, hand: Counter[str]) -> bool:
        """Lay the whole hand of a few tiles wherever they fit, and return True. If they don't all fit, lay nothing."""
        if not hand:
            top, left, bottom, right = self.box()
            return max(bottom - top, right - left) < LONGEST_SIDE
        # the hardest letter goes first, because it has the fewest places
        hard = max(sorted(hand), key=lambda letter: self.alphabet.values[letter])
        for size in range(hand.total(), 0, -1):
            orders = [
                letters for letters in dict.fromkeys(permutations(sorted(hand.elements()), size)) if hard in letters
            ]
            for gap, across in list(self.gaps(size)):
                for letters in self.making_words(gap, orders, across=across):
                    self.lay(dict(zip(gap, letters, strict=True)))
                    if self.fill(hand - Counter(letters)):
                        return True
                    self.take_back()
        return False

    def making_words(
        self, gap: Sequence[Cell], orders: Iterable[Sequence[str]], *, across: bool
    ) -> Iterator[Sequence[str]]:
        """Yield each order of letters that makes at least one word and only words in the empty cells of a gap."""
        starts, ends = self._before(gap[0], across=across), [self._after(cell, across=across) for cell in gap]
        crossings = [(self._before(cell, across=not across), self._after(cell, across=not across)) for cell in gap]
        crossed = [(place, *beside) for place, beside in enumerate(crossings) if any(beside)]
        is_word: dict[tuple[int, str], bool] = {}  # by place and letter
        for letters in orders:
            for place, before, after in crossed:
                key = place, letters[place]
                if key not in is_word:
                    is_word[key] = before + letters[place] + after in self.words
                if not is_word[key]:
                    break
            else:
                along = starts + "".join(map(add, letters, ends))
                if along in self.words if len(along) > 1 else bool(crossed):
                    yield letters

    def gaps(self, size: int) -> Iterator[tuple[Sequence[Cell], bool]]:
        """Yield each way to lay `size` tiles in a line that touches laid tiles: the empty cells to fill, and whether
        the line runs across."""
        known = set()
        for edge in self._edges():
            for across in (True, False):
                for back in range(size):
                    gap = self._gap(edge, back, size, across=across)
                    if (gap, across) not in known:
                        known.add((gap, across))
                        yield gap, across

    @property
    def layout(self) -> Layout:
        """The sketch as trimmed rows."""
        if not self.laid:
            return ()
        top, left, bottom, right = self.box()
        return tuple(
            "".join(self.laid.get((row, column), EMPTY) for column in range(left, right + 1))
            for row in range(top, bottom + 1)
        )

    def box(self, more: Tiles | None = None) -> tuple[int, int, int, int]:
        """Return the bounding box of the laid tiles and `more`: first row, first column, last row, last column."""
        rows, columns = zip(*self.laid, *(more or {}), strict=True)
        return min(rows), min(columns), max(rows), max(columns)

    def worth(self, tiles: Tiles, hand: Counter[str]) -> float:
        """Return the value of laying these tiles: it is better to lay many, to keep the layout compact, and to keep a good
        share of vowels in the hand."""
        left = hand - Counter(tiles.values())
        vowels = sum(left[vowel] for vowel in self.alphabet.vowels)
        top, left_side, bottom, right = self.box(tiles)
        return len(tiles) - abs(vowels - 0.4 * left.total()) - 0.3 * ((bottom - top) + (right - left_side))

    def _before(self, cell: Cell, *, across: bool) -> str:
        """Return the run of letters that ends before a cell."""
        return self._run(cell, -1, across=across)[::-1]

    def _after(self, cell: Cell, *, across: bool) -> str:
        """Return the run of letters that begins after a cell."""
        return self._run(cell, 1, across=across)

    def _run(self, cell: Cell, step: int, *, across: bool) -> str:
        """Return the letters from a cell on in one direction, without the cell itself."""
        down, right = (0, step) if across else (step, 0)
        run, lies_at = "", self.laid.get
        row, column = cell[0] + down, cell[1] + right
        while lies := lies_at((row, column)):
            run, row, column = run + lies, row + down, column + right
        return run

    def _edges(self) -> Iterator[Cell]:
        known = set(self.laid)
        for row, column in self.laid:
            for cell in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
                if cell not in known:
                    known.add(cell)
                    yield cell

    def _gap(self, edge: Cell, back: int, size: int, *, across: bool) -> tuple[Cell, ...]:
        """Return `size` empty cells in a line with this edge cell, `back` of them before it. Laid tiles between them
        are skipped."""
        down, right = (0, 1) if across else (1, 0)
        row, column = edge
        while back:
            row, column = row - down, column - right
            if (row, column) not in self.laid:
                back -= 1
        gap: list[Cell] = []
        while len(gap) < size:
            if (row, column) not in self.laid:
                gap.append((row, column))
            row, column = row + down, column + right
        return tuple(gap)
