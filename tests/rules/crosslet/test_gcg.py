"""A game in GCG, as other programs read it."""

import pytest

from games.rules.crosslet.gcg import _nicknames, gcg
from games.rules.values import OrderRefused
from tests.rules.crosslet.table import crosslet
from tests.rules.position import ANNA, BORIS, NAMES

HEAD = """\
#character-encoding UTF-8
#description Crosslet on the board classic; long words score more, all racks were open
#player1 Anna_Lee Anna Lee
#player2 Boris Boris
"""


def written(table, names=("Anna Lee", "Boris")):
    return gcg(table.state, names)


def start(racks=("JOGARXY", "QUARTZE"), bag="AEIOUAE", **options):
    return crosslet(board="classic", **options).at(list(racks), bag=bag)


def test_a_game_without_moves_is_only_a_header():
    assert written(start()) == HEAD


def test_players_with_the_same_name_get_different_nicknames():
    assert written(start(), ("A: B", "A: B")).splitlines()[2:] == ["#player1 A_B_1 A: B", "#player2 A_B_2 A: B"]


def test_each_move_has_its_rack_place_and_running_total():
    table = start(bag="SSSSSEAIOUAE").play(ANNA, "GRID 8H JOG").play(BORIS, "EXCHANGE Q Z").play(ANNA, "GRID H8 JAR")
    assert written(table) == HEAD + (
        ">Anna_Lee: AGJORXY 8H JOG +11 11\n>Boris: AEQRTUZ -QZ +0 0\n>Anna_Lee: AAERUXY H8 .AR +10 21\n"
    )


def test_blanks_are_lower_case_and_tiles_already_on_the_board_are_dots():
    table = start(["JOG?ARX", "QUARTZE"], bag="").play(ANNA, "GRID 8H JOGs").play(BORIS, "EXCHANGE")
    assert written(table).splitlines()[-2:] == [">Anna_Lee: AGJORX? 8H JOGs +11 11", ">Boris: AEQRTUZ - +0 0"]
    assert written(table.play(ANNA, "GRID K8 SX")).splitlines()[-1] == ">Anna_Lee: ARX K8 .X +8 19"


def test_a_single_tile_is_written_as_a_word_it_makes():
    table = start().play(ANNA, "GRID 8H JOG").play(BORIS, "GRID H7 A")
    assert written(table).splitlines()[-1] == ">Boris: AEQRTUZ H7 A. +9 9"


def test_racks_are_added_and_subtracted_at_the_end():
    table = start(["JOG", "QZ"], bag="").play(ANNA, "GRID 8H JOG")
    assert written(table) == HEAD + (">Anna_Lee: GJO 8H JOG +11 11\n>Anna_Lee:  (QZ) +20 31\n>Boris: QZ (QZ) -20 -20\n")


def test_a_swapped_blank_is_recorded_in_a_note():
    table = start(["?EYAORS", "QUARTZE"], bag="QQQQBAK", recycle_blank=True).play(ANNA, "GRID 8H kEY")
    table = table.play(BORIS, "EXCHANGE Q").play(ANNA, "SWAP H8\nGRID 8K s")
    assert written(table).splitlines()[-2:] == [
        ">Anna_Lee: AABORS? 8H ...s +10 15",
        "#note before this, K was put under the blank on H8, and the blank taken",
    ]


def test_a_play_in_several_lines_is_refused_with_the_reason():
    table = start().play(ANNA, "GRID 8H JOG H9 AR")
    with pytest.raises(OrderRefused) as refused:
        written(table, NAMES[:2])
    assert (
        "GCG can only show plays in one line, and move 1 by seat 0 is in several. Use the game’s record instead."
        in str(refused.value)
    )


def test_tiles_in_one_row_that_share_no_word_count_as_several_lines():
    table = start(["JOGARXY", "STARTZE"]).play(ANNA, "GRID 8H JOG").play(BORIS, "GRID H7 A, J7 E")
    with pytest.raises(OrderRefused, match="move 2 by seat 1"):
        written(table)


@pytest.mark.parametrize(
    "names",
    [
        ("Anna B", "Anna_B"),
        ("Anna:B", "Anna B"),
        ("Anna", "Anna", "Anna_2"),
        ("Anna_1", "Anna", "Anna"),
        ("A B", "A_B", "A:B", "A_B_2"),
    ],
)
def test_every_player_has_a_unique_nickname(names):
    nicks = _nicknames(names)
    assert len(set(nicks)) == len(names)
    assert not any(set(nick) & set(" :") for nick in nicks)
