"""Daily puzzles in several languages: chosen by each player, and separate in everything."""

import json
import re

import pytest

from games import commands, queries
from games.models import Puzzle
from games.queries.puzzles import first_places, streak
from games.rules import registry
from games.rules.alphabets.known import alphabet_of
from games.rules.daily import seed_of
from games.rules.grid import layout_from
from games.rules.values import OrderRefused
from games.word_lists import shelf
from games.word_lists.shelf import import_words
from tests.puzzles import BETTER, DAY, MIDNIGHT, NOON, as_written, enter_layout, lay_tiles

pytestmark = pytest.mark.django_db
STAND_IN = re.compile("[\u2c00-\u2c5f]")
FRENCH, SPANISH = "crossing-fr", "crossing-es"
TILES = {FRENCH: "AAACDEEEEEEIILMNNOPRRSSTTTUUVZ", SPANISH: "AAAC[CH]DEEEEIILL[LL]MNNOOOPRR[RR]SSTUX"}
WORDS = {FRENCH: ["ETE", "TETE", "SET", "TES"], SPANISH: ["CHICO", "OCHO", "PERRO", "CALLE"]}
GRIDS = {FRENCH: ("TES", "E..", "S.."), SPANISH: ("CA[LL]E",)}


def lay(kind, day=DAY):
    code = kind.partition("-")[2]
    few = import_words(WORDS[kind], name=f"{code}-few", alphabet=alphabet_of(code), now=NOON)
    return Puzzle.objects.create(
        kind=kind,
        day=day,
        content={"tiles": TILES[kind]},
        seed=seed_of(day, secret=b"of tests"),
        word_list=few,
        made_from=few,
        made_at=NOON,
    )


def enter(player, kind, *, at=NOON):
    return commands.enter(kind=kind, day=at.date(), player=player, written=as_written(GRIDS[kind]), now=at)


def chooses(player, *codes):
    commands.choose_puzzle_languages(player=player, codes=codes)
    return player


def test_each_language_has_its_own_key_and_english_uses_that_of_the_kind():
    keys = [of.key for of in registry.dailies(["en", "fr", "cy", "xx"])]
    assert keys == ["crossing", FRENCH, "scannergram"]  # Welsh has no common list, and Scannergram is English
    assert registry.daily(FRENCH).alphabet is alphabet_of("fr")
    assert [registry.is_daily(key) for key in ("crossing-en", "crossing-xx", "lynx-fr", "lexicon_cards")] == [False] * 4


def test_a_puzzle_is_made_from_the_tiles_and_common_words_of_its_language():
    made = commands.todays_puzzle(kind=FRENCH, now=NOON)
    assert (made.made_from.name, made.word_list.name) == ("fr-common", "fr-open")
    assert len(made.content["tiles"]) == 30
    polish = commands.todays_puzzle(kind="crossing-pl", now=NOON)  # this server has not built the open list
    assert polish.word_list == polish.made_from
    again = registry.daily(FRENCH).rules.make(bytes(made.seed), shelf.words_of(made.made_from_id))
    assert again == made.content


def test_only_puzzles_in_languages_somebody_has_chosen_are_made(anna, boris):
    assert queries.wanted_puzzles() == ["crossing", "scannergram"]
    chooses(anna, "fr", "es")
    assert set(queries.wanted_puzzles()) == {"crossing", "scannergram", FRENCH, SPANISH}
    assert [each.key for each in queries.puzzle_kinds(anna)] == [FRENCH, SPANISH]
    assert next(each.name for each in queries.puzzle_kinds(anna)) == "Lexicon Crossing · Français"
    assert [each.key for each in queries.puzzle_kinds(boris)] == ["crossing", "scannergram"]
    with pytest.raises(OrderRefused, match=r"Choose at least one language\."):
        chooses(anna)
    with pytest.raises(
        OrderRefused, match=r"There are no daily puzzles in: xx\. Choose from these languages: en, fr, .*"
    ):
        chooses(anna, "fr", "xx")
    assert anna.puzzle_languages == "fr es"


def test_entries_and_results_in_two_languages_are_kept_apart(anna, boris):
    lay_tiles()
    lay(FRENCH)
    enter_layout(boris, BETTER)
    enter(anna, FRENCH)
    assert queries.puzzle(kind="crossing", player=anna, now=NOON).own is None
    french = queries.puzzle(kind=FRENCH, player=anna, now=NOON)
    assert (french.entered, french.place, french.alphabet.code) == (1, 1, "fr")
    assert streak(kind=FRENCH, player=anna, now=NOON).days == 1
    assert streak(kind="crossing", player=anna, now=NOON).days == 0
    for kind, name in ((FRENCH, "Anna"), ("crossing", "Boris")):
        assert [line.name for line in queries.puzzle_result(kind=kind, day=DAY, player=None, now=MIDNIGHT).lines] == [
            name
        ]
        assert queries.past_days(kind=kind, player=None, now=MIDNIGHT).days[0].best[0] == name
        assert queries.yesterday(kind=kind, player=None, now=MIDNIGHT).best.name == name
    assert [one.kind for one in first_places(player=anna.pk, now=MIDNIGHT)] == [FRENCH]


def test_tiles_of_several_letters_are_written_in_brackets(anna):
    lay(SPANISH)
    with pytest.raises(OrderRefused, match=r"Not in the word list: E\[LL\]A\."):
        commands.enter(kind=SPANISH, day=DAY, player=anna, written=as_written(["E[LL]A"]), now=NOON)
    with pytest.raises(OrderRefused, match=r"You don’t hold these tiles: \[CH\]\."):
        commands.enter(kind=SPANISH, day=DAY, player=anna, written=as_written(["[CH][CH]"]), now=NOON)
    entry = enter(anna, SPANISH)
    assert entry.answer["layout"] == ["CA[LL]E"]
    view = queries.puzzle(kind=SPANISH, player=anna, now=NOON)
    assert len(view.panels[0].tiles) == 30
    assert view.own.panels[0].rows == layout_from(["CA[LL]E"], alphabet_of("es"))
    assert not STAND_IN.search(json.dumps([view.content, view.own.answer], ensure_ascii=False))
