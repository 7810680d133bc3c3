"""When a game's open page polls for changes: rarely by default, and at once when there may be news."""

from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import commands
from tests.positions import just_now
from tests.tables import ask, complete, look, start

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

AN_HOUR_OF_EVERY_20_SECONDS = 180


@pytest.fixture
def opened(window, anna, signed_in):
    """Return a function that opens the page of a game for Anna, with its clock stopped."""

    def open_at(game_id):
        page = signed_in(window(), anna)
        page.clock.install(time=timezone.now())
        page.clock.pause_at(timezone.now() + timedelta(seconds=2))
        page.goto(f"/games/{game_id}/")
        page.wait_for_load_state("networkidle")
        return page

    return open_at


def questions_of(page):
    """Return a list that collects the page's requests from now on."""
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "hx-request" in request.headers else None)
    return asked


@contextmanager
def asks(page, game_id):
    """Expect the page to request its changing part within this block, and wait for the answer."""
    with page.expect_request_finished(lambda request: request.url.endswith(f"/games/{game_id}/")):
        yield
    expect(page.locator(".htmx-request")).to_have_count(0)


def test_without_a_near_deadline_it_polls_far_less_often(opened, anna, boris):
    page = opened(start(anna, boris, now=just_now()))
    asked = questions_of(page)
    for _ in range(60):
        page.clock.run_for(20_000)
        while page.evaluate("fetch('/robots.txt').then(() => !!document.querySelector('.htmx-request'))"):
            pass  # a request that is under way would stop the next one
    assert 9 <= len(asked) <= 10
    assert 3 * len(asked) <= AN_HOUR_OF_EVERY_20_SECONDS / 4


def test_it_refreshes_at_once_when_focused_again(opened, anna, boris):
    game_id = start(anna, boris, now=just_now())
    page = opened(game_id)
    commands.say(game_id=game_id, player=boris, text="Hello there", now=timezone.now())
    with asks(page, game_id):
        page.evaluate("dispatchEvent(new Event('focus'))")
    expect(page.locator("#lines")).to_contain_text("Hello there")


def test_it_refreshes_at_once_on_a_push_message(opened, anna, boris):
    game_id = start(anna, boris, now=just_now())
    page = opened(game_id)
    with asks(page, game_id):
        page.evaluate("navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: 'pushed' }))")


def test_it_refreshes_within_20_seconds_of_activity(opened, anna, boris):
    game_id = start(anna, boris, now=just_now())
    look(game_id, anna, at=just_now())
    page = opened(game_id)
    page.keyboard.press("Shift")
    with asks(page, game_id):
        page.clock.run_for(20_000)


def test_it_polls_every_20_seconds_in_the_last_hour_of_a_clock(opened, anna, boris):
    now = just_now()
    game_id = start(anna, boris, now=now, leeway=1800)
    look(game_id, anna, boris, at=now)
    ask(game_id, boris, at=now)
    complete(game_id, anna, at=now)
    page = opened(game_id)
    for _ in range(3):
        with asks(page, game_id):
            page.clock.run_for(20_000)


def test_it_refreshes_when_something_is_due(opened, anna, boris):
    now = just_now()
    game_id = start(anna, boris, now=now)
    page = opened(game_id)
    asked = questions_of(page)
    page.evaluate("document.getElementById('live').dataset.next = new Date(Date.now() + 5000).toISOString()")
    page.clock.run_for(4000)
    assert not asked
    with asks(page, game_id):
        page.clock.run_for(2000)
