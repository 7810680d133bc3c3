"""Layouts: trimming, runs, crossings, connection, tiles used and held, limits."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import grid
from games.rules.alphabets.known import ENGLISH, alphabet_of
from games.rules.values import OrderRefused

CAKE = (".K..", "CAKE", ".Y..")
rows = st.lists(st.text("..AEq", max_size=7), max_size=7)


def test_a_layout_is_trimmed_to_its_tiles():
    assert grid.trim(["......", "..K", ".CAKE.", "..Y..", "", ""]) == CAKE


def test_empty_rows_and_columns_between_clusters_stay():
    assert grid.trim(["A..B", "", "C"]) == ("A..B", "....", "C...")


def test_rows_without_tiles_are_the_empty_layout():
    assert grid.trim([]) == grid.trim(["...", "", "."]) == ()
    assert grid.runs(()) == ()
    assert grid.is_connected(())


@given(rows)
def test_trimming_keeps_the_tiles_and_is_idempotent(lines):
    layout = grid.trim(lines)
    assert grid.trim(layout) == layout
    assert Counter("".join(layout)) - Counter("." * 99) == Counter("".join(lines)) - Counter("." * 99)
    assert len({len(row) for row in layout}) <= 1


def test_runs_are_maximal_and_include_their_position():
    assert [(run.word, run.row, run.column, run.across) for run in grid.runs(CAKE)] == [
        ("CAKE", 1, 0, True),
        ("KAY", 0, 1, False),
    ]


def test_a_run_keeps_its_blanks_and_names_its_word_in_upper_case():
    (run,) = grid.runs(("cAt",))
    assert (run.text, run.word, run.cells) == ("cAt", "CAT", [(0, 0), (0, 1), (0, 2)])


@given(rows)
def test_every_run_covers_its_tiles_and_ends_at_empty_cells(lines):
    layout = grid.trim(lines)
    laid = grid.cells(layout)
    for run in grid.runs(layout):
        assert "".join(laid[cell] for cell in run.cells) == run.text
        (r, c), (last_r, last_c) = run.cells[0], run.cells[-1]
        assert ((r, c - 1) if run.across else (r - 1, c)) not in laid
        assert ((last_r, last_c + 1) if run.across else (last_r + 1, last_c)) not in laid


@given(rows)
def test_a_tile_is_in_no_run_exactly_when_it_has_no_neighbour(lines):
    layout = grid.trim(lines)
    laid = grid.cells(layout)
    in_runs = {cell for run in grid.runs(layout) for cell in run.cells}
    alone = {(r, c) for r, c in laid if not {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & set(laid)}
    assert in_runs == set(laid) - alone


def test_a_crossing_is_a_tile_in_two_of_the_chosen_runs():
    across, down = grid.runs(CAKE)
    assert grid.crossings([across, down]) == {(1, 1)}
    assert grid.crossings([across]) == set()


def test_tiles_are_connected_only_edge_to_edge():
    assert grid.is_connected(CAKE)
    assert not grid.is_connected(("AB.", "..C"))
    assert not grid.is_connected(("AB.CD",))


def test_tiles_used_are_read_in_order_and_a_blank_is_a_question_mark():
    assert grid.tiles_used((".K..", "CaKE", ".Y..")) == "KC?KEY"


def test_a_hand_may_hold_more_tiles_than_are_laid():
    grid.check_held(CAKE, "YEKCAKXX", ENGLISH)  # not refused
    assert not grid.missing_tiles(CAKE, "YEKCAKXX")


def test_tiles_not_held_are_named():
    with pytest.raises(OrderRefused, match=r"^You don’t hold these tiles: K, Z\.$"):
        grid.check_held(("ZAK", "..K"), "AK", ENGLISH)


def test_tiles_not_held_are_named_in_the_order_of_their_alphabet():
    spanish = alphabet_of("es")
    with pytest.raises(OrderRefused) as refused:
        grid.check_held((spanish.read("ZÑ[CH]NC[LL]L"),), "", spanish)
    assert spanish.write(" ".join(refused.value.why.values["letters"])) == "C [CH] L [LL] N Ñ Z"


def test_blanks_not_held_are_counted():
    with pytest.raises(OrderRefused, match=r"Lower-case letters are blanks\. The layout uses 2, but you hold 1\."):
        grid.check_held(("cAt",), "CAT?", ENGLISH)


def test_the_first_such_tile_in_row_order_is_lifted():
    assert grid.remove_tile(CAKE, "K") == ("CAKE", ".Y..")
    assert grid.remove_tile(("CAKE",), "A") == ("C.KE",)
    assert grid.remove_tile(("A",), "A") == ()


def test_lifting_a_letter_leaves_a_blank_used_for_it():
    assert grid.remove_tile(("eE",), "E") == ("e",)
    assert grid.remove_tile(("Ete",), "?") == ("E.e",)


def test_a_tile_that_is_not_in_the_layout_cannot_be_lifted():
    with pytest.raises(ValueError, match="no Q"):
        grid.remove_tile(CAKE, "Q")


@pytest.mark.parametrize("row", ["C KE", "CÄKE", "C?KE", "C4KE", "CAKE\n", "Ｃ", "C-KE"])
def test_a_row_of_anything_but_letters_and_dots_is_refused(row):
    assert grid.layout_from(["..K", ".CAKE", "..Y"], ENGLISH) == CAKE
    with pytest.raises(
        OrderRefused, match=r'A row can only contain the letters A–Z and dots\. This one contains something else: "'
    ):
        grid.layout_from([row], ENGLISH)


def test_a_layout_is_at_most_sixty_by_sixty():
    assert grid.layout_from(["A" + "." * 58 + "B"], ENGLISH) == ("A" + "." * 58 + "B",)
    with pytest.raises(OrderRefused, match="1 high and 61 wide"):
        grid.layout_from(["A" + "." * 59 + "B"], ENGLISH)
    with pytest.raises(OrderRefused, match="61 high and 1 wide"):
        grid.layout_from(["A"] * 61, ENGLISH)


def test_a_layout_has_at_most_120_tiles():
    assert len(grid.tiles_used(grid.layout_from(["A" * 60] * 2, ENGLISH))) == 120
    with pytest.raises(OrderRefused, match=r"at most 120 tiles\. This one has 121"):
        grid.layout_from(["A" * 60, "A" * 60, "A"], ENGLISH)
