"""A guest's first game against the robot in a browser: tiles face up, and one press for a light."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import store
from games.models import Game
from games.rules import registry
from games.rules.chance import Chance
from games.word_lists.shelf import vocabulary_of
from tests.browser.axe import violations_by_day_and_night
from tests.browser.conftest import PHONE, write_layout
from tests.robots.test_practice import orders_with_a_light

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def page(window, transactional_db):
    page = window(size=PHONE)
    page.goto("/play/crossing/")
    page.get_by_role("button", name="Play a robot").first.click()
    page.wait_for_url("**/games/*/")
    return page


def layout_of_all_tiles():
    game = Game.objects.get()
    mind = registry.kind("crossing").plain_mind(vocabulary_of(game.word_list_id), Chance(b""))
    orders = orders_with_a_light(store.seen_now(game.pk, now=timezone.now()), mind)
    return "\n".join(orders[0].facts["layout"])


def test_one_button_requests_a_light_and_turns_over_its_tiles(page):
    expect(page.get_by_text("Use all 15 tiles in words that cross.").first).to_be_visible()
    expect(page.locator("#orders button:visible")).to_have_count(1)
    write_layout(page, layout_of_all_tiles())
    page.get_by_role("button", name="Get new tiles").click()
    expect(page.get_by_text("That was a green light.")).to_be_visible()
    expect(page.get_by_role("button", name="Look", exact=True)).to_have_count(0)
    assert Game.objects.get().turn == 2
    expect(page.locator("#orders").get_by_text("Next game")).to_have_count(0)  # it is still this game’s turn
    expect(page.locator("[data-part=rack] .tile:visible, .rack .tile:visible").first).to_be_visible()


def test_invalid_words_are_reported_without_mentioning_drafts(page):
    rack = page.locator(".rack.own")
    write_layout(page, "".join(rack.locator(".character").all_inner_texts()))
    expect(page.get_by_text("Not in the word list:").first).to_be_visible()
    expect(page.get_by_text("draft").locator("visible=true")).to_have_count(0)
    expect(rack).to_have_attribute("data-bare", "All your tiles are laid.")
    expect(page.locator("#live h2")).not_to_contain_text("Use all")


def test_the_note_about_the_first_light_does_not_cover_the_board(page):
    write_layout(page, layout_of_all_tiles())
    page.get_by_role("button", name="Get new tiles").click()
    note = page.locator(".first-game")
    expect(note).to_be_visible()
    board = page.locator("[data-part=board]").bounding_box()
    assert note.bounding_box()["y"] >= board["y"] + board["height"]


def test_the_header_stays_one_row_for_a_guest_with_a_game(page):
    page.goto("/play/crosslet/")
    expect(page.get_by_role("link", name="Next game")).to_be_visible()
    assert page.locator("header.top").bounding_box()["height"] <= 60


def test_the_first_game_is_accessible(page):
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert list(violations_by_day_and_night(page)) == []
