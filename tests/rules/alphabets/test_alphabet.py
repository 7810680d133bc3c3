"""Every alphabet: printed text reads back, stand-ins are never shown, and reading is lenient where it can be."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.alphabets.alphabet import FIRST_STAND_IN, STAND_INS, Alphabet, NotATile
from games.rules.alphabets.known import SHIPPED, alphabet_of

ALPHABETS = [alphabet_of(code) for code in SHIPPED]
STAND_INS_SHOWN = {chr(FIRST_STAND_IN + n) for n in range(2 * STAND_INS)}
SPANISH, CATALAN, FRENCH, GERMAN = (alphabet_of(code) for code in ("es", "ca", "fr", "de"))
every_alphabet = st.sampled_from(ALPHABETS)


@given(every_alphabet, st.data())
def test_every_printed_row_reads_back(alphabet: Alphabet, data: st.DataObject):
    row = data.draw(st.text(alphabet.letters + alphabet.letters.lower() + ".", max_size=30))
    printed = alphabet.write(row)
    assert alphabet.read(printed) == row
    assert len(alphabet.inside(printed)) == len(row)
    assert alphabet.read(alphabet.inside(printed)) == row
    assert set(alphabet.inside(printed)) <= {*alphabet.readable, "."}
    assert alphabet.read(printed, any_case=True) == row.upper()
    assert STAND_INS_SHOWN.isdisjoint(printed)
    assert unicodedata.is_normalized("NFKC", printed.replace("·", ""))


@given(every_alphabet, st.data())
def test_every_printed_hand_reads_back_in_order(alphabet: Alphabet, data: st.DataObject):
    hand = alphabet.in_order(data.draw(st.text(alphabet.order, max_size=20)))
    assert alphabet.read(alphabet.write(hand)) == hand
    assert list(map(alphabet.index, hand)) == sorted(map(alphabet.index, hand))


@given(every_alphabet, st.data())
def test_every_printed_word_reads_back_in_any_case_and_decomposed(alphabet: Alphabet, data: st.DataObject):
    word = data.draw(st.text(alphabet.letters, min_size=1, max_size=15))
    for printed in (alphabet.write(word), alphabet.write(word.lower())):
        apart = "|".join(map(alphabet.write, word if printed[-1:].isupper() else word.lower()))
        assert alphabet.word(apart) == word
        assert alphabet.word(unicodedata.normalize("NFD", apart)) == word


@pytest.mark.parametrize("alphabet", ALPHABETS, ids=SHIPPED)
def test_internal_letters_map_one_to_one_between_cases(alphabet: Alphabet):
    for text in (alphabet.letters, alphabet.letters * 2, alphabet.letters[::-1]):
        assert text.upper() == text
        assert len(text.lower()) == len(text)
        assert text.lower().upper() == text
        assert all(character.islower() for character in text.lower())


def test_words_are_sorted_by_tile_order():
    spanish, polish = alphabet_of("es"), alphabet_of("pl")
    words = [spanish.word(word) for word in ("ÑU", "CHE", "ZAR", "CI", "NO", "OÍ", "C|H")]
    assert [spanish.write(word) for word in sorted(words, key=spanish.by_letters)] == [
        *("CH", "CI", "[CH]E", "NO", "ÑU", "OI", "ZAR"),
    ]
    assert sorted(["ŻE", "ZŁO", "ŁAD", "LAS", "ĆMA", "CO"], key=polish.by_letters) == [
        *("CO", "ĆMA", "LAS", "ŁAD", "ZŁO", "ŻE"),
    ]


@pytest.mark.parametrize("alphabet", ALPHABETS, ids=SHIPPED)
def test_every_alias_is_read_and_never_printed(alphabet: Alphabet):
    for tile, defined in zip(alphabet.letters, alphabet.defined, strict=True):
        for alias in defined.aliases:
            assert alphabet.read(f"[{alias}][{alias.lower()}]") == tile + tile.lower()
            assert alias not in alphabet.write(tile)


@pytest.mark.parametrize("alphabet", ALPHABETS, ids=SHIPPED)
def test_sets_have_the_published_totals(alphabet: Alphabet):
    assert set(alphabet.values) == set(alphabet.order)
    totals = {name: sum(counts.values()) for name, counts in alphabet.sets.items()}
    if "LC120" in totals:
        assert totals["LC120"] == 120
        assert alphabet.sets["LC120"]["?"] == 0
    tiles = alphabet.sets[alphabet.standard]
    assert (totals[alphabet.standard], sum(n * alphabet.values[tile] for tile, n in tiles.items())) == {
        "en": (100, 187), "fr": (102, 197), "de": (102, 202), "es": (100, 192), "it": (120, 293), "nl": (102, 230),
        "pt": (120, 204), "sv": (100, 194), "nb": (100, 202), "da": (100, 247), "pl": (100, 190), "ca": (100, 189),
        "cy": (105, 194), "tr": (100, 201), "sl": (100, 180), "sk": (100, 267), "et": (102, 209), "el": (104, 206),
    }[alphabet.code]  # fmt: skip


@pytest.mark.parametrize(
    ("alphabet", "written", "tiles"),
    [
        (SPANISH, "chico", ["[CH]", "I", "C", "O"]),
        (SPANISH, "[CH]ICO", ["[CH]", "I", "C", "O"]),
        (SPANISH, "c|hico", ["C", "H", "I", "C", "O"]),
        (SPANISH, "perro", ["P", "E", "[RR]", "O"]),
        (SPANISH, "canción", ["C", "A", "N", "C", "I", "O", "N"]),
        (SPANISH, "a[n~]o", ["A", "Ñ", "O"]),
        (CATALAN, "col·legi", ["C", "O", "[L·L]", "E", "G", "I"]),
        (CATALAN, "COL.LEGI", ["C", "O", "[L·L]", "E", "G", "I"]),
        (CATALAN, "co[l.l]egi", ["C", "O", "[L·L]", "E", "G", "I"]),
        (CATALAN, "quinze", ["[QU]", "I", "N", "Z", "E"]),
        (FRENCH, "cœur", ["C", "O", "E", "U", "R"]),
        (FRENCH, "été", ["E", "T", "E"]),
        (GERMAN, "Straße", ["S", "T", "R", "A", "S", "S", "E"]),
        (GERMAN, "h[ae]user", ["H", "Ä", "U", "S", "E", "R"]),
        (alphabet_of("tr"), "istanbul", ["İ", "S", "T", "A", "N", "B", "U", "L"]),
        (alphabet_of("tr"), "ılık", ["I", "L", "I", "K"]),
        (alphabet_of("cy"), "llan", ["[LL]", "A", "N"]),
        (alphabet_of("el"), "φως", ["Φ", "Ω", "Σ"]),
        (alphabet_of("pl"), "źródło", ["Ź", "R", "Ó", "D", "Ł", "O"]),
    ],
)
def test_a_word_is_read_as_its_tiles(alphabet: Alphabet, written: str, tiles: list[str]):
    assert [alphabet.write(tile) for tile in alphabet.word(written)] == tiles


def test_a_digraph_without_brackets_is_two_tiles_in_a_row():
    assert SPANISH.read("CH.R") == "CH.R"
    assert len(SPANISH.read("[CH].R")) == 3


def test_a_blank_is_written_in_lower_case():
    assert SPANISH.write(SPANISH.read("[ch]oñ[RR]?")) == "[ch]oñ[RR]?"
    assert CATALAN.read("[l.l]") == CATALAN.read("[L·L]").lower()
    turkish = alphabet_of("tr")
    assert turkish.read("iıIİ").upper() == turkish.read("İIIİ")


@pytest.mark.parametrize(
    ("alphabet", "row", "strange", "correct"),
    [
        (SPANISH, "..[Ch]", "[Ch]", "[CH] or [ch]"),
        (SPANISH, "[XY]A", "[XY]", ""),
        (SPANISH, "[C]A", "[C]", "C"),
        (SPANISH, "A1", "1", ""),
        (CATALAN, "QA", "Q", "[QU]"),
        (FRENCH, "CœR", "œ", "oe"),
        (GERMAN, "STRAßE", "ß", "SS"),
        (alphabet_of("en"), "CAFÉ", "É", ""),
        (alphabet_of("pl"), "QU", "Q", ""),
        (FRENCH, "E\u0323A", "Ẹ", ""),
    ],
)
def test_an_unknown_tile_is_named_with_the_correct_form(alphabet: Alphabet, row: str, strange: str, correct: str):
    if strange == "Ẹ":
        assert alphabet.read(row) == "EA"
        return
    with pytest.raises(NotATile) as refused:
        alphabet.read(row)
    assert (refused.value.strange, refused.value.correct) == (strange, correct)


def test_an_accent_without_a_letter_is_refused():
    with pytest.raises(NotATile):
        FRENCH.read("A.\u0301")


def test_case_is_ignored_if_there_are_no_blanks():
    assert SPANISH.read("[Ch]a", any_case=True) == SPANISH.read("[CH]A")


def test_brackets_that_are_not_a_tile_are_unchanged():
    assert SPANISH.inside("[1] [CH]..") == f"[1] {SPANISH.read('[CH]')}.."
    assert SPANISH.unreadable("[XY] [1] çñ") == ("[XY]",)
    assert alphabet_of("en").unreadable("CAFÉ") == ("É",)


def test_letters_that_lose_their_accents_can_be_used_in_rows():
    assert set("éÉñ") <= set(FRENCH.readable)
    assert "œ" not in FRENCH.readable
    assert set(alphabet_of("en").readable) == set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
