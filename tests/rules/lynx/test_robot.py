"""The robot of Lynx plays legally and quickly, and goes for the light that earns most."""

import pytest

from games.rules.chance import Chance
from games.rules.lynx.kind import Lynx
from games.rules.lynx.levels import LEVELS
from games.rules.robots import Mind
from games.rules.values import Order
from games.rules.words import Vocabulary
from games.word_lists.library import bundled
from tests.rules.lynx.table import LIST, PUBLISHED, lynx, published
from tests.rules.position import ANNA, BORIS

SMALL = Vocabulary(LIST)
LYNX = Lynx()


BY_LEVEL = pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.key)


def wanted(table, seat, vocabulary=SMALL, *, level=LEVELS[0]):
    mind = Mind(level, vocabulary, vocabulary, Chance(b"robot"), None)
    return LYNX.next_orders(table.view(seat), seat, mind)


def test_it_enters_the_listed_word_that_earns_most():
    assert wanted(published(4), ANNA) == (Order("ENTER", {"light": "3D", "text": "TITANIC"}),)


@BY_LEVEL
def test_it_passes_when_nothing_fits(level):
    table = lynx(ANNA, BORIS, pattern=".... .### ....")
    assert wanted(table, ANNA, Vocabulary(["CAKE"]), level=level) == (Order("PASS"),)


@BY_LEVEL
def test_it_never_repeats_an_answer(level):
    assert wanted(published(2), ANNA, Vocabulary(["MOM", "SANCTUM"]), level=level) == (Order("PASS"),)
    assert wanted(published(7), BORIS, Vocabulary(["MOM", "ERE"]), level=level) != (Order("PASS"),)


def test_it_waits_for_its_turn_and_in_a_pause():
    assert wanted(lynx(ANNA, BORIS), BORIS) == ()
    away = lynx(ANNA, BORIS).give(BORIS, "PAUSE").give(ANNA, "PAUSE")
    assert wanted(away, ANNA) == ()


@pytest.mark.parametrize(
    ("text", "judgement"), [("enter 4d m-um", "REJECT"), ("enter 4d mum", "REJECT"), ("enter 4d m ox", "ACCEPT")]
)
def test_it_accepts_phrases_made_of_words_and_rejects_the_rest(text, judgement):
    vocabulary = Vocabulary(["M", "OX"])
    assert wanted(lynx(ANNA, BORIS).play(ANNA, text), BORIS, vocabulary) == (Order(judgement),)


@BY_LEVEL
def test_the_same_chance_gives_the_same_entry(level):
    table = published(2)
    assert wanted(table, ANNA, level=level) == wanted(table, ANNA, level=level)


@pytest.mark.parametrize("level", LEVELS[1:], ids=lambda level: level.key)
def test_the_better_levels_spoil_a_crossing_rather_than_open_it(level):
    """RATED in 1A leaves words for 2D and 3D, which cross it; RIVEN doesn't."""
    words = Vocabulary(["RATED", "RIVEN", "TEND", "DRAW"])
    table = lynx(ANNA, BORIS, pattern="..... .#.#. .#.#. .#.#.", grid=("R....", "A#.#.", "T#.#.", "E#.#."))
    assert wanted(table, ANNA, words, level=level) == (Order("ENTER", {"light": "1A", "text": "RIVEN"}),)


def test_the_weakest_level_knows_only_everyday_words():
    assert [level.common for level in LEVELS] == [True, False, False]


@BY_LEVEL
def test_two_robots_play_a_game_to_its_end_legally(level):
    phrases = Vocabulary(bundled("phrases").words)
    table = lynx(ANNA, BORIS, words=phrases, pattern="9c")
    while table.state.phase == "playing":
        (seat,) = table.state.awaited
        for order in wanted(table, seat, phrases, level=level):
            table = table.give(seat, order.verb, **order.facts)
    assert table.state.phase == "finished"
    assert len(table.state.entries) > 5


def test_practice_games_use_a_small_pattern():
    assert len(lynx(ANNA, BORIS, **{**LYNX.practice, "pattern": ""}).state.grid) == 9
    assert len(PUBLISHED) == 8
