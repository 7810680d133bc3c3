"""Substitutes in the API: requesting one, accepting, playing, and giving the seat back."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game, Seat, Substitution
from tests.api.conftest import Program
from tests.positions import just_now
from tests.substitutes import acquainted
from tests.substitutes import lent as accepted
from tests.tables import look, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def lent(anna, boris, dmitri):
    """A private game, the players' programs by name, and the substitute request made by Anna's program."""
    acquainted(anna, dmitri, now=just_now() - timedelta(days=9))
    game = start(anna, boris, now=just_now(), listed=False)
    look(game, anna, boris, at=just_now())
    programs = {player.name: Program(player) for player in (anna, boris, dmitri)}
    asked = programs["Anna"].post(f"/games/{game}/loans", {"to": "Dmitri", "ends": in_a_week(), "may": "everything"})
    assert asked.status_code == 201, asked.content
    return game, programs, asked.json()


def in_a_week():
    return (timezone.now() + timedelta(days=7)).isoformat()


def test_a_substitute_is_requested_accepts_plays_and_stops(lent):
    game, programs, substitution = lent
    assert substitution["status"] == "asked"
    assert (substitution["lender"], substitution["sitter"], substitution["may"], substitution["yours"]) == (
        "Anna",
        "Dmitri",
        "everything",
        True,
    )
    substitute = programs["Dmitri"]
    assert substitute.get(f"/games/{game}").status_code == 404
    assert substitute.get(f"/games/{game}/record").status_code == 404
    assert [one["id"] for one in substitute.get("/loans").json()["loans"]] == [substitution["id"]]
    accepted = substitute.post(f"/loans/{substitution['id']}/accept")
    assert (accepted.status_code, accepted.json()["status"], accepted.json()["yours"]) == (200, "running", False)
    view = substitute.view(game)
    assert view["you"] == 0
    assert view["hand"] == programs["Anna"].view(game)["hand"]
    assert "RESIGN" not in view["may"]
    assert "RESIGN" in programs["Anna"].view(game)["may"]
    assert [seat.get("sits_in") for seat in programs["Boris"].view(game)["seats"]] == ["Dmitri", None]
    assert substitute.get("/games?mine=1").json()["games"][0]["id"] == game
    played = substitute.play(game, {"verb": "GRID", "layout": [view["hand"]]})
    assert played.status_code == 200, played.content
    refused = substitute.play(game, {"verb": "RESIGN"})
    assert refused.status_code == 409
    assert refused.json()["detail"] == "Only the player you’re playing for can use RESIGN."
    ended = substitute.client.delete(f"/api/v1/loans/{substitution['id']}", headers=substitute.headers)
    assert (ended.status_code, ended.json()["status"]) == (200, "over")
    assert substitute.get(f"/games/{game}").status_code == 404
    assert substitute.play(game, {"verb": "GREEN"}).status_code == 409
    assert programs["Anna"].get(f"/games/{game}/loans").json()["loans"][0]["status"] == "over"


def test_a_request_can_be_declined_or_withdrawn(lent):
    game, programs, substitution = lent
    assert programs["Dmitri"].post(f"/loans/{substitution['id']}/decline").json()["status"] == "declined"
    again = programs["Anna"].post(f"/games/{game}/loans", {"to": "Dmitri", "ends": in_a_week()}).json()
    anna = programs["Anna"]
    assert anna.client.delete(f"/api/v1/loans/{again['id']}", headers=anna.headers).json()["status"] == "over"
    assert programs["Dmitri"].post(f"/loans/{again['id']}/accept").status_code == 409


def test_only_the_two_involved_can_see_a_substitution(lent):
    _, programs, substitution = lent
    for path in ("accept", "decline"):
        assert programs["Boris"].post(f"/loans/{substitution['id']}/{path}").status_code == 404
        assert programs["Anna"].post(f"/loans/{substitution['id']}/{path}").status_code == 404
    boris = programs["Boris"]
    assert boris.client.delete(f"/api/v1/loans/{substitution['id']}", headers=boris.headers).status_code == 404
    assert boris.get("/loans").json() == {"loans": []}
    assert Substitution.objects.get().accepted_at is None


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        ({"to": "Dmitri", "ends": "2030-01-01T00:00:00"}, 422, "timezone"),
        ({"to": "Dmitri"}, 422, "required"),
        (
            {"to": "Dmitri", "ends": "2060-01-01T00:00:00Z"},
            409,
            "A substitute can play for you for at most 60 days, starting within the next 60 days.",
        ),
        (
            {"to": "Eve", "ends": "SOON"},
            409,
            "You haven’t played with anybody called Eve. Name somebody you’ve played with.",
        ),
        ({"to": "Dmitri", "ends": "SOON", "may": "win"}, 422, "'layouts' or 'everything'"),
    ],
)
def test_an_invalid_request_is_refused_with_a_reason(lent, body, status, says):
    game, programs, substitution = lent
    programs["Dmitri"].post(f"/loans/{substitution['id']}/decline")
    body = body | ({"ends": in_a_week()} if body.get("ends") == "SOON" else {})
    answer = programs["Anna"].post(f"/games/{game}/loans", body)
    assert answer.status_code == status
    assert says in answer.json().get("detail", "") + answer.json().get("why", "")


def test_a_read_token_cannot_request_a_substitute(lent, anna):
    game, _, _ = lent
    reads = Program(anna, scope="read")
    assert reads.get("/loans").status_code == 200
    assert reads.post(f"/games/{game}/loans", {"to": "Dmitri", "ends": in_a_week()}).status_code == 403


def test_a_game_is_listed_only_until_the_substitution_ends(anna, boris, dmitri):
    acquainted(anna, dmitri, now=just_now() - timedelta(days=9))
    then, home = just_now() - timedelta(days=2), Client()
    game, substitute = start(anna, boris, now=then, listed=False), Program(dmitri)
    look(game, anna, boris, at=then)
    home.force_login(dmitri)

    def meets():
        listed = [one["id"] for one in substitute.get("/games?mine=1&status=playing").json()["games"]]
        return game in listed, f'href="/games/{game}/"' in home.get("/").text

    substitution = accepted(game, anna, dmitri, now=then)
    assert meets() == (True, True)
    ended = then + timedelta(days=1)
    Substitution.objects.filter(pk=substitution.pk).update(ends=ended)
    Game.objects.filter(pk=game).update(substitutes_at=ended, due_at=ended)
    assert Seat.objects.filter(game=game, player=dmitri).exists()
    assert meets() == (False, False)


@pytest.mark.parametrize("number", [2**63, 10**30])
def test_a_huge_number_is_not_a_game(lent, number):
    assert lent[1]["Anna"].get(f"/games/{number}/loans").json() == {"loans": []}
