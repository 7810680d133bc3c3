"""Pass and play: one device goes from hand to hand, by touch and without script."""

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations_by_day_and_night
from tests.browser.conftest import LAPTOP, PHONE, TOUCHED

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def deal(page, *names):
    page.goto("/around/")
    for number, name in enumerate(names):
        page.get_by_label(f"Name {number + 1}").fill(name)
    page.get_by_role("button", name="Deal the tiles").click()
    expect(page.get_by_role("heading", name="Who is playing now?")).to_be_visible()


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_on_a_shared_phone_each_player_sees_only_their_own_tiles(window, screenshot, script):
    page = window(script=script, **TOUCHED)
    deal(page, "Anna", "Boris")
    screenshot(page, "pass-and-play-curtain")
    hands = []
    for name in ("Anna", "Boris"):
        page.get_by_role("button", name=f"I’m {name}").tap()
        page.get_by_role("button", name="Look at your").tap()
        expect(page.get_by_text("tiles are face down")).to_have_count(0)
        hands.append(page.locator("#hand").get_attribute("data-hand"))
        screenshot(page, f"pass-and-play-{name}{script}")
        page.get_by_role("button", name="Pass the device").tap()
        expect(page.get_by_role("heading", name="Who is playing now?")).to_be_visible()
        page.go_back()
        expect(page.get_by_role("heading", name="Who is playing now?")).to_be_visible()
    assert len(hands[0]) == len(hands[1]) == 30
    assert hands[0] != hands[1]


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_pass_and_play_pages_are_accessible(window, screenshot, size):
    page = window(size=size)
    page.goto("/around/")
    assert list(violations_by_day_and_night(page)) == []
    screenshot(page, f"pass-and-play-deal{size['width']}")
    deal(page, "Anna", "Boris", "Chloe")
    assert list(violations_by_day_and_night(page)) == []
    page.get_by_role("button", name="I’m Chloe").click()
    expect(page.get_by_role("button", name="Look at your")).to_be_visible()
    assert list(violations_by_day_and_night(page)) == []
    screenshot(page, f"pass-and-play-table{size['width']}")
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
