"""The dialog of keyboard shortcuts: opened by ? or by a button, with those of the current page."""

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations_by_day_and_night
from tests.positions import just_now
from tests.tables import start

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_question_mark_shows_keyboard_shortcuts_and_escape_hides_them(window, signed_in, anna, game_id):
    page = signed_in(window(), anna)
    page.goto(f"/games/{game_id}/")
    page.get_by_role("button", name="Look at your").click()
    page.locator(".field").focus()
    page.keyboard.press("?")
    asked = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(asked).to_be_visible()
    expect(asked.get_by_text("show the points that each tile earns")).to_be_visible()
    assert list(violations_by_day_and_night(page, within="#keys")) == []
    page.keyboard.press("Escape")
    expect(asked).to_be_hidden()
    expect(page.locator(".field")).to_be_focused()


def test_a_spectator_is_shown_no_shortcuts_for_the_board(window, anna, boris):
    page = window()
    page.goto(f"/games/{start(anna, boris, now=just_now(), listed=True)}/")
    page.get_by_role("link", name="More").click()
    page.get_by_role("button", name="Keyboard shortcuts").click()
    asked = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(asked.get_by_text("show all keyboard shortcuts")).to_be_visible()
    expect(asked.get_by_text("move the cursor")).to_be_hidden()


def test_a_question_mark_can_be_typed_in_the_chat_box(window, signed_in, anna, game_id):
    page = signed_in(window(), anna)
    page.goto(f"/games/{game_id}/")
    page.get_by_label("Your message").press_sequentially("Why?")
    expect(page.get_by_label("Your message")).to_have_value("Why?")
    expect(page.get_by_role("dialog")).to_have_count(0)
