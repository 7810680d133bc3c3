"""The exact scores of plays, and the cost of racks at the end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.alphabets.known import ENGLISH
from games.rules.crosslet.board import BOARDS, COLOURS, for_length, settled, tally
from games.rules.fixed_board import with_letters
from games.rules.grid import runs
from tests.rules.crosslet.table import laid

BARE = BOARDS["plain8"].bare


def played(name, old, new, *, blank_scores=False):
    tiles = laid(new)
    made = tally(with_letters(BARE, laid(old) | tiles), tiles, COLOURS[name], ENGLISH.values, blank_scores=blank_scores)
    return made.points, {run.text: points for run, points in made.words}


def test_the_published_turn_scores_61():
    old = {"D5": "OUTER", "6B": "LEU", "B5": "EL"}
    new = {"4B": "CU", "D4": "T", "8A": "DIV", "8E": "S"}
    assert played("plain8", old, new) == (61, {"CUT": 6, "DIVES": 27, "TOUTER": 8, "CEL": 5})


@pytest.mark.parametrize(
    ("old", "new", "points"),
    [
        ({}, {"8D": "QUARTZ"}, 35),
        ({}, {"8D": "QUARTz"}, 25),
        ({}, {"8H": "JOG", "H9": "AR"}, 21),
        ({}, {"8E": "WORDING"}, 30),
        ({"8F": "TIN"}, {"8I": "IEST"}, 11),
    ],
)
def test_plays_on_the_classic_board_score_as_published(old, new, points):
    assert played("classic", old, new)[0] == points


def test_a_blank_scores_nothing_or_as_its_letter():
    assert played("classic", {}, {"8D": "qUARTZ"}) == (15, {"qUARTZ": 15})
    assert played("classic", {}, {"8D": "qUARTZ"}, blank_scores=True) == (35, {"qUARTZ": 35})


def test_a_bonus_cell_counts_in_every_word_of_its_play():
    assert played("plain8", {"D5": "OUTER"}, {"4B": "CUT"})[1] == {"CUT": 3 + 1 + 2, "TOUTER": 2 + 5 + 1}


def test_a_bonus_cell_counts_for_the_first_tile_on_it_only():
    assert played("plain8", {"4B": "CUT", "D5": "OUTER"}, {"4E": "S"}) == (6, {"CUTS": 3 + 1 + 1 + 1})


def test_word_bonuses_multiply():
    assert played("classic", {"1D": "T"}, {"1A": "CAR.OONS"}) == (111, {"CARTOONS": 9 * 10 + 6})


@pytest.mark.parametrize(("letters", "points"), [(2, 0), (5, 0), (6, 1), (7, 3), (8, 6), (9, 10), (15, 55)])
def test_a_long_word_adds_more_for_each_letter_from_its_sixth(letters, points):
    assert for_length(letters) == points


def test_all_seven_tiles_add_15_and_six_nothing():
    assert played("plain8", {"8E": "W"}, {"8F": "ORDING"}) == (59, {"WORDING": 59})
    assert played("plain8", {}, {"8E": "WORDING"}) == (74, {"WORDING": 59})


def test_new_words_are_listed_across_in_reading_order_then_down_by_column():
    assert list(
        played("plain8", {"D5": "OUTER", "6B": "LEU", "B5": "EL"}, {"4B": "CUT", "8A": "DIV", "8E": "S"})[1]
    ) == [
        "CUT",
        "DIVES",
        "CEL",
        "TOUTER",
    ]


@pytest.mark.parametrize(
    ("racks", "changes"),
    [
        (["", "QZ", "A?"], [21, -20, -1]),
        (["AE", "QZ"], [-2, -20]),
        (["", "??"], [0, 0]),
    ],
)
def test_racks_are_subtracted_at_the_end_and_added_to_the_player_who_went_out(racks, changes):
    assert settled(dict(enumerate(racks)), ENGLISH.values) == dict(enumerate(changes))


@given(
    st.dictionaries(
        st.sampled_from(["8A", "A8", "8H", "H8", "5C", "C5"]), st.sampled_from(["ET", "QUARTz", "Jo", "A"]), min_size=1
    )
)
def test_every_run_with_a_new_tile_is_scored_once(words):
    tiles = laid(words)
    after = with_letters(BARE, laid({"8D": "TIN", "D8": "TOE"}) | tiles)
    expected = [run for run in runs(after) if tiles.keys() & set(run.cells)]
    assert [
        run for run, _ in tally(after, tiles, COLOURS["plain8"], ENGLISH.values, blank_scores=False).words
    ] == expected
