"""Two windows on one table: what one player does reaches the other's open page, and the next order from there counts."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.conftest import LAPTOP, PHONE, write_layout
from tests.tables import NO_POOL, complete, hand, look, start, state

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SUBMITTED = "Submitted: this is the layout that counts now."


@pytest.fixture
def at_the_table(window, signed_in):
    """Opens a table in a window of this player's own."""

    def open_table(player, game_id, **how):
        page = signed_in(window(**how), player)
        page.goto(f"/games/{game_id}/")
        return page

    return open_table


def seen_by_all(anna, boris, **options):
    """A game in which both have looked and Boris may ask for the light."""
    now = timezone.now()
    game_id = start(anna, boris, now=now, leeway=0, **options)
    look(game_id, anna, boris, at=now)
    complete(game_id, boris, at=now)
    return game_id


def brought_up_to_date(page):
    page.evaluate("htmx.trigger('#live', 'refresh')")


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_first_submit_after_anothers_green_light_is_accepted(anna, boris, at_the_table, size):
    game_id = seen_by_all(anna, boris)
    annas, boriss = at_the_table(anna, game_id, size=size), at_the_table(boris, game_id)
    boriss.get_by_role("button", name="Green").click()
    expect(boriss.get_by_text("Your light was granted: new tiles for all.")).to_be_visible()
    brought_up_to_date(annas)
    expect(annas.get_by_text("1 tile lies face down")).to_be_visible()
    annas.keyboard.press("Escape")  # a sign of life turns it over
    expect(annas.locator(".rack.own .tile")).to_have_count(3)
    write_layout(annas, hand(game_id, anna))
    annas.get_by_role("button", name="Submit").click()
    expect(annas.get_by_text(SUBMITTED)).to_be_visible()
    assert state(game_id).boards[0] == (hand(game_id, anna),)


def test_the_first_submit_after_anothers_red_light_is_accepted(anna, boris, at_the_table):
    game_id = seen_by_all(anna, boris, **NO_POOL)
    annas, boriss = at_the_table(anna, game_id), at_the_table(boris, game_id)
    boriss.get_by_role("link", name="Red").click()
    boriss.get_by_role("button", name="Ask for red").click()
    expect(boriss.get_by_text("The red light is on: your layout is final.")).to_be_visible()
    brought_up_to_date(annas)
    expect(annas.get_by_role("button", name="Done")).to_be_visible()
    write_layout(annas, hand(game_id, anna))
    annas.get_by_role("button", name="Submit").click()
    expect(annas.get_by_text(SUBMITTED)).to_be_visible()
    assert state(game_id).boards[0] == (hand(game_id, anna),)


def test_a_submit_from_a_page_that_does_not_show_the_light_yet_is_refused_once_and_kept(anna, boris, at_the_table):
    game_id = seen_by_all(anna, boris)
    annas, boriss = at_the_table(anna, game_id), at_the_table(boris, game_id)
    boriss.get_by_role("button", name="Green").click()
    expect(boriss.get_by_text("Your light was granted: new tiles for all.")).to_be_visible()
    held = hand(game_id, anna)
    write_layout(annas, held)
    annas.get_by_role("button", name="Submit").click()
    expect(annas.get_by_role("alert")).to_contain_text("The table has moved on")
    expect(annas.get_by_label("Your layout as text")).to_have_value(held)
    assert state(game_id).boards[0] == ()
    annas.get_by_role("button", name="Submit").click()
    expect(annas.get_by_text(SUBMITTED)).to_be_visible()
