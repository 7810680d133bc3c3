"""The light moves and sounds when what the page shows of it changes, and never for anything hidden."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.players.models import Player
from tests.browser.axe import violations
from tests.browser.conftest import LAPTOP, PHONE, refresh
from tests.tables import ask, complete, look, start

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

COUNTED = """
  const start = OscillatorNode.prototype.start;
  const count = ({ dataset }, what) => { dataset[what] = Number(dataset[what] ?? 0) + 1; };
  OscillatorNode.prototype.start = function (at) { count(document.documentElement, "tones"); start.call(this, at); };
  navigator.vibrate = () => count(document.documentElement, "shakes");
"""


@pytest.fixture
def at_a_table(window, anna, boris, signed_in):
    """Return a function that opens Anna's page of a game with Boris, in which both have looked, with sound and
    motion."""

    def sit(**options):
        now = timezone.now()
        game_id = start(anna, boris, now=now, starting_tiles=6, seed=bytes(32), **options)
        look(game_id, anna, boris, at=now)
        complete(game_id, boris, at=now)
        page = signed_in(window(), anna)
        page.emulate_media(reduced_motion="no-preference")
        page.add_init_script(COUNTED)
        page.goto(f"/games/{game_id}/")
        page.locator("#status_line h1").click()  # a browser is silent until its user has done something
        return page, game_id

    return sit


def counted(page):
    """Return how many tones and how many shakes there were; None if there were none."""
    return page.locator("html").evaluate("({ dataset }) => [dataset.tones ?? null, dataset.shakes ?? null]")


@pytest.fixture
def _sounds_on(transactional_db, anna):
    Player.objects.filter(pk=anna.pk).update(has_sounds=True)


@pytest.mark.usefixtures("_sounds_on")
def test_a_requested_light_is_shown_with_sound_and_vibration(at_a_table, boris):
    page, game_id = at_a_table()
    expect(page.locator("#live .disc")).to_have_attribute("data-stage", "")
    ask(game_id, boris, at=timezone.now())
    refresh(page)
    expect(page.locator("#live .disc")).to_have_attribute("data-stage", "asked")
    expect(page.locator("html")).to_have_attribute("data-tones", "2")
    expect(page.locator("html")).to_have_attribute("data-shakes", "1")
    page.keyboard.press("m")
    expect(page.locator("#notes")).to_have_text("Sounds are off.")
    expect(page.locator("#mute")).to_have_text("Turn sounds on")


@pytest.mark.usefixtures("_sounds_on")
def test_a_hidden_request_makes_no_sound_or_vibration(at_a_table, boris):
    page, game_id = at_a_table(requests_visible=False, leeway=86400)
    ask(game_id, boris, at=timezone.now())
    refresh(page)
    assert counted(page) == [None, None]
    assert page.locator("#live .disc").get_attribute("data-stage") == ""


def test_there_are_no_sounds_unless_turned_on(at_a_table, boris):
    page, game_id = at_a_table()
    ask(game_id, boris, at=timezone.now())
    refresh(page)
    expect(page.locator("#live .disc")).to_have_attribute("data-stage", "asked")
    assert page.locator("#mute").count() == 0
    assert counted(page)[0] is None


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize(("ground", "face", "theme"), [("slate", "ink", "dark"), ("sand", "ink", "light")])
def test_every_board_theme_is_accessible(window, game_id, anna, signed_in, size, ground, face, theme):
    Player.objects.filter(pk=anna.pk).update(ground=ground, face=face, theme=theme)
    page = signed_in(window(size=size), anna)
    for address in (f"/games/{game_id}/", "/settings/appearance/"):
        page.goto(address)
        assert violations(page) == []
