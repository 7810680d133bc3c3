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


def test_tiles_of_a_struck_word_are_marked_as_leftover():
    picture = draw(("FLE",), ["FLE"])
    assert set(looks(picture).values()) == {"leftover struck"}


def test_a_struck_tile_in_another_word_is_not_leftover():
    picture = draw(("FIN", "L..", "E.."), ["FLE"])
    assert looks(picture)["F"] == "struck"
    assert looks(picture)["L"] == "leftover struck"


def test_a_single_tile_is_leftover():
    assert looks(draw(("Q",)))["Q"] == "leftover"


def test_a_blank_shows_no_value():
    (first, second) = draw(("qI",)).squares
    assert (first.is_blank, first.value) == (True, "")
    assert (second.is_blank, second.value) == (False, "1")


def test_the_number_of_columns_is_even():
    for width in range(1, 20):
        assert draw(("A" * width,)).columns % 2 == 0


def test_all_pictures_of_a_replay_have_the_largest_size():
    (small, large), (other, _) = draw_replay(
        [[(("AA",), ()), (("A" * 20,), ())], [((), ()), ((), ())]], alphabet=ENGLISH, cell=28
    )
    assert {(one.columns, one.rows) for one in (small, large, other)} == {(22, 13)}
    assert f'width="{22 * 28}"' in small.svg


def test_unchanged_tiles_stay_in_place_during_a_replay():
    ((before, after),) = draw_replay([[(("CAT",), ()), (("..B", "..I", "CAT"), ())]], alphabet=ENGLISH, cell=28)
    assert {tile.place for tile in before.squares} < {tile.place for tile in after.squares}


def test_a_layout_that_has_to_move_stays_inside_the_picture():
    wide = ("A" * 12,)
    ((before, _),) = draw_replay([[(wide, ()), (("A", "A"), ())]], alphabet=ENGLISH, cell=28)
    assert min(tile.x for tile in before.squares) >= CELL
    assert max(tile.x for tile in before.squares) <= before.width - 2 * CELL


def test_a_word_knows_the_places_of_its_tiles():
    (word,) = draw(("CAT",)).words
    assert word.places == tuple(tile.place for tile in draw(("CAT",)).squares)


def test_every_tile_is_inside_the_picture():
    picture = draw(KEYBOARD)
    assert all(0 <= tile.x <= picture.width - CELL and 0 <= tile.y <= picture.height - CELL for tile in picture.squares)


def test_an_empty_layout_gives_an_empty_board():
    assert draw(()).squares == ()
