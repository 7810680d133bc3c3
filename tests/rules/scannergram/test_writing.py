"""How a bid is written: the number, the words and the grid in one text are one order."""

import pytest

from games.rules.reading import read
from games.rules.values import Order, Unreadable
from tests.rules.position import ANNA, BORIS
from tests.rules.scannergram.table import ITCHY, SCANNERGRAM, START, scannergram

GRID = "GRID\n" + "\n".join(ITCHY) + "\nEND"


def orders(text):
    return read(text, SCANNERGRAM.grammar(SCANNERGRAM.options_type())).orders


@pytest.mark.parametrize(
    "text",
    [
        f"BID 5\nCALL ITCHY\n{GRID}",
        f"{GRID}\nCALL ITCHY\nBID 5",
        f"Bid 5 itchy\n{GRID}",
        f"bid 5: call Itchy\n{GRID}",
        f"BID 5.\n\nCall: Itchy, itchy\n\n{GRID.lower()}\n\nThanks\nAnna",
    ],
    ids=["in lines", "in reverse", "words behind", "all behind", "as people write"],
)
def test_the_parts_of_a_bid_are_one_order(text):
    assert orders(text) == (Order("BID", {"length": 5, "calls": ("ITCHY",), "layout": ITCHY}),)


def test_words_can_be_separated_by_commas():
    assert orders("BID 5\nCALL ITCHY, WITCH; WE")[0].facts["calls"] == ("ITCHY", "WITCH", "WE")


def test_a_bid_alone_is_a_number():
    assert orders("BID 12") == (Order("BID", {"length": 12}),)


def test_words_and_a_grid_without_a_bid_are_also_one_order():
    assert orders(f"CALL ITCHY\n{GRID}") == (Order("CALL", {"calls": ("ITCHY",), "layout": ITCHY}),)


def test_other_orders_in_the_text_are_unchanged():
    assert [order.verb for order in orders(f"SAY hello\nBID 5\nCALL ITCHY\n{GRID}\nSTATUS")] == ["SAY", "BID", "STATUS"]
    assert orders("PASS") == (Order("PASS"),)


def test_chatter_is_not_read_as_a_bid():
    assert orders("Bid you all good night") == ()
    assert orders("Pass the salt") == ()


@pytest.mark.parametrize(
    ("text", "correct"),
    [
        ("BID", "BID 5"),
        ("CALL 5", "CALL ITCHY WITCH"),
        ("BID 5 it’s?", "BID 5\nCALL ITCHY WITCH"),
        ("BID 5\nBID 6", "BID 5"),
        ("BID 5\nPASS", "BID 5"),
    ],
)
def test_unreadable_orders_are_refused_with_a_correct_example(text, correct):
    with pytest.raises(Unreadable) as unreadable:
        orders(text)
    assert unreadable.value.correct == correct
    assert orders(correct)


def test_a_written_bid_is_carried_out():
    table = scannergram(ANNA, BORIS).play(ANNA, f"BID 5\nCALL ITCHY\n{GRID}").play(BORIS, "PASS")
    assert table.points == [1, 0]


def test_the_examples_in_offers_can_be_read():
    for table, verb in ((scannergram(ANNA, BORIS), "BID"), (won(), "CALL")):
        offer = table.view(ANNA).offers[0]
        assert offer.verb == verb
        assert orders(offer.example)[0].facts["layout"] == START


def won():
    return scannergram(ANNA, BORIS, live=True).bid(ANNA, 5).give(BORIS, "PASS")


def test_a_call_without_words_takes_them_from_the_grid():
    assert orders(f"BID 5\nCALL\n{GRID}")[0].facts["calls"] == ()
    assert won().play(ANNA, f"CALL\n{GRID}").state.barred == ("ITCHY",)
