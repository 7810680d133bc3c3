"""The score calculator and the sheets for real tiles, by touch, by keyboard and without script."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations_by_day_and_night
from tests.browser.conftest import LAPTOP, PHONE, TOUCHED
from tests.browser.layout_shift import NOTE_SHIFTS

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def lay(page, word):
    page.locator("#scorer-board .field").focus()
    page.keyboard.type(word)


def test_the_sum_follows_a_crossword_laid_with_the_keyboard(window, screenshot):
    page = window()
    page.goto("/calculator/")
    lay(page, "CAKE")
    for key in ("ArrowLeft", "ArrowLeft", "Space", "ArrowDown"):
        page.keyboard.press(key)
    page.keyboard.type("ITE")
    expect(page.locator("#scorer-board .score")).to_have_text("5/2=2.50")
    expect(page.locator("#reckoning .score")).to_have_text("5/2=2.50")
    page.get_by_label("Leftover tiles").fill("Q?")
    expect(page.locator("#scorer-board .score")).to_have_text("5/(2+2)=1.25")
    expect(page.locator("#reckoning .score")).to_have_text("5/(2+2)=1.25")
    screenshot(page, "scorer-laptop")
    page.reload()
    expect(page.locator("#scorer-board .world .tile")).to_have_count(7)
    expect(page.locator("#reckoning .score")).to_have_text("5/(2+2)=1.25")


def test_tiles_can_be_laid_by_touch_until_the_set_is_used_up(window, screenshot):
    page = window(**TOUCHED)
    page.goto("/calculator/?set=A2,B1&words=")
    rack = page.locator("#scorer-board .rack.own .tile")
    expect(rack).to_have_count(2)
    field = page.locator("#scorer-board .field")
    for at, left in ((100, 2), (150, 1)):
        rack.first.tap()
        field.tap(position={"x": at, "y": 100})
        expect(rack).to_have_count(left)
    expect(page.locator("#scorer-board .verdict")).to_have_css("display", "block")
    screenshot(page, "scorer-phone")
    page.get_by_role("button", name="Undo").tap()
    expect(rack).to_have_count(2)
    expect(page.locator("#scorer-board .world .tile")).to_have_count(1)


@pytest.mark.parametrize("width", [320, 375])
def test_on_a_phone_all_tools_fit_in_one_row(window, width):
    page = window(size={"width": width, "height": 700})
    page.goto("/calculator/")
    expect(page.locator("#scorer-board .tool:visible")).to_have_count(6)
    tools = [one.bounding_box() for one in page.locator("#scorer-board .tool:visible").all()]
    assert len({one["y"] for one in tools}) == 1
    row = sorted((one["x"], one["x"] + one["width"]) for one in tools)
    assert all(end <= begin + 1 for (_, end), (begin, _) in pairwise(row))
    board = page.locator("#scorer-board").bounding_box()
    assert row[-1][1] <= board["x"] + board["width"] + 1


def test_the_word_list_decides_what_is_struck(window):
    page = window()
    page.goto("/calculator/")
    lay(page, "KQZX")
    expect(page.locator("#scorer-board .tile.struck")).to_have_count(4)
    expect(page.locator("#reckoning .bad")).to_contain_text("kqzx")
    page.get_by_label("Word list").select_option("")
    expect(page.locator("#scorer-board .tile.struck")).to_have_count(0)
    expect(page.locator("#reckoning .bad")).to_have_count(0)


def test_without_javascript_text_is_scored_and_the_board_drawn(window, screenshot):
    page = window(script=False, size=PHONE)
    page.goto("/calculator/")
    page.get_by_label("Crossword as text").fill("..K..\n.CAKE\n..Y..")
    page.get_by_role("button", name="Calculate score").click()
    expect(page.locator("#reckoning .score")).to_have_text("1/2=0.50")
    expect(page.locator("#reckoning .board")).to_be_visible()
    screenshot(page, "scorer-without-script")


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize(
    "path",
    [
        "/calculator/?layout=8H+KEY%0D%0AH8+KQTE&beside=Q",
        "/calculator/sheet/",
        "/tile-sets/print/",
        "/records/",
        "/tactics/",
    ],
)
def test_pages_for_real_tiles_are_accessible(window, screenshot, path, size):
    page = window(size=size)
    page.add_init_script(NOTE_SHIFTS)
    page.goto(path)
    if "layout" in path:
        expect(page.locator("#scorer-board .tile.struck")).to_have_count(4)
    assert page.evaluate("shifts") == []
    assert list(violations_by_day_and_night(page)) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    screenshot(page, f"real-tiles{path.split('?')[0].replace('/', '-')}{size['width']}")


def test_a_sheet_is_printed_without_menus_and_forms(window, screenshot):
    page = window()
    page.goto("/tile-sets/print/?set=LC120x2&paper=letter")
    page.emulate_media(media="print")
    expect(page.locator(".paper-tiles")).to_have_count(2)
    expect(page.locator("form.to-print, .top, .title")).to_have_count(3)
    for hidden in page.locator("form.to-print, .top, .title").all():
        expect(hidden).to_be_hidden()
    pdf = page.pdf(prefer_css_page_size=True)
    assert pdf.count(b"/Type /Page\n") == 2
    assert b"/MediaBox [0 0 612 792]" in pdf
