"""The front page of a stranger: the sample board is there to arrange, and a game is one press away."""

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations_by_day_and_night
from tests.browser.conftest import LAPTOP, PHONE, TOUCHED
from tests.browser.layout_shift import NOTE_SHIFTS

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_stranger_moves_a_tile_of_the_sample_and_the_sum_follows(window):
    page = window(size=PHONE)
    page.goto("/")
    sum_of_it = page.locator("#sample .score")
    expect(sum_of_it).to_have_text("9/4=2.25")
    page.get_by_role("button", name="Recall").click()
    expect(sum_of_it).to_have_text("0/(0+19)=0.00")
    expect(page.locator("#sample .rack.own .tile")).to_have_count(19)
    page.get_by_role("button", name="Undo").click()
    expect(sum_of_it).to_have_text("9/4=2.25")


def test_the_cells_of_the_empty_sample_are_as_large_as_a_finger_wants_them(window):
    page = window(**TOUCHED)
    page.goto("/")
    page.get_by_role("button", name="Recall").tap()
    expect(page.locator("#sample .world .tile")).to_have_count(0)
    cell = page.locator("#sample .field").evaluate("field => parseInt(field.style.getPropertyValue('--cell'))")
    assert cell >= 38
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator("#sample .world .tile")).to_have_count(19)
    expect(page.locator("#sample .beyond:visible")).to_have_count(0)


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_a_guest_is_at_a_table_after_one_press_and_holds_tiles_after_the_second(window, script):
    page = window(script=script, size=PHONE)
    page.goto("/")
    page.get_by_role("button", name="Play a robot now").click()
    page.get_by_role("button", name="Look at your").click()
    expect(page.get_by_text("tiles are face down")).to_have_count(0)


def test_the_board_the_line_and_the_button_are_seen_at_once_on_a_phone(window):
    page = window(**TOUCHED)
    page.goto("/")
    page.locator("#sample .world .tile").first.wait_for()
    seen = page.get_by_role("button", name="Play a robot now").bounding_box()
    assert seen["y"] + seen["height"] <= PHONE["height"]
    assert page.locator("#sample .field").bounding_box()["y"] < page.locator("h1").bounding_box()["y"] < seen["y"]


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_nothing_moves_when_the_sample_becomes_a_board_to_arrange(window, size):
    page = window(size=size)
    page.add_init_script(NOTE_SHIFTS)
    for address in ("/", "/play/crossing/"):
        page.goto(address)
        page.locator("#sample .world .tile").first.wait_for()
        assert page.evaluate("shifts") == []


def test_from_the_card_of_a_game_its_page_and_from_there_a_table_by_touch(window):
    page = window(**TOUCHED)
    page.goto("/")
    page.get_by_role("link", name="Crosslet for 2 to 4 players").tap()
    expect(page.get_by_role("heading", name="Crosslet", exact=True)).to_be_visible()
    page.get_by_role("button", name="Play the robot").tap()
    expect(page.locator("#live")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_pages_of_games_keep_nobody_out(window, anna, signed_in, size):
    page = window(size=size)
    found = []
    for reader in (None, anna):
        if reader:
            signed_in(page, reader)
        for address in ("/play/", "/play/crossing/", "/play/lynx/", "/games/finished/"):
            page.goto(address)
            found += [f"{address}: {one['id']}" for one in violations_by_day_and_night(page)]
    assert found == []
