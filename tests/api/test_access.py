"""Access to the API: tokens, private games, and what no response reveals."""

import json
import re
from html import unescape

import pytest
from django.utils import timezone

from games.models import Bag, Game, Hand
from games.players.models import ApiToken
from games.players.tokens import revoke
from tests.api.conftest import Program

GREEN = {"commands": [{"verb": "GREEN"}]}


@pytest.fixture
def listed(make):
    return make(listed=True)


@pytest.mark.parametrize("path", ["", "/record"])
def test_others_cannot_find_a_private_game(dmitris, nobody, game, path):
    for program in (dmitris, nobody):
        answer = program.get(f"/games/{game}{path}")
        assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")
        assert answer.json() == program.get("/games/0").json()


@pytest.mark.parametrize("path", ["join", "agree", "look", "commands"])
def test_others_cannot_act_in_a_private_game(dmitris, game, path):
    assert dmitris.post(f"/games/{game}/{path}", GREEN if path == "commands" else None).status_code == 404


def test_an_unreadable_command_does_not_reveal_a_private_game(dmitris, game):
    assert dmitris.post(f"/games/{game}/commands", {"text": "GRID\nK K\nEND"}).status_code == 404


def test_anyone_can_read_a_public_game_but_no_tiles(nobody, dmitris, listed):
    for program in (nobody, dmitris):
        view = program.view(listed)
        assert (view["you"], view["may"]) == (None, [])
        assert not {"hand", "unseen", "withheld", "layout", "score", "seed"} & set(view)


@pytest.mark.parametrize("path", ["agree", "look", "commands"])
def test_others_cannot_play_in_a_public_game(dmitris, listed, path):
    answer = dmitris.post(f"/games/{listed}/{path}", GREEN if path == "commands" else None)
    assert (answer.status_code, "You aren’t playing in this game." in answer.json()["detail"]) == (409, True)


def test_an_invited_player_can_accept_only_after_joining(annas, boriss):
    game = annas.post("/games", {"seats": 2, "invite": ["boris@example.org"]}).json()["id"]
    assert (boriss.view(game)["may"], boriss.post(f"/games/{game}/agree").status_code) == (["JOIN"], 409)
    boriss.post(f"/games/{game}/join")
    assert boriss.post(f"/games/{game}/agree").status_code == 200


@pytest.mark.parametrize("path", ["", "/1/join", "/1/agree", "/1/look", "/1/commands"])
def test_a_command_needs_a_token(nobody, path):
    answer = nobody.post(f"/games{path}", {})
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Bearer")
    assert "Bearer TOKEN" in answer.json()["detail"]


@pytest.mark.parametrize("header", ["Bearer wrong", "Bearer ", "Token abc", "Basic YTpi", "wrong"])
def test_a_wrong_token_is_refused_even_if_none_is_needed(nobody, listed, header, caplog):
    assert nobody.get(f"/games/{listed}", Authorization=header).status_code == 401
    assert "abc" not in caplog.text


def test_a_revoked_token_is_refused(annas, game):
    revoke(ApiToken.objects.get(), now=timezone.now())
    assert annas.get(f"/games/{game}").status_code == 401


def test_tokens_of_a_deactivated_player_are_refused(annas, anna, game):
    anna.is_active = False
    anna.save()
    assert annas.get(f"/games/{game}").status_code == 401


def test_a_read_token_cannot_play(anna, game):
    reader = Program(anna, scope="read")
    assert reader.get(f"/games/{game}").status_code == 200
    answer = reader.post(f"/games/{game}/look")
    assert (answer.status_code, "scope play" in answer.json()["detail"]) == (403, True)
    assert reader.view(game)["unseen"] == 2


def test_a_browser_session_does_not_authenticate(anna, nobody, game):
    nobody.client.force_login(anna)
    assert nobody.get(f"/games/{game}").status_code == 404
    assert nobody.post(f"/games/{game}/look").status_code == 401


def test_a_staff_token_sees_no_more_than_its_player(dmitri, game):
    dmitri.is_staff = dmitri.is_superuser = True
    dmitri.save()
    assert Program(dmitri).get(f"/games/{game}").status_code == 404


def test_a_running_game_reveals_nothing_hidden(annas, nobody, make):
    game = make(listed=True, tile_set="LC120", starting_tiles=30)
    seed = bytes(Game.objects.get(pk=game).seed).hex()
    annas.play(game, {"verb": "GREEN"})
    for program in (annas, nobody):
        for path in ("", "/record"):
            text = program.get(f"/games/{game}{path}").content.decode()
            assert seed not in text
            for row in (*Bag.objects.exclude(tiles=""), *Hand.objects.filter(seat=1)):
                assert row.tiles not in text
                assert json.dumps(list(row.tiles))[1:-1] not in text


def test_hidden_requests_change_nothing_for_others(annas, boriss, make):
    game = make(requests_visible=False)
    hand = annas.post(f"/games/{game}/look").json()["hand"]
    annas.play(game, {"verb": "GRID", "layout": [hand]})
    before = boriss.get(f"/games/{game}")
    annas.play(game, {"verb": "GREEN"})
    after = boriss.get(f"/games/{game}")
    assert (after.content, after["ETag"]) == (before.content, before["ETag"])
    assert annas.view(game)["seats"][0]["asked_at"]


def test_the_description_names_every_path_and_no_secret(nobody, annas):
    described = nobody.get("/openapi.json")
    paths = described.json()["paths"]
    assert set(paths) == {
        f"/api/v1/games{rest}"
        for rest in ("", "/{game_id}", "/{game_id}/record", *(f"/{{game_id}}/{verb}" for verb in ("join", "agree")))
    } | {
        f"/api/v1/clubs{rest}"
        for rest in (
            "",
            "/join",
            *(f"/{{club_id}}{of_one}" for of_one in ("", "/games", "/leave", "/link", "/tournaments")),
        )
    } | {
        "/api/v1/clubs/{club_id}/members/{player_id}",
        "/api/v1/games/{game_id}/loans",
        *(
            f"/api/v1/loans{rest}"
            for rest in ("", "/{substitution_id}", "/{substitution_id}/accept", "/{substitution_id}/decline")
        ),
        "/api/v1/games/{game_id}/look",
        "/api/v1/games/{game_id}/commands",
        "/api/v1/games/{game_id}/analysis",
        "/api/v1/games/{game_id}/hint",
        "/api/v1/games/{game_id}/said",
        "/api/v1/statistics/{kind}",
        "/api/v1/alphabets",
        "/api/v1/alphabets/{code}",
        "/api/v1/daily",
        "/api/v1/daily/{kind}",
        "/api/v1/daily/{kind}/{day}",
        "/api/v1/channels",
        "/api/v1/channels/devices",
        "/api/v1/channels/webhook",
        "/api/v1/channels/{channel}",
        "/api/v1/records",
        "/api/v1/people",
        "/api/v1/people/{player_id}",
        "/api/v1/reports",
    }
    assert annas.headers["Authorization"].partition(" ")[2] not in described.content.decode()


def test_the_description_states_the_command_limits(nobody):
    described = nobody.get("/openapi.json").json()["info"]["description"]
    assert "Each seat may send 600 commands an hour and 3000 a day" in described


def test_the_description_declares_bearer_tokens(nobody):
    schemes = nobody.get("/openapi.json").json()["components"]["securitySchemes"].values()
    assert all(scheme == {"type": "http", "scheme": "bearer"} for scheme in schemes)


def test_the_description_is_cached_and_has_an_etag(nobody):
    first = nobody.get("/openapi.json")
    assert first["Content-Type"] == "application/json"
    assert nobody.get("/openapi.json").content == first.content
    again = nobody.get("/openapi.json", If_None_Match=first["ETag"])
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert nobody.get("/openapi.json", If_None_Match='"another"').content == first.content


@pytest.mark.parametrize("path", ["/docs", "/docs/"])
def test_the_documentation_page_covers_the_whole_description(nobody, path):
    page = nobody.client.get(f"/api/v1{path}", follow=True)
    assert page.status_code == 200
    text = unescape(page.text)
    described = nobody.get("/openapi.json").json()
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            assert f'id="{operation["operationId"]}"' in text
            assert f'<span class="method {method}">{method.upper()}</span> <code>{path}</code>' in text
            assert operation["summary"] in text
            for parameter in operation.get("parameters", ()):
                assert f"<code>{parameter['name']}</code>" in text
    for example in (
        "curl http://testserver/api/v1/games",
        "curl -X POST http://testserver/api/v1/games",
        "Bearer YOUR_TOKEN",
    ):
        assert example in text
    assert "$ref" not in text
    assert not re.search(r'(src|href)="(https?:)?//', page.text)
    assert nobody.client.post("/api/v1/docs").status_code == 405


def test_the_settings_link_to_the_documentation(anna, client):
    client.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
    assert 'href="/settings/api/"' in client.get("/you/").text
    assert 'href="/api/v1/docs"' in client.get("/settings/api/").text
