"""`rated`: chosen when a game is created, and shown in every view of it."""

import pytest


@pytest.mark.parametrize(("asked", "rated"), [({}, False), ({"rated": False}, False), ({"rated": True}, True)])
def test_a_game_can_be_created_as_rated_and_its_view_says_so(annas, boriss, easy_words, asked, rated):
    made = annas.post("/games", {"seats": 2, "word_list": easy_words, "listed": True, **asked})
    assert made.status_code == 201, made.content
    assert made.json()["rated"] is rated
    assert boriss.view(made.json()["id"])["rated"] is rated
    assert [game["rated"] for game in boriss.get("/games").json()["games"]] == [rated]


def test_a_running_games_view_says_so_too(annas, make):
    assert annas.view(make())["rated"] is False


def test_only_true_or_false_is_accepted(annas, easy_words):
    assert annas.post("/games", {"seats": 2, "word_list": easy_words, "rated": "yes"}).status_code == 422
