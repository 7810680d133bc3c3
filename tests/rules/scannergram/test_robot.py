"""Robots of every level play by the rules, by what their seat may know, and by the settings of their level."""

from dataclasses import replace
from functools import cache

import pytest

from games.robots.searching import Known
from games.rules.chance import Chance
from games.rules.robots import Mind
from games.rules.scannergram.levels import LEVELS
from games.rules.scannergram.state import POOL
from games.rules.words import Vocabulary
from games.word_lists.library import bundled
from tests.open_list import vocabulary
from tests.rules.position import ANNA, BORIS
from tests.rules.scannergram.table import SCANNERGRAM, START, dealt, scannergram

FIRST, CLUB, BEST = LEVELS
by_level = pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.key)


def known_at(level):
    return known(common=level.common, longest=level.longest)


@cache
def known(*, common, longest):
    among = Vocabulary(bundled("common").words) if common else vocabulary()
    return Vocabulary(Known(vocabulary(), among, longest))


def next_orders(table, seat, level=BEST):
    mind = Mind(level, known_at(level), vocabulary(), Chance(bytes(32)), None)
    return SCANNERGRAM.next_orders(table.view(seat), seat, mind)


def moved(table, seat, level=BEST):
    for order in next_orders(table, seat, level):
        table = table.give(seat, order.verb, **order.facts)
    return table


@pytest.mark.parametrize("options", [{}, {"live": True}, {"max_called": 4}], ids=str)
@by_level
def test_robots_play_rounds_without_losing_a_point(level, options):
    table = dealt(ANNA, BORIS, words=vocabulary(), **options)
    for _ in range(8):
        for seat in (ANNA, BORIS):
            table = moved(table, seat, level)
    assert table.state.round > 3
    assert max(table.points) > 0
    assert "fails" not in table.verbs


def test_a_better_robot_bids_higher():
    table = scannergram(ANNA, BORIS, words=vocabulary())
    lengths = [next_orders(table, ANNA, level)[0].facts["length"] for level in LEVELS]
    assert lengths == sorted(set(lengths))


@by_level
def test_a_robot_creates_only_words_it_knows(level):
    (order,) = next_orders(scannergram(ANNA, BORIS, words=vocabulary()), ANNA, level)
    assert all(word in known_at(level) for word in order.facts["calls"])
    assert order.facts["length"] <= level.longest


@by_level
def test_hidden_facts_do_not_affect_its_orders(level):
    """The pool and another player's sealed solution are hidden."""
    one = scannergram(ANNA, BORIS, words=vocabulary(), pool="AEIO").bid(ANNA, 3, "ITCHY", grid=START)
    other = scannergram(ANNA, BORIS, words=vocabulary(), pool="AEIO").bid(ANNA, 3, "WITCH", "WE", grid=("WITCH",))
    other = replace(other, state=replace(other.state, bags={**other.state.bags, POOL: "OIEA"}))
    assert next_orders(one, BORIS, level) == next_orders(other, BORIS, level)


def test_a_robot_outbids_if_it_finds_a_longer_word():
    table = scannergram(ANNA, BORIS, words=vocabulary()).bid(ANNA, 5, "ITCHY", grid=START)
    (order,) = next_orders(table, BORIS)
    assert order.verb == "BID"
    assert order.facts["length"] > 5
    table = table.bid(BORIS, order.facts["length"], *order.facts["calls"], grid=order.facts["layout"])
    assert [order.verb for order in next_orders(table, ANNA)] == ["PASS"]


def test_a_robot_does_not_raise_its_own_bid():
    table = scannergram(ANNA, BORIS, words=vocabulary()).bid(ANNA, 3, "ITCHY", grid=START)
    assert next_orders(table, ANNA) == ()


def test_a_robot_passes_if_it_finds_nothing_longer():
    table = scannergram(ANNA, BORIS, words=vocabulary()).bid(ANNA, 19, "ITCHY", grid=START)
    assert [order.verb for order in next_orders(table, BORIS)] == ["PASS"]


def test_a_robot_waits_while_the_game_is_paused():
    table = scannergram(ANNA, BORIS, words=vocabulary()).bid(ANNA, 19, "ITCHY", grid=START)
    assert next_orders(table.give(BORIS, "PAUSE").give(ANNA, "PAUSE"), BORIS) == ()


def test_a_robot_that_is_away_looks_first():
    table = scannergram(ANNA, BORIS, words=vocabulary())
    for _ in range(3):
        table = table.give(ANNA, "PASS").wait(days=3)
    assert [order.verb for order in next_orders(table, BORIS)] == ["LOOK"]
