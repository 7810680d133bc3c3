"""A board under search: words laid and taken back on a square of cells, and the slots where another can be laid.

Every run of letters on it was laid as one word: words touch only where they cross. Laying and taking back undo each
other. A board counts the tiles left, which may become negative while the search tries something."""

from typing import NamedTuple

from games.robots.solver.compiled import Numbers, compiled, numbers, short_numbers, small_numbers
from games.robots.solver.hand_index import SIZES, Index

SIDE = 64
FIRST, LAST = 2, 61  # the rows and columns in use: as many as a layout may have, and a margin
MIDDLE = 32 * SIDE + 32
ACROSS, DOWN = 0, 1
MOST_WORDS = 60
MOST_SLOTS = 2048
WORDS, POINTS, LEFT, SLOTS = 0, 1, 2, 3


class Board(NamedTuple):
    """A board; a cell is `row * SIDE + column`."""

    cells: Numbers
    """The letter in each cell, 0 for none."""
    uses: Numbers
    """1 if an across word uses the cell, plus 2 if a down word does."""
    rest: Numbers
    """The number of tiles left of each letter."""
    words: Numbers
    places: Numbers
    """The first cell of each word."""
    downs: Numbers
    """1 for a down word, else 0."""
    tally: Numbers
    """The numbers of words laid, points, tiles left, and slots gathered."""
    slots: "Slots"


class Slots(NamedTuple):
    """Stretches of lines where a word may go, each through the letters that the word would cross, and no others."""

    cells: Numbers
    """The first letter crossed."""
    downs: Numbers
    spans: Numbers
    """The distance to the last letter crossed; 0 if there is only one."""
    before: Numbers
    """The most cells that a word can have before the first letter crossed."""
    after: Numbers
    """The most cells that a word can have after the last letter crossed."""
    crossed: Numbers
    """The number of letters crossed."""
    points: Numbers
    sums: Numbers
    """The sum of the letters crossed, in the index's sense."""


def empty_board() -> Board:
    """Return a board with nothing laid and no tiles."""
    slots = Slots(*(numbers(MOST_SLOTS) for _ in Slots._fields))
    return Board(
        cells=small_numbers(SIDE * SIDE),
        uses=small_numbers(SIDE * SIDE),
        rest=numbers(SIZES),
        words=short_numbers(MOST_WORDS),
        places=short_numbers(MOST_WORDS),
        downs=short_numbers(MOST_WORDS),
        tally=numbers(4),
        slots=slots,
    )


@compiled
def crossing_points(board: Board, index: Index, word: int, place: int, down: int) -> int:
    """Return the points of a word where it would cross others; -1 if it may not be there, whatever tiles are left."""
    start = index.starts[word]
    length = index.starts[word + 1] - start
    row, column = place >> 6, place & 63
    along = row if down else column
    if row < FIRST or column < FIRST or row > LAST or column > LAST or along + length - 1 > LAST:
        return -1
    step, aside = (SIDE, 1) if down else (1, SIDE)
    if board.cells[place - step] or board.cells[place + length * step]:
        return -1
    points = 0
    cell = place
    for i in range(start, start + length):
        held = board.cells[cell]
        if held:
            if held != index.letters[i] or board.uses[cell] != 2 - down:
                return -1
            points += index.values[held]
        elif board.cells[cell - aside] or board.cells[cell + aside]:
            return -1
        cell += step
    return points


@compiled
def lay(board: Board, index: Index, word: int, place: int, down: int) -> None:
    """Lay a word in a place where it is allowed."""
    step = SIDE if down else 1
    cell = place
    for i in range(index.starts[word], index.starts[word + 1]):
        letter = index.letters[i]
        if board.cells[cell]:
            board.tally[POINTS] += index.values[letter]
        else:
            board.cells[cell] = letter
            board.rest[letter] -= 1
            board.tally[LEFT] -= 1
        board.uses[cell] += 1 + down
        cell += step
    at = board.tally[WORDS]
    board.words[at] = word
    board.places[at] = place
    board.downs[at] = down
    board.tally[WORDS] = at + 1


@compiled
def take_back(board: Board, index: Index, number: int) -> None:
    """Remove a word, given by its number. The last word laid gets that number."""
    down = board.downs[number]
    step = SIDE if down else 1
    cell = board.places[number]
    word = board.words[number]
    for i in range(index.starts[word], index.starts[word + 1]):
        letter = index.letters[i]
        if board.uses[cell] == 3:
            board.tally[POINTS] -= index.values[letter]
        else:
            board.cells[cell] = 0
            board.rest[letter] += 1
            board.tally[LEFT] += 1
        board.uses[cell] -= 1 + down
        cell += step
    last = board.tally[WORDS] - 1
    board.words[number] = board.words[last]
    board.places[number] = board.places[last]
    board.downs[number] = board.downs[last]
    board.tally[WORDS] = last


@compiled
def keep_largest_part(board: Board, index: Index) -> None:
    """Take back all words outside the largest connected part."""
    words = board.tally[WORDS]
    best, best_size = 0, -1
    for first in range(words):
        reached = _connected(board, index, first)
        size = 0
        for number in range(words):
            size += (reached >> number) & 1
        if size > best_size:
            best, best_size = reached, size
        if 2 * size >= words:
            break
    for number in range(words - 1, -1, -1):
        if not (best >> number) & 1:
            take_back(board, index, number)


@compiled
def _connected(board: Board, index: Index, first: int) -> int:
    """Return the words that are connected to the word `first`, directly or through other words, as one bit for each
    word. The word `first` is included."""
    reached, found = 1 << first, 1
    while found:
        found = 0
        for one in range(board.tally[WORDS]):
            if (reached >> one) & 1:
                continue
            for other in range(board.tally[WORDS]):
                if (reached >> other) & 1 and _cross(board, index, one, other):
                    reached |= 1 << one
                    found = 1
                    break
    return reached


@compiled
def _cross(board: Board, index: Index, one: int, other: int) -> bool:
    """Return True if two words have a cell in common."""
    if board.downs[one] == board.downs[other]:
        return False
    if board.downs[one]:
        one, other = other, one
    row, column = board.places[one] >> 6, board.places[one] & 63
    top, here = board.places[other] >> 6, board.places[other] & 63
    width = index.starts[board.words[one] + 1] - index.starts[board.words[one]]
    height = index.starts[board.words[other] + 1] - index.starts[board.words[other]]
    return column <= here < column + width and top <= row < top + height


@compiled
def gather_slots(board: Board, index: Index) -> None:
    """Find all slots of the board."""
    board.tally[SLOTS] = 0
    for number in range(board.tally[WORDS]):
        gather_across(board, index, number, True)


@compiled
def gather_across(board: Board, index: Index, number: int, is_once: bool) -> None:
    """Add the slots that cross one word. With `is_once`, add only those that cross no other word before it, so that no
    slot is added twice."""
    word = board.words[number]
    turned = 1 - board.downs[number]
    step, across = (SIDE, 1) if turned else (1, SIDE)
    cell = board.places[number]
    for _ in range(index.starts[word + 1] - index.starts[word]):
        if board.uses[cell] != 3:
            # go back over free cells to the first letter of the line, if all of its slots are wanted
            first = cell
            look = cell - step
            while is_layable(board, look, across, turned):
                if board.cells[look]:
                    first = look
                    if is_once:
                        break
                look -= step
            if not is_once:
                _gather_line(board, index, first, cell, turned)
            elif first == cell:
                _gather_line(board, index, cell, -1, turned)
        cell += across


@compiled
def is_layable(board: Board, cell: int, across: int, down: int) -> bool:
    """Return True if a word in this direction may use a cell. The cell must be free, with no letter on either side, or
    contain a letter of a word that the new word would cross."""
    row, column = cell >> 6, cell & 63
    if row < FIRST or column < FIRST or row > LAST or column > LAST:
        return False
    if board.cells[cell]:
        return board.uses[cell] == 2 - down
    return not (board.cells[cell - across] or board.cells[cell + across])


@compiled
def _gather_line(board: Board, index: Index, first: int, through: int, down: int) -> None:
    """Add the slots of a line, beginning at its first letter. If `through` isn't -1, add only those through that
    cell."""
    slots = board.slots
    step, across = (SIDE, 1) if down else (1, SIDE)
    before = 0
    look = first - step
    while is_layable(board, look, across, down) and not board.cells[look]:
        before += 1
        look -= step
    if board.cells[look]:
        before -= 1  # otherwise the word would touch that letter
    begin = first
    while begin >= 0:
        if through >= 0 and begin > through:
            return
        last = begin
        crossed, points, total = 0, 0, 0
        following, next_before = -1, 0
        while last >= 0:
            letter = board.cells[last]
            crossed += 1
            points += index.values[letter]
            total += index.letter_sums[letter]
            after = 0
            look = last + step
            while is_layable(board, look, across, down) and not board.cells[look]:
                after += 1
                look += step
            goes_on = is_layable(board, look, across, down)
            if board.cells[look]:
                after -= 1
            if following < 0 and goes_on:
                following, next_before = look, after
            at = board.tally[SLOTS]
            if before >= 0 and after >= 0 and (before or after or crossed > 1) and last >= through and at < MOST_SLOTS:
                slots.cells[at] = begin
                slots.downs[at] = down
                slots.spans[at] = (last - begin) // step
                slots.before[at] = before
                slots.after[at] = after
                slots.crossed[at] = crossed
                slots.points[at] = points
                slots.sums[at] = total
                board.tally[SLOTS] = at + 1
            last = look if goes_on else -1
        begin = following
        before = next_before
