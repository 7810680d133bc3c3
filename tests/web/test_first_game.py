"""The first game of a guest, against robots only: tiles face up, no clock, one thing to do, and the terms explained
later."""

import pytest
from django.utils import timezone

from games.models import Game, Seat
from games.players.models import Player
from games.robots import practice
from tests.robots.test_practice import lay_all_and_ask

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest(browser_of):
    client = browser_of()
    client.post("/practice/", {"kind": "crossing"})
    return client


def page_of(guest):
    return guest.get(f"/games/{Game.objects.latest('pk').pk}/").text


def next_light():
    game = Game.objects.latest("pk")
    player = Player.objects.get(guest_until__isnull=False)
    lay_all_and_ask(game.pk, player, timezone.now())


def test_the_first_round_has_one_sentence_and_one_button(guest):
    page = page_of(guest)
    assert "Use all 15 tiles in words that cross." in page
    assert "Get new tiles" in page
    for word in (
        "face down",
        "data-countdown",
        "Jaywalk</span>",
        "Submit and request green",
        "That was a green light",
        "Get a hint",
        "Let the robot continue",
    ):
        assert word not in page
    assert 'href="#drafts"' not in page
    assert 'class="first-round"' in page


def test_later_rounds_name_the_green_light_and_suggest_a_friend(guest):
    next_light()
    page = page_of(guest)
    assert "That was a green light." in page
    assert "Submit and request green" in page
    assert "Play a friend" not in page
    assert "Jaywalk" in page
    assert "Get a hint" in page
    next_light()
    page = page_of(guest)
    assert "Play a friend: they get an email, and you play when you like." in page
    assert 'href="/accounts/signup/?next=/games/new/"' in page
    assert "That was a green light." not in page
    next_light()
    assert "Play a friend" not in page_of(guest)  # once is enough


def test_only_a_guests_first_game_is_simplified(guest, anna, browser_of):
    guest.post("/practice/", {"kind": "crossing"})
    assert Seat.objects.filter(player__guest_until__isnull=False).count() == 2
    assert "Use all 15 tiles" not in page_of(guest)
    practice.open_table(kind="crossing", player=anna, now=timezone.now())
    assert "Use all 15 tiles" not in page_of(browser_of(anna))


@pytest.mark.parametrize("kind", practice.kinds(), ids=lambda kind: kind.key)
def test_a_guest_can_start_with_any_game_that_robots_play(browser_of, kind):
    client = browser_of()
    answer = client.post("/practice/", {"kind": kind.key}, follow=True)
    assert answer.status_code == 200
    assert ("Use all 15 tiles" in answer.text) == (kind.layouts is not None)
