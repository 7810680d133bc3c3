"""Orders of Crosslet as players may write them."""

import pytest

from games.rules.alphabets.known import ENGLISH
from games.rules.crosslet.state import Options
from games.rules.reading import read
from games.rules.values import Order, Reading, Unreadable
from tests.rules.crosslet.table import KIND, board

MAIL = KIND.grammar(Options()).ignoring_case()


def hear(text):
    return read(text, MAIL)


@pytest.mark.parametrize(
    ("line", "tiles"),
    [
        ("EXCHANGE Q U ?", "QU?"),
        ("exchange q, u", "QU"),
        ("Exchange: QU?", "QU?"),
        ("- EXCHANGE Q.", "Q"),
        ("EXCHANGE", ""),
        ("*Exchange*", ""),
        ("PASS", ""),
        ("pass.", ""),
    ],
)
def test_an_exchange_names_its_tiles_or_none(line, tiles):
    assert hear(line) == Reading((Order("EXCHANGE", {"tiles": tuple(tiles)}),))


@pytest.mark.parametrize(
    ("line", "cells"),
    [("SWAP H8", ("H8",)), ("swap 8h", ("H8",)), ("Swap: A1, 15o.", ("A1", "O15")), ("SWAP H8 8H", ("H8",))],
)
def test_a_swap_names_the_cells_of_blanks(line, cells):
    assert hear(line) == Reading((Order("SWAP", {"cells": cells}),))


@pytest.mark.parametrize(
    "line",
    ["Exchange students tomorrow", "EXCHANGE QUARTZES", "EXCHANGE Q1", "EXCHANGE É", "pass the salt", "Swap seats?", "SWAP H8 for E"],
)  # fmt: skip
def test_anything_else_is_chatter_and_reported_as_ignored(line):
    assert hear(line) == Reading((), (line,))


@pytest.mark.parametrize("text", ["GRID 8H JOG", "EXCHANGE Q U ?", "EXCHANGE", "SWAP H8 A1"])
def test_a_written_order_reads_back_the_same(text):
    (order,) = hear(text).orders
    assert hear(MAIL.write(order)).orders == (order,)


def test_programs_learn_the_orders_from_examples():
    assert [order.as_json() for text in MAIL.examples for order in hear(text).orders] == [
        {"verb": "EXCHANGE", "tiles": ["Q", "U"]},
        {"verb": "SWAP", "cells": ["H8"]},
        {"verb": "STANDING", "orders": ["EXCHANGE Q U"]},
        {"verb": "STANDING", "orders": []},
    ]


def test_a_swap_without_a_cell_is_refused():
    with pytest.raises(Unreadable, match="write the cell of the blank") as refused:
        hear("SWAP")
    assert refused.value.correct == "SWAP H8"


@pytest.mark.parametrize(
    "text", ["GRID 8H JOG\nEXCHANGE Q", "PASS\nGRID 8H JOG", "EXCHANGE Q\nRESIGN", "EXCHANGE Q\nEXCHANGE U"]
)
def test_contradictory_orders_in_one_turn_are_refused(text):
    with pytest.raises(Unreadable):
        hear(text)


def test_a_swap_can_come_before_a_play_or_an_exchange():
    assert [order.verb for order in hear("SWAP H8\nGRID 8H JOG").orders] == ["SWAP", "GRID"]
    assert [order.verb for order in hear("SWAP H8\nEXCHANGE Q").orders] == ["SWAP", "EXCHANGE"]


@pytest.mark.parametrize("name", ["plain8", "classic"])
def test_a_printed_board_with_a_play_in_it_reads_back(name):
    ours = KIND.grammar(Options(board=name))
    lies = board({"8H": "JOG", "H8": "JAr"})
    text = "GRID\n" + "\n".join(f"  {line}" for line in ours.board.print(lies, ENGLISH)) + "\nEND"
    assert read(text, ours).orders == (Order("GRID", {"layout": lies}),)


def test_a_trimmed_layout_and_a_word_off_the_board_are_refused():
    for text, why in (
        (
            "GRID\n.JOG.\nEND",
            "The board has 15 rows, but this layout has 1. Write all rows, or only your words with their places.",
        ),
        ("GRID 8N JOG", "8N JOG doesn’t fit on the board. The cells are A1 to O15."),
        ("GRID\n" + "...............\n" * 14 + "END", "The board has 15 rows, but this layout has 14."),
    ):
        with pytest.raises(Unreadable, match=why):
            hear(text)
