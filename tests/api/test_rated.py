"""`rated`: chosen when a game is created, and shown in every view of it."""

import pytest


@pytest.mark.parametrize(("asked", "rated"), [({}, False), ({"rated": False}, False), ({"rated": True}, True)])
def test_a_game_is_made_rated_or_not_and_says_so(annas, boriss, easy_words, asked, rated):
    made = annas.post("/games", {"seats": 2, "word_list": easy_words, "listed": True, **asked})
    assert made.status_code == 201, made.content
    assert made.json()["rated"] is rated
    assert boriss.view(made.json()["id"])["rated"] is rated
    assert [game["rated"] for game in boriss.get("/games").json()["games"]] == [rated]


def test_a_running_game_says_it_too(annas, make):
    assert annas.view(make())["rated"] is False


def test_anything_but_yes_or_no_is_refused(annas, easy_words):
    assert annas.post("/games", {"seats": 2, "word_list": easy_words, "rated": "yes"}).status_code == 422
