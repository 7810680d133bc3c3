"""Hints in a practice game, on its page and through the API. Others learn of them only at the end, and only how many there were."""

import pytest

from games import commands
from games.models import Game, Hint
from games.robots import hints, practice
from tests.api.conftest import Program
from tests.positions import just_now
from tests.tables import look, order, start

pytestmark = pytest.mark.django_db

REFUSED = (
    "Hints are for practice. You can only get them in a game of Lexicon Crossing that is in progress and "
    "against robots only."
)


@pytest.fixture
def now():
    return just_now()


@pytest.fixture
def game_id(anna, now):
    """A public practice game of Anna's, in which she has looked."""
    game_id = practice.open_table(kind="crossing", player=anna, now=now)
    commands.look(game_id=game_id, player=anna, now=now)
    Game.objects.update(listed=True)
    return game_id


def test_a_button_for_each_depth_gives_a_hint(game_id, anna, browser_of):
    client, address = browser_of(anna), f"/games/{game_id}/"
    page = client.get(address).text
    assert page.count(f'formaction="{address}hint/"') == 3
    assert "Hints are only for practice. We count them, and the number is shown at the end." in page
    page = client.post(f"{address}hint/", {"depth": "1", "layout": ""}, follow=True).text
    assert " with your leftover tiles.</li>" in page
    assert "You’ve taken 1 hint in this game." in page


def test_an_open_page_updates_when_the_search_has_finished(game_id, anna, browser_of):
    client, address = browser_of(anna), f"/games/{game_id}/"
    part = {"HX-Request": "true", "HX-Trigger": "live"}
    page = client.post(f"{address}hint/", {"depth": "3"}, headers={"HX-Request": "true"})
    assert "Searching for a better layout …" in page.text
    asked = client.get(address, headers=part)
    assert client.get(address, headers={**part, "If-None-Match": asked["ETag"]}).status_code == 304
    Hint.objects.update(answer={"gain": "4/5"})
    assert (
        "There is a better layout: +0.80." in client.get(address, headers={**part, "If-None-Match": asked["ETag"]}).text
    )


def test_an_invalid_depth_is_refused(game_id, anna, browser_of):
    for depth in ("", "4", "x"):
        answer = browser_of(anna).post(f"/games/{game_id}/hint/", {"depth": depth}, follow=True)
        assert "Choose one of these hint depths: 1, 2, 3." in answer.text


def test_a_game_between_people_has_no_hints_and_refuses_them(anna, boris, now, browser_of):
    game_id = start(anna, boris, now=now)
    look(game_id, anna, at=now)
    client = browser_of(anna)
    assert 'id="hints"' not in client.get(f"/games/{game_id}/").text.replace('id="hints" hidden', "")
    assert REFUSED in client.post(f"/games/{game_id}/hint/", {"depth": "1"}, follow=True).text
    assert Program(anna).get(f"/games/{game_id}/hint").status_code == 404
    refused = Program(anna).post(f"/games/{game_id}/hint", {"depth": 1})
    assert (refused.status_code, refused.json()["detail"]) == (409, REFUSED)


def test_hints_are_hidden_from_others_during_the_game(game_id, anna, boris, now, browser_of):
    addresses = (
        f"/games/{game_id}/",
        f"/games/{game_id}/record.json",
        f"/api/v1/games/{game_id}",
        f"/api/v1/games/{game_id}/record",
    )
    part = {"HX-Request": "true", "HX-Trigger": "live"}
    readers = browser_of(boris), browser_of()
    before = [client.get(address, headers=part) for client in readers for address in addresses]
    hints.take_hint(game_id=game_id, player=anna, depth=1, now=now)
    after = [client.get(address, headers=part) for client in readers for address in addresses]
    assert [one.content for one in before] == [one.content for one in after]
    assert [one.headers.get("ETag") for one in before] == [one.headers.get("ETag") for one in after]
    assert Program(boris).get(f"/games/{game_id}/hint").status_code == 404


def test_everybody_sees_the_number_of_hints_at_the_end(game_id, anna, boris, now, browser_of):
    for depth in (1, 2):
        hints.take_hint(game_id=game_id, player=anna, depth=depth, now=now)
    word = Hint.objects.get(depth=1).answer["word"]
    order(game_id, anna, "resign", at=now)
    for reader in (anna, boris):
        page = browser_of(reader).get(f"/games/{game_id}/result/").text
        assert "Anna took 2 hints" in page
        assert f"You can add {word} with your leftover tiles." not in page
        assert Program(reader).get(f"/games/{game_id}").json()["hints"] == {"0": 2}


def test_programs_can_take_hints_on_a_given_layout(game_id, anna):
    program = Program(anna)
    assert program.get(f"/games/{game_id}/hint").json() == {"hints": [], "depths": [1, 2, 3]}
    taken = program.post(f"/games/{game_id}/hint", {"depth": 2, "layout": []}).json()["hints"]
    assert [(one["depth"], one["awaited"]) for one in taken] == [(2, False)]
    assert program.post(f"/games/{game_id}/hint", {"depth": 9}).status_code == 409
    assert program.post(f"/games/{game_id}/hint", {"depth": 1, "layout": ["QQQQ"]}).status_code == 409


def test_guests_can_take_hints_in_practice_too(client, now):
    client.post("/practice/", {"kind": "crossing"})
    game = Game.objects.get()
    client.post(f"/games/{game.pk}/order/", {"verb": "LOOK"})
    assert "You can add " in client.post(f"/games/{game.pk}/hint/", {"depth": "1"}, follow=True).text
