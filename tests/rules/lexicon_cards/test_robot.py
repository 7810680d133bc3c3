"""The robot of Lexicon plays legally and quickly, goes for words that count most, and never hands a card round for ever."""

import sys

import pytest

from games.rules.chance import Chance
from games.rules.lexicon_cards.levels import LEVELS
from games.rules.robots import Mind
from games.rules.values import Order
from games.rules.words import Vocabulary
from games.word_lists.library import bundled
from tests.open_list import vocabulary
from tests.rules.lexicon_cards.table import LEXICON, lexicon
from tests.rules.position import ANNA, BORIS, CHLOE, Words

LIST = Vocabulary(["CAT", "CATS", "AT", "CARESS", "ARE", "TAX"])


@pytest.fixture(scope="module")
def short():
    return Vocabulary(sorted(word for word in bundled().words if len(word) < 5)[::2])


FIRST, CLUB, BEST = LEVELS
BY_LEVEL = pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.key)


def wanted(table, seat, vocabulary=LIST, *, level=FIRST):
    mind = Mind(level, vocabulary, vocabulary, Chance(b"robot"), None)
    return LEXICON.next_orders(table.view(seat), seat, mind)


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
def test_the_first_level_gets_rid_of_as_many_points_as_it_can(hand, table, order):
    assert wanted(holding(hand, table=table), ANNA) == (order,)


def test_it_takes_an_exposed_card_more_useful_than_its_worst():
    assert wanted(holding("RNQ", exposed="E"), ANNA) == (Order("TAKE", {"card": "Q"}),)


@pytest.mark.parametrize("exposed", ["Q", "Z", ""])
def test_it_discards_its_worst_card_and_draws_if_the_exposed_one_is_no_better(exposed):
    assert wanted(holding("RNZ", exposed=exposed), ANNA) == (Order("DRAW", {"card": "Z"}),)


def test_it_waits_for_its_turn_and_in_a_pause():
    table = holding("CAT")
    assert wanted(table, BORIS) == ()
    for seat in (ANNA, BORIS, CHLOE):
        table = table.give(seat, "PAUSE")
    assert wanted(table, ANNA) == ()


def test_it_looks_when_it_is_away():
    assert wanted(holding("CAT", away=(BORIS,)), BORIS) == (Order("LOOK"),)


@BY_LEVEL
def test_it_challenges_invalid_words_and_accepts_valid_ones(level):
    table = holding("TAXZQ", word_check="challenge")
    assert wanted(table.give(ANNA, "LAY", word="ZAX"), CHLOE, level=level) == (Order("CHALLENGE"),)
    assert wanted(table.give(ANNA, "LAY", word="TAX"), CHLOE, level=level) == (Order("ACCEPT"),)
    assert wanted(table.give(ANNA, "LAY", word="TAX"), BORIS, level=level) == (Order("LAY", {"word": "TAX"}),)
    assert wanted(table.give(ANNA, "LAY", word="TAX").play(CHLOE, "accept"), CHLOE, level=level) == ()


def test_it_waits_for_the_decision_on_its_last_word():
    table = holding("CAT", word_check="challenge").play(ANNA, "lay cat")
    assert wanted(table, ANNA) == ()
    assert wanted(table, BORIS) == (Order("ACCEPT"),)


def test_a_robot_that_knows_few_words_looks_words_up_before_challenging():
    table = holding("TAXZQ", word_check="challenge").give(ANNA, "LAY", word="TAX")
    mind = Mind(CLUB, Vocabulary(["CAT"]), LIST, Chance(b"robot"), None)
    assert LEXICON.next_orders(table.view(CHLOE), CHLOE, mind) == (Order("ACCEPT"),)


# --- the better levels ------------------------------------------------------------------------------------------------


def test_a_planning_robot_lays_a_word_that_lets_the_rest_go_out():
    """SHALE counts most, but leaves cards that make no word."""
    words = Vocabulary(["SHALE", "SHOP", "LATE", "TOP"])
    table = holding("SHALETOP", table=("XU",))
    assert wanted(table, ANNA, words) == (Order("LAY", {"word": "SHALE"}),)
    words = Vocabulary(["SHALE", "SHOP", "LATE"])
    for level in (CLUB, BEST):
        assert wanted(table, ANNA, words, level=level)[0].facts["word"] in ("SHOP", "LATE")


def test_the_best_level_exchanges_a_card_for_one_that_lets_it_go_out():
    words = Vocabulary(["LARCH", "LURCH", "AT", "XU"])
    table = holding("UT", table=("LARCH",), exposed="Q")
    assert wanted(table, ANNA, words, level=BEST) == (Order("EXCHANGE", {"word": "LARCH", "makes": "LURCH"}),)
    assert wanted(table, ANNA, words, level=CLUB)[0].verb == "DRAW"


def test_it_does_not_exchange_if_only_the_replaced_word_could_take_the_letter():
    words = Vocabulary(["LARCH", "LURCH", "LARCHA"])
    assert wanted(holding("U", table=("LARCH",)), ANNA, words, level=BEST)[0].verb == "DRAW"


def test_the_best_level_takes_the_exposed_card_that_completes_a_word():
    table = holding("CAQ", exposed="T")
    assert wanted(table, ANNA, level=BEST) == (Order("TAKE", {"card": "Q"}),)


@pytest.mark.parametrize("level", [CLUB, BEST], ids=["club", "best"])
def test_a_planning_robot_uses_a_master_to_keep_a_card_it_needs(level):
    words = Vocabulary(["AT", "TOO"])
    table = holding("A?TOO", word_check="challenge")
    assert wanted(table, ANNA, words, level=level) == (Order("LAY", {"word": "tOO"}),)
    assert table.give(ANNA, "LAY", word="tOO").state.hands[ANNA] == "AT"


def test_it_hurries_when_others_have_few_cards():
    words = Vocabulary(["CARESS", "TAX"])
    table = holding("CARESSTAX", table=("QI",)).having(hands={BORIS: "X", CHLOE: "X"})
    assert wanted(table, ANNA, words, level=BEST) == (Order("LAY", {"word": "CARESS"}),)


@BY_LEVEL
def test_hidden_cards_do_not_affect_its_orders(level):
    table = holding("SHALETOP?", table=("ARE", "CaT"), exposed="R")
    others = table.having(hands={BORIS: "QQQQ", CHLOE: "ZZZZ"}, pack=table.state.bags["pack"][::-1])
    words = Vocabulary(bundled("common").words)
    assert wanted(table, ANNA, words, level=level) == wanted(others, ANNA, words, level=level)


@BY_LEVEL
def test_the_same_chance_gives_the_same_order(level):
    table = holding("SHAQQ?", table=("ARE", "CaT"), exposed="R")
    assert wanted(table, ANNA, level=level) == wanted(table, ANNA, level=level)


def test_the_weaker_levels_know_only_everyday_words():
    assert [level.common for level in LEVELS] == [True, True, False]


@BY_LEVEL
@pytest.mark.parametrize("options", [{}, {"word_check": "challenge", "exchange": "several", "sticky_master": True}])
def test_robots_play_a_game_to_its_end_legally(options, short, level):
    table, moves = lexicon(ANNA, BORIS, words=short, **options), 0
    while table.state.phase != "finished":
        for seat in (ANNA, BORIS):
            for order in wanted(table, seat, short, level=level):
                table, moves = table.give(seat, order.verb, **order.facts), moves + 1
    assert table.state.ending == "played"
    assert moves < 1000


@BY_LEVEL
def test_it_is_quick_with_a_whole_word_list(level):
    many = vocabulary()
    table = holding("AEIRSTNOL?", table=("CARESS", "TaX", "AT", "ARE"))
    wanted(table, ANNA, many, level=level)
    called = 0

    def count(_frame, event, _arg):
        nonlocal called
        called += event == "call"

    sys.setprofile(count)
    try:
        wanted(table, ANNA, many, level=level)
    finally:
        sys.setprofile(None)
    assert called < 1_200_000  # Python function calls, about a second on an old machine
