"""Responses to programs: search engines, security researchers, API callers with a wrong method; and the contents of
logs."""

import logging
from datetime import timedelta

import pytest
from django.core.cache import caches
from django.utils import timezone

from games import commands
from games.models import Game
from games.players.models import Invitation
from games.players.tokens import OPEN_FOR, token_of
from lexicon.logs import WithoutTokens
from tests.positions import just_now
from tests.tables import ask, look, make_table, order, start

pytestmark = pytest.mark.django_db


def test_search_engines_are_asked_not_to_index_people(browser_of):
    said = browser_of().get("/robots.txt")
    assert said["Content-Type"] == "text/plain"
    assert {"Disallow: /games/", "Disallow: /players/", "Disallow: /invitations/"} <= set(said.text.splitlines())


def test_security_txt_names_the_operators_contact(browser_of, settings):
    assert browser_of().get("/.well-known/security.txt").status_code == 404
    settings.SECURITY_CONTACT = "mailto:security@lexicon.example.org"
    said = browser_of().get("/.well-known/security.txt").text
    assert "Contact: mailto:security@lexicon.example.org" in said
    assert "Expires: " in said
    assert "Preferred-Languages: en, de, es, fr, it\n" in said
    assert "Canonical" not in said  # if the site doesn't use TLS
    settings.SITE_URL = "https://lexicon.example.org"
    said = browser_of().get("/.well-known/security.txt").text
    assert "Canonical: https://lexicon.example.org/.well-known/security.txt\n" in said


@pytest.mark.parametrize("method", ["put", "delete", "post", "patch"])
def test_the_api_description_is_read_only(browser_of, method):
    assert browser_of().get("/api/v1/openapi.json").status_code == 200
    assert getattr(browser_of(), method)("/api/v1/openapi.json").status_code == 405


@pytest.mark.parametrize(
    "address",
    ["/calendar/abc123.ics", "/join/abc123/", "/invitations/abc123/", "/mail/abc123/", "/accounts/email/abc123/"],
)
def test_tokens_in_urls_are_not_logged(address):
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, "Not Found: %s", (address,), None)
    WithoutTokens().filter(record)
    assert "abc123" not in record.getMessage()


def test_an_invitation_is_open_for_90_days(anna, browser_of):
    make_table(anna, seats=2, listed=False, invite=["emil@example.org"], now=just_now())
    invitation = Invitation.objects.get()
    page = f"/invitations/{token_of(invitation)}/"
    assert browser_of().get(page).status_code == 200
    Invitation.objects.update(invited_at=timezone.now() - OPEN_FOR - timedelta(minutes=1))
    assert browser_of(anna).get(page).status_code == 404


def test_visitors_cannot_list_names_by_counting_ids(anna, browser_of):
    assert browser_of().get(f"/players/{anna.pk}/").status_code in (302, 404)
    assert "Anna" not in browser_of().get(f"/players/{anna.pk}/").text


def test_the_replay_of_a_finished_game_is_made_once(anna, boris, browser_of):
    now = timezone.now()
    game_id = start(anna, boris, now=now, leeway=0)
    look(game_id, anna, boris, at=now)
    ask(game_id, anna, at=now)
    order(game_id, boris, "resign", at=now)
    game = Game.objects.get(pk=game_id)
    key = f"replay:{game.commitment}:{game.version}"
    first = browser_of().get(f"/games/{game_id}/replay.json")
    assert caches["replays"].get(key)
    caches["replays"].set(key, caches["replays"].get(key)[-1:])  # to tell it from one that is made again
    again = browser_of().get(f"/games/{game_id}/replay.json")
    in_french = browser_of().get(f"/games/{game_id}/replay.json", headers={"Accept-Language": "fr"})
    assert [len(told.json()["steps"]) for told in (first, again, in_french)] == [2, 2, 1]
    commands.say(game_id=game_id, player=anna, text="Well played", now=now)
    assert len(browser_of(anna).get(f"/games/{game_id}/replay.json").json()["steps"]) == 2
