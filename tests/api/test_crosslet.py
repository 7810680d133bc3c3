"""A program plays Crosslet: plays as rows or as words, exchanges, and refusals."""

import pytest

from games.rules.crosslet.board import BARE, BOARDS
from games.rules.fixed_board import with_letters
from tests.api.conftest import TableOfTwo
from tests.tables import only_words


class Table(TableOfTwo):
    """A game of Crosslet in which the first two tiles of the mover's rack are the only valid word."""

    def __init__(self, programs):
        super().__init__("crosslet", programs)
        racks = self.view()["racks"]
        self.rack, self.theirs = racks[self.seat], racks[1 - self.seat]
        self.word = self.rack[:2].replace("?", "e")
        only_words(self.game, self.word)

    def write(self, text):
        return self.mover.post(f"/games/{self.game}/commands", {"text": text})


@pytest.fixture
def table(annas, boriss):
    return Table([annas, boriss])


def rows(word, bare=BARE):
    """Return the whole board with a word that starts at the centre."""
    return list(with_letters(bare, {(7, 7 + i): character for i, character in enumerate(word)}))


def test_the_view_includes_the_board_and_all_racks_but_no_bag(table):
    view = table.view()
    assert (view["board"], view["pool"], view["moves"]) == (list(BARE), 86, [])
    assert table.other.view(table.game)["racks"] == view["racks"]
    assert {"GRID", "EXCHANGE"} <= set(view["may"])
    assert not {"GRID", "EXCHANGE"} & set(table.other.view(table.game)["may"])
    assert "bag" not in view


def test_a_play_can_be_rows_with_or_without_marks_or_text(table):
    before = table.view()
    for form in ({"layout": rows(table.word)}, {"layout": rows(table.word, BOARDS["plain8"].marks)}):
        assert table.play({"verb": "GRID", **form}, {"verb": "RESUME"}).status_code == 409
        assert table.view() == before
    view = table.write(f"GRID 8H {table.word}").json()
    assert view["board"] == rows(table.word)
    assert view["moves"][0]["tiles"] == {"H8": table.word[0], "I8": table.word[1]}


def test_the_rows_of_a_play_are_the_board_after_it(table):
    view = table.play({"verb": "GRID", "layout": rows(table.word, BOARDS["plain8"].marks)}).json()
    assert view["board"] == rows(table.word)


def test_tiles_can_be_exchanged(table):
    view = table.play({"verb": "EXCHANGE", "tiles": [table.rack[0]]}).json()
    assert (view["moves"][0]["returned"], view["exchanges"]) == (table.rack[0], 1)


@pytest.mark.parametrize(
    ("command", "status", "why"),
    [
        ({"verb": "GRID", "layout": ["JOG"]}, 422, "The board has 15 rows of 15 cells"),
        (
            {"verb": "GRID", "layout": rows("ÄÖ")},
            422,
            'A row can only contain the letters A–Z and dots. This one contains something else: "',
        ),
        ({"verb": "GRID", "layout": rows("ZZZ")}, 409, "You don’t hold these tiles: Z, Z, Z."),
        (
            {"verb": "GRID", "layout": list(BARE)},
            409,
            "This adds no tiles to the board. Lay at least one, or EXCHANGE.",
        ),
        (
            {"verb": "EXCHANGE", "tiles": []},
            409,
            "There are still tiles in the bag (86). Name the ones to exchange, for example EXCHANGE Q U.",
        ),
        ({"verb": "EXCHANGE", "tiles": ["ß"]}, 422, "EXCHANGE can’t be written like this."),
        ({"verb": "SWAP", "cells": ["H8"]}, 409, "In this game, blanks stay where they are."),
        ({"verb": "SWAP", "cells": ["nowhere"]}, 422, "SWAP can’t be written like this."),
        ({"verb": "GREEN"}, 422, "A command needs a verb. It must be one of:"),
    ],
)
def test_an_invalid_command_is_refused_with_a_reason(table, command, status, why):
    table.assert_refused(command, status, why)


def test_commands_out_of_turn_and_for_a_past_turn_are_refused(table):
    answer = table.play({"verb": "EXCHANGE", "tiles": [table.theirs[0]]}, program=table.other)
    name = table.mover.player.name
    assert (answer.status_code, answer.json()["detail"]) == (409, f"It’s {name}’s turn. Wait for yours.")
    turn = table.view()["turn"]
    assert table.play({"verb": "EXCHANGE", "tiles": [table.rack[0]]}, turn=turn).status_code == 200
    stale = table.play({"verb": "EXCHANGE", "tiles": [table.theirs[0]]}, program=table.other, turn=turn)
    assert stale.status_code == 409
    assert table.view()["exchanges"] == 1
