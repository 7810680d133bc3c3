"""A real browser with a real server: a window for each player; errors in any window fail the test."""

import os
import re
import shutil

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from playwright.sync_api import Error, expect, sync_playwright

from tests.codes import latest_code
from tests.notifications.push_service import phone, receiver, tablet, vapid_key  # noqa: F401
from tests.positions import just_now
from tests.tables import start

PHONE, LAPTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
TOUCHED = {"size": PHONE, "has_touch": True, "is_mobile": True}

PATIENCE = 10_000  # milliseconds until an action or an expectation fails: a busy machine is slow
expect.set_options(timeout=PATIENCE)

os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # the browser's driver runs an event loop in the test's thread


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"),
            args=[
                "--no-sandbox",
                "--disable-dev-shm-usage",
                "--renderer-process-limit=1",  # in each window; otherwise its empty first page has a process of its own
            ],
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def screenshot():
    """Return a function that saves a screenshot in `var/screenshots`, where CI collects it, and returns its path."""
    folder = settings.VAR_DIR / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)

    def take(page, name):
        path = folder / f"{name}.png"
        try:
            page.screenshot(path=path)
        except Error:  # on a busy machine Chromium has sometimes drawn no frame yet
            page.screenshot(path=path)
        return path

    return take


@pytest.fixture
def window(chromium, live_server):
    """Return a function that opens windows, each with its own storage; `window(script=False)` has no JavaScript,
    `window(**TOUCHED)` is a phone."""
    opened, complaints = [], []
    cache.clear()  # it counts sign-ups

    def open_window(*, script=True, size=LAPTOP, **device):
        context = chromium.new_context(
            viewport=size, java_script_enabled=script, base_url=live_server.url, reduced_motion="reduce", **device
        )
        context.set_default_timeout(PATIENCE)
        opened.append(context)
        page = context.new_page()
        page.on("console", lambda said: complaints.append(said.text) if _is_our_fault(said) else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield open_window
    for context in opened:
        context.close()
    assert complaints == []


def _is_our_fault(said):
    """Return True for a console error that is not expected. Refused orders (409, 422), signed-out requests (401,
    403) and connections cut by a test are reported as errors too, as are a page's own requests that a player's action
    aborts."""
    return said.type == "error" and not re.search(
        r"status of 4(01|03|04|09|22)|net::ERR_(INTERNET|FAILED)|^htmx:(afterRequest|sendAbort)", said.text
    )


def sign_up(page, name):
    """Create an account with the code that comes by email."""
    page.goto("/accounts/signup/")
    page.get_by_label("Email").fill(f"{name.lower()}@example.org")
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Send me a code").click()
    give_code(page)


def give_code(page):
    box = page.get_by_label("Code")
    box.wait_for()
    box.fill(latest_code())
    page.get_by_role("button", name="Continue").click()


def is_at_rest(page):
    """Wait until no htmx request or change is in progress."""
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)


def refresh(page, part="#live"):
    """Reload `part` of the page and wait until it has arrived. Start once the page is at rest, as it sends no request
    before."""
    is_at_rest(page)
    page.evaluate(
        """(part) => new Promise((settled) => {
            document.body.addEventListener(
                "htmx:afterRequest",
                ({ detail }) => {
                    if (detail.xhr.status !== 200) settled();
                    else document.body.addEventListener("htmx:afterSettle", () => setTimeout(settled), { once: true });
                },
                { once: true },
            );
            htmx.trigger(part, "refresh");
        })""",
        part,
    )


def open_drawer(page, name):
    """Open a drawer by its address, like a link on the page. Without script the page is loaded again."""
    page.goto(f"{page.url.partition('#')[0]}#{name}")
    return page.locator(f"#{name}")


def close_drawer(page):
    page.goto(f"{page.url.partition('#')[0]}#content")


def write_layout(page, text):
    """Write into the text box, which is in its own drawer. With script the board updates at once."""
    open_drawer(page, "edit")
    page.get_by_label("Your layout as text").fill(text)
    if page.locator(".arranging").count():
        close_drawer(page)


def submit_layout(page):
    """Press the visible submit button; it is a different one when a light can be requested as well."""
    submit = page.locator("#submit, #submit-only").and_(page.locator(":not([aria-disabled=true])"))
    submit.filter(visible=True).first.evaluate("(button) => button.click()")


@pytest.fixture
def game_id(transactional_db, anna, boris):
    """Anna's and Boris's game, dealt but not looked at yet; a light comes as soon as everyone has looked."""
    return start(anna, boris, now=just_now(), leeway=0)


@pytest.fixture
def signed_in():
    """Return a function that signs a window in as one of the players, without a code."""

    def sign_in(page, player):
        client = Client()  # one for each, as signing in with the same one would end the previous session
        client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
        page.context.add_cookies(
            [{"name": "sessionid", "value": client.cookies["sessionid"].value, "domain": "localhost", "path": "/"}]
        )
        return page

    return sign_in
