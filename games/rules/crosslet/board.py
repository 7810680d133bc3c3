"""The boards to choose from, where tiles can be laid on them, and scoring.

A board is rows of `g` letter × 2, `y` letter × 3, `b` word × 2, `r` word × 3, `.` plain. None is the board of the
published game, which survives only in a picture. Source: RULES.md, "In a minute", "What a play scores", "The end"
and "Blanks"."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product
from math import prod
from typing import Annotated, TypeAlias

from msgspec import Meta

from games.rules.alphabets.alphabet import Alphabet
from games.rules.fixed_board import FixedBoard, with_letters
from games.rules.grid import BLANK, EMPTY, Cell, Layout, Run, cells, check_held, place_of, runs_in
from games.rules.values import OrderRefused, Seat
from games.rules.words import WordList

SIDE = 15
Place: TypeAlias = Annotated[str, Meta(pattern=r"\A[A-O]([1-9]|1[0-5])\Z")]
"""A cell as events name it."""
CENTRE: Cell = (7, 7)
BARE: Layout = (EMPTY * SIDE,) * SIDE

COLOURS: Mapping[str, Layout] = {
    # made for this project; it looks the same however a square is turned or mirrored
    "plain8": (
        "...y...r...y...",
        ".r...g...g...r.",
        ".....b...b.....",
        "y..g.......g..y",
        "....b.g.g.b....",
        ".gb....b....bg.",
        "....g.ygy.g....",
        "r....bg.gb....r",
        "....g.ygy.g....",
        ".gb....b....bg.",
        "....b.g.g.b....",
        "y..g.......g..y",
        ".....b...b.....",
        ".r...g...g...r.",
        "...y...r...y...",
    ),
    # the premium squares known from Scrabble
    "classic": (
        "r..g...r...g..r",
        ".b...y...y...b.",
        "..b...g.g...b..",
        "g..b...g...b..g",
        "....b.....b....",
        ".y...y...y...y.",
        "..g...g.g...g..",
        "r..g.......g..r",
        "..g...g.g...g..",
        ".y...y...y...y.",
        "....b.....b....",
        "g..b...g...b..g",
        "..b...g.g...b..",
        ".b...y...y...b.",
        "r..g...r...g..r",
    ),
}
BOARDS: Mapping[str, FixedBoard] = {name: FixedBoard.coloured(colours) for name, colours in COLOURS.items()}
"""The boards for reading and printing layouts."""

TIMES_LETTER: Mapping[str, int] = {"g": 2, "y": 3}
TIMES_WORD: Mapping[str, int] = {"b": 2, "r": 3}
RACK = 7
ALL_SEVEN = 15
LONG_FROM = 6

Tiles: TypeAlias = Mapping[Cell, str]
"""New tiles by cell; a blank is in lower case."""
Values: TypeAlias = Mapping[str, int]
"""The value of each tile of the alphabet."""


# --- scoring ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tally:
    """The score of a play: each new word with its points, those across in reading order, then those down by columns."""

    words: tuple[tuple[Run, int], ...]
    all_seven: int

    @property
    def points(self) -> int:
        return sum(points for _, points in self.words) + self.all_seven


def tally(after: Layout, tiles: Tiles, colours: Layout, values: Values, *, blank_scores: bool) -> Tally:
    """Return the score of new tiles. `after` is the board with them, `colours` its bonus cells, and `values` those of the
    alphabet."""
    words = new_words(after, tiles)
    return Tally(
        words=tuple((run, _worth(run, tiles, colours, values, blank_scores=blank_scores)) for run in words),
        all_seven=ALL_SEVEN if len(tiles) == RACK else 0,
    )


def new_words(after: Layout, tiles: Collection[Cell]) -> list[Run]:
    """Return each run of two or more tiles that has a new one, once, in the order of all runs."""
    crossing = runs_in(after, sorted({row for row, _ in tiles}), sorted({column for _, column in tiles}))
    return [run for run in crossing if any(cell in tiles for cell in run.cells)]


def _worth(run: Run, tiles: Tiles, colours: Layout, values: Values, *, blank_scores: bool) -> int:
    """Return the points of a word: its letters, times the word bonuses, plus the bonus for length. Only new tiles
    use bonus cells."""
    letters, factors = 0, []
    for cell, character in zip(run.cells, run.text, strict=True):
        value = values[character.upper() if blank_scores or character.isupper() else BLANK]
        colour = colours[cell[0]][cell[1]] if cell in tiles else EMPTY
        letters += value * TIMES_LETTER.get(colour, 1)
        factors.append(TIMES_WORD.get(colour, 1))
    return letters * prod(factors) + for_length(len(run.text))


def for_length(letters: int) -> int:
    """Return the bonus for a long word: 1 for its sixth letter, 2 more for its seventh, and so on."""
    beyond = max(0, letters - LONG_FROM + 1)
    return beyond * (beyond + 1) // 2


def settled(racks: Mapping[Seat, str], values: Values) -> dict[Seat, int]:
    """Return the change of each seat's points at the end.

    Each loses the value of its own rack, with blanks worth 0. A seat that is out gains the values of all others."""
    sums = {seat: sum(values[tile] for tile in rack) for seat, rack in racks.items()}
    return {seat: -sums[seat] if rack else sum(sums.values()) for seat, rack in racks.items()}


# --- legal plays ------------------------------------------------------------------------------------------------------


def added(board: Layout, wanted: Layout) -> Tiles:
    """Return the tiles that a layout of the whole board adds. Empty cells, and letters already there, change
    nothing.

    Raises OrderRefused, naming the cell, for a letter that differs from the one there, and for a layout that adds
    nothing."""
    tiles = {}
    for (row, column), character in cells(wanted).items():
        lies = board[row][column]
        if lies == EMPTY:
            tiles[row, column] = character
        elif lies.upper() != character.upper():
            raise OrderRefused(
                "There is already {lies} on {cell}, where you put {character}. Tiles on the board stay there.",
                cell=place_of((row, column)),
                lies=lies.upper(),
                character=character.upper(),
            )
    if not tiles:
        raise OrderRefused("This adds no tiles to the board. Lay at least one, or EXCHANGE.")
    return tiles


def check_tiles(board: Layout, tiles: Tiles, words: WordList) -> None:
    """Raise OrderRefused unless the new tiles can be laid there.

    The centre must be covered, all tiles connected, each new tile in a word, and every new run a valid word."""
    after = with_letters(board, tiles)
    if after[CENTRE[0]][CENTRE[1]] == EMPTY:
        raise OrderRefused("The first play must have a word that covers the centre, {cell}.", cell=place_of(CENTRE))
    made = new_words(after, tiles)
    in_words = {cell for run in made for cell in run.cells}
    for cell in sorted(tiles):
        if cell not in in_words:
            raise OrderRefused(
                "The tile on {cell} isn’t in a word. Each new tile must be in a word of two or more letters.",
                cell=place_of(cell),
            )
    apart = sorted(set(tiles) - _figure(after))
    if apart:
        raise OrderRefused(
            "The tile on {cell} isn’t connected to the others. All tiles on the board must be connected.",
            cell=place_of(apart[0]),
        )
    struck = tuple(dict.fromkeys(run.word for run in made if run.word not in words))
    if struck:
        raise OrderRefused("Not in the word list: {words}.", words=struck)


def _figure(layout: Layout) -> set[Cell]:
    """Return all cells connected with the centre."""
    unreached = set(cells(layout))
    frontier, reached = [CENTRE], {CENTRE}
    while frontier:
        row, column = frontier.pop()
        for neighbour in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
            if neighbour in unreached and neighbour not in reached:
                reached.add(neighbour)
                frontier.append(neighbour)
    return reached


def from_rack(
    board: Layout, tiles: Tiles, rack: str, colours: Layout, alphabet: Alphabet, *, blank_scores: bool
) -> Tiles:
    """Return the new tiles with their blanks.

    Blanks are as written if any is in lower case. Otherwise they stand for the missing letters where the play scores
    best, or first in reading order. Raises OrderRefused, naming the letters, for tiles that aren't held."""
    if any(character.islower() for character in tiles.values()):
        check_held(("".join(tiles.values()),), rack, alphabet)
        return tiles
    missing = Counter(tiles.values()) - Counter(rack)
    if missing.total() > rack.count(BLANK):
        check_held(("".join(tiles.values()),), rack, alphabet)
    if not missing:
        return tiles
    return max(
        _ways(tiles, missing),
        key=lambda way: (
            tally(with_letters(board, way), way, colours, alphabet.values, blank_scores=blank_scores).points
        ),
    )


def _ways(tiles: Tiles, missing: Counter[str]) -> Iterator[Tiles]:
    """Yield every way to let blanks stand for the missing letters, earlier cells first."""
    stands = [
        combinations([cell for cell, character in sorted(tiles.items()) if character == letter], number)
        for letter, number in missing.items()
    ]
    for chosen in product(*stands):
        blanks = {cell for together in chosen for cell in together}
        yield {cell: character.lower() if cell in blanks else character for cell, character in tiles.items()}


def free_blank(board: Layout, cell: Cell, rack: str, plain: FixedBoard) -> tuple[Layout, str]:
    """Return the board with the real letter in place of a blank, and the rack with the blank instead.

    Raises OrderRefused if there is no blank on the cell, or the rack lacks its letter."""
    place = place_of(cell)
    if not plain.has(cell):
        raise OrderRefused("{cell} isn’t on the board. The cells are A1 to {last}.", cell=place, last=plain.last_place)
    lies = board[cell[0]][cell[1]]
    if not lies.islower():
        raise OrderRefused("There is no blank on {cell}. Name a cell with a blank, for example SWAP H8.", cell=place)
    letter = lies.upper()
    if letter not in rack:
        raise OrderRefused(
            "The blank on {cell} stands for {letter}, but you don’t hold that letter to replace it.",
            cell=place,
            letter=letter,
        )
    return with_letters(board, {cell: letter}), rack.replace(letter, BLANK, 1)
