"""The replay of a shared board in a real browser: by keyboard, and the same without script."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.axe import violations_by_day_and_night
from tests.browser.conftest import PHONE
from tests.of_pieces import write
from tests.web.test_table_replay import played

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def finished(transactional_db, anna, boris):
    """A game of Crosslet with a few plays, from which Boris has resigned."""
    now = timezone.now()
    game_id = played("crosslet", anna, boris, now=now)
    write(game_id, boris, "RESIGN", now)
    return game_id


def tiles(page):
    return page.locator("#end .grid .tile-on").count()


def test_the_replay_can_be_stepped_with_keys_and_the_board_stays_in_place(window, finished):
    page = window(size=PHONE)
    page.goto(f"/games/{finished}/result/")
    all_laid, slider = tiles(page), page.get_by_role("slider")
    at_first = page.locator("#end .grid").bounding_box()
    slider.press("Home")
    expect(page.locator("#end .grid .tile-on")).to_have_count(0)
    slider.press("ArrowRight")
    expect(page.locator("#replay-says")).to_contain_text("played")  # the first player is drawn at random
    assert 0 < tiles(page) < all_laid
    assert page.locator("#end .grid").bounding_box()["width"] == at_first["width"]
    slider.press("End")
    expect(page.locator("#end .grid .tile-on")).to_have_count(all_laid)
    assert list(violations_by_day_and_night(page)) == []


def test_a_step_can_be_shown_without_javascript(window, finished):
    page = window(script=False)
    page.goto(f"/games/{finished}/result/?step=0#replay")
    assert tiles(page) == 0
    expect(page.get_by_role("button", name="Show")).to_be_visible()
