"""Layouts as text: whatever is printed parses back, and ambiguous text is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.alphabets.known import ENGLISH
from games.rules.grid import Layout, trim
from games.rules.layout_lines import rows_in
from games.rules.lines import line_of
from games.rules.notation import print_grid, print_words, read_layout
from games.rules.values import Unreadable

KEY_AND_CAKE = (".K..", "CAKE", ".Y..")


def parse(text: str, *, is_closed=True) -> Layout:
    return read_layout([line_of(line) for line in text.splitlines()], letters=str, is_closed=is_closed)


@st.composite
def layouts(draw) -> Layout:
    height, width = draw(st.integers(1, 60)), draw(st.integers(1, 60))
    cells = st.tuples(st.integers(0, height - 1), st.integers(0, width - 1))
    tiles = draw(st.dictionaries(cells, st.sampled_from("AEIOUQZaz"), max_size=120))
    return trim(["".join(tiles.get((row, column), ".") for column in range(width)) for row in range(height)])


@given(layouts())
def test_every_printed_layout_parses_back_to_itself(layout):
    assert parse("\n".join(print_grid(layout, ENGLISH))) == layout
    assert parse("\n".join(print_grid(layout, ENGLISH)), is_closed=False) == layout
    assert parse("\n".join(print_words(layout, ENGLISH))) == layout
    assert parse(", ".join(print_words(layout, ENGLISH))) == layout


@pytest.mark.parametrize("layout", [(), ("A",), ("RED", "END"), ("." * 59 + "A", *["." * 60] * 58, "A" + "." * 59)])
def test_the_smallest_and_the_largest_layouts_parse_back(layout):
    layout = trim(layout)
    assert parse("\n".join(print_grid(layout, ENGLISH))) == layout
    assert parse("\n".join(print_words(layout, ENGLISH))) == layout


def test_a_printed_layout_starts_at_d4():
    assert print_grid(KEY_AND_CAKE, ENGLISH) == ["| .K..", "| CAKE", "| .Y.."]
    assert print_words(KEY_AND_CAKE, ENGLISH) == ["5D CAKE", "E4 KAY"]
    assert print_words(("A.", ".B"), ENGLISH) == ["4D A", "5E B"]


@pytest.mark.parametrize(
    "text",
    [
        "..K..\n.CAKE\n..Y..",
        ". . K . .\n. C A K E\n. . Y . .",
        "| . . K |\n| . C A K E |\n| . . Y |",
        "9 ..K\n10 .CAKE\n11 ..Y",
        " 9| ..K |9\n10| .CAKE |10\n11| ..Y |11",
        "__K\n_CAKE\n__Y",
        "--K\n.CAKE\n__Y",
        "*..K..*\n.C*A*KE\n..Y",
        "8F CAKE, G7 KAY",
        "G7 KAY;\n8F CAKE.",
        "7AA K 8Z CAKE 9AA Y",
        "8F\nCAKE G7 KAY",
    ],
)
def test_a_layout_can_be_written_in_many_ways(text):
    assert parse(text) == KEY_AND_CAKE


def test_lower_case_letters_are_blanks_where_case_is_kept():
    assert parse(".k.\nCAT") == (".k.", "CAT")
    lines = [line_of(line) for line in ".k.\nCAT".splitlines()]
    assert read_layout(lines, letters=str.upper, is_closed=True) == (".K.", "CAT")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("  K\n CAKE\n  Y", "no dots"),
        ("..K  B\n.CAKE.", "mixes spaces"),
        ("—K\n-CAKE", "long dash"),
        ("..K\n .CAKE", "indented"),
        ("8H KEY\nH8 CAKE", "puts C where K is"),
        ("8 ..K\n9 .CAKE\n11 ..Y", "no row 10"),
        ("8H KEY\n..K..", "mixes rows and words"),
        ("..K..\n.ÇA.", "No tile has Ç"),
        ("..K..\nhello there you", "neither a row"),
        ("8H KEY 9H", "word is missing"),
        ("A" + "." * 60 + "A", "must fit into 60 × 60 cells"),
        ("A1 A, A999 B", "must fit into 60 × 60 cells"),
        ("\n".join(["A" * 11] * 11), "at most 120 tiles"),
    ],
)
def test_an_ambiguous_or_invalid_layout_is_refused_with_the_reason(text, why):
    with pytest.raises(Unreadable) as refused:
        parse(text)
    assert why in str(refused.value)
    assert refused.value.correct


def test_a_short_line_below_dotted_rows_is_a_row_only_if_end_follows():
    assert parse(".K.\nANNA") == (".K..", "ANNA")
    with pytest.raises(Unreadable, match="name or a row"):
        parse(".K.\nANNA", is_closed=False)
    assert parse("|.K.|\n|ANNA|", is_closed=False) == (".K..", "ANNA")
    assert parse("CAKE\nANNA", is_closed=False) == ("CAKE", "ANNA")


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("..K.. .CAKE ..Y..", 3),
        ("..k../.cake/..y..", 3),
        (". . K . / C A K E", 2),
        ("CAT/.O.", 2),
        (". . K", 1),
        ("8H KEY H8 KITE", 1),
        ("looks good", 0),
        ("looks good.", 0),
        ("done.", 0),
        ("done. Cheers.", 0),
        ("yes/no", 0),
        ("is good / bad.", 0),
        ("a1 is nice", 0),
        ("", 0),
    ],
)
def test_a_line_counts_as_a_layout_only_if_all_of_it_is_one(text, rows):
    assert len(rows_in(line_of(text), text)) == rows
