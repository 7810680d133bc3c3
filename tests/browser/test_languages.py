"""Boards in other languages, by keyboard and by touch: letters with marks, and tiles of several letters."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.axe import violations_by_day_and_night
from tests.browser.conftest import LAPTOP, PHONE, TOUCHED
from tests.browser.test_laying_by_hand import at_the_table, cell
from tests.commands.test_puzzle_languages import SPANISH, lay
from tests.languages import start_in
from tests.positions import just_now
from tests.tables import look, order

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


def test_an_accented_letter_can_be_typed_for_a_plain_tile(window, transactional_db, anna, boris, signed_in):
    game_id = start_in("fr", anna, boris, now=just_now(), starting_tiles=8, hands=["CAFETTE?", "AEIOURST"])
    page = board_in(window, signed_in, anna, game_id)
    page.keyboard.type("caf")
    press(page, "é")
    assert text_of(page) == "CAFE"
    says(page, "E placed.")


def test_a_plain_letter_selects_the_accented_tile_held(window, transactional_db, anna, boris, signed_in):
    game_id = start_in("pl", anna, boris, now=just_now(), starting_tiles=8, hands=["ŻÓŁĆZEA?", "AEIOURST"])
    page = board_in(window, signed_in, anna, game_id)
    page.keyboard.type("zolc")
    assert text_of(page) == "ZÓŁĆ"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Backspace")
    press(page, "ć")
    assert text_of(page) == "ZÓŁĆ"
    expect(page.get_by_role("button", name="Ć, 6 points, Row 1, column 4")).to_be_visible()


def test_accents_can_be_added_on_a_keyboard_without_them(window, transactional_db, anna, boris, signed_in):
    game_id = start_in("pl", anna, boris, now=just_now(), starting_tiles=8, hands=["ŻŹZEOA?T", "AEIOURST"])
    page = board_in(window, signed_in, anna, game_id)
    page.keyboard.press("z")
    for written in ("Ź", "Ż", "Z"):
        page.keyboard.press("'")
        assert text_of(page) == written
    page.keyboard.press("Shift+O")
    page.keyboard.press("'")
    assert text_of(page) == "Zó"
    page.keyboard.press("t")
    page.keyboard.press("'")
    says(page, "You hold no other tile of this letter, with or without marks.")


@pytest.fixture
def spanish(transactional_db, anna, boris):
    """A game in which Anna holds CH, two C, H, I, O, E and a blank."""
    hands = ["[CH]CCHIOE?", "[LL][RR]ABOCARN"[:-1]]
    return start_in("es", anna, boris, now=just_now(), starting_tiles=8, hands=hands)


def test_a_two_letter_tile_is_typed_letter_by_letter(window, spanish, anna, signed_in):
    page = board_in(window, signed_in, anna, spanish)
    page.keyboard.press("c")
    assert text_of(page) == "C"
    page.keyboard.press("h")
    assert text_of(page) == "[CH]"
    says(page, "[CH] swapped with C.")
    page.keyboard.type("ico")
    assert text_of(page) == "[CH]ICO"
    expect(page.get_by_role("button", name="C H, 5 points, Row 1, column 1, in [CH]ICO")).to_be_visible()
    expect(page.locator(".verdict")).to_contain_text("1 word")
    page.reload()
    assert text_of(page) == "[CH]ICO"


def test_backspace_undoes_the_merging_of_two_letters_into_one_tile(window, spanish, anna, signed_in):
    page = board_in(window, signed_in, anna, spanish)
    page.keyboard.type("ch")
    page.keyboard.press("Backspace")
    assert text_of(page) == "C"
    page.keyboard.press("h")
    assert text_of(page) == "CH"


def test_the_first_letter_is_enough_if_only_the_two_letter_tile_is_held(
    window, transactional_db, anna, boris, signed_in
):
    hands = ["[CH]EEIIOO?", "AEIOURST"]
    game_id = start_in("es", anna, boris, now=just_now(), starting_tiles=8, hands=hands)
    page = board_in(window, signed_in, anna, game_id)
    page.keyboard.type("che")
    assert text_of(page) == "[CH]E"


def test_a_blank_can_become_a_two_letter_tile(window, spanish, anna, signed_in):
    page = board_in(window, signed_in, anna, spanish)
    page.keyboard.press("Shift+C")
    page.keyboard.press("h")
    assert text_of(page) == "[ch]"
    says(page, "[ch] placed.")


def test_a_spanish_word_can_be_laid_by_touch(window, spanish, anna, signed_in, screenshot):
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
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert list(violations_by_day_and_night(page)) == []
    screenshot(page, "spanish")


def test_several_letters_on_a_tile_are_drawn_smaller(window, spanish, anna, signed_in):
    page = board_in(window, signed_in, anna, spanish)
    page.keyboard.type("cho")
    size = "one => parseFloat(getComputedStyle(one).fontSize) / one.parentElement.offsetWidth"
    several, single = (page.locator(".world .character").nth(n).evaluate(size) for n in (0, 1))
    assert 0.36 <= several <= 0.4 < 0.55 <= single
    assert page.locator(".world .tile").first.evaluate("one => one.scrollWidth <= one.clientWidth")


def test_the_draws_of_a_spanish_game_can_be_verified_in_the_browser(window, transactional_db, anna, boris, signed_in):
    game_id = start_in("es", anna, boris, now=just_now(), starting_tiles=8)
    look(game_id, anna, boris, at=timezone.now())
    order(game_id, boris, "RESIGN", at=timezone.now())
    page = signed_in(window(), anna)
    page.goto(f"/games/{game_id}/result/#draws")
    page.get_by_text("Verify the draws").first.click()
    expect(page.locator("#checked")).to_contain_text("16 tiles dealt and 0 lights: 16 of 16 draws match")
    expect(page.locator("#checked .bad")).to_have_count(0)


def test_buttons_by_a_text_box_insert_letters_missing_on_a_keyboard(window, spanish, anna, signed_in):
    look(spanish, anna, at=timezone.now())
    page = signed_in(window(**TOUCHED), anna)
    at_the_table(page, spanish)
    page.evaluate("location.hash = 'edit'")
    keys = page.get_by_role("group", name="Letters", exact=True)
    keys.get_by_role("button", name="CH", exact=True).tap()
    page.keyboard.type("IC")
    keys.get_by_role("button", name="Ñ", exact=True).tap()
    assert text_of(page) == "[CH]ICÑ"
    expect(page.locator("#layout")).to_be_focused()
    page.locator("#layout").evaluate("(box) => box.setSelectionRange(4, 6)")
    keys.get_by_role("button", name="RR", exact=True).tap()
    assert text_of(page) == "[CH][RR]Ñ"
    assert list(violations_by_day_and_night(page, within="#edit")) == []


def test_a_spanish_puzzle_has_the_tiles_and_values_of_its_language(window, transactional_db, anna, signed_in):
    lay(SPANISH, timezone.now().date())
    page = signed_in(window(), anna)
    page.goto(f"/daily/{SPANISH}/")
    expect(page.locator(".rack.own .tile")).to_have_count(30)
    page.locator("#board").focus()
    page.keyboard.type("challe")
    assert page.locator("textarea.layout").input_value() == "[CH]A[LL]E"
    assert page.locator(".world .tile").first.text_content() == "CH5"


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_pages_with_a_choice_of_language_are_accessible(window, transactional_db, anna, signed_in, size):
    page = signed_in(window(size=size), anna)
    for path in ("/games/new/?kind=crossing&who=friends", "/daily/languages/", "/calculator/?language=es"):
        page.goto(path)
        if path.startswith("/games"):
            page.get_by_label("Word list").select_option("es-open")
            expect(page.get_by_text("With 65 tiles")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert list(violations_by_day_and_night(page)) == []
