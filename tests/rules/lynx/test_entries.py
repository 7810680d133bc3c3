"""Entries: folding to plain letters, enumerations, which lights are open, links and points, and every refusal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.lynx.entry import (
    check_fits,
    check_light,
    enumeration,
    fold,
    links,
    misfit,
    playable,
    tidy,
    unfilled,
    worth,
)
from games.rules.lynx.pattern import EXAMPLE, light_named, written_into
from games.rules.values import OrderRefused


def grid(**entries):
    """The published pattern with some entries, such as `grid(L4D="MOM")`."""
    rows = EXAMPLE
    for name, answer in entries.items():
        rows = written_into(rows, light_named(rows, name[1:]), answer)
    return rows


def refusal_of(act, *args, **named):
    with pytest.raises(OrderRefused) as refused:
        act(*args, **named)
    return str(refused.value)


@pytest.mark.parametrize(
    ("typed", "shown", "answer", "parts"),
    [
        ("mom", "MOM", "MOM", "3"),
        ("  Ice   cream ", "ICE CREAM", "ICECREAM", "3,5"),
        ("ad-lib", "AD-LIB", "ADLIB", "2-3"),
        ("will-o'-the-wisp", "WILL-O’-THE-WISP", "WILLOTHEWISP", "4-1-3-4"),
        ("ne'er-do-well", "NE’ER-DO-WELL", "NEERDOWELL", "4-2-4"),
        ("déjà vu", "DÉJÀ VU", "DEJAVU", "4,2"),
        ("de\u0301ja\u0300 vu", "DÉJÀ VU", "DEJAVU", "4,2"),
        ("Œuvre", "ŒUVRE", "OEUVRE", "6"),
        ("smørgås", "SMØRGÅS", "SMORGAS", "7"),
        ("straße", "STRASSE", "STRASSE", "7"),
        ("to – fro", "TO-FRO", "TOFRO", "2-3"),
    ],
)
def test_spaces_punctuation_and_accents_are_ignored_but_shown(typed, shown, answer, parts):
    assert (tidy(typed), fold(typed), enumeration(typed)) == (shown, answer, parts)


@pytest.mark.parametrize(
    ("typed", "refusal"),
    [
        ("", "An entry needs letters, for example ENTER 4D MOM."),
        (" - ' ", "An entry needs letters, for example ENTER 4D MOM."),
        (
            "catch 22",
            "An entry can only contain letters, spaces, hyphens and apostrophes. Remove 2.",
        ),
        ("мама", "An entry can only contain letters, spaces, hyphens and apostrophes. Remove М."),
        ("A" * 61, "An entry can have at most 60 characters."),
    ],
)
def test_an_entry_that_cannot_go_in_a_grid_is_refused(typed, refusal):
    assert refusal_of(fold, typed) == refusal


@given(st.text(max_size=70))
def test_any_text_is_reduced_to_letters_or_refused(text):
    try:
        answer = fold(text)
    except OrderRefused:
        return
    assert answer.isascii()
    assert answer.isalpha()
    assert answer.isupper()
    assert fold(tidy(text)) == answer == fold(answer)


@pytest.mark.parametrize(
    ("standing", "points"), [("..L....", 7), (".A.A.C.", 21), ("...", 6), ("..M", 3), ("A.A.A", 15)]
)
def test_an_entry_earns_its_length_times_its_links(standing, points):
    assert worth(standing) == points


def test_balance_earns_7_on_one_link_and_21_on_three():
    for standing, linked, points in (("..L....", 1, 7), (".A.A.C.", 3, 21)):
        check_fits("BALANCE", "BALANCE", name="2D", standing=standing)
        assert (links(standing), worth(standing)) == (linked, points)


def test_only_the_shortest_light_of_the_lowest_number_is_open_at_first():
    assert [light.name for light in playable(EXAMPLE)] == ["4D"]
    assert check_light(EXAMPLE, "4D").length == 3


def test_across_comes_before_down_when_both_are_shortest():
    assert [light.name for light in playable(("...", ".#.", "..."))] == ["1A"]


def test_after_the_first_entry_lights_that_cross_a_letter_are_open():
    assert [light.name for light in playable(grid(L4D="MOM"))] == ["5A"]
    assert [light.name for light in playable(grid(L4D="MOM", L5A="SANCTUM"))] == ["2D", "3D"]


def test_no_light_is_open_in_a_full_grid():
    full = grid(
        L4D="MOM", L5A="SANCTUM", L2D="TENURED", L1A="OCTET", L3D="TITANIC", L7A="DECRY", L6A="ERRANDS", L6D="ERE"
    )
    assert playable(full) == unfilled(full) == ()


def test_a_light_filled_by_its_crossings_takes_no_entry():
    rows = ("AAA", "BBB", "CCC")
    assert unfilled(rows) == ()
    assert refusal_of(check_light, ("AAA", "B..", "C.."), "1D") == (
        "Entry 1D is already filled: ABC. Open entries: 2D, 3D, 4A, 5A."
    )


@pytest.mark.parametrize(
    ("rows", "name", "refusal"),
    [
        (EXAMPLE, "9A", "There is no entry 9A. Open entries: 4D."),
        (EXAMPLE, "4A", "There is no entry 4A. Open entries: 4D."),
        (
            EXAMPLE,
            "6D",
            "The first word goes in the shortest entry: 4D, with 3 letters. If several are equally short, it is "
            "the one with the lowest number.",
        ),
        (grid(L4D="MOM"), "4D", "Entry 4D is already filled: MOM. Open entries: 5A."),
        (
            grid(L4D="MOM"),
            "2D",
            "An entry must cross a letter that is already there, and 2D has none yet. Open entries: 5A.",
        ),
    ],
)
def test_a_light_that_is_not_open_is_refused_with_a_list_of_open_ones(rows, name, refusal):
    assert refusal_of(check_light, rows, name) == refusal


@pytest.mark.parametrize(
    ("written", "standing", "refusal"),
    [
        ("ICE CREAM", ".......", "Entry 5A needs 7 letters, but ICE CREAM has 8."),
        ("MOM", ".......", "Entry 5A needs 7 letters, but MOM has 3."),
        ("BALANCE", "......M", "BALANCE doesn’t fit 5A, which reads ......M."),
    ],
)
def test_an_entry_must_fit_its_light_exactly(written, standing, refusal):
    assert refusal_of(check_fits, written, fold(written), name="5A", standing=standing) == refusal
    check_fits("SANCTUM", "SANCTUM", name="5A", standing="......M")


@pytest.mark.parametrize(
    ("answer", "standing", "inked"),
    [
        ("SANCTUM", "......M", "SANCTUM"),
        ("SANCT", ".......", "SANCTTT"),
        ("SANCTUMS", ".......", "SANCTUM"),
        ("BALANCE", "......M", "BALANCM"),
        ("A", "..M", "AAM"),
    ],
)
def test_a_misfit_in_ink_is_cut_or_stretched_to_fit_the_light(answer, standing, inked):
    assert misfit(answer, standing) == inked
