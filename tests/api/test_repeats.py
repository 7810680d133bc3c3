"""A request that is sent again gets the first response, and nothing happens twice."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import commands
from games.models import Event, Game, Seat
from games.players.models import KeptAnswer

KEY = {"Idempotency_Key": "7d9c1f0e"}


def test_creating_a_game_twice_with_one_key_creates_one(annas):
    first = annas.post("/games", {"seats": 2}, **KEY)
    again = annas.post("/games", {"seats": 2}, **KEY)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()
    assert Game.objects.count() == 1


def test_without_a_key_requests_are_repeated(annas):
    annas.post("/games", {"seats": 2})
    annas.post("/games", {"seats": 2})
    assert Game.objects.count() == 2


def test_a_chat_message_sent_twice_appears_once(annas, game):
    body = {"commands": [{"verb": "SAY", "text": "Good luck"}]}
    for _ in range(2):
        assert annas.post(f"/games/{game}/commands", body, **KEY).status_code == 200
    assert Event.objects.filter(verb="say").count() == 1


def test_a_refusal_is_replayed_too(annas, game):
    first = annas.post(f"/games/{game}/commands", {"text": "GREEN"}, **KEY)
    annas.play(game, {"verb": "GRID", "layout": [annas.view(game)["hand"]]})
    again = annas.post(f"/games/{game}/commands", {"text": "GREEN"}, **KEY)
    assert (again.status_code, again.json(), again["Content-Type"]) == (409, first.json(), first["Content-Type"])


@pytest.mark.parametrize("character", ["\0", "\ud800"])
def test_a_refusal_quoting_an_unstorable_character_is_replayed_too(annas, game, character):
    first, again = (annas.post(f"/games/{game}/commands", {"commands": [{character: 1}]}, **KEY) for _ in range(2))
    assert first.status_code == 422
    assert (again.status_code, again.content) == (422, first.content)


@pytest.mark.parametrize(("path", "body"), [("commands", {"text": "RED"}), ("look", None)])
def test_a_key_reused_for_another_request_is_refused(annas, game, path, body):
    annas.post(f"/games/{game}/commands", {"text": "STATUS"}, **KEY)
    answer = annas.post(f"/games/{game}/{path}", body, **KEY)
    assert (answer.status_code, answer.json()["line"]) == (422, "Idempotency-Key")


def test_keys_of_different_players_are_independent(annas, boriss):
    annas.post("/games", {"seats": 2}, **KEY)
    boriss.post("/games", {"seats": 2}, **KEY)
    assert Game.objects.count() == 2


def test_stored_responses_do_not_name_a_player_with_a_deleted_account(annas, boris, game):
    first = annas.post(f"/games/{game}/look", **KEY)
    assert "Boris" in first.text
    commands.delete_account(player=boris, now=timezone.now())
    KeptAnswer.objects.update(kept_at=timezone.now() - timedelta(hours=1))
    again = annas.post(f"/games/{game}/look", **KEY)
    assert (again.status_code, "Boris" in str(KeptAnswer.objects.values())) == (409, False)


def in_flight(annas, game, seconds):
    """Repeat a request whose first attempt was received this many seconds ago and has no response yet; return the response."""
    annas.post(f"/games/{game}/look", **KEY)
    KeptAnswer.objects.update(status=0, body="", kept_at=timezone.now() - timedelta(seconds=seconds))
    return annas.post(f"/games/{game}/look", **KEY)


def test_a_repeat_during_the_first_request_is_told_to_wait(annas, game):
    answer = in_flight(annas, game, 1)
    assert (answer.status_code, answer["Retry-After"]) == (409, "5")


def test_an_interrupted_request_is_not_repeated(annas, game):
    answer = in_flight(annas, game, 3600)
    assert (answer.status_code, "was interrupted" in answer.json()["detail"]) == (409, True)


def test_a_key_can_be_used_again_after_a_rate_limit(annas, game):
    Seat.objects.update(orders_in_hour=600, orders_in_day=600, orders_counted_at=timezone.now())
    assert annas.post(f"/games/{game}/commands", {"text": "STATUS"}, **KEY).status_code == 429
    assert not KeptAnswer.objects.exists()


@pytest.mark.parametrize("key", ["", "x" * 201])
def test_an_invalid_key_is_refused(annas, game, key):
    assert annas.post(f"/games/{game}/look", Idempotency_Key=key).status_code == 422


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/games/{game}/commands", {"text": "FLY"}, 422),
        ("/games/{game}/commands", {}, 422),
        ("/games/{game}/commands", "no JSON", 422),
        ("/games/999999/commands", {"text": "GREEN"}, 404),
        ("/games", {"seats": 1}, 422),
        ("/daily/nothing", {"day": "2026-11-20", "text": ""}, 404),
    ],
)
def test_an_invalid_request_stores_no_response(annas, game, path, body, status):
    for number in range(3):
        assert annas.post(path.format(game=game), body, Idempotency_Key=f"key-{number}").status_code == status
    assert not KeptAnswer.objects.exists()
