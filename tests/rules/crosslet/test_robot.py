"""The robot finds what a rack allows in one line, and its orders are those that a seat may give."""

from dataclasses import replace
from functools import cache
from itertools import permutations

import pytest

from games.rules.chance import Chance
from games.rules.crosslet.board import check_tiles
from games.rules.crosslet.robot import Search
from games.rules.kind import Order, OrderRefused
from games.rules.words import Vocabulary
from games.word_lists.library import bundled
from tests.rules.crosslet.table import KIND, board, crosslet
from tests.rules.position import ANNA, BORIS

LUCK = Chance(bytes(1))
SOME = Vocabulary(
    ["AT", "ATE", "EAT", "TEA", "TA", "ETA", "SEA", "SEAT", "EATS", "TEAS", "AA", "EE", "KEY", "KEYS", "YE", "YET"]
)


@cache
def words():
    return Vocabulary(bundled().words)


def found(lies, rack):
    plays = Search(lies, rack, SOME).plays()
    return {tuple(sorted(play.items())) for play in plays}


def every_play(lies, rack):
    """All plays in one line, by trying every tile in every place."""
    plays = set()
    for size in range(1, len(rack) + 1):
        for tiles in set(permutations(rack, size)):
            for number in range(15):
                for across in (True, False):
                    for start in range(15):
                        cells = [(number, at) if across else (at, number) for at in range(start, 15)]
                        free = [cell for cell in cells if lies[cell[0]][cell[1]] == "."][:size]
                        if len(free) == size and free[0] == cells[0]:
                            play = dict(zip(free, tiles, strict=True))
                            if is_legal(lies, play, across):
                                plays.add(tuple(sorted(play.items())))
    return plays


def is_legal(lies, play, across):
    line = sorted(cell[1] if across else cell[0] for cell in play)
    number = next(iter(play))[0 if across else 1]
    for at in range(line[0], line[-1] + 1):
        cell = (number, at) if across else (at, number)
        if cell not in play and lies[cell[0]][cell[1]] == ".":
            return False
    try:
        check_tiles(lies, play, SOME)
    except OrderRefused:
        return False
    return True


@pytest.mark.parametrize(
    ("lies", "rack"),
    [({}, "ATE"), ({"8G": "KEY"}, "TES"), ({"8G": "KEY", "H8": "EAT"}, "EAT"), ({"8A": "SEATEATEATEATEA"}, "ETS")],
)
def test_the_search_finds_every_play_in_one_line(lies, rack):
    assert found(board(lies), rack) == every_play(board(lies), rack)


def test_a_blank_stands_for_any_letter_it_may():
    plays = [play for play in Search(board({"8G": "KEY"}), "?", SOME).plays() if set(play) & {(7, 9), (8, 8)}]
    assert plays == [{(7, 9): "s"}, {(8, 8): "e"}]


def ordered(table, seat):
    return KIND.next_orders(table.view(seat), seat, KIND.plain_mind(words(), LUCK))


@pytest.mark.parametrize(
    ("seats", "options"), [(2, {}), (4, {"board": "classic", "recycle_blank": True, "blank_scores": True})]
)
def test_robots_play_a_whole_game_without_a_refusal(seats, options):
    table = crosslet(seats, words=words(), **options)
    while table.state.phase != "finished":
        (seat,) = table.state.awaited
        for order in ordered(table, seat):
            table = table.give(seat, order.verb, **order.facts)
    assert min(move.total for move in table.state.moves[-seats:]) > 100


def test_the_dearest_play_is_made():
    table = crosslet(board="classic").at(["QUARTZI", "A"], bag="AEIOU")
    (order,) = ordered(table, ANNA)
    assert table.give(ANNA, order.verb, **order.facts).state.moves[0].words[0].word == "QUARTZ"
    assert table.give(ANNA, order.verb, **order.facts).state.points[ANNA] == 35


def test_a_rack_without_a_play_is_exchanged_as_far_as_the_bag_allows_dearest_first():
    table = crosslet().at(["QVVWCCJ", "A"], bag="AEIOU")
    assert ordered(table, ANNA) == (Order("EXCHANGE", {"tiles": tuple("QJVVW")}),)
    assert ordered(table.at(["QVVWCCJ", "A"]), ANNA) == (Order("EXCHANGE", {"tiles": ()}),)


def test_a_poor_play_from_an_ill_matched_rack_gives_way_to_an_exchange():
    table = crosslet(board="classic").at(["IIUUOAE", "A"], bag="AEIOUAEIOU")
    assert ordered(table, ANNA) == (Order("EXCHANGE", {"tiles": tuple("IUU")}),)
    assert ordered(table.at(["IIUUOAE", "A"], bag="AEIOU"), ANNA)[0].verb == "GRID"


def test_a_blank_is_taken_back_first():
    table = crosslet(recycle_blank=True).at(["KAEXYZS", "A"], bag="A", words={"8G": "kEY"})
    assert ordered(table, ANNA) == (Order("SWAP", {"cells": ("G8",)}),)


def test_a_robot_waits_for_its_turn_comes_back_and_rests_in_a_pause():
    table = crosslet().at(["JOGARXY", "QUARTZE"], bag="A")
    assert ordered(table, BORIS) == ()
    away = replace(table, state=replace(table.state, away=(ANNA,)))
    assert ordered(away, ANNA) == (Order("LOOK"),)
    paused = table.give(ANNA, "PAUSE").give(BORIS, "PAUSE")
    assert ordered(paused, ANNA) == ()
