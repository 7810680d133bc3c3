"""Word lists as files: reading, hashing, looking up, and the open list that comes with the project."""

import gzip
import hashlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.alphabets.known import alphabet_of
from games.word_lists.library import UnreadableList, build_trie, bundled, digest, open_trie, parse, written
from tests.word_lists import build

HASH_OF_OPEN_LIST = "983db1b2991e6e67198e16cceb2d08e6af86888f1d33bae566f8fd785d9ba3f9"
"""The hash by which games of all releases identify the list."""
CASES = Path(__file__).parents[1] / "cases"


def test_a_text_becomes_sorted_upper_case_words_without_repeats():
    assert parse(["\ufeffkey\r\n", "", "  Cake ", "KEY"]) == ["CAKE", "KEY"]


@pytest.mark.parametrize(
    "text",
    [
        "cake\nkey\n\x1a",
        "cake\nkey\x1a",
        "cake\r\nkey\r\n\x1a\r\n",
        "\ufeff cake\nkey",
        " \ufeff\tcake\nkey",
        "\ufeff\ncake\nkey",
    ],
)
def test_marks_at_the_start_and_end_of_a_file_are_ignored(text):
    assert parse(text.splitlines()) == ["CAKE", "KEY"]


@pytest.mark.parametrize(
    "line", ["it's", "CAKE KEY", "naïve", "A", "x-ray", "straße", "ﬁg", "AA1", "AA\x1aBB", "AA\ufeffBB"]
)
def test_a_line_that_is_not_a_word_is_named(line):
    assert parse(["CAKE", "KEY"]) == ["CAKE", "KEY"]
    with pytest.raises(UnreadableList, match=r"^Line 2, "):
        parse(["CAKE", line])


def test_a_text_without_words_is_refused():
    with pytest.raises(UnreadableList, match="no words"):
        parse(["", "  "])


def test_words_in_another_alphabet_are_read_with_its_tiles_and_folding():
    assert parse(["été", "Cœur", "ETE"], alphabet_of("fr")) == ["COEUR", "ETE"]
    spanish = alphabet_of("es")
    words = parse(["chico", "pe[RR]o", "ñu"], spanish)
    assert sorted(map(len, words)) == [2, 4, 4]
    assert written(words, spanish) == ["PE[RR]O", "[CH]ICO", "ÑU"]
    assert digest(words, spanish) == hashlib.sha256("PE[RR]O\n[CH]ICO\nÑU".encode()).hexdigest()


@pytest.mark.parametrize(
    ("code", "word", "says"),
    [
        ("en", "Häuser", "“ä” isn’t a tile in English, but it is one in German, Swedish, "),
        ("pl", "quiz", "“q” isn’t a tile in Polish, but it is one in English, "),
        ("fr", "l'eau", "“'” isn’t a tile in French. Write one word per line, with two or more letters from A to Z."),
        ("es", "ch", "“ch”, isn’t a word. Write one word per line, with two or more of the tiles A B C [CH] D "),
    ],
)
def test_a_letter_of_another_alphabet_is_refused_with_a_hint(code, word, says):
    with pytest.raises(UnreadableList, match=r"^Line 2, ") as refusal:
        parse(["te", word], alphabet_of(code))
    assert says in str(refusal.value)


@given(st.lists(st.text("AbcXyZ", min_size=2, max_size=6), min_size=1, max_size=30))
def test_parsing_a_parsed_list_changes_nothing(lines):
    words = parse(lines)
    assert parse(words) == words
    assert digest(words) == digest(parse(reversed(lines)))


def test_anyone_can_compute_the_digest():
    assert digest(["CAKE", "KEY"]) == hashlib.sha256(b"CAKE\nKEY").hexdigest()


def test_a_stored_list_holds_exactly_its_words(tmp_path):
    words = parse(["cake", "key", "keyboard"])
    path = tmp_path / "list"
    path.write_bytes(build_trie(words))
    listed = open_trie(path, name="three", sha256=digest(words))
    assert [word in listed for word in ("CAKE", "KEY", "KEYBOARD")] == [True] * 3
    assert [word in listed for word in ("KE", "KEYB", "CAKES", "cake", "")] == [False] * 5
    assert (listed.name, listed.sha256, len(listed)) == ("three", digest(words), 3)


def test_a_stored_list_can_be_iterated(tmp_path):
    path = tmp_path / "words"
    path.write_bytes(build_trie(["ARE", "BARE", "CARE"]))
    assert sorted(open_trie(path, name="test", sha256="")) == ["ARE", "BARE", "CARE"]


def test_all_games_of_a_process_share_one_list(tmp_path):
    path = tmp_path / "list"
    path.write_bytes(build_trie(["CAKE"]))
    assert open_trie(path, name="one", sha256="1") is open_trie(path, name="one", sha256="1")


def test_a_missing_file_is_an_error(tmp_path):
    with pytest.raises(RuntimeError):
        open_trie(tmp_path / "absent", name="absent", sha256="")


def test_the_open_list_is_sorted_and_has_its_notice():
    open_list = bundled()
    assert open_list.name == "open"
    assert parse(open_list.words) == list(open_list.words)
    assert len(open_list.words) > 250_000
    assert digest(open_list.words) == HASH_OF_OPEN_LIST
    assert "Copyright 2000-2011 by Kevin Atkinson" in open_list.notice


def test_the_open_list_has_every_spelling_and_no_names():
    words = set(bundled().words)
    assert {"COLOUR", "COLOR", "ORGANISE", "ORGANIZE", "KEYBOARD", "RUBBISH", "QUIXOTRY"} <= words
    assert not {"BORIS", "LONDON", "ETC", "DONT"} & words


def test_the_two_letter_words_of_the_open_list_are_as_chosen():
    two_letters = (CASES / "two_letters.txt").read_text("ascii").split()
    assert [word for word in bundled().words if len(word) == 2] == two_letters


def test_the_common_words_are_well_known_words_of_the_open_list():
    common = set(bundled("common").words)
    assert common <= set(bundled().words)
    assert {"CAKE", "COLOUR", "COLOR", "OF"} <= common
    assert not {"CHALUTZ", "JOUKING", "QI"} & common


def test_the_script_keeps_only_plain_words_up_to_size_80(tmp_path):
    scowl = tmp_path / "scowl"
    scowl.mkdir()
    for name, text in {
        "english-words.10": "cake\nit's\ncafé\nUpper\na\nzz\n",
        "british_variant_2-words.80": "gaol\n",
        "english-words.95": "rarity\n",
        "english-upper.10": "london\n",
        "english-abbreviations.10": "etc\n",
        "special-hacker.50": "grep\n",
    }.items():
        (scowl / name).write_text(text, "utf-8")
    (tmp_path / "copyright").write_text("all theirs\n")
    written = build.build(scowl, tmp_path / "copyright", tmp_path)
    first = (tmp_path / "open.txt.gz").read_bytes()
    build.build(scowl, tmp_path / "copyright", tmp_path)
    assert (tmp_path / "open.txt.gz").read_bytes() == first
    assert sorted(set(build.scowl_words(scowl))) == ["cake", "gaol"]
    assert written == 2 + 127
    assert (tmp_path / "NOTICE").read_text("utf-8").endswith("all theirs\n")


@pytest.mark.skipif(not build.SCOWL.is_dir(), reason="needs Debian's scowl")
def test_the_open_list_is_what_the_script_builds(tmp_path):
    build.build(build.SCOWL, build.COPYRIGHT, tmp_path)
    assert gzip.decompress((tmp_path / "open.txt.gz").read_bytes()).decode().split() == list(bundled().words)
    common = gzip.decompress((tmp_path / "common.txt.gz").read_bytes()).decode().split()
    assert common == list(bundled("common").words)
    assert (tmp_path / "NOTICE").read_text("utf-8") == bundled().notice
