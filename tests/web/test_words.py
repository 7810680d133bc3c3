"""The word check that the board requests while tiles are moved."""

import pytest

from tests.tables import make_table, start

pytestmark = pytest.mark.django_db


def test_the_words_of_the_games_own_list_are_named(client, anna, boris):
    game_id = start(anna, boris)
    client.force_login(anna)
    answer = client.get(f"/games/{game_id}/words.json", {"of": "AE,CAT,AEA"})
    assert answer.json() == {"words": ["AE", "AEA"]}


def test_nobody_asks_about_a_game_they_may_not_know_of(client, anna, boris, dmitri):
    game_id = make_table(anna, boris, listed=False)
    client.force_login(dmitri)
    assert client.get(f"/games/{game_id}/words.json", {"of": "AE"}).status_code == 404


def test_no_more_is_looked_up_than_a_layout_can_hold(client, anna, boris):
    game_id = start(anna, boris)
    client.force_login(anna)
    answer = client.get(f"/games/{game_id}/words.json", {"of": ",".join(["AE"] * 1000)})
    assert len(answer.json()["words"]) == 240
