"""How names are saved and compared, and which ones are visible."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.handshake.claims import fold_name
from games.rules.names import comparable, is_readable, is_visible, normalise

FAMILY = "👩\u200d👧"


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("Jose\u0301", "José"),
        ("  Anna \u2003\u00a0 Boris\u3000\n", "Anna Boris"),
        ("\u200dAnna\u200c ", "Anna"),
        (f"Chloe {FAMILY}", f"Chloe {FAMILY}"),
        ("نامه\u200cای", "نامه\u200cای"),
        ("STRASSE", "STRASSE"),
    ],
)
def test_a_name_is_normalised_to_nfc_with_single_spaces_and_inner_joiners(written, kept):
    assert normalise(written) == kept


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("José", "Jose\u0301"),
        ("JOSÉ", "jose\u0301"),
        ("Anna", "Ａｎｎａ"),
        ("Straße", "STRASSE"),
        ("ﬁona", "Fiona"),
        ("Anna", "An\u200bna"),
        ("Anna", "An\u00adna"),
        ("Anna", "Anna\u3164"),
        ("Anna Berg", "Anna\u00a0 berg "),
        ("❤", "❤\ufe0f"),
        ("İnci", "i\u0307nci"),
    ],
)
def test_equivalent_spellings_of_a_name_compare_equal(one, other):
    assert comparable(one) == comparable(other)


@pytest.mark.parametrize(
    ("one", "other"), [("José", "Jose"), ("Anna", "Annа"), ("Anna B", "AnnaB"), ("Anna 1", "Anna 2")]
)
def test_different_names_compare_unequal(one, other):
    assert comparable(one) != comparable(other)


@pytest.mark.parametrize(
    "name",
    ["", "\u3164", "\u3164 \u3164", "\u200d", "\u2800", "\uffa0", "\u115f\u1160", "\ufe0f", "\u0301", "\U000e0020"],
)
def test_an_invisible_name_is_neither_visible_nor_readable(name):
    assert not is_visible(name)
    assert not is_readable(name)


@pytest.mark.parametrize("name", ["A", "7", "יוסי", "دانا", "…", "♥", FAMILY, "\U0001fae8", "ि" + "क"])
def test_any_letter_number_or_symbol_is_readable(name):
    assert is_readable(name)


@pytest.mark.parametrize(
    "invisible", ["\n", "\0", "\u200b", "\u202e", "\u2066", "\u061c", "\u00ad", "\u2028", "\ufeff"]
)
def test_a_name_with_a_disruptive_character_is_not_readable(invisible):
    assert is_visible(f"An{invisible}na")
    assert not is_readable(f"An{invisible}na")


@given(st.text())
def test_normalising_and_comparing_are_idempotent(name):
    assert normalise(normalise(name)) == normalise(name)
    assert comparable(comparable(name)) == comparable(name) == comparable(normalise(name))
    assert unicodedata.is_normalized("NFC", normalise(name))


@given(st.text(max_size=40))
def test_equal_names_are_one_person_in_a_claim(name):
    assert fold_name(name) == fold_name(normalise(name)) == fold_name(comparable(name))


def test_an_extremely_long_name_is_cut():
    assert len(normalise("a\u0301" + "\u0316\u0301" * 200_000)) <= 1000
    assert len(comparable("\ufdfa" * 200_000)) < 20_000
