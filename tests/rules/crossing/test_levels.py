"""Robots of every level play by what their seat knows, and by the settings of their level."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from games.rules import registry
from games.rules.chance import Chance
from games.rules.crossing.levels import LEVELS
from games.rules.crossing.options import Options
from games.rules.robots import Mind
from games.rules.values import Joining, Order, Resources
from games.rules.words import Vocabulary

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
KIND = registry.kind("crossing")
ANNA, BORIS = 0, 1
WORDS = Vocabulary(["CAT", "TEA", "ACE", "EAT", "TACE", "AT"])
BEST = LEVELS[-1]
by_level = pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.key)


def deal(*, looked=(), **options):
    resources = Resources(key=bytes(32), words=WORDS)
    state = KIND.start(
        [Joining()] * 2, Options(tile_set="A40 C40 E40 T40", starting_tiles=3, **options), resources, NOON
    ).state
    for seat in looked:
        state = KIND.play(state, seat, Order("LOOK"), resources, NOON).state
    return state, resources


def holding(state, tiles, seat=ANNA):
    return replace(state, hands={**state.hands, seat: tiles})


def orders(state, level, seat=ANNA, *, finds=("CAT",), asked=None):
    """The orders of a robot whose search always finds this layout; `asked` collects the arguments of each search."""

    def search(*given):
        if asked is not None:
            asked.append(given)
        return finds

    return KIND.next_orders(KIND.view(state, seat, WORDS), seat, Mind(level, WORDS, WORDS, Chance(bytes(1)), search))


@by_level
def test_hidden_tiles_do_not_affect_a_robots_play(level):
    state = holding(deal(looked=(ANNA,))[0], "CAT")
    hidden = sorted(state.hands[BORIS] + state.bags["pool"])
    for pool in (hidden, hidden[::-1]):
        other = replace(
            state, hands={**state.hands, BORIS: "".join(pool[:3])}, bags={**state.bags, "pool": "".join(pool[3:])}
        )
        told = [], []
        assert orders(state, level, asked=told[0]) == orders(other, level, asked=told[1])
        assert told[0] == told[1]


@by_level
def test_every_level_looks_then_submits_all_its_tiles_and_asks(level):
    state = deal()[0]
    assert orders(state, level) == (Order("LOOK"),)
    state = holding(deal(looked=(ANNA, BORIS))[0], "CAT")
    assert [order.verb for order in orders(state, level)] == ["GRID", "GREEN"]


@by_level
def test_every_level_plays_without_a_search(level):
    state = holding(deal(looked=(ANNA,))[0], "CAT")
    given = KIND.next_orders(KIND.view(state, ANNA, WORDS), ANNA, Mind(level, WORDS, WORDS, Chance(bytes(1)), None))
    assert [order.verb for order in given] == ["GRID", "GREEN"]


def test_a_search_receives_the_hand_the_layout_and_the_effort():
    told = []
    orders(holding(deal(looked=(ANNA,))[0], "CAT"), BEST, asked=told)
    ((tiles, layout, effort, _),) = told
    assert (tiles, layout, effort) == ("ACT", (), BEST.effort)


def test_a_search_with_leftover_tiles_falls_back_to_a_plain_layout():
    state = holding(deal(looked=(ANNA,))[0], "CATE")
    given = orders(state, BEST)
    assert [order.verb for order in given] in (["GRID", "GREEN"], ["JAYWALK"])


def test_a_robot_that_knows_too_few_words_uses_the_full_list():
    state = holding(deal(looked=(ANNA,))[0], "CAT")
    mind = Mind(LEVELS[0], Vocabulary(["TEA"]), WORDS, Chance(bytes(1)), None)
    assert [order.verb for order in KIND.next_orders(KIND.view(state, ANNA, WORDS), ANNA, mind)] == ["GRID", "GREEN"]


def test_levels_that_leave_red_to_others_request_it_only_when_alone():
    state, _ = deal(looked=(ANNA, BORIS))
    state = replace(holding(state, "CAT"), bags={**state.bags, "pool": ""})
    callers = [level.key for level in LEVELS if "RED" in [order.verb for order in orders(state, level)]]
    assert callers == [level.key for level in LEVELS if level.calls_red]
    alone = replace(state, away=(BORIS,))
    assert all("RED" in [order.verb for order in orders(alone, level)] for level in LEVELS)


def test_the_levels_are_distinct_and_in_ascending_order():
    assert [level.rating for level in LEVELS] == sorted({level.rating for level in LEVELS})
    assert [level.points[1] for level in LEVELS] == sorted({level.points[1] for level in LEVELS})
