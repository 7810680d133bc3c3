"""Boards as pictures and in words, and which panels are above the orders."""

from dataclasses import replace

import pytest

from games.rules.alphabets.known import ENGLISH, alphabet_of
from games.rules.panels import Bonus, Grid, Lines, Pairs, Rack
from games.rules.texts import say
from games.web.board import draw_grid
from games.web.panels import in_two_parts, shown

TITLE = say("Board")
BOARD = Grid(
    "board",
    TITLE,
    ("C.r", "A.A", "Tin"),
    colours=("g..", ".r.", "y.b"),
    fresh=((0, 2), (1, 2)),
    has_places=True,
    values={"C": 3, "A": 1, "T": 1},
)
PATTERN = Grid("pattern", TITLE, ("CA.", "#.#", "..."), numbers={(0, 0): 1, (2, 0): 2})


def test_a_board_describes_its_words_with_places_and_new_ones():
    assert draw_grid(BOARD, ENGLISH).says == (
        "Words on the board: A1 CAT, C1 rAn, 3A Tin. New words from the last move: C1 rAn."
    )  # fmt: skip


def test_a_board_without_places_describes_only_its_words():
    assert draw_grid(PATTERN, ENGLISH).says == "Words on the board: CA."
    assert draw_grid(Grid("bare", TITLE, ("..", "..")), ENGLISH).says == "No words on the board."


def test_a_tile_shows_its_value_and_a_blank_none():
    by_letter = {square.letter: square for square in draw_grid(BOARD, ENGLISH).squares if square.letter}
    assert (by_letter["C"].value, by_letter["r"].value) == ("3", "")
    assert by_letter["r"].is_blank
    assert by_letter["r"].looks == "tile-on fresh"
    assert by_letter["C"].looks == "tile-on"


def test_an_empty_bonus_cell_has_a_mark_and_not_only_a_colour():
    bonus = [(square.looks, square.mark) for square in draw_grid(BOARD, ENGLISH).squares if square.mark]
    assert bonus == [("bonus-r", "%")]
    assert [(says, mark) for _, mark, says in draw_grid(BOARD, ENGLISH).key] == [
        ("green", "+"),
        ("yellow", "#"),
        ("blue", "="),
        ("red", "%"),
    ]


def test_bonus_cells_show_their_value_if_the_board_gives_one():
    counted = replace(BOARD, bonuses={"r": Bonus(say("3W"), say("word × 3"))})
    assert [square.mark for square in draw_grid(counted, ENGLISH).squares if square.mark] == ["3W"]
    assert [(says, mark) for _, mark, says in draw_grid(counted, ENGLISH).key][-1] == ("word × 3", "3W")
    assert draw_grid(counted, ENGLISH).as_text == draw_grid(BOARD, ENGLISH).as_text


def test_a_star_marks_the_start_cell_until_a_tile_covers_it():
    bare = Grid("bare", TITLE, ("..", ".."), star=(1, 1))
    assert [(square.looks, square.mark, square.x, square.y) for square in draw_grid(bare, ENGLISH).squares] == [
        ("star", "★", 44, 44)
    ]
    assert [square.mark for square in draw_grid(replace(bare, rows=("..", ".A")), ENGLISH).squares] == [""]


def test_a_pattern_has_blocks_and_numbers_in_their_cells():
    squares = draw_grid(PATTERN, ENGLISH).squares
    assert [(square.x, square.y) for square in squares if square.looks == "block"] == [(0, 44), (88, 44)]
    assert [(square.letter, square.number) for square in squares if square.number] == [("C", 1), ("", 2)]


def test_a_board_can_be_shown_as_text():
    assert draw_grid(BOARD, ENGLISH).as_text.splitlines() == ["  | ABC", " 1| C.r", " 2| A%A", " 3| Tin"]
    assert draw_grid(PATTERN, ENGLISH).as_text.splitlines() == ["| CA.", "| #.#", "| ..."]


def test_the_columns_of_a_board_as_text_are_aligned_if_tiles_have_several_letters():
    spanish = alphabet_of("es")
    places = Grid("board", TITLE, (spanish.read("[ch]E"), ".A"), has_places=True)
    assert draw_grid(places, spanish).as_text.splitlines() == ["  | A    B", " 1| [ch] E", " 2| .    A"]
    layout = Grid("layout", TITLE, (spanish.read("[CH]E"), ".A"))
    assert draw_grid(layout, spanish).as_text.splitlines() == ["| [CH] E", "| .    A"]


LINES, PAIRS, RACK = Lines("lines", TITLE, ()), Pairs("pairs", TITLE, ()), Rack("rack", TITLE, "A?")


@pytest.mark.parametrize(
    ("pieces", "above"),
    [
        ((BOARD, RACK, PAIRS), 2),
        ((LINES, PATTERN, PAIRS, PAIRS), 2),
        ((RACK, LINES, PAIRS, PAIRS), 2),
        ((PAIRS, BOARD, LINES), 3),
        ((LINES, LINES, PAIRS, LINES), 2),
        ((LINES,), 1),
        ((), 0),
    ],
)
def test_figures_after_the_last_board_come_below_the_moves(pieces, above):
    first, papers = in_two_parts(shown(pieces, ENGLISH))
    assert len(first) == above
    assert [one.piece for one in (*first, *papers)] == list(pieces)


def test_a_rack_shows_the_values_of_its_tiles():
    (rack,) = shown([Rack("rack", TITLE, "Q?", values={"Q": 10})], ENGLISH)
    assert [(tile.character, tile.worth) for tile in rack.tiles] == [("Q", "10"), ("?", "")]
