"""The lesson in Lexicon Crossing without script and without an account: each scene, and its responses."""

import re

import pytest

from games.models import Game
from games.rules.alphabets.known import ENGLISH
from games.rules.crossing.scoring import score
from games.rules.grid import check_held
from games.web.views.learn import ANNAS, STEPS
from games.word_lists.library import bundled

pytestmark = pytest.mark.django_db

SCENES = [(n, at) for n, step in enumerate(STEPS, start=1) for at in range(1, len(step.scenes) + 1)]
RIGHT = {
    (1, 1): "CAKE",
    (2, 1): "CAKE\n..E.\n..Y.",
    (3, 1): "CAKE\n..E.\n..Y.",
    (4, 2): "CAKES\n..E..\n..Y..",
    (5, 2): "CAKED\n..E..\n..Y..\n..S..",
    (6, 3): "RACKED\n...E..\n...Y..\n...S..",
}
"""Layouts that complete the scenes that are incomplete at the start."""


def scene(client, place, **given):
    return client.get("/learn/{}/{}/".format(*place), given)


@pytest.mark.parametrize("place", SCENES)
def test_a_scene_is_done_only_when_its_task_is_solved(client, place):
    number, _at = place
    begun = scene(client, place)
    assert begun.context["place"].is_done == (place not in RIGHT)
    done = scene(client, place, layout=RIGHT[place]) if place in RIGHT else begun
    assert done.context["place"].is_done
    assert done.context["place"].wrong == ""
    if place != SCENES[-1]:
        following = SCENES[SCENES.index(place) + 1]
        reached = "/learn/{}/{}/".format(*following) if following[0] == number else f"/learn/{following[0]}/"
        assert reached in done.text
        assert client.get(reached).status_code == 200


@pytest.mark.parametrize("place", RIGHT)
def test_a_wrong_layout_gets_a_hint(client, place):
    hint = STEPS[place[0] - 1].scenes[place[1] - 1].hint
    assert hint
    assert hint not in scene(client, place).text
    assert hint in scene(client, place, layout="KC\nEA").text


@pytest.mark.parametrize("place", SCENES)
def test_every_board_of_the_lesson_uses_only_tiles_held(place):
    shown = STEPS[place[0] - 1].scenes[place[1] - 1]
    check_held(shown.start, shown.hand, ENGLISH)
    assert len(shown.hand) == len(STEPS[0].scenes[0].hand) + len(shown.hand[6:])


def test_annas_board_has_as_many_tiles_and_only_valid_words():
    tiles = "".join(ANNAS).replace(".", "")
    assert len(tiles) == len(STEPS[-1].scenes[-1].hand)
    assert score(ANNAS, tiles, bundled().words, ENGLISH).complete


def test_a_struck_word_is_named_and_a_returned_tile_leaves_the_board(client):
    assert "✕ CAKESQ" in scene(client, (5, 1)).text
    after = scene(client, (5, 2), layout="CAKESQ\n..E...\n..Y...").context["place"]
    assert after.laid == ("CAKES", "..E..", "..Y..")


def test_tiles_not_held_are_named(client):
    assert "Z" in scene(client, (1, 1), layout="ZAK").context["place"].wrong
    assert scene(client, (1, 1), layout="<b>").context["place"].wrong
    assert scene(client, (1, 1), layout="A" * 5000).context["place"].wrong


@pytest.mark.parametrize("place", [(0, 1), (7, 1), (1, 2), (6, 5)])
def test_an_unknown_scene_is_not_found(client, place):
    assert scene(client, place).status_code == 404


def test_the_lesson_makes_few_queries_and_starts_no_session(client, django_assert_max_num_queries):
    scene(client, (1, 1))
    for place in SCENES:
        with django_assert_max_num_queries(1):  # the word list
            answer = scene(client, place, layout=RIGHT.get(place, "CAKE"))
        assert not client.cookies.get("sessionid"), answer


def test_the_end_of_the_lesson_starts_a_first_game_with_one_button(client):
    page = scene(client, SCENES[-1], layout=RIGHT[6, 3])
    form = page.text[page.text.index('action="/practice/"') :]
    given = dict(re.findall(r'name="(kind|level)" value="(\w+)"', form))
    assert given == {"kind": "crossing", "level": "first"}
    client.post("/practice/", given)
    assert (Game.objects.get().kind, Game.objects.get().phase) == ("crossing", "playing")


def test_new_players_see_a_link_to_the_lesson(client, anna):
    assert 'href="/learn/"' in client.get("/").text
    assert 'href="/learn/"' in client.get("/play/crossing/").text
    assert 'href="/learn/"' not in client.get("/play/crosslet/").text
    client.force_login(anna)
    assert 'href="/learn/"' in client.get("/").text
