"""The bonus boards: how many cells of each colour they have, and their symmetry."""

from collections import Counter

import pytest

from games.rules.crosslet.board import BOARDS, CENTRE, COLOURS, SIDE
from games.rules.grid import cells

IMAGES = {
    "mirrored left to right": lambda row, column: (row, SIDE - 1 - column),
    "mirrored along the diagonal": lambda row, column: (column, row),
}
"""These two generate all eight ways to turn and mirror a square."""


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("plain8", {"g": 24, "y": 12, "b": 16, "r": 8}),
        ("classic", {"g": 24, "y": 12, "b": 16, "r": 8}),
    ],
)
def test_a_board_has_the_right_number_of_cells_of_each_colour(name, counts):
    assert Counter("".join(COLOURS[name])) == {**counts, ".": SIDE * SIDE - sum(counts.values())}


@pytest.mark.parametrize("image", IMAGES.values(), ids=IMAGES)
@pytest.mark.parametrize("name", COLOURS)
def test_a_board_has_all_eight_symmetries_of_a_square(name, image):
    coloured = cells(COLOURS[name])
    assert {image(*cell): colour for cell, colour in coloured.items()} == coloured


@pytest.mark.parametrize("name", COLOURS)
def test_a_board_is_a_square_with_a_plain_centre(name):
    assert [len(row) for row in COLOURS[name]] == [SIDE] * SIDE
    assert COLOURS[name][CENTRE[0]][CENTRE[1]] == "."


@pytest.mark.parametrize(
    ("name", "colour", "at"),
    [
        ("plain8", "r", [(0, 7), (1, 1)]),
        ("plain8", "b", [(2, 5), (4, 4), (5, 7)]),
        ("plain8", "y", [(0, 3), (6, 6)]),
        ("plain8", "g", [(3, 3), (1, 5), (4, 6), (6, 7)]),
        ("classic", "r", [(0, 0), (0, 7), (7, 0)]),
        ("classic", "b", [(1, 1), (2, 2), (3, 3), (4, 4)]),
        ("classic", "y", [(1, 5), (5, 1), (5, 5)]),
        ("classic", "g", [(0, 3), (2, 6), (3, 7), (6, 6), (7, 3)]),
    ],
)
def test_bonus_cells_are_where_they_were_published(name, colour, at):
    assert {COLOURS[name][row][column] for row, column in at} == {colour}


@pytest.mark.parametrize("name", BOARDS)
def test_a_printed_board_shows_every_bonus_cell(name):
    assert Counter("".join(BOARDS[name].marks)) >= Counter({"+": 24, "#": 12, "=": 16, "%": 8})
