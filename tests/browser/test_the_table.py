"""The page of a running game in a real browser: what script adds, and that it takes nothing away."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import commands
from tests.browser.conftest import PHONE, write_layout
from tests.tables import hand, look

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_refused_layout_is_still_in_the_box(window, game_id, anna, signed_in):
    page = signed_in(window(), anna)
    page.goto(f"/games/{game_id}/")
    look(game_id, anna, at=timezone.now())
    write_layout(page, "ZEBRA")
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_role("alert")).to_contain_text("You do not hold")
    expect(page.get_by_label("Your layout as text")).to_have_value("ZEBRA")


def test_checking_shows_a_score_and_submits_nothing(window, game_id, anna, signed_in):
    look(game_id, anna, at=timezone.now())
    page = signed_in(window(script=False), anna)
    page.goto(f"/games/{game_id}/")
    write_layout(page, hand(game_id, anna))
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("On the board")).to_be_visible()
    page.goto(f"/games/{game_id}/")
    expect(page.locator(".scores").get_by_text("nothing yet")).to_be_visible()


def test_what_others_do_appears_while_somebody_writes(window, game_id, anna, boris, signed_in):
    look(game_id, anna, at=timezone.now())
    page = signed_in(window(), anna)
    page.goto(f"/games/{game_id}/")
    write_layout(page, "half a thou")
    commands.say(game_id=game_id, player=boris, text="Good evening", now=timezone.now())
    page.evaluate("htmx.trigger('#live', 'refresh')")
    expect(page.get_by_text("Good evening")).to_be_visible()
    expect(page.get_by_label("Your layout as text")).to_have_value("half a thou")


def test_opening_a_page_is_not_looking_but_a_key_is(window, game_id, anna, signed_in):
    page = signed_in(window(), anna)
    page.goto(f"/games/{game_id}/")
    expect(page.get_by_text("2 tiles lie face down")).to_be_visible()
    assert hand(game_id, anna) == ""
    page.keyboard.press("Tab")
    expect(page.get_by_text("2 tiles lie face down")).to_be_hidden()
    assert len(hand(game_id, anna)) == 2


def test_nothing_is_wider_than_a_phone(window, game_id, anna, signed_in):
    look(game_id, anna, at=timezone.now())
    page = signed_in(window(size=PHONE), anna)
    for address in ("/", "/games/new/", f"/games/{game_id}/", "/profile/", "/rules/"):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"], address


def test_every_control_is_large_enough_for_a_finger(window, game_id, anna, signed_in):
    page = signed_in(window(size=PHONE), anna)
    for address in ("/", "/games/new/", f"/games/{game_id}/", "/profile/"):
        page.goto(address)
        boxes = page.locator("button:visible, .button:visible, select:visible, input:visible").all()
        small = [one.inner_text() for one in boxes if not _fits_a_finger(one)]
        assert small == [], address


def _fits_a_finger(control):
    """A checkbox or radio is touched by its label."""
    if control.get_attribute("type") in ("checkbox", "radio"):
        control = control.locator("xpath=ancestor::label")
    box = control.bounding_box()
    return box["width"] >= 44 and box["height"] >= 44
