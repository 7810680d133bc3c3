"""Hunspell dictionaries: the words that small affix files and stems stand for.

Each expectation is what `hunspell -l` accepts for these files."""

import pytest

from games.word_lists.hunspell import UnreadableDictionary, expand


@pytest.fixture
def words(tmp_path):
    """A function that expands an affix file and stems, each given as text."""

    def expanded(affixes, *stems, encoding="utf-8", **options):
        (tmp_path / "xx.aff").write_text(affixes, encoding)
        (tmp_path / "xx.dic").write_text("\n".join([str(len(stems)), *stems]) + "\n", encoding)
        return expand(tmp_path / "xx.aff", tmp_path / "xx.dic", **options)

    return expanded


PLURALS = """
SET UTF-8
SFX S Y 4
SFX S   y     ies        [^aeiou]y
SFX S   0     s          [aeiou]y
SFX S   0     es         [sxzh]
SFX S   0     s          [^sxzhy]
"""


def test_a_suffix_is_added_where_its_condition_fits(words):
    found = words(PLURALS, "fly/S", "boy/S", "box/S", "cat/S", "news")
    assert found == {"fly", "flies", "boy", "boys", "box", "boxes", "cat", "cats", "news"}


def test_a_prefix_and_a_suffix_cross_only_if_both_allow_it(words):
    affixes = "PFX U Y 1\nPFX U 0 un .\nSFX D Y 1\nSFX D 0 ed .\nSFX G {} 1\nSFX G 0 ing .\n"
    assert words(affixes.format("Y"), "do/UDG") == {"do", "undo", "doed", "doing", "undoed", "undoing"}
    assert words(affixes.format("N"), "do/UDG") == {"do", "undo", "doed", "doing", "undoed"}


def test_prefixes_can_be_left_out(words):
    affixes = "PFX L Y 1\nPFX L 0 l' [aeiou]\nSFX S Y 1\nSFX S 0 s .\n"
    assert words(affixes, "ami/LS") == {"ami", "amis", "l'ami", "l'amis"}
    assert words(affixes, "ami/LS", with_prefixes=False) == {"ami", "amis"}


def test_affixes_with_signs_and_long_words_can_be_left_out(words):
    affixes = "PFX L Y 2\nPFX L 0 l' [aeiou]\nPFX L 0 re .\nSFX S Y 2\nSFX S 0 s .\nSFX S 0 -ne .\n"
    assert words(affixes, "ami/LS", in_letters=True) == {"ami", "amis", "reami", "reamis"}
    assert words(affixes, "ami/LS", in_letters=True, longest=4) == {"ami", "amis"}


def test_a_suffix_can_be_followed_by_a_second_but_not_a_third(words):
    affixes = (
        "SFX A Y 1\nSFX A 0 able/BU .\nSFX B Y 1\nSFX B 0 s/C .\nSFX C Y 1\nSFX C 0 x .\nPFX U Y 1\nPFX U 0 un .\n"
    )
    assert words(affixes, "drink/A") == {"drink", "drinkable", "drinkables", "undrinkable", "undrinkables"}


def test_a_prefix_can_bring_a_suffix(words):
    affixes = "PFX E Y 1\nPFX E 0 en/N .\nSFX N Y 1\nSFX N 0 en .\n"
    assert words(affixes, "light/E") == {"light", "enlight", "enlighten"}


def test_conditions_can_include_and_exclude_letters_and_take_signs_literally(words):
    affixes = "SFX A Y 3\nSFX A 0 1 [ab]c\nSFX A 0 2 [^ab]c.\nSFX A 0 3 [-x]+\n"
    assert words(affixes, "zac/A", "zdce/A", "z+/A", "zx+/A") == {"zac", "zac1", "zdce", "zdce2", "z+", "zx+", "zx+3"}


def test_a_suffix_can_replace_a_whole_word_only_with_fullstrip(words):
    affixes = "{}SFX A Y 1\nSFX A aller va aller\n"
    assert words(affixes.format(""), "aller/A") == {"aller"}
    assert words(affixes.format("FULLSTRIP\n"), "aller/A") == {"aller", "va"}


@pytest.mark.parametrize(
    ("flag", "stem", "suffix"),
    [("FLAG long\n", "cat/S1X2", "S1"), ("FLAG num\n", "cat/34,501", "501"), ("FLAG UTF-8\n", "cat/éü", "é")],
)
def test_flags_can_be_pairs_numbers_or_any_character(words, flag, stem, suffix):
    assert words(f"SET UTF-8\n{flag}SFX {suffix} Y 1\nSFX {suffix} 0 s .\n", stem) == {"cat", "cats"}


def test_flags_can_be_numbered_sets(words):
    affixes = "FLAG long\nAF 2\nAF Aa\nAF AaBb # both\nSFX Aa Y 1\nSFX Aa 0 s .\nSFX Bb Y 1\nSFX Bb 0 ed/1 .\n"
    assert words(affixes, "walk/2", "cat/1") == {"walk", "walks", "walked", "walkeds", "cat", "cats"}


def test_stems_and_forms_that_need_an_affix_are_not_words(words):
    affixes = "NEEDAFFIX X\nSFX A Y 1\nSFX A 0 a/BX .\nSFX B Y 1\nSFX B 0 b .\nPFX P Y 1\nPFX P 0 p .\n"
    assert words(affixes, "st/XAP") == {"stab", "pst", "psta", "pstab"}


def test_a_forbidden_word_is_left_out_unless_it_is_also_listed_as_a_word(words):
    affixes = "FORBIDDENWORD !\nSFX S Y 1\nSFX S 0 s .\n"
    assert words(affixes, "cat/S", "cats/!", "dog/S", "dog/!", "fox/!S") == {"cat", "dog", "dogs"}


def test_parts_of_compounds_are_not_words(words):
    affixes = "ONLYINCOMPOUND O\nSFX S Y 1\nSFX S 0 s .\nSFX F Y 1\nSFX F 0 en/O .\n"
    assert words(affixes, "frau/SF", "fugen/OS") == {"frau", "fraus"}


def test_the_halves_of_a_circumfix_come_together(words):
    affixes = (
        "CIRCUMFIX X\nPFX A Y 1\nPFX A 0 leg/X .\nPFX B Y 1\nPFX B 0 legesleg/X .\n"
        "SFX C Y 3\nSFX C 0 obb .\nSFX C 0 obb/AX .\nSFX C 0 obb/BX .\n"
    )
    assert words(affixes, "nagy/C") == {"nagy", "nagyobb", "legnagyobb", "legeslegnagyobb"}


def test_the_files_are_read_in_their_own_encoding(words):
    affixes = "SET ISO8859-1\nSFX E Y 1\nSFX E e é .\n"
    assert words(affixes, "cafe/E", "æble", encoding="iso-8859-1") == {"cafe", "café", "æble"}


def test_notes_and_grammar_beside_a_stem_are_ignored(words):
    affixes = "SFX S Y 1\nSFX S 0 s . is:plur\n"
    stems = ("# a note", "cat/S po:noun is:sg", "dog/S\tpo:noun", "so po:adv", "ice cream/S", "and\\/or", "\tnothing")
    assert words(affixes, *stems) == {"cat", "cats", "dog", "dogs", "so", "ice cream", "ice creams", "and/or"}


@pytest.mark.parametrize(
    "line", ["FLAG pictures", "SFX S Y 1\nSFX S 0", "SFX S", "FLAG long\nSFX Ss Y 1\nSFX Ss 0 s/Abc ."]
)
def test_a_rule_that_breaks_the_format_is_named(words, line):
    with pytest.raises(UnreadableDictionary, match=r"xx\.aff, line [1234], can’t be read"):
        words(f"SET UTF-8\n{line}\n", "cat")


def test_a_file_in_another_encoding_or_without_its_count_is_named(words, tmp_path):
    with pytest.raises(UnreadableDictionary, match=r"xx\.aff isn’t in UTF-8"):
        words("SET UTF-8\n# é\n", "cat", encoding="iso-8859-1")
    (tmp_path / "xx.aff").write_text("SET UTF-8\n")
    (tmp_path / "xx.dic").write_text("cat\n")
    with pytest.raises(UnreadableDictionary, match=r"xx\.dic must start with"):
        expand(tmp_path / "xx.aff", tmp_path / "xx.dic")
