"""The offer to install the site as an app: once per device, at the result of one's own game."""

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations_by_day_and_night
from tests.browser.conftest import PHONE
from tests.positions import just_now
from tests.tables import order, start

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Headless Chromium never offers this itself.
ASKS = """() => {
  const asked = new Event("beforeinstallprompt", { cancelable: true });
  asked.prompt = async () => { window.prompted = true; };
  dispatchEvent(asked);
}"""


@pytest.fixture
def finished(transactional_db, anna, boris):
    """A game that Boris has resigned."""
    game_id = start(anna, boris, now=just_now(), listed=True)
    order(game_id, boris, "resign", at=just_now())
    return game_id


def test_the_app_is_offered_once_and_can_be_installed(window, finished, anna, signed_in, screenshot):
    page = signed_in(window(size=PHONE), anna)
    page.goto(f"/games/{finished}/result/")
    offer = page.get_by_label("Lexicon as an app")
    expect(offer).to_be_hidden()
    page.evaluate(ASKS)
    expect(offer).to_be_visible()
    assert list(violations_by_day_and_night(page)) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    screenshot(page, "install")
    page.get_by_role("button", name="Install").click()
    expect(offer).to_have_count(0)
    assert page.evaluate("window.prompted")
    page.reload()
    page.evaluate(ASKS)
    expect(offer).to_be_hidden()


def test_it_is_not_offered_to_a_spectator(window, finished, dmitri, signed_in):
    page = signed_in(window(size=PHONE), dmitri)
    page.goto(f"/games/{finished}/result/")
    expect(page.get_by_label("Lexicon as an app")).to_have_count(0)
