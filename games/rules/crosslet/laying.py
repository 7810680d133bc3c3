"""Which tiles a wanted board adds, and whether they may lie there: what is held, what hangs together, what is a word.

Every refusal says what would be right. Points are counted in `scoring`.
Source: RULES.md, "In a minute" and "Blanks".
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

from games.rules.crosslet.boards import CENTRE
from games.rules.crosslet.scoring import Tiles, new_words, tally
from games.rules.fixed_board import FixedBoard, with_signs
from games.rules.grid import BLANK, EMPTY, Cell, Layout, cells, check_held
from games.rules.kind import OrderRefused
from games.rules.messages import say
from games.rules.places import place_of
from games.rules.words import WordList


def added(board: Layout, wanted: Layout) -> Tiles:
    """The tiles that a layout of the whole board adds; an empty cell means "as it was", and so does the same letter.

    Raises OrderRefused for a letter that differs from what lies there, naming the cell, and where nothing is added."""
    tiles = {}
    for (row, column), sign in cells(wanted).items():
        lies = board[row][column]
        if lies == EMPTY:
            tiles[row, column] = sign
        elif lies.upper() != sign.upper():
            raise OrderRefused(
                say(
                    "On {cell} lies {lies}, and you put {sign} there. Tiles stay where they lie.",
                    cell=place_of((row, column)),
                    lies=lies.upper(),
                    sign=sign.upper(),
                )
            )
    if not tiles:
        raise OrderRefused(say("This adds no tile to the board. Lay at least one, or EXCHANGE."))
    return tiles


def check_tiles(board: Layout, tiles: Tiles, words: WordList) -> None:
    """Raises OrderRefused unless the new tiles may lie there: on the first play one on the centre, all tiles of the board
    in one figure, each new one in a word, and every new run a word."""
    after = with_signs(board, tiles)
    if after[CENTRE[0]][CENTRE[1]] == EMPTY:
        raise OrderRefused(say("The first play has a word over the centre, {cell}.", cell=place_of(CENTRE)))
    made = new_words(after, tiles)
    in_words = {cell for run in made for cell in run.cells}
    for cell in sorted(tiles):
        if cell not in in_words:
            raise OrderRefused(
                say("The tile on {cell} is in no word: each new tile is in a word of two or more.", cell=place_of(cell))
            )
    apart = sorted(set(tiles) - _figure(after))
    if apart:
        raise OrderRefused(
            say(
                "All tiles of the board hang together; the one on {cell} hangs on none of the others.",
                cell=place_of(apart[0]),
            )
        )
    struck = tuple(dict.fromkeys(run.word for run in made if run.word not in words))
    if struck:
        raise OrderRefused(say("Not in the word list: {words}.", words=struck))


def _figure(layout: Layout) -> set[Cell]:
    """All tiles that hang together with the one on the centre."""
    unreached = set(cells(layout))
    frontier, reached = [CENTRE], {CENTRE}
    while frontier:
        row, column = frontier.pop()
        for neighbour in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
            if neighbour in unreached and neighbour not in reached:
                reached.add(neighbour)
                frontier.append(neighbour)
    return reached


def from_rack(board: Layout, tiles: Tiles, rack: str, colours: Layout, *, blank_scores: bool) -> Tiles:
    """The new tiles with their blanks: as written where any is in lower case. Else real tiles of the rack come first, and
    blanks stand for the letters it lacks, where the play scores best; of equals, first in reading order.

    Raises OrderRefused, naming the letters, for tiles that are not held."""
    if any(sign.islower() for sign in tiles.values()):
        check_held(("".join(tiles.values()),), rack)
        return tiles
    missing = Counter(tiles.values()) - Counter(rack)
    if missing.total() > rack.count(BLANK):
        check_held(("".join(tiles.values()),), rack)
    if not missing:
        return tiles
    return max(
        _ways(tiles, missing),
        key=lambda way: tally(with_signs(board, way), way, colours, blank_scores=blank_scores).points,
    )


def _ways(tiles: Tiles, missing: Counter[str]) -> Iterator[Tiles]:
    """Every way to let blanks stand for the missing letters, those earlier in reading order first."""
    stands = [
        combinations([cell for cell, sign in sorted(tiles.items()) if sign == letter], number)
        for letter, number in missing.items()
    ]
    for chosen in product(*stands):
        blanks = {cell for together in chosen for cell in together}
        yield {cell: sign.lower() if cell in blanks else sign for cell, sign in tiles.items()}


def free_blank(board: Layout, cell: Cell, rack: str, plain: FixedBoard) -> tuple[Layout, str]:
    """The board with the real letter under a blank, and the rack with the blank instead. Raises OrderRefused where no
    blank lies there, or the rack lacks its letter."""
    place = place_of(cell)
    if not plain.has(cell):
        raise OrderRefused(
            say("{cell} is not on the board: its cells are A1 to {last}.", cell=place, last=plain.last_place)
        )
    lies = board[cell[0]][cell[1]]
    if not lies.islower():
        raise OrderRefused(say("No blank lies on {cell}: name the cell of a blank, such as SWAP H8.", cell=place))
    letter = lies.upper()
    if letter not in rack:
        raise OrderRefused(
            say("The blank on {cell} stands for {letter}, and you hold none to put there.", cell=place, letter=letter)
        )
    return with_signs(board, {cell: letter}), rack.replace(letter, BLANK, 1)
