"""A robot makes the best play that its level finds, and gives only orders that its seat may give."""

from dataclasses import replace

import pytest

from games.rules.chance import Chance
from games.rules.crosslet.levels import LEVELS
from games.rules.robots import Mind
from games.rules.values import Order
from tests.open_list import vocabulary
from tests.rules.crosslet.table import KIND, crosslet
from tests.rules.position import ANNA, BORIS

LUCK = Chance(bytes(1))


def ordered(table, seat, level=LEVELS[0]):
    return KIND.next_orders(table.view(seat), seat, Mind(level, vocabulary(), vocabulary(), LUCK, None))


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.key)
@pytest.mark.parametrize(
    ("seats", "options"), [(2, {}), (4, {"board": "classic", "recycle_blank": True, "blank_scores": True})]
)
def test_robots_play_a_whole_game_without_a_refusal(seats, options, level):
    level = replace(level, width=min(level.width, 5), weighed=min(level.weighed, 2))  # the same search, only faster
    table = crosslet(seats, words=vocabulary(), **options)
    while table.state.phase != "finished":
        (seat,) = table.state.awaited
        for order in ordered(table, seat, level):
            table = table.give(seat, order.verb, **order.facts)
    assert min(move.total for move in table.state.moves[-seats:]) > 100


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.key)
def test_the_same_position_gives_the_same_order(level):
    table = crosslet().at(["AEIRSTV", "QUOTEDS"], bag="AEIOU", words={"8G": "KEY"})
    assert ordered(table, ANNA, level) == ordered(table, ANNA, level)


def test_each_level_scores_more_than_the_one_below():
    table = crosslet().at(["VWKOEFI", "QUOTEDS"], bag="AEIOU", words={"8G": "KEYS"})
    (first,), (club,), (best,) = (ordered(table, ANNA, level) for level in LEVELS)
    earned = [table.give(ANNA, "GRID", **order.facts).state.points[ANNA] for order in (first, club, best)]
    assert earned == sorted(set(earned))


def test_the_best_level_lays_all_seven_tiles_in_several_lines():
    table = crosslet(words=vocabulary()).at(["VWKOEFI", "A"], bag="AEIOU", words={"8G": "KEYS"})
    (order,) = ordered(table, ANNA, LEVELS[-1])
    (move,) = table.give(ANNA, "GRID", **order.facts).state.moves
    assert (len(move.tiles), move.all_seven) == (7, 15)
    assert len({place[0] for place in move.tiles}) > 1 < len({place[1:] for place in move.tiles})


def test_with_an_empty_bag_a_robot_prefers_going_out():
    table = crosslet(words=vocabulary()).at(["ZA", "QQ"], words={"8G": "KEY"})
    (order,) = ordered(table, ANNA, LEVELS[-1])
    assert table.give(ANNA, "GRID", **order.facts).state.phase == "finished"


def test_a_robot_makes_the_highest_scoring_play():
    table = crosslet(board="classic").at(["QUARTZI", "A"], bag="AEIOU")
    (order,) = ordered(table, ANNA)
    assert table.give(ANNA, order.verb, **order.facts).state.moves[0].words[0].word == "QUARTZ"
    assert table.give(ANNA, order.verb, **order.facts).state.points[ANNA] == 35


def test_a_robot_without_a_play_exchanges_its_highest_value_tiles():
    table = crosslet().at(["QVVWCCJ", "A"], bag="AEIOU")
    assert ordered(table, ANNA) == (Order("EXCHANGE", {"tiles": tuple("QJVVW")}),)
    assert ordered(table.at(["QVVWCCJ", "A"]), ANNA) == (Order("EXCHANGE", {"tiles": ()}),)


def test_a_robot_exchanges_rather_than_make_a_poor_play_from_a_bad_rack():
    table = crosslet(board="classic").at(["IIUUOAE", "A"], bag="AEIOUAEIOU")
    assert ordered(table, ANNA) == (Order("EXCHANGE", {"tiles": tuple("IUU")}),)
    assert ordered(table.at(["IIUUOAE", "A"], bag="AEIOU"), ANNA)[0].verb == "GRID"


def test_a_robot_swaps_for_a_blank_first():
    table = crosslet(recycle_blank=True).at(["KAEXYZS", "A"], bag="A", words={"8G": "kEY"})
    assert ordered(table, ANNA) == (Order("SWAP", {"cells": ("G8",)}),)


def test_a_robot_waits_for_its_turn_looks_when_away_and_waits_in_a_pause():
    table = crosslet().at(["JOGARXY", "QUARTZE"], bag="A")
    assert ordered(table, BORIS) == ()
    away = replace(table, state=replace(table.state, away=(ANNA,)))
    assert ordered(away, ANNA) == (Order("LOOK"),)
    paused = table.give(ANNA, "PAUSE").give(BORIS, "PAUSE")
    assert ordered(paused, ANNA) == ()
