"""Boards in other languages, by keyboard and by touch: letters with marks, and tiles of several letters."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.conftest import TOUCHED
from tests.browser.test_laying_by_hand import at_the_table, cell
from tests.languages import start_in
from tests.positions import just_now
from tests.tables import look

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def board_in(window, signed_in, player, game_id, **device):
    """Open a game with the keyboard on its board."""
    look(game_id, player, at=timezone.now())
    page = signed_in(window(**device), player)
    at_the_table(page, game_id)
    page.locator(".field").focus()
    return page


def text_of(page):
    return page.locator("#layout").input_value()


def press(page, letter):
    """Press a key that the browser's driver doesn't know, such as É on a French keyboard."""
    page.locator(".field").evaluate(
        "(field, key) => field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))", letter
    )


def says(page, text):
    expect(page.locator(".said[aria-live=polite]")).to_contain_text(text)


def test_a_letter_is_typed_with_or_without_its_marks(window, transactional_db, anna, boris, signed_in):
    game_id = start_in("fr", anna, boris, now=just_now(), starting_tiles=8, hands=["CAFETTE?", "AEIOURST"])
    page = board_in(window, signed_in, anna, game_id)
    page.keyboard.type("caf")
    press(page, "é")
    assert text_of(page) == "CAFE"
    says(page, "E placed.")


def test_a_plain_letter_is_the_one_with_marks_that_is_held(window, transactional_db, anna, boris, signed_in):
    game_id = start_in("pl", anna, boris, now=just_now(), starting_tiles=8, hands=["ŻÓŁĆZEA?", "AEIOURST"])
    page = board_in(window, signed_in, anna, game_id)
    page.keyboard.type("zolc")
    assert text_of(page) == "ZÓŁĆ"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Backspace")
    press(page, "ć")
    assert text_of(page) == "ZÓŁĆ"
    expect(page.get_by_role("button", name="Ć, 6 points, Row 1, column 4.")).to_be_visible()


@pytest.fixture
def spanish(transactional_db, anna, boris):
    """A game in which Anna holds CH, two C, H, I, O, E and a blank."""
    hands = ["[CH]CCHIOE?", "[LL][RR]ABOCARN"[:-1]]
    return start_in("es", anna, boris, now=just_now(), starting_tiles=8, hands=hands)


def test_a_tile_of_two_letters_is_typed_letter_by_letter(window, spanish, anna, signed_in):
    page = board_in(window, signed_in, anna, spanish)
    page.keyboard.press("c")
    assert text_of(page) == "C"
    page.keyboard.press("h")
    assert text_of(page) == "[CH]"
    says(page, "[CH] swapped with C.")
    page.keyboard.type("ico")
    assert text_of(page) == "[CH]ICO"
    expect(page.get_by_role("button", name="C H, 5 points, Row 1, column 1., in [CH]ICO")).to_be_visible()
    expect(page.locator(".verdict")).to_contain_text("1 word")
    page.reload()
    assert text_of(page) == "[CH]ICO"


def test_backspace_parts_two_letters_that_became_one_tile(window, spanish, anna, signed_in):
    page = board_in(window, signed_in, anna, spanish)
    page.keyboard.type("ch")
    page.keyboard.press("Backspace")
    assert text_of(page) == "C"
    page.keyboard.press("h")
    assert text_of(page) == "CH"


def test_the_first_letter_is_enough_where_only_the_tile_is_held(window, transactional_db, anna, boris, signed_in):
    hands = ["[CH]EEIIOO?", "AEIOURST"]
    game_id = start_in("es", anna, boris, now=just_now(), starting_tiles=8, hands=hands)
    page = board_in(window, signed_in, anna, game_id)
    page.keyboard.type("che")
    assert text_of(page) == "[CH]E"


def test_a_blank_becomes_a_tile_of_two_letters(window, spanish, anna, signed_in):
    page = board_in(window, signed_in, anna, spanish)
    page.keyboard.press("Shift+C")
    page.keyboard.press("h")
    assert text_of(page) == "[ch]"
    says(page, "[ch] placed.")


def test_a_spanish_word_is_laid_by_touch(window, spanish, anna, signed_in, screenshot):
    page = board_in(window, signed_in, anna, spanish, **TOUCHED)
    rack = page.locator(".rack.own .tile")
    rack.get_by_text("CH", exact=True).tap()
    page.touchscreen.tap(*cell(page, 0, 0))
    rack.filter(has_text="E").tap()
    page.touchscreen.tap(*cell(page, 0, 1))
    page.locator(".rack.own .tile[aria-label=blank]").tap()
    page.touchscreen.tap(*cell(page, 1, 0))
    page.get_by_role("button", name="CH", exact=True).tap()
    assert text_of(page) == "[CH]E\n[ch]."
    screenshot(page, "spanish")
