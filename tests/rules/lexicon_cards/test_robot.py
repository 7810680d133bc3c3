"""The robot of Lexicon: legal, quick, after the dearest words, and never one to hand a card round for ever."""

import sys

import pytest

from games.rules.chance import Chance
from games.rules.kind import Order
from games.rules.words import Vocabulary
from games.word_lists.library import bundled
from tests.rules.lexicon_cards.table import LEXICON, lexicon
from tests.rules.position import ANNA, BORIS, CHLOE, Words

LIST = Vocabulary(["CAT", "CATS", "AT", "CARESS", "ARE", "TAX"])


@pytest.fixture(scope="module")
def short():
    return Vocabulary(sorted(word for word in bundled().words if len(word) < 5)[::2])


def wanted(table, seat, vocabulary=LIST):
    return LEXICON.next_orders(table.view(seat), seat, LEXICON.plain_mind(vocabulary, Chance(b"robot")))


def holding(hand, **more):
    fields = {"table": (), "exposed": "Q", **more}
    options = {name: fields.pop(name) for name in ("word_check",) if name in fields}
    hands = {ANNA: hand, BORIS: "XTAX", CHLOE: "XTAX"}
    return lexicon(ANNA, BORIS, CHLOE, words=Words({*LIST}), **options).having(hands=hands, **fields)


@pytest.mark.parametrize(
    ("hand", "table", "order"),
    [
        ("TACSQ", (), Order("LAY", {"word": "CATS"})),
        ("TACQ", (), Order("LAY", {"word": "CAT"})),
        ("C?TQ", (), Order("LAY", {"word": "CaT"})),
        ("CSSQ", ("ARE",), Order("ADD", {"word": "ARE", "makes": "CARESS"})),
        ("SQ", ("CaT",), Order("ADD", {"word": "CaT", "makes": "CaTS"})),
        ("A?Q", (), Order("LAY", {"word": "At"})),
    ],
)
def test_it_gets_rid_of_as_many_points_as_it_can(hand, table, order):
    assert wanted(holding(hand, table=table), ANNA) == (order,)


def test_it_takes_an_exposed_card_that_is_of_more_use_than_its_worst():
    assert wanted(holding("RNQ", exposed="E"), ANNA) == (Order("TAKE", {"card": "Q"}),)


@pytest.mark.parametrize("exposed", ["Q", "Z", ""])
def test_it_discards_its_worst_for_a_blind_card_where_the_exposed_one_is_no_better(exposed):
    assert wanted(holding("RNZ", exposed=exposed), ANNA) == (Order("DRAW", {"card": "Z"}),)


def test_it_waits_for_its_turn_and_in_a_pause():
    table = holding("CAT")
    assert wanted(table, BORIS) == ()
    for seat in (ANNA, BORIS, CHLOE):
        table = table.give(seat, "PAUSE")
    assert wanted(table, ANNA) == ()


def test_it_looks_when_it_is_away():
    assert wanted(holding("CAT", away=(BORIS,)), BORIS) == (Order("LOOK"),)


def test_it_challenges_what_is_no_word_and_accepts_what_is():
    table = holding("TAXZQ", word_check="challenge")
    assert wanted(table.give(ANNA, "LAY", word="ZAX"), CHLOE) == (Order("CHALLENGE"),)
    assert wanted(table.give(ANNA, "LAY", word="TAX"), CHLOE) == (Order("ACCEPT"),)
    assert wanted(table.give(ANNA, "LAY", word="TAX"), BORIS) == (Order("LAY", {"word": "TAX"}),)
    assert wanted(table.give(ANNA, "LAY", word="TAX").play(CHLOE, "accept"), CHLOE) == ()


def test_of_its_last_word_it_waits_for_the_judgement():
    table = holding("CAT", word_check="challenge").play(ANNA, "lay cat")
    assert wanted(table, ANNA) == ()
    assert wanted(table, BORIS) == (Order("ACCEPT"),)


@pytest.mark.parametrize("options", [{}, {"word_check": "challenge", "exchange": "several", "sticky_master": True}])
def test_robots_play_a_game_to_its_end_legally(options, short):
    table, moves = lexicon(ANNA, BORIS, words=short, **options), 0
    while table.state.phase != "finished":
        for seat in (ANNA, BORIS):
            for order in wanted(table, seat, short):
                table, moves = table.give(seat, order.verb, **order.facts), moves + 1
    assert table.state.ending == "played"
    assert moves < 1000


def test_it_is_quick_with_a_whole_word_list():
    many = Vocabulary(bundled().words)
    table = holding("AEIRSTNOL?", table=("CARESS", "TaX", "AT", "ARE"))
    wanted(table, ANNA, many)
    called = 0

    def count(_frame, event, _arg):
        nonlocal called
        called += event == "call"

    sys.setprofile(count)
    try:
        wanted(table, ANNA, many)
    finally:
        sys.setprofile(None)
    assert called < 1_200_000  # of functions of Python, which is a second on an old machine
