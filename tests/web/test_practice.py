"""One click, and somebody who has just come is playing."""

import pytest

from games.models import Game

pytestmark = pytest.mark.django_db


def test_a_button_opens_a_table_against_the_robot(client, anna):
    client.force_login(anna)
    assert "Practise against the robot" in client.get("/").content.decode()
    answer = client.post("/practice/", follow=True)
    assert "Anna and Robot" in answer.content.decode()
    assert Game.objects.get().phase == "playing"


def test_a_link_to_it_opens_none(client, anna):
    client.force_login(anna)
    assert client.get("/practice/").status_code == 405
    assert not Game.objects.exists()
