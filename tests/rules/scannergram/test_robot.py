"""The robot plays by the rules, and by what its seat may know."""

from functools import cache

import pytest

from games.rules.chance import Chance
from games.rules.scannergram.robot import solve
from games.rules.words import Vocabulary
from games.word_lists.library import bundled
from tests.rules.position import ANNA, BORIS
from tests.rules.scannergram.table import SCANNERGRAM, START, dealt, scannergram


@cache
def vocabulary():
    return Vocabulary(bundled().words)


def next_orders(table, seat):
    return SCANNERGRAM.next_orders(table.view(seat), seat, SCANNERGRAM.plain_mind(vocabulary(), Chance(bytes(32))))


def moved(table, seat):
    for order in next_orders(table, seat):
        table = table.give(seat, order.verb, **order.facts)
    return table


@pytest.mark.parametrize("options", [{}, {"live": True}, {"max_called": 4}], ids=str)
def test_robots_play_rounds_and_lose_no_point(options):
    table = dealt(ANNA, BORIS, words=vocabulary(), **options)
    for _ in range(12):
        for seat in (ANNA, BORIS):
            table = moved(table, seat)
    assert table.state.round > 4
    assert max(table.points) > 0
    assert "fails" not in table.verbs


def test_a_robot_finds_a_word_with_the_new_tile():
    length, solution = solve(START, "Y", vocabulary(), above=4, barred=())
    assert length >= 5
    assert solution.calls


def test_a_robot_creates_no_barred_word():
    free = solve(START, "Y", vocabulary(), above=1, barred=())[1]
    other = solve(START, "Y", vocabulary(), above=1, barred=free.calls)
    assert other is None or not set(other[1].calls) & set(free.calls)


def test_a_robot_passes_where_it_finds_nothing_longer():
    table = scannergram(ANNA, BORIS, words=vocabulary()).bid(ANNA, 19, "ITCHY", grid=START)
    assert [order.verb for order in next_orders(table, BORIS)] == ["PASS"]


def test_a_robot_waits_while_nothing_is_awaited_of_it():
    table = scannergram(ANNA, BORIS, words=vocabulary()).bid(ANNA, 19, "ITCHY", grid=START)
    assert next_orders(table, ANNA) == ()
    assert next_orders(table.give(BORIS, "PAUSE").give(ANNA, "PAUSE"), BORIS) == ()


def test_a_robot_that_is_away_looks_first():
    table = scannergram(ANNA, BORIS, words=vocabulary())
    for _ in range(3):
        table = table.give(ANNA, "PASS").wait(days=3)
    assert [order.verb for order in next_orders(table, BORIS)] == ["LOOK"]
