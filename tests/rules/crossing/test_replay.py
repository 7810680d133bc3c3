"""The replay of a game: the layouts as they were whenever the next light came."""

import pytest

from games.rules.crossing.layouts import scenes
from tests.rules.crossing.table import EVERY_TWO, SHORT, crossing
from tests.rules.position import ANNA, BORIS


def replay(table):
    return list(scenes(table.events, table.state.options))


def called(table, seat, text="green"):
    """The table after a light that this seat asked for."""
    return table.all_seen().complete(ANNA, BORIS).play(seat, text).wait(minutes=5)


def test_a_scene_shows_the_layouts_when_the_next_light_came():
    first = called(crossing(ANNA, BORIS, **EVERY_TWO), ANNA)
    second = called(first, BORIS)
    deal, light = replay(second)
    assert (deal.light, light.light) == (0, 1)
    assert deal.boards == {ANNA: (first.state.boards[ANNA]), BORIS: first.state.boards[BORIS]}
    assert [len(light.boards[seat][0]) for seat in (ANNA, BORIS)] == [3, 3]
    assert light.at == second.last("green").at


def test_a_caller_whose_tile_is_not_withheld_can_jaywalk_it():
    first = called(crossing(ANNA, BORIS, **EVERY_TWO, reveal_after="nobody", jaywalk="everyone"), ANNA).all_seen()
    returned = first.state.hands[ANNA][-1]
    second = called(first.complete(ANNA).jaywalk(ANNA, returned), BORIS)
    _, light = replay(second)
    assert sorted(light.hands[ANNA]) == sorted(second.state.hands[ANNA][:3])
    assert light.boards[ANNA] == first.complete(ANNA).jaywalk(ANNA, returned).complete(ANNA).state.boards[ANNA]


def test_layouts_submitted_after_the_last_light_are_in_no_scene():
    table = called(crossing(ANNA, BORIS, **EVERY_TWO), ANNA).all_seen().complete(ANNA)
    assert len(replay(table)) == 1
    assert len(replay(table)[0].boards[ANNA][0]) == 2


def test_the_red_light_ends_a_scene_of_its_own():
    table = called(crossing(ANNA, BORIS, **SHORT), ANNA, "red")
    (deal,) = replay(table)
    assert deal.at == table.last("red").at
    assert deal.hands == {seat: table.state.hands[seat] for seat in (ANNA, BORIS)}


def test_a_jaywalked_tile_is_lifted_from_the_layout():
    table = crossing(ANNA, BORIS, tile_set="A1 B1 C1 D1 E1 F1 G1 H1", starting_tiles=2).all_seen().complete(ANNA, BORIS)
    walked = table.jaywalk(ANNA)
    after = replay(walked.play(BORIS, "green").wait(minutes=5))[0]
    assert after.boards[ANNA] == walked.state.boards[ANNA]
    assert len(after.boards[ANNA][0]) == 1
    assert sorted(after.hands[ANNA]) == sorted(walked.state.hands[ANNA])


def test_a_resigned_player_has_no_layout_in_later_scenes():
    table = called(crossing(ANNA, BORIS, 2, **EVERY_TWO), ANNA)
    table = called(table.play(2, "resign"), ANNA)
    assert replay(table)[1].boards[2] == ()
    assert replay(table)[1].hands[2] == ""


def test_every_scene_of_a_whole_game_matches_its_state():
    table, seen = crossing(ANNA, BORIS, **EVERY_TWO), []
    while table.state.phase == "playing":
        table = table.all_seen().complete(ANNA, BORIS)
        seen.append(dict(table.state.boards))
        table = table.play(ANNA, "red" if table.state.pool_is_short else "green").wait(minutes=5)
    assert [scene.boards for scene in replay(table)] == seen


@pytest.mark.parametrize("caller", [ANNA, BORIS])
def test_a_swapped_tile_is_lifted_even_if_another_is_face_down(caller):
    table = called(crossing(ANNA, BORIS, 2, teams="AAB", tile_set="A14 B4", starting_tiles=3), caller)
    assert (table.state.hands[ANNA], table.state.face_down(ANNA)) == ("BAAA", 1)
    swapped = table.give(ANNA, "OFFER", gives="A", takes="B").give(BORIS, "ACCEPT")
    scene = replay(swapped.all_seen().wait(days=4))[1]
    assert scene.boards == swapped.state.boards == {ANNA: ("B.A",), BORIS: ("AA",), 2: ()}
