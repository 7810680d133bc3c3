"""A live game: its clocks count down, and events appear at once."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import commands
from games.rules.crossing.options import PACES
from tests.browser.conftest import PHONE, refresh
from tests.tables import NO_POOL, ask, complete, look, order, start

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LIVE = PACES["live"]
CLOCK = "#live time[data-countdown]"


@pytest.fixture
def in_grace(transactional_db, anna, boris):
    """A live game in which Boris has called the red light and Anna has a minute."""
    now = timezone.now()
    game_id = start(anna, boris, now=now, **NO_POOL, **LIVE)
    look(game_id, anna, at=now)
    ask(game_id, boris, at=now)
    return game_id


def at_a_table(page, game_id, *, motion="no-preference"):
    """Open the page with its clocks stopped until the test moves them; return a list that collects its requests."""
    asked = []
    page.emulate_media(reduced_motion=motion)
    page.on("request", lambda request: asked.append(request.url) if "hx-request" in request.headers else None)
    page.clock.install(time=timezone.now())
    page.clock.pause_at(timezone.now() + timedelta(seconds=2))
    page.goto(f"/games/{game_id}/")
    return asked


def without_questions(page):
    """Stop the page's polling, keeping requests that aren't triggered by time."""
    page.evaluate("document.getElementById('live').setAttribute('hx-trigger', 'refresh'); htmx.process(document.body)")


def seconds(page):
    minutes, rest = page.locator(CLOCK).first.text_content().split(":")
    return int(minutes) * 60 + int(rest)


def test_a_clock_counts_down_in_seconds_on_the_page_and_in_its_title(window, in_grace, anna, signed_in):
    page = signed_in(window(), anna)
    at_a_table(page, in_grace)
    without_questions(page)
    page.clock.run_for(1000)
    before = seconds(page)
    page.clock.run_for(2000)
    assert seconds(page) == before - 2
    expect(page).to_have_title(f"{page.locator(CLOCK).first.text_content()} · Anna and Boris · Lexicon")


def test_with_reduced_motion_the_clock_counts_down_in_tens(window, in_grace, anna, signed_in):
    page = signed_in(window(), anna)
    at_a_table(page, in_grace, motion="reduce")
    without_questions(page)
    shown = set()
    for _ in range(12):
        page.clock.run_for(1000)
        shown.add(seconds(page))
    assert all(each % 10 == 0 for each in shown)
    assert len(shown) <= 3


def test_clocks_are_not_announced_automatically(window, in_grace, anna, signed_in):
    page = signed_in(window(), anna)
    at_a_table(page, in_grace)
    assert page.locator(CLOCK).count() >= 1
    assert page.locator(f"[aria-live] {CLOCK}, [role=status] {CLOCK}, [role=alert] {CLOCK}").count() == 0


def test_the_page_refreshes_as_soon_as_a_clock_ends(window, in_grace, anna, signed_in):
    page = signed_in(window(), anna)
    asked = at_a_table(page, in_grace)
    without_questions(page)
    page.clock.run_for(10_000)
    assert asked == []
    page.evaluate("document.querySelector('time[data-countdown]').dateTime = new Date(Date.now() + 3000).toISOString()")
    page.clock.run_for(2000)
    assert asked == []
    with page.expect_response(lambda response: response.url.endswith(f"/games/{in_grace}/")):
        page.clock.run_for(2000)


def test_without_javascript_the_time_from_the_server_is_shown(window, in_grace, anna, signed_in):
    page = signed_in(window(script=False), anna)
    page.goto(f"/games/{in_grace}/")
    assert 0 < seconds(page) <= 60


def test_a_light_appears_within_seconds_and_in_the_title(window, anna, boris, signed_in):
    now = timezone.now()
    game_id = start(anna, boris, now=now, **LIVE)
    look(game_id, anna, boris, at=now)
    complete(game_id, boris, at=now)
    page = signed_in(window(size=PHONE), anna)
    at_a_table(page, game_id)
    expect(page).to_have_title(re.compile(r"^\d+:\d\d · Anna and Boris · Lexicon$"))  # until a light comes by itself
    order(game_id, boris, "green", at=now)
    with page.expect_response(lambda response: response.url.endswith(f"/games/{game_id}/")):
        page.clock.run_for(4000)
    expect(page.get_by_text("1 tile is face down")).to_be_visible()
    page.clock.run_for(1000)
    expect(page).to_have_title("1 new tile · Anna and Boris · Lexicon")


def test_an_open_drawer_of_layouts_says_when_they_are_hidden_again(window, anna, boris, signed_in):
    now = timezone.now()
    game_id = start(anna, boris, now=now, leeway=0, word_check="challenge", challenge_lights=True)
    look(game_id, anna, boris, at=now)
    complete(game_id, boris, at=now)
    order(game_id, boris, "green", at=now + timedelta(minutes=1))
    page = signed_in(window(size=PHONE), anna)
    page.goto(f"/games/{game_id}/#layouts")
    drawer = page.locator("#layouts")
    expect(drawer.get_by_role("heading", name="The layout that got the last light")).to_be_visible()
    expect(drawer.locator(".nothing")).to_be_hidden()
    look(game_id, anna, boris, at=now + timedelta(minutes=1))
    commands.apply_due(game_id=game_id, now=now + timedelta(minutes=2))  # the leeway is over
    refresh(page)
    expect(drawer.get_by_role("heading")).to_have_count(0)
    expect(drawer.get_by_text("No layout is revealed at the moment.")).to_be_visible()


def test_a_row_of_layouts_keeps_its_scroll_position(window, anna, boris, chloe, signed_in):
    now = timezone.now()
    game_id = start(anna, boris, chloe, now=now, layouts_visible="always")
    look(game_id, anna, boris, chloe, at=now)
    complete(game_id, boris, at=now)
    page = signed_in(window(size=PHONE), anna)
    page.goto(f"/games/{game_id}/#layouts")
    page.locator("#others .results").evaluate("row => { row.scrollLeft = 120 }")
    before = page.locator("#others .results").evaluate("row => row.scrollLeft")
    complete(game_id, chloe, at=now)
    refresh(page)
    expect(page.locator("#others .board")).to_have_count(2)
    assert page.locator("#others .results").evaluate("row => row.scrollLeft") == before > 0
