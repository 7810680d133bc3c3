"""Challenging words in a browser: confirmed first, shown on the others' open pages, and accessible."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.axe import violations_by_day_and_night
from tests.browser.conftest import PHONE, refresh
from tests.tables import NO_POOL, complete, look, only_words, order, start, state

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def opened(transactional_db, anna, boris):
    """A game in which Anna’s and Boris’s layouts are revealed, and neither is a valid word."""
    now = timezone.now()
    game_id = start(anna, boris, now=now, word_check="challenge", false_challenge=1, leeway=0, **NO_POOL)
    look(game_id, anna, boris, at=now)
    for player in (anna, boris):
        complete(game_id, player, at=now)
    order(game_id, anna, "red", at=now)
    order(game_id, boris, "done", at=now)
    only_words(game_id, "QI")
    return game_id


def challenge(page, word):
    page.get_by_role("link", name=word.lower(), exact=True).click()
    page.locator("#asks").get_by_role("button", name="Challenge").click()


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_a_challenged_word_is_struck_in_the_result(window, signed_in, anna, boris, opened, script):
    word = state(opened).boards[1][0]
    page = signed_in(window(script=script, size=PHONE), anna)
    page.goto(f"/games/{opened}/")
    challenge(page, word)
    expect(
        page.get_by_text(f"You challenged {word}. It isn’t in the word list, so it is struck.").first
    ).to_be_visible()
    expect(page.get_by_role("link", name=word.lower(), exact=True)).to_have_count(0)
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_text("You are done.").first).to_be_visible()
    order(opened, boris, "done", at=timezone.now())
    page.goto(f"/games/{opened}/")
    struck = page.get_by_role("article").filter(has_text="Boris").get_by_text(f"✕ {word.lower()}")
    expect(struck).to_be_visible()


def test_a_challenge_appears_on_an_open_page(window, signed_in, anna, boris, opened):
    word = state(opened).boards[0][0]
    page = signed_in(window(), boris)
    page.goto(f"/games/{opened}/")
    order(opened, anna, f"challenge {word}", at=timezone.now())
    refresh(page)
    expect(page.get_by_text("struck, challenged by Anna")).to_be_visible()


def test_the_layouts_and_the_confirmation_are_accessible(window, signed_in, anna, opened):
    page, found = signed_in(window(size=PHONE), anna), []
    for path in ("", f"challenge/confirm/?field-0={state(opened).boards[1][0]}"):
        page.goto(f"/games/{opened}/{path}")
        found += violations_by_day_and_night(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert found == []
