"""A jaywalk for an open tile in a browser: without script, on a phone, and accessible."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.axe import violations_by_day_and_night
from tests.browser.conftest import PHONE
from tests.positions import just_now
from tests.tables import hand, look, order, start, state

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OPEN = {"tile_set": "A4 B4 C4 D4 E4 F4", "starting_tiles": 4, "face_up": True}


@pytest.fixture
def with_an_open_tile(transactional_db, anna, boris):
    """Return a function that starts a game in which both have looked and Boris has one or two open tiles; it returns
    the id."""

    def begin(**options):
        game_id = start(anna, boris, now=just_now(), **OPEN, **options)
        look(game_id, anna, boris, at=timezone.now())
        order(game_id, boris, f"jaywalk {hand(game_id, boris)[0]}", at=timezone.now())
        return game_id

    return begin


def test_an_open_tile_can_be_taken_without_javascript(window, signed_in, anna, with_an_open_tile):
    game_id = with_an_open_tile()
    lies_open = state(game_id).face_up
    back = next(tile for tile in hand(game_id, anna) if tile != lies_open)
    page = window(script=False, size=PHONE)
    signed_in(page, anna)
    page.goto(f"/games/{game_id}/")
    page.get_by_role("link", name="Jaywalk").click()
    page.locator(f"label:has([name=field-0][value={back}])").click()
    page.locator(f"label:has([name=field-1][value={lies_open}])").click()
    page.get_by_role("button", name="Swap tiles").click()
    expect(page.get_by_text(f"You swapped {back} for {lies_open}. It is in your rack.")).to_be_visible()
    expect(page.locator(".open-tiles li")).to_have_count(1)
    assert state(game_id).face_up == back


def test_the_form_and_the_open_tiles_are_accessible(window, signed_in, anna, with_an_open_tile):
    game_id = with_an_open_tile(jaywalk_tiles=2, jaywalk_draw=2)
    page = window(size=PHONE)
    signed_in(page, anna)
    found = []
    for path in ("", "jaywalk/confirm/"):
        page.goto(f"/games/{game_id}/{path}")
        found += violations_by_day_and_night(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert found == []
