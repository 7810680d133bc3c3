"""Several players share one seat and play it by their programs."""

import pytest

from tests.api.conftest import EASY, Program

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(anna, boris, chloe, easy_words):
    """A lobby in which Anna and Chloe share the first seat and Boris has the other: its id, and their programs by name."""
    programs = {player.name: Program(player) for player in (anna, boris, chloe)}
    made = programs["Anna"].post(
        "/games",
        {
            "seats": 2,
            "options": {**EASY, "people_a_seat": 2},
            "word_list": easy_words,
            "listed": True,
        },
    )
    game = made.json()["id"]
    programs["Boris"].post(f"/games/{game}/join")
    assert programs["Chloe"].view(game)["may"] == ["JOIN"]
    programs["Chloe"].post(f"/games/{game}/join")
    return game, programs


def begin(game, programs):
    for name in ("Anna", "Boris"):
        assert programs[name].post(f"/games/{game}/agree").status_code == 200


def test_a_seat_names_everyone_sharing_it(table):
    game, programs = table
    seats = programs["Boris"].view(game)["seats"]
    assert [(seat["name"], seat["people"]) for seat in seats] == [
        ("Anna & Chloe", ["Anna", "Chloe"]),
        ("Boris", ["Boris"]),
    ]
    assert programs["Chloe"].view(game)["you"] == 0
    begin(game, programs)
    assert programs["Boris"].view(game)["seats"][0]["people"] == ["Anna", "Chloe"]


def test_only_those_sharing_a_seat_see_its_hand(table, nobody):
    game, programs = table
    begin(game, programs)
    hand = programs["Chloe"].post(f"/games/{game}/look").json()["hand"]
    assert len(hand) == EASY["starting_tiles"]
    assert programs["Anna"].view(game)["hand"] == hand
    for other in (programs["Boris"], nobody):
        assert not other.view(game).get("hand")


def test_somebody_who_resigned_no_longer_sees_the_hand(table, anna):
    game, programs = table
    begin(game, programs)
    programs["Anna"].post(f"/games/{game}/look")
    left = programs["Anna"].play(game, {"verb": "RESIGN"})
    assert left.status_code == 200
    assert left.json()["you"] is None
    assert not left.json().get("hand")
    refused = programs["Anna"].post(f"/games/{game}/look")
    assert (refused.status_code, refused.json()["detail"][:17]) == (409, "You have resigned")
    assert programs["Chloe"].view(game)["hand"]
