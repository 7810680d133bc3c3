"""The front page of a stranger: the sample board is there to arrange, and a game is one press away."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, TOUCHED

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
    page.get_by_role("button", name="Look", exact=True).click()
    expect(page.get_by_text("tiles lie face down")).to_have_count(0)
