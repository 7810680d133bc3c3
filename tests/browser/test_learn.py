"""The first lesson in a real browser: tiles are laid by hand, each step says when it is done, and the last one deals
a game."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations_by_day_and_night
from tests.browser.conftest import LAPTOP, TOUCHED
from tests.web.test_learn import SCENES

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_word_can_be_laid_with_keys_and_crossed_by_another(window):
    page = window()
    page.goto("/learn/")
    page.locator("[data-part=board]").focus()
    for letter in "cake":
        page.keyboard.press(letter)
    expect(page.get_by_text("That’s a word. On its own, it earns nothing yet.")).to_be_visible()
    page.get_by_role("link", name="Next step").click()
    page.locator("[data-part=board]").focus()
    for key in ("ArrowRight", "ArrowRight", "Space", "ArrowDown", "e", "y"):
        page.keyboard.press(key)
    expect(page.get_by_text("The words cross, and the tile they share earns its value.")).to_be_visible()
    expect(page.locator("#lesson-board .score")).to_have_text("5/2=2.50")


def test_the_whole_lesson_can_be_done_by_touch_and_leads_to_a_game(window):
    page = window(**TOUCHED)
    page.goto("/")
    page.get_by_role("link", name="Learn in 6 steps").tap()
    for following in [*SCENES[1:], None]:
        on = page.locator("main a.button, main button.button").filter(visible=True)
        on.filter(has_text="Skip this").or_(on.filter(has_text="Next step")).or_(
            on.and_(page.locator(".main"))
        ).first.tap()
        if following:
            page.wait_for_url(re.compile("/learn/{}/(?:{}/.*)?$".format(*following)))
    page.wait_for_url("**/games/*/")
    expect(page.get_by_text("Use all 15 tiles in words that cross.").first).to_be_visible()


@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_phone_shows_the_task_the_board_and_the_tiles_at_once(window, step):
    page = window(**TOUCHED)
    page.goto(f"/learn/{step}/")
    rack = page.locator("#lesson-board .rack")
    expect(rack).to_be_visible()
    expect(page.get_by_role("link", name="Skip this")).to_be_in_viewport()
    expect(page.locator(".task")).to_be_in_viewport()
    below = page.get_by_role("navigation", name="Main, bottom").bounding_box()
    shown = rack.bounding_box()
    assert shown["y"] + shown["height"] <= below["y"]


@pytest.mark.parametrize("device", [{"size": LAPTOP}, TOUCHED], ids=["laptop", "phone"])
def test_every_scene_is_accessible_and_fits_the_window(window, device):
    page = window(**device)
    for place in ("1/1", "4/2", "6/4"):
        page.goto(f"/learn/{place}/")
        assert list(violations_by_day_and_night(page)) == [], place
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), place


def test_on_a_phone_the_task_the_board_and_the_button_are_visible(window):
    page = window(**TOUCHED)
    for place in ("1/1", "3/1", "4/2"):
        page.goto(f"/learn/{place}/")
        board = page.locator("#lesson-board [data-part=board]")
        expect(board).to_be_visible()
        assert board.bounding_box()["y"] < 844 * 0.35, place
        for part in (page.locator(".task"), page.locator("#lesson-board .rack"), page.locator("#told .button")):
            bounds = part.bounding_box()
            assert bounds["y"] >= 0, place
            assert bounds["y"] + bounds["height"] <= page.locator("nav.bottom").bounding_box()["y"], place
