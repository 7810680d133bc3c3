"""Layouts of a board that all players share: the place of a tile matters, and whatever is printed reads back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.alphabets.known import ENGLISH
from games.rules.fixed_board import FixedBoard, with_letters
from games.rules.grid import cell_at, cells_from, place_of
from games.rules.reading import TABLE_VERBS, Grammar, read
from games.rules.values import Order, OrderRefused, Reading, Unreadable

BOARD = FixedBoard(("%..+.", ".#.=.", "+...+", ".=.#.", ".+..%"))
WEB = Grammar(verbs=TABLE_VERBS, has_layouts=True, board=BOARD)
MAIL = WEB.ignoring_case()
CAT = (".....", ".....", ".CAT.", ".....", ".....")


def layout(text, grammar=MAIL):
    (order,) = read(f"GRID\n{text}\nEND", grammar).orders
    return order.facts["layout"]


def answer(text):
    """The reading, or the corrected form that a refusal offers."""
    try:
        return read(text, MAIL)
    except Unreadable as refused:
        return refused.correct


def refusal(text, grammar=MAIL):
    with pytest.raises(Unreadable) as refused:
        layout(text, grammar)
    return refused.value


def test_a_place_gives_a_cell_and_a_direction():
    assert (cell_at("A1"), cell_at("8H"), cell_at("h8"), cell_at("AA1")) == ((0, 0), (7, 7), (7, 7), (0, 26))
    assert cells_from("8H", 2) == [(7, 7), (7, 8)]
    assert cells_from("H8", 2) == [(7, 7), (8, 7)]
    assert (place_of((14, 14)), place_of((7, 7), across=True), place_of((0, 26))) == ("O15", "8H", "AA1")


@pytest.mark.parametrize(
    "text",
    [
        ".....\n.....\n.CAT.\n.....\n.....",
        ". . . . .\n. . . . .\n. c a t .\n. . . . .\n. . . . .",
        "-----\n-----\n-CAT-\n-----\n-----",
        "%..+.\n.#.=.\n+CAT+\n.=.#.\n.+..%",
        "| %..+. |\n| .#.=. |\n| +CAT+ |\n| .=.#. |\n| .+..% |",
        "  ABCDE\n1 %..+.\n2 .#.=.\n3 +CAT+\n4 .=.#.\n5 .+..%",
        "3B CAT",
        "3b c, 3c at",
        "B3 C\nC3 A\nD3 T",
    ],
)
def test_a_layout_reads_the_same_in_every_notation(text):
    assert layout(text) == CAT


def test_a_layout_can_follow_its_verb_on_the_same_line():
    assert read("GRID %..+./.#.=./+CAT+/.=.#./.+..%", MAIL).orders == (Order("GRID", {"layout": CAT}),)
    assert read("GRID 3B CAT", MAIL).orders == (Order("GRID", {"layout": CAT}),)


def test_a_row_like_column_letters_is_a_row_if_no_row_is_missing():
    assert layout("ABCDE\n.....\n.....\n.....\n.....")[0] == "ABCDE"


def test_lower_case_letters_are_blanks_only_if_case_is_kept():
    assert layout("3B cAT", WEB)[2] == ".cAT."
    assert layout("3B cAT")[2] == ".CAT."


@pytest.mark.parametrize(
    ("text", "why", "correct"),
    [
        (".....\n.....\n.CAT.\n.....", "The board has 5 rows, but this layout has 4.", "GRID\n8H KEY\nH8 KITE\nEND"),
        (".CAT.", "The board has 5 rows, but this layout has 1.", "GRID\n8H KEY\nH8 KITE\nEND"),
        ("\n".join(["....."] * 6), "The board has 5 rows, but this layout has 6.", "GRID\n8H KEY\nH8 KITE\nEND"),
        (".....\n.....\n.CAT\n.....\n.....", "Row 3 of the board has 5 cells, but this one has 4", ".CAT."),
        (".....\n.....\n.CAT..\n.....\n.....", "Row 3 of the board has 5 cells, but this one has 6", ".CAT."),
        ("0 .....\n1 .....\n2 .CAT.\n3 .....\n4 .....", "This is row 1 of the board", "1 ....."),
        ("3D CAT", "3D CAT doesn’t fit on the board. The cells are A1 to E5.", "8H KEY"),
        ("E5 CAT", "E5 CAT doesn’t fit on the board. The cells are A1 to E5.", "8H KEY"),
        ("0A CAT", "0A CAT doesn’t fit on the board. The cells are A1 to", "8H KEY"),
        (".....\n.....\n—CAT.\n.....\n.....", "long dash", "..CAT."),
        (".....\n.....\n.CA T\n.....\n.....", "mixes spaces", ".CA.T"),
        ("", "There is no layout below this line.", "GRID\n8H KEY\nH8 KITE\nEND"),
    ],
)
def test_a_wrong_layout_is_refused_with_a_correct_example(text, why, correct):
    refused = refusal(text)
    assert why in str(refused)
    assert refused.correct == correct


def test_marks_count_as_empty_cells_only_in_rows():
    assert read("SAY 2+2 = 4.\na+b...", MAIL) == Reading((Order("SAY", {"text": "2+2 = 4."}),), ("a+b...",))


def test_a_board_prints_its_marks_in_empty_cells():
    assert BOARD.print(CAT, ENGLISH) == ["  | ABCDE", " 1| %..+.", " 2| .#.=.", " 3| +CAT+", " 4| .=.#.", " 5| .+..%"]
    assert FixedBoard.coloured(("gy.", "br.")).print((".A.", "..."), ENGLISH) == ["  | ABC", " 1| +A.", " 2| =%."]
    assert FixedBoard(("..", "..")).print(("A.", ".b"), ENGLISH) == ["  | AB", " 1| A.", " 2| .b"]


def test_rows_from_outside_must_cover_the_whole_board():
    assert MAIL.layout_from(["%..+.", ".#.=.", "+CAt+", ".=.#.", ".+..%"])[2] == ".CAt."
    for rows, why in (
        (CAT[:4], "The board has 5 rows of 5 cells"),
        (("CAT",), "cells. Write all of them, with a dot for every empty cell."),
        ((*CAT[:4], "..…"), "The board has 5 rows"),
        ((*CAT[:4], "..Ä.."), 'A row can only contain the letters A–Z and dots. This one contains something else: "'),
    ):
        with pytest.raises(OrderRefused, match=why):
            WEB.layout_from(rows)


@given(st.dictionaries(st.tuples(st.integers(0, 4), st.integers(0, 4)), st.sampled_from("AEQabz")))
def test_every_printed_board_reads_back(tiles):
    lies = with_letters(BOARD.bare, tiles)
    assert layout("\n".join(BOARD.print(lies, ENGLISH)), WEB) == lies


@given(
    st.lists(
        st.sampled_from(["GRID", "END", "", "..K..", "+.#.=", "  ABCDE", "3B CAT", "9Z A", "+", "=====", "a+b."]),
        max_size=9,
    )
)
def test_no_mixture_of_lines_crashes_the_reader(lines):
    assert answer("\n".join(lines))


def test_a_long_hostile_line_is_ignored_at_once():
    for line in (" " * 3900 + "+.!", "+." + "|    " * 700 + "!", "A " * 1900 + "+.!"):
        assert read(line, MAIL).ignored == (line.strip(),)
