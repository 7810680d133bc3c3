"""The list of phrases that comes with the project: the open list and WordNet's entries of several parts."""

import gzip

import pytest

from games.models import WordList
from games.rules.words import as_written
from games.word_lists.library import HERE, PHRASES, build_trie, bundled, digest, fold, open_trie, parse
from games.word_lists.shelf import newest, words_of
from tests.word_lists import build

WRITTEN = gzip.decompress((HERE / PHRASES).read_bytes()).decode("ascii").splitlines()
WORDNET = """\
  1 This software and database is being provided to you, the LICENSEE
00001740 03 n 04 ice_cream 0 icecream 0 ad-lib 0 entity 0 003 ~ 00001930 n 0000 | that which is
00001930 00 a 03 ice-cream(a) 0 o'clock(p) 0 catch-22 0 001 ~ 00001930 n 0000 | an ice_skate
00002684 03 n 02 ice_cream 0 in_an_extremely_long_way 0 000 | a gloss
00002685 03 n 01 in_line 0 000 | what is a plain word when folded
"""


def test_the_list_holds_the_words_of_the_open_list_and_phrases_of_3_to_15_letters():
    phrases, open_words = bundled("phrases"), set(bundled().words)
    words = set(phrases.words)
    assert phrases.name == "phrases"
    assert parse(phrases.words) == list(phrases.words)
    assert words > open_words
    assert words - open_words == {fold(phrase) for phrase in WRITTEN}
    assert {"ICECREAM", "WILLOTHEWISP", "OCLOCK", "ADLIB", "BALANCE"} <= words
    assert {len(fold(phrase)) for phrase in WRITTEN} == set(range(3, 16))


def test_the_notice_names_both_sources():
    notice = bundled("phrases").notice
    assert "WordNet 3.0 Copyright 2006 by Princeton University.  All rights reserved." in notice
    assert "Copyright 2000-2011 by Kevin Atkinson" in notice


def test_an_unknown_bundled_list_is_an_error():
    with pytest.raises(KeyError):
        bundled("names")


@pytest.mark.parametrize(
    ("entry", "written"),
    [
        ("ICECREAM", "ICE CREAM"),
        ("WILLOTHEWISP", "WILL-O'-THE-WISP"),
        ("OCLOCK", "O'CLOCK"),
        ("INLINE", "INLINE"),
        ("BALANCE", "BALANCE"),
        ("XYZZY", "XYZZY"),
    ],
)
def test_a_stored_list_knows_how_a_phrase_is_written(tmp_path, entry, written):
    words = bundled("phrases").words
    path = tmp_path / "list"
    path.write_bytes(build_trie(words))
    assert as_written(open_trie(path, name="phrases", sha256=digest(words)), entry) == written


@pytest.mark.django_db
def test_a_new_server_has_the_list_of_phrases():
    kept = newest("phrases")
    phrases = bundled("phrases")
    assert (kept.words, kept.sha256) == (len(phrases.words), digest(phrases.words))
    assert WordList.objects.get(pk=kept.pk).notice == phrases.notice
    assert "ICECREAM" in words_of(kept.pk)
    assert newest("open").words == len(bundled().words)


def test_the_script_keeps_multi_part_phrases_in_their_commonest_spelling(tmp_path):
    wordnet = tmp_path / "wordnet"
    wordnet.mkdir()
    (wordnet / "data.noun").write_text(WORDNET, "ascii")
    (wordnet / "index.noun").write_text("no_data n 1 0\n", "ascii")
    (tmp_path / "copyright").write_text("all theirs\n")
    written = build.build_phrases(wordnet, tmp_path / "copyright", frozenset({"INLINE"}), tmp_path)
    first = (tmp_path / PHRASES).read_bytes()
    build.build_phrases(wordnet, tmp_path / "copyright", frozenset({"INLINE"}), tmp_path)
    assert (tmp_path / PHRASES).read_bytes() == first
    assert gzip.decompress(first).decode().splitlines() == ["ad-lib", "ice cream", "o'clock"]
    assert written == 3
    assert (tmp_path / "NOTICE.phrases").read_text("utf-8").endswith("all theirs\n")


@pytest.mark.skipif(not build.WORDNET.is_dir(), reason="needs Debian's wordnet-base")
def test_the_bundled_phrases_are_what_the_script_builds(tmp_path):
    build.build_phrases(build.WORDNET, build.WORDNET_COPYRIGHT, frozenset(bundled().words), tmp_path)
    assert gzip.decompress((tmp_path / PHRASES).read_bytes()).decode().splitlines() == WRITTEN
    assert bundled("phrases").notice.startswith((tmp_path / "NOTICE.phrases").read_text("utf-8"))
