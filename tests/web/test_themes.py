"""Each person has their own board, tile face and theme, on every page."""

import re

import pytest
from django.utils import timezone

from games import commands
from games.models import Game
from games.players.models import LOOK, Player

pytestmark = pytest.mark.django_db

CHOSEN = {"ground": "slate", "face": "ink", "theme": "dark", "has_sounds": "on"}
HEAD = 'data-ground="slate" data-face="ink" data-theme="dark" data-sounds'


def test_the_chosen_appearance_applies_to_every_page(anna, browser_of, game_id):
    client = browser_of(anna)
    assert 'data-ground="sage" data-face="ivory" data-theme="device">' in client.get("/").text
    assert client.post("/settings/appearance/", CHOSEN)["Location"] == "/settings/appearance/"
    for page in ("/", "/you/", f"/games/{game_id}/", "/nowhere/"):
        assert HEAD in client.get(page).text, page


def test_a_theme_colours_the_bar_of_the_browser(anna, browser_of):
    client = browser_of(anna)
    client.post("/settings/appearance/", CHOSEN)
    page = client.get("/").text
    assert '<meta name="theme-color" content="#1d2024">' in page
    assert page.count("theme-color") == 1


def test_appearance_settings_link_back_to_the_game(anna, browser_of, game_id):
    client = browser_of(anna)
    assert f'href="/settings/appearance/?game={game_id}"' in client.get(f"/games/{game_id}/more/").text
    page = client.get(f"/settings/appearance/?game={game_id}").text
    assert f'action="/settings/appearance/?game={game_id}"' in page
    assert re.search(f'<a class="back" href="/games/{game_id}/">', page)
    assert (
        client.post(f"/settings/appearance/?game={game_id}", CHOSEN)["Location"]
        == f"/settings/appearance/?game={game_id}"
    )


def test_changing_the_appearance_invalidates_cached_pages(anna, browser_of, game_id):
    client, address = browser_of(anna), f"/games/{game_id}/"
    had = client.get(address)["ETag"]
    client.post("/settings/appearance/", CHOSEN)
    assert client.get(address, headers={"If-None-Match": had}).status_code == 200


def test_a_guests_appearance_carries_over_to_an_account(guest, anna):
    address = f"/games/{Game.objects.get(has_robots=True).pk}/"
    assert guest.post("/settings/appearance/", CHOSEN)["Location"] == "/settings/appearance/"
    assert HEAD in guest.get(address).text
    commands.take_over(guest=Player.objects.get(guest_until__isnull=False), player=anna, now=timezone.now())
    anna.refresh_from_db()
    assert [getattr(anna, name) for name in LOOK] == ["slate", "ink", "dark", True]


def test_an_accounts_own_appearance_overrides_the_guests(guest, anna):
    Player.objects.filter(pk=anna.pk).update(ground="sand")
    guest.post("/settings/appearance/", CHOSEN)
    anna.refresh_from_db()
    commands.take_over(guest=Player.objects.get(guest_until__isnull=False), player=anna, now=timezone.now())
    anna.refresh_from_db()
    assert [getattr(anna, name) for name in LOOK] == ["sand", "ivory", "device", False]


def test_a_visitor_gets_the_default_appearance_and_must_sign_in(browser_of):
    client = browser_of()
    assert "data-ground" not in client.get("/").text
    assert client.get("/settings/appearance/")["Location"] == "/accounts/login/?next=/settings/appearance/"


@pytest.mark.parametrize("wrong", [{"ground": "felt"}, {"face": "gold"}, {"theme": "dusk"}, {"ground": ""}])
def test_an_appearance_that_is_not_offered_is_refused(anna, browser_of, wrong):
    answer = browser_of(anna).post("/settings/appearance/", CHOSEN | wrong, follow=True)
    assert re.search("Select a valid choice|This field is required", answer.text)
    anna.refresh_from_db()
    assert anna.ground == "sage"
