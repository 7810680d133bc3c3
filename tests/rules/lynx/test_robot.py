"""The robot of Lynx: legal, quick, and after the dearest light it can fill."""

import pytest

from games.rules.chance import Chance
from games.rules.kind import Order
from games.rules.lynx.kind import Lynx
from games.rules.lynx.robot import fitting
from games.rules.words import Vocabulary
from games.word_lists.library import bundled
from tests.rules.lynx.table import LIST, PUBLISHED, lynx, published
from tests.rules.position import ANNA, BORIS

SMALL = Vocabulary(LIST)
LYNX = Lynx()


class Counted(Vocabulary):
    """Counts how often somebody goes through all words."""

    passes = 0

    def __iter__(self):
        self.passes += 1
        return super().__iter__()


def wanted(table, seat, vocabulary=SMALL):
    return LYNX.next_orders(table.view(seat), seat, LYNX.plain_mind(vocabulary, Chance(b"robot")))


def test_it_enters_a_listed_word_where_it_earns_most():
    assert wanted(published(4), ANNA) == (Order("ENTER", {"light": "3D", "text": "TITANIC"}),)


def test_it_passes_where_nothing_fits():
    assert wanted(lynx(ANNA, BORIS, pattern=".... .### ...."), ANNA, Vocabulary(["CAKE"])) == (Order("PASS"),)


def test_it_repeats_no_answer():
    words = Vocabulary(["MOM", "SANCTUM"])
    assert wanted(published(2), ANNA, words) == (Order("PASS"),)
    assert fitting("...", words, barred={"MOM"}) == []


def test_it_waits_for_its_turn_and_looks_when_away():
    assert wanted(lynx(ANNA, BORIS), BORIS) == ()
    away = lynx(ANNA, BORIS).give(BORIS, "PAUSE").give(ANNA, "PAUSE")
    assert wanted(away, ANNA) == ()


@pytest.mark.parametrize(
    ("text", "judgement"), [("enter 4d m-um", "REJECT"), ("enter 4d mum", "REJECT"), ("enter 4d m ox", "ACCEPT")]
)
def test_it_accepts_what_is_made_of_words_and_rejects_the_rest(text, judgement):
    vocabulary = Vocabulary(["M", "OX"])
    assert wanted(lynx(ANNA, BORIS).play(ANNA, text), BORIS, vocabulary) == (Order(judgement),)


def test_the_same_chance_gives_the_same_entry():
    table = published(2)
    assert wanted(table, ANNA) == wanted(table, ANNA)


def test_two_robots_play_a_game_to_its_end_quickly_and_legally():
    phrases = Counted(bundled("phrases").words)
    table = lynx(ANNA, BORIS, words=phrases, pattern="11c")
    while table.state.phase == "playing":
        (seat,) = table.state.awaited
        view, phrases.passes = table.view(seat), 0
        orders = LYNX.next_orders(view, seat, LYNX.plain_mind(phrases, Chance(f"{table.state.turn}".encode())))
        assert phrases.passes <= sum(light["open"] for light in view.facts["lights"])
        for order in orders:
            table = table.give(seat, order.verb, **order.facts)
    assert table.state.phase == "finished"
    assert len(table.state.entries) > 5


def test_practice_is_on_a_small_pattern():
    assert len(lynx(ANNA, BORIS, **{**LYNX.practice, "pattern": ""}).state.grid) == 9
    assert len(PUBLISHED) == 8
