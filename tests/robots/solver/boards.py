"""Small boards, and slow reference versions of what the solver finds with its indexes."""

from collections import Counter
from itertools import product

from games.robots.solver.board import LEFT, MIDDLE, SIDE, WORDS, Board, crossing_points, empty_board, lay
from games.robots.solver.hand_index import Index, index_of, spelling
from games.rules.alphabets.known import ENGLISH

WORDS_TRIED = [
    "AT",
    "ATE",
    "EAT",
    "TEA",
    "TEAR",
    "RATE",
    "ARE",
    "EAR",
    "ART",
    "RAT",
    "SEA",
    "SEAT",
    "EAST",
    "TEASE",
    "STARE",
    "REST",
    "TREE",
    "AS",
    "IS",
    "IT",
    "SIT",
    "STIR",
    "TIES",
    "RISE",
    "SIR",
    "IRE",
    "TIRE",
    "QUIT",
    "QUITE",
    "ZEAL",
    "LAZE",
    "AXE",
    "TAX",
    "AXES",
    "TAXI",
    "JET",
    "JETS",
    "OX",
    "BOX",
    "BOXES",
    "ZA",
    "QI",
    "TREES",
    "STEER",
    "RESET",
    "QUARTZ",
    "ZESTIER",
]


class Few(tuple[str, ...]):
    """A word list of a few words."""

    name, sha256 = "few", ""


def index_for(hand: str, words: list[str] = WORDS_TRIED) -> Index:
    return index_of(hand, spelling(words, ENGLISH))


def board_of(hand: str) -> Board:
    board = empty_board()
    for letter in hand:
        board.rest[ENGLISH.order.index(letter) + 1] += 1
    board.tally[LEFT] = len(hand)
    return board


def text_of(index: Index, word: int) -> str:
    return "".join(ENGLISH.order[letter - 1] for letter in index.letters[index.starts[word] : index.starts[word + 1]])


def lay_some(board: Board, index: Index, choices: list[int]) -> None:
    """Lay a word in the middle and then words that cross others, as these numbers choose, from the tiles that are left."""
    for choice in choices:
        ways = placements(board, index)
        if ways:
            lay(board, index, *ways[choice % len(ways)][:3])


def placements(board: Board, index: Index, *, over: int = 0) -> list[tuple[int, int, int, int]]:
    """Every way to lay a word, found by trying each cell: the word, its cell, its direction (1 is down) and the points."""
    found = []
    if not board.tally[WORDS]:
        cells = [MIDDLE]
    else:
        taken = [cell for cell in range(SIDE * SIDE) if board.cells[cell]]
        cells = sorted({cell - step * i for cell in taken for step in (1, SIDE) for i in range(8)})
    for word, cell, down in product(range(len(index.sums)), cells, (0, 1)):
        points = crossing_points(board, index, word, cell, down)
        step = SIDE if down else 1
        letters = index.letters[index.starts[word] : index.starts[word + 1]]
        new = Counter(letter for i, letter in enumerate(letters) if not board.cells[cell + step * i])
        touches = new.total() < len(letters) or not board.tally[WORDS]
        if points >= 0 and touches and new and all(board.rest[letter] >= count for letter, count in new.items()):
            found.append((word, cell, down, points))
    return found


def lacking(board: Board, index: Index, word: int) -> int:
    """The number of different letters of a word for which no tile is left."""
    return len(
        {letter for letter in index.letters[index.starts[word] : index.starts[word + 1]] if not board.rest[letter]}
    )
