"""Drawings of layouts: the look of each tile, and pictures at one scale."""

from games.rules.alphabets.known import ENGLISH
from games.web.board import CELL
from games.web.layouts import draw, draw_replay

KEYBOARD = ("C....", "KEYED", "A....", "E....")


def looks(picture):
    return {tile.letter: tile.looks for tile in picture.squares}


def test_a_tile_in_two_words_is_crossing():
    picture = draw(("CA.", ".DO"))
    assert [(tile.letter, "crossing" in tile.looks) for tile in picture.squares] == [
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
    (first, second) = draw(("qI",)).squares
    assert (first.is_blank, first.value) == (True, "")
    assert (second.is_blank, second.value) == (False, "1")


def test_columns_are_even_so_that_the_ground_goes_on():
    for width in range(1, 20):
        assert draw(("A" * width,)).columns % 2 == 0


def test_all_pictures_of_a_replay_are_as_large_as_the_largest_needs():
    (small, large), (other, _) = draw_replay(
        [[(("AA",), ()), (("A" * 20,), ())], [((), ()), ((), ())]], alphabet=ENGLISH, cell=28
    )
    assert {(one.columns, one.rows) for one in (small, large, other)} == {(22, 13)}
    assert f'width="{22 * 28}"' in small.svg


def test_tiles_that_stay_lie_still_from_one_picture_of_a_replay_to_the_next():
    ((before, after),) = draw_replay([[(("CAT",), ()), (("..B", "..I", "CAT"), ())]], alphabet=ENGLISH, cell=28)
    assert {tile.place for tile in before.squares} < {tile.place for tile in after.squares}


def test_a_layout_whose_tiles_cannot_stay_keeps_inside_the_picture():
    wide = ("A" * 12,)
    ((before, _),) = draw_replay([[(wide, ()), (("A", "A"), ())]], alphabet=ENGLISH, cell=28)
    assert min(tile.x for tile in before.squares) >= CELL
    assert max(tile.x for tile in before.squares) <= before.width - 2 * CELL


def test_a_word_knows_where_its_tiles_stand():
    (word,) = draw(("CAT",)).words
    assert word.places == tuple(tile.place for tile in draw(("CAT",)).squares)


def test_every_tile_lies_inside_the_picture():
    picture = draw(KEYBOARD)
    assert all(0 <= tile.x <= picture.width - CELL and 0 <= tile.y <= picture.height - CELL for tile in picture.squares)


def test_nothing_laid_is_an_empty_board():
    assert draw(()).squares == ()
