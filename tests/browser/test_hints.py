"""Hints in a practice game on a phone: requested, and shown on the open page, even later."""

import pytest
from playwright.sync_api import expect

from games import commands
from games.models import Hint
from games.robots import practice
from tests.browser.axe import violations_by_day_and_night
from tests.browser.conftest import TOUCHED
from tests.of_pieces import give
from tests.positions import just_now

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game_id(transactional_db, anna):
    """A practice game in which Anna has two high-value tiles and has looked, and the robot has laid."""
    now = just_now()
    game_id = practice.open_table(kind="crossing", player=anna, now=now)
    commands.look(game_id=game_id, player=anna, now=now)
    practice.visit(game_id=game_id, now=now)
    give(game_id, anna, "AEEIINOQRSSTTUZ")
    return game_id


def test_requested_hints_appear_in_place(window, game_id, anna, signed_in, screenshot):
    page = signed_in(window(**TOUCHED), anna)
    page.goto(f"/games/{game_id}/")
    page.locator("#live a").click()
    stuck, hint = page.get_by_role("button", name="Let the robot continue"), page.get_by_role("link", name="Get a hint")
    assert stuck.bounding_box()["y"] == hint.bounding_box()["y"]
    screenshot(page, "phone-stuck")
    hint.click()
    expect(page.get_by_role("heading", name="Hints")).to_be_in_viewport()
    page.get_by_role("button", name="Show a word to add").click()
    expect(page.locator("#hints li")).to_contain_text("with your leftover tiles.")
    page.get_by_role("button", name="Check for a better layout").click()
    expect(page.locator("#hints li").first).to_have_text("Searching for a better layout …")
    Hint.objects.filter(answer__isnull=True).update(answer={"gain": "4/5"})  # as the robots' worker does
    expect(page.locator("#hints li").first).to_have_text("There is a better layout: +0.80.")
    assert list(violations_by_day_and_night(page)) == []
    screenshot(page, "phone-hints")


def test_hints_work_without_javascript(window, game_id, anna, signed_in):
    page = signed_in(window(script=False), anna)
    page.goto(f"/games/{game_id}/")
    page.goto(f"/games/{game_id}/#hinting")
    page.get_by_role("button", name="Show a badly placed tile").click()
    expect(page.locator("#hints li")).to_contain_text("In 2 words, it would bring +")
