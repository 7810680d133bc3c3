"""The word check that the board requests while tiles are moved."""

import pytest

from tests.tables import make_table, start

pytestmark = pytest.mark.django_db


def test_valid_words_of_the_games_list_are_returned(client, anna, boris):
    game_id = start(anna, boris)
    client.force_login(anna)
    answer = client.get(f"/games/{game_id}/words.json", {"of": "AE,CAT,AEA"})
    assert answer.json() == {"words": ["AE", "AEA"]}


def test_words_of_a_private_game_cannot_be_looked_up_by_others(client, anna, boris, dmitri):
    game_id = make_table(anna, boris, listed=False)
    client.force_login(dmitri)
    assert client.get(f"/games/{game_id}/words.json", {"of": "AE"}).status_code == 404


def test_a_lookup_is_limited_to_what_a_layout_can_hold(client, anna, boris):
    game_id = start(anna, boris)
    client.force_login(anna)
    answer = client.get(f"/games/{game_id}/words.json", {"of": ",".join(["AE"] * 1000)})
    assert len(answer.json()["words"]) == 240
