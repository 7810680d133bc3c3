"""How a layout is drawn: what each tile looks like, and pictures at one scale."""

from games.web.board import CELL, draw, draw_alike

KEYBOARD = ("C....", "KEYED", "A....", "E....")


def looks(picture):
    return {tile.letter: tile.states for tile in picture.tiles}


def test_a_tile_in_two_words_is_crossing():
    picture = draw(("CA.", ".DO"))
    assert [(tile.letter, tile.is_crossing) for tile in picture.tiles] == [
        ("C", False),
        ("A", True),
        ("D", True),
        ("O", False),
    ]


def test_a_struck_run_marks_its_tiles_and_leaves_them_over():
    picture = draw(("FLE",), ["FLE"])
    assert set(looks(picture).values()) == {"leftover struck"}


def test_a_struck_tile_that_another_word_holds_is_not_left_over():
    picture = draw(("FIN", "L..", "E.."), ["FLE"])
    assert looks(picture)["F"] == "struck"
    assert looks(picture)["L"] == "leftover struck"


def test_a_tile_alone_is_left_over():
    assert looks(draw(("Q",)))["Q"] == "leftover"


def test_a_blank_shows_no_value():
    (first, second) = draw(("qI",)).tiles
    assert (first.is_blank, first.value) == (True, "")
    assert (second.is_blank, second.value) == (False, "1")


def test_columns_are_even_so_that_the_ground_goes_on():
    for width in range(1, 20):
        assert draw(("A" * width,)).columns % 2 == 0


def test_several_pictures_are_as_large_as_the_largest_needs():
    small, large = draw_alike([(("AA",), ()), (("A" * 20,), ())], cell=28)
    assert (small.columns, small.rows) == (large.columns, large.rows)
    assert small.pixels_wide == small.columns * 28


def test_every_tile_lies_inside_the_picture():
    picture = draw(KEYBOARD)
    assert all(0 <= tile.x <= picture.width - CELL and 0 <= tile.y <= picture.height - CELL for tile in picture.tiles)


def test_nothing_laid_is_an_empty_board():
    assert draw(()).tiles == ()
