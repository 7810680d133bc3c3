"""The number of database statements on frequent paths. Adding one should be a deliberate decision."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

pytestmark = pytest.mark.django_db


def statements(asked):
    return [one["sql"].split(" ", 1)[0] for one in asked if not one["sql"].startswith(("SAVEPOINT", "RELEASE"))]


def test_submitting_a_layout_takes_few_queries(annas, game):
    hand = annas.post(f"/games/{game}/look").json()["hand"]
    with CaptureQueriesContext(connection) as asked:
        laid = annas.play(game, {"verb": "GRID", "layout": [hand]})
    assert (laid.status_code, laid.json()["score"]["complete"]) == (200, True)
    # selects the token, the game, its parts and its seats; inserts the board and the event; updates the game and its seat
    assert statements(asked) == [*["SELECT"] * 4, *["INSERT"] * 2, *["UPDATE"] * 2]


def test_reading_a_view_takes_few_queries(annas, game):
    annas.view(game)  # reads the word list, which is then cached
    with CaptureQueriesContext(connection) as asked:
        annas.view(game)
    assert statements(asked) == ["SELECT"] * 4  # the token; the game, its parts and its seats
