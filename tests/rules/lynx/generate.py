"""Makes original patterns with 180-degree symmetry: connected, every second letter checked. Pure: a stream in, rows out.

Across lights lie in every second row and down lights in every second column, so that checked and unchecked letters
alternate. From that lattice, pairs of opposite cells are blocked at random while the pattern stays sound.
"""

from itertools import pairwise

from games.rules.chance import Chance
from games.rules.grid import EMPTY, Cell, Layout
from games.rules.lynx.pattern import BLOCK, Light, lights, read_pattern
from games.rules.values import OrderRefused

FEWEST_CROSSINGS = 2  # in every light, so that it can be linked from two sides
CELLS_A_LIGHT = 7  # a pattern of n × n cells must have at least n × n / 7 lights,
UP_TO_MORE = 4  # and some more, by chance
MOST_WHOLE_LINES = 4  # lights that run from edge to edge


def generate(size: int, chance: Chance) -> Layout:
    """Return a pattern of `size` × `size` cells, `size` odd and at least 7. The same stream gives the same pattern."""
    while True:
        wanted = size * size // CELLS_A_LIGHT + chance.below(UP_TO_MORE)
        rows = _attempt(size, wanted, chance)
        if _is_cut_up(rows, wanted) and all(EMPTY in line for line in (rows[0], "".join(row[0] for row in rows))):
            return rows


def is_sound(rows: Layout) -> bool:
    """True if every light has at least three cells and two crossings, all cells are connected, and checked letters alternate."""
    try:
        read_pattern(" ".join(rows))
    except OrderRefused:
        return False
    lying = crossings(rows)
    linked = all(sum(len(lying[cell]) == 2 for cell in light.cells) >= FEWEST_CROSSINGS for light in lights(rows))
    return linked and alternates(rows)


def crossings(grid: Layout) -> dict[Cell, tuple[Light, ...]]:
    """Return the lights that each open cell is in: two if the letter is checked, otherwise one."""
    lying: dict[Cell, tuple[Light, ...]] = {}
    for light in lights(grid):
        for cell in light.cells:
            lying[cell] = (*lying.get(cell, ()), light)
    return lying


def is_symmetric(rows: Layout) -> bool:
    """True if the pattern is the same when turned by 180 degrees."""
    return rows == tuple(row[::-1] for row in reversed(rows))


def alternates(rows: Layout) -> bool:
    """True if checked and unchecked letters alternate along every light."""
    lying = crossings(rows)
    for light in lights(rows):
        checked = [len(lying[cell]) == 2 for cell in light.cells]
        if any(one == next_one for one, next_one in pairwise(checked)):
            return False
    return True


def _attempt(size: int, wanted: int, chance: Chance) -> Layout:
    first_row, first_column = chance.below(2), chance.below(2)
    rows = tuple(
        "".join(EMPTY if r % 2 == first_row or c % 2 == first_column else BLOCK for c in range(size))
        for r in range(size)
    )
    half = [divmod(place, size) for place in range((size * size + 1) // 2)]
    for cell in chance.shuffle(half):
        if _is_cut_up(rows, wanted):
            break
        tried = _with_blocks(rows, cell)
        if is_sound(tried):
            rows = tried
    return rows


def _is_cut_up(rows: Layout, wanted: int) -> bool:
    """True if there are enough lights, and few of them run from edge to edge."""
    lengths = [light.length for light in lights(rows)]
    return len(lengths) >= wanted and lengths.count(len(rows)) <= MOST_WHOLE_LINES


def _with_blocks(rows: Layout, cell: Cell) -> Layout:
    """Return the pattern with this cell and the opposite one blocked."""
    size = len(rows)
    opposite = (size - 1 - cell[0], size - 1 - cell[1])
    return tuple(
        "".join(BLOCK if (r, c) in (cell, opposite) else character for c, character in enumerate(row))
        for r, row in enumerate(rows)
    )
