"""Channels by the API: each player's own, with a token of scope play, and secrets that are shown once or never."""

import json

import pytest

from notifications.models import Channel
from tests.api.conftest import Program

pytestmark = pytest.mark.django_db


def send(program, method, path, body=None):
    content = {"data": json.dumps(body), "content_type": "application/json"} if body is not None else {}
    return getattr(program.client, method)(f"/api/v1{path}", **content, headers=program.headers)


def test_a_device_can_be_switched_on_listed_and_switched_off(anna, boris, phone):
    annas, boriss = Program(anna), Program(boris)
    asked = {"address": phone.address, "name": "my program", **phone.keys}
    answer = annas.post("/channels/devices", asked)
    assert answer.status_code == 201
    for text in (answer.text, annas.get("/channels").text):
        assert phone.keys["auth"] not in text
        assert phone.keys["p256dh"] not in text
    (listed,) = annas.get("/channels").json()["channels"]
    assert (listed["sort"], listed["name"]) == ("push", "my program")
    assert boriss.get("/channels").json()["channels"] == []
    assert send(boriss, "delete", f"/channels/{listed['id']}").status_code == 404
    assert send(annas, "delete", f"/channels/{listed['id']}").status_code == 204
    assert not Channel.objects.exists()


def test_the_response_to_a_new_webhook_has_its_secret_once(anna, receiver):
    annas = Program(anna)
    asked = {"sort": "json", "address": f"{receiver.origin}/hook"}
    secret = send(annas, "put", "/channels/webhook", asked).json()["secret"]
    assert secret == Channel.objects.get().secret
    assert secret not in annas.get("/channels").text
    other = send(annas, "put", "/channels/webhook", {**asked, "sort": "slack"}).json()
    assert "secret" not in other
    assert Channel.objects.get().sort == "slack"


def test_the_key_to_subscribe_with_is_given_if_there_is_one(anna, vapid_key, settings):
    annas = Program(anna)
    assert len(annas.get("/channels").json()["public_key"]) == 87
    settings.VAPID_PRIVATE_KEY = ""
    assert annas.get("/channels").json()["public_key"] is None


@pytest.mark.parametrize(
    ("method", "path", "asked", "status"),
    [
        ("put", "/channels/webhook", {"sort": "json", "address": "https://10.0.0.1/"}, 409),
        ("put", "/channels/webhook", {"sort": "push", "address": "https://example.org/"}, 409),
        ("put", "/channels/webhook", {"sort": "json"}, 422),
        ("post", "/channels/devices", {"address": "https://example.org/", "p256dh": "x", "auth": "y"}, 409),
        ("delete", "/channels/nothing", None, 404),
    ],
)
def test_invalid_requests_are_refused_with_a_problem(anna, method, path, asked, status):
    answer = send(Program(anna), method, path, asked)
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    assert not Channel.objects.exists()


@pytest.mark.parametrize("scope", [None, "read"])
def test_channels_need_a_token_with_the_scope_to_play(anna, scope):
    program = Program(anna, scope=scope) if scope else Program()
    refused = 403 if scope else 401
    assert program.get("/channels").status_code == refused
    assert (
        send(program, "put", "/channels/webhook", {"sort": "json", "address": "https://a.org/"}).status_code == refused
    )
