"""Legal plays: their lines and blanks, and the text of each refusal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.alphabets.known import ENGLISH
from games.rules.crosslet.board import BOARDS, COLOURS, added, check_tiles, free_blank, from_rack, tally
from games.rules.fixed_board import with_letters
from games.rules.values import OrderRefused
from games.rules.words import AnyWord
from tests.rules.crosslet.table import board, laid
from tests.rules.position import Words

PLAIN = BOARDS["plain8"]
KEY = {"8G": "KEY"}


def play(old, new, *, words=None):
    tiles = added(board(old), board(new))
    check_tiles(board(old), tiles, words or AnyWord())
    return tiles


def refusal(call, *args, **named):
    with pytest.raises(OrderRefused) as refused:
        call(*args, **named)
    return str(refused.value)


def test_empty_cells_in_a_play_leave_the_board_unchanged():
    assert play(KEY, {"H7": "T.E"}) == {(6, 7): "T", (8, 7): "E"}


def test_a_play_can_repeat_tiles_already_on_the_board():
    assert play(KEY, {"8G": "KEYS"}) == play(KEY, {"8J": "S"}) == {(7, 9): "S"}
    assert play({"8G": "kEY"}, {"8G": "KeYS"}) == {(7, 9): "S"}


def test_a_play_may_use_several_lines():
    assert len(play({}, {"8H": "JOG", "H9": "AR"})) == 5
    assert len(play(KEY, {"G9": "IND", "I9": "ES", "9F": "A"})) == 6


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (KEY, {"8G": "CAT"}, "There is already K on G8, where you put C. Tiles on the board stay there."),
        (KEY, KEY, "This adds no tiles to the board. Lay at least one, or EXCHANGE."),
        ({}, {"1A": "JOG"}, "The first play must have a word that covers the centre, H8."),
        ({}, {"8H": "A"}, "The tile on H8 isn’t in a word. Each new tile must be in a word of two or more letters."),
        (KEY, {"8J": "S", "1A": "Q"}, "The tile on A1 isn’t in a word. Each new tile must be in a word of two or "
                                      "more letters."),
        (KEY, {"8J": "S", "1A": "AT"}, "The tile on A1 isn’t connected to the others. All tiles on the board must "
                                       "be connected."),
        ({}, {"8H": "AT", "10H": "AT"}, "The tile on H10 isn’t connected to the others. All tiles on the board "
                                        "must be connected."),
        (KEY, {"10H": "AT"}, "isn’t connected to the others. All tiles on the board must be connected."),
    ],
)  # fmt: skip
def test_illegal_plays_are_refused_with_the_rule(old, new, why):
    assert why in refusal(play, old, new)


def test_every_new_run_must_be_a_word_including_cross_words():
    words = Words({"KEY", "KEYS", "SO", "OX"})
    assert play(KEY, {"J8": "SO"}, words=words)
    assert refusal(play, KEY, {"J8": "SO", "9I": "X"}, words=words) == "Not in the word list: XO, YX."


# --- blanks ---------------------------------------------------------------------------------------------------------


def blanks(words, rack, *, old=None, name="plain8", blank_scores=False):
    lies = board(old or {})
    tiles = from_rack(lies, added(lies, board(words)), rack, COLOURS[name], ENGLISH, blank_scores=blank_scores)
    return "".join(character for _, character in sorted(tiles.items()))


def test_real_tiles_come_before_blanks():
    assert blanks({"8D": "QUARTZ"}, "QUARTZ?") == "QUARTZ"
    assert blanks({"8D": "QUARTZ"}, "UARTZ??") == "qUARTZ"


def test_a_blank_is_placed_where_the_play_scores_best():
    assert blanks({"8D": "EDGE"}, "EDG?", name="classic") == "EDGe"  # D8 doubles its letter
    assert blanks({"8G": "EDGE"}, "EDG?", name="classic") == "eDGE"  # both plain: the first in reading order
    assert blanks({"8E": "EDGE", "E9": "AT"}, "EDGAT?") == "EDGeAT"  # the first E is in two words


def test_scoring_blanks_are_placed_first_in_reading_order():
    assert blanks({"8D": "EDGE"}, "EDG?", name="classic", blank_scores=True) == "eDGE"


def test_two_blanks_are_placed_together():
    assert blanks({"8D": "EDGE"}, "DG??", name="classic") == "eDGe"
    assert blanks({"8D": "EDGE"}, "EG??", name="classic") == "EdGe"


def test_blanks_written_in_lower_case_stay_where_they_are():
    assert blanks({"8D": "eDGE"}, "EDG?") == "eDGE"
    assert blanks({"8D": "eDGE"}, "EEDG?") == "eDGE"


@pytest.mark.parametrize(
    ("words", "rack", "why"),
    [
        ({"8D": "QUARTZ"}, "UARTSE?", "You don’t hold these tiles: Q, Z."),
        ({"8D": "QUARTz"}, "QUARTSE", "Lower-case letters are blanks. The layout uses 1, but you hold 0."),
        ({"8D": "QuARTZ"}, "QAR??EE", "You don’t hold these tiles: T, Z."),
    ],
)
def test_tiles_that_are_not_held_are_refused(words, rack, why):
    assert refusal(blanks, words, rack) == why


@given(
    st.sampled_from(["8H", "H8", "8G", "G8", "8F", "E8"]),
    st.sampled_from(["ETEDE", "DEETEA", "EETAE", "TEDDED"]),
    st.sampled_from(["", "DE"]),
)
def test_no_other_place_for_a_blank_scores_more(place, word, below):
    tiles = laid({place: word} | ({"I9": below} if below and place != "H8" else {}))
    rack = "".join(tiles.values()).replace("E", "?", 1)
    best = from_rack(PLAIN.bare, tiles, rack, COLOURS["plain8"], ENGLISH, blank_scores=False)
    elsewhere = [{**tiles, cell: "e"} for cell, character in tiles.items() if character == "E"]
    assert points(best) == max(map(points, elsewhere))


def points(tiles):
    return tally(with_letters(PLAIN.bare, tiles), tiles, COLOURS["plain8"], ENGLISH.values, blank_scores=False).points


# --- the blank taken back -------------------------------------------------------------------------------------------


def test_a_real_letter_replaces_a_blank_and_the_blank_returns_to_the_rack():
    assert free_blank(board({"8G": "kEY"}), (7, 6), "AKE", PLAIN) == (board(KEY), "A?E")


@pytest.mark.parametrize(
    ("cell", "rack", "why"),
    [
        ((7, 7), "KEY", "There is no blank on H8. Name a cell with a blank, for example SWAP H8."),
        ((0, 0), "KEY", "There is no blank on A1. Name a cell with a blank, for example SWAP H8."),
        ((7, 6), "EY", "The blank on G8 stands for K, but you don’t hold that letter to replace it."),
        ((15, 0), "KEY", "A16 isn’t on the board. The cells are A1 to O15."),
    ],
)
def test_a_blank_that_cannot_be_freed_is_refused(cell, rack, why):
    assert refusal(free_blank, board({"8G": "kEY"}), cell, rack, PLAIN) == why
