"""One click, and somebody who has just come is playing, whichever game it is."""

import pytest

from games.models import Game
from games.robots import practice
from tests.tables import make_table

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


def test_a_robot_takes_a_seat_in_a_lobby_when_its_maker_says_so(client, anna, boris):
    game_id = make_table(anna, seats=3)
    client.force_login(anna)
    assert "Let a robot take a seat" in client.get(f"/games/{game_id}/").text
    assert "Robot" in client.post(f"/games/{game_id}/lobby/", {"do": "robot"}, follow=True).text
    client.force_login(boris)
    assert "Let a robot take a seat" not in client.get(f"/games/{game_id}/").text
    assert client.post(f"/games/{game_id}/lobby/", {"do": "robot"}).status_code == 409
