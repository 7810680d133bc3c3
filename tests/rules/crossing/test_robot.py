"""The robot's layouts are complete whatever it holds, and it gives only orders that its seat may give."""

from datetime import UTC, datetime
from random import Random

import pytest

from games.rules import registry
from games.rules.alphabets.known import ENGLISH
from games.rules.chance import Chance
from games.rules.crossing.options import Options
from games.rules.crossing.robot import add, arrange
from games.rules.crossing.scoring import score
from games.rules.grid import cells
from games.rules.tiles import parse_tile_set
from games.rules.values import Joining, Order, Resources
from tests.open_list import vocabulary

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
KIND = registry.kind("crossing")
ANNA, BORIS = 0, 1


def luck(number):
    return Chance(bytes([number]))


def hand(tile_set, size, *, seed):
    return "".join(Random(seed).sample(parse_tile_set(tile_set, ENGLISH).tiles, size))


@pytest.mark.parametrize(("tile_set", "size"), [("S98", 15), ("LC120", 20), ("LC120", 30), ("S100", 30), ("LC120", 80)])
@pytest.mark.parametrize("seed", range(3))
def test_all_tiles_are_laid_in_one_group_of_valid_words(tile_set, size, seed):
    tiles = hand(tile_set, size, seed=seed)
    assert score(arrange(tiles, vocabulary(), ENGLISH, chance=luck(seed)), tiles, vocabulary(), ENGLISH).complete


def test_a_hard_hand_is_laid_completely():
    tiles = "QZXJVKWYHFEEAAIIOOUURRSSTT"
    assert score(arrange(tiles, vocabulary(), ENGLISH, chance=luck(1)), tiles, vocabulary(), ENGLISH).complete


def test_blanks_stand_for_letters():
    tiles = "CARTSTER??NLDPM"
    layout = arrange(tiles, vocabulary(), ENGLISH, chance=luck(1))
    assert score(layout, tiles, vocabulary(), ENGLISH).complete
    assert sum(character.islower() for character in cells(layout).values()) == 2


def test_the_same_seed_makes_the_same_layout():
    tiles = hand("LC120", 30, seed=7)
    assert arrange(tiles, vocabulary(), ENGLISH, chance=luck(7)) == arrange(
        tiles, vocabulary(), ENGLISH, chance=luck(7)
    )


def test_a_hand_that_makes_no_words_is_not_arranged():
    assert arrange("QVVC", vocabulary(), ENGLISH, chance=luck(1)) is None


def test_an_existing_layout_is_kept_if_the_new_tile_fits():
    (row,) = arrange("CATS", vocabulary(), ENGLISH, chance=luck(1), start=("CAT",))
    assert "CAT" in row


def test_a_disconnected_layout_is_rearranged():
    layout = arrange("CATTLE", vocabulary(), ENGLISH, chance=luck(1), start=("C.T", "ATLE"))
    assert score(layout, "CATTLE", vocabulary(), ENGLISH).complete


@pytest.mark.parametrize("tiles", ["S", "?", "EN", "AB"])
def test_tiles_are_added_without_moving_those_already_laid(tiles):
    standing = ("CAKE", "..E.", "..Y.")
    layout = add(standing, tiles, vocabulary(), ENGLISH)
    assert score(layout, "CAKEEY" + tiles, vocabulary(), ENGLISH).complete
    letters = "".join(cells(layout).values())
    assert len(letters) == len("CAKEEY") + len(tiles)
    assert any("CAKE" in row for row in layout)


def test_a_tile_that_fits_nowhere_is_not_added():
    assert add(("CAKE",), "Q", vocabulary(), ENGLISH) is None


# --- orders -----------------------------------------------------------------------------------------------------------


def deal(seats=2, **options):
    resources = Resources(key=bytes(range(32)), words=vocabulary())
    return KIND.start([Joining()] * seats, Options(**options), resources, NOON).state, resources


def orders(state, seat):
    return KIND.next_orders(KIND.view(state, seat, vocabulary()), seat, KIND.plain_mind(vocabulary(), luck(1)))


def moved(state, resources, seat):
    """The state after the robot of one seat gave its orders once."""
    for order in orders(state, seat):
        state = KIND.play(state, seat, order, resources, NOON).state
    return state


def test_a_robot_looks_first_then_submits_and_asks():
    state, resources = deal()
    assert orders(state, ANNA) == (Order("LOOK"),)
    state = moved(state, resources, ANNA)
    assert [order.verb for order in orders(state, ANNA)] == ["GRID", "GREEN"]
    state = moved(state, resources, ANNA)
    assert [request.seat for request in state.requests] == [ANNA]
    assert orders(state, ANNA) == ()


def test_a_robot_that_cannot_lay_its_tiles_jaywalks_the_hardest():
    state, resources = deal(tile_set="Q2 V20 C10", starting_tiles=6)
    state = moved(state, resources, ANNA)
    (order,) = orders(state, ANNA)
    assert order.verb == "JAYWALK"
    assert orders(moved(state, resources, ANNA), ANNA) == ()


@pytest.mark.parametrize(("tile_set", "teams"), [("A4 D2 E6 I3 L2 N2 O3 R3 S3 T3 V1 K1", ""), ("S98", "AAB")])
def test_robots_play_a_game_to_its_end(tile_set, teams):
    state, resources = deal(
        len(teams) or 2, tile_set=tile_set, teams=teams, starting_tiles=13, tiles_per_light=2, leeway=60, grace=600
    )
    verbs = []
    while state.phase != "finished":
        before = state
        for seat in state.live:
            verbs += [order.verb for order in orders(state, seat)]
            state = moved(state, resources, seat)
        if state == before:
            state = KIND.tick(state, resources).state
    assert state.ending == "played"
    assert {"LOOK", "GRID", "GREEN", "RED", "DONE"} <= set(verbs)
    assert all(not result.struck for result in state.results)
