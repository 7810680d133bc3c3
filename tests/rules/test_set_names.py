"""The names of saved tile sets, and how a choice that contains some is spelled out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.alphabets.known import ENGLISH
from games.rules.names import comparable
from games.rules.tiles import LONGEST_CHOICE, check_name, named_sets, parse_tile_set, spell_out, written
from games.rules.values import OrderRefused

NORDIC = "A10, E12, K4, J3"
SAVED = {"nordic": NORDIC, "small set": "A3, B2"}


@pytest.mark.parametrize("name", ["Nordic", "Élan", "abc", "Nordic-2 small", "Anna’s own", "S98 big", "x" * 30])
def test_a_name_starts_with_a_letter_and_has_3_to_30_characters(name):
    assert check_name(f"  {name} ", ENGLISH) == name


@pytest.mark.parametrize(
    "name", ["", "AB", "x" * 31, "1st set", "-set", "A+B", "a, b", "tab\there\0", "what?", "a_b_c", "<b>"]
)
def test_any_other_name_is_refused(name):
    with pytest.raises(OrderRefused, match="The name of a tile set"):
        check_name(name, ENGLISH)


@pytest.mark.parametrize(
    "name", ["s98", "LC120", "S97", "A9 B2", "a9b2c3", "Nordicx2", "Nordic X 2", "lc 120", "ＬＣ１２０", "Ａ９ Ｂ２"]
)
def test_a_name_that_reads_as_a_set_or_as_counts_is_refused(name):
    with pytest.raises(OrderRefused, match="would be read as"):
        check_name(name, ENGLISH)


def test_a_name_in_full_width_letters_is_the_same_as_in_plain_ones():
    assert check_name("Ｎｏｒｄｉｃ", ENGLISH) == "Nordic"
    assert spell_out("Ｎｏｒｄｉｃ", SAVED, ENGLISH) == spell_out("Nordic", SAVED, ENGLISH)


@pytest.mark.parametrize("choice", ["LC120", "S98x2", "A9, B2", "", "+", "Northern", "S98+LC120", "A" * 1000])
def test_a_choice_without_a_saved_set_is_unchanged(choice):
    assert spell_out(choice, SAVED, ENGLISH) == choice


@pytest.mark.parametrize(
    ("choice", "counts"),
    [
        ("Nordic", "A10, E12, J3, K4"),
        (" nORDIC ", "A10, E12, J3, K4"),
        ("Nordicx2", "A20, E24, J6, K8"),
        ("nordic × 3", "A30, E36, J9, K12"),
        ("Nordic + small  set", "A13, B2, E12, J3, K4"),
        ("Small setx2+B1 C1", "A6, B5, C1"),
    ],
)
def test_saved_sets_are_spelled_out_alone_multiplied_and_joined(choice, counts):
    assert spell_out(choice, SAVED, ENGLISH) == counts


def test_a_saved_set_joined_with_a_preset_has_the_tiles_of_both():
    tiles = parse_tile_set(spell_out("Nordic+S98", SAVED, ENGLISH), ENGLISH).counts
    assert tiles == {
        tile: named_sets(ENGLISH)["S98"].counts[tile] + parse_tile_set(NORDIC, ENGLISH).counts[tile]
        for tile in ENGLISH.order
    }


@pytest.mark.parametrize(
    ("choice", "why"),
    [
        ("Nordicx99", "This one has 2871"),
        ("Nordicx0", "This one has 0"),
        ("Nordic+Southern", '"Southern" isn’t a tile set'),
        ("Nordic+", '"" isn’t a tile set'),
    ],
)
def test_a_choice_that_cannot_be_spelled_out_is_refused_with_the_reason(choice, why):
    with pytest.raises(OrderRefused, match=why):
        spell_out(choice, SAVED, ENGLISH)


def test_a_set_of_one_letter_is_written_so_that_it_reads_back():
    assert written({"A": 40}, ENGLISH) == "A40, B0"
    assert parse_tile_set("A40, B0", ENGLISH).total == 40


@given(st.dictionaries(st.sampled_from(ENGLISH.order), st.integers(1, 37), min_size=1))
def test_written_counts_read_back_and_fit_into_a_choice(counts):
    text = written(counts, ENGLISH)
    assert len(text) <= LONGEST_CHOICE
    assert {tile: count for tile, count in parse_tile_set(text, ENGLISH).counts.items() if count} == counts


@given(st.text(max_size=30))
def test_a_saved_name_is_found_in_a_choice_in_any_case(text):
    try:
        name = check_name(text, ENGLISH)
    except OrderRefused:
        return
    assert parse_tile_set(spell_out(name, {comparable(name): NORDIC}, ENGLISH), ENGLISH).total == 29
