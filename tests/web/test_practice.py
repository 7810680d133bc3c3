"""One click, and somebody who has just come is playing, whichever game it is."""

import pytest

from games.models import Game
from games.robots import practice

pytestmark = pytest.mark.django_db


def test_a_button_opens_a_table_against_the_robot(client, anna):
    client.force_login(anna)
    assert "Practise against the robot" in client.get("/").text
    answer = client.post("/practice/", follow=True)
    assert "Anna and Robot" in answer.text
    assert Game.objects.get().phase == "playing"


@pytest.mark.parametrize("kind", practice.kinds(), ids=lambda kind: kind.key)
def test_there_is_a_button_for_every_game_that_robots_play(client, anna, kind):
    client.force_login(anna)
    button = f'<button class="button" name="kind" value="{kind.key}">'
    assert f"{button}{kind.name}</button>" in client.get("/").text
    assert f"{button}Practise against the robot</button>" in client.get(f"/games/new/?kind={kind.key}").text
    answer = client.post("/practice/", {"kind": kind.key}, follow=True)
    assert answer.status_code == 200
    assert Game.objects.get().kind == kind.key
    assert "Robot" in answer.text


def test_a_game_that_no_robot_plays_is_refused_in_words(client, anna):
    client.force_login(anna)
    assert "No robot plays chess. They play: crossing" in client.post("/practice/", {"kind": "chess"}, follow=True).text
    assert not Game.objects.exists()


def test_a_link_to_it_opens_none(client, anna):
    client.force_login(anna)
    assert client.get("/practice/").status_code == 405
    assert not Game.objects.exists()
