"""A real browser against a real server: a window for each player, and what goes wrong in any of them fails the test."""

import os
import re
import shutil

import pytest
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.test import Client
from playwright.sync_api import sync_playwright

from tests.notifications.push_service import phone, receiver, tablet, vapid_key  # noqa: F401
from tests.positions import just_now
from tests.tables import start

PHONE, LAPTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
TOUCHED = {"size": PHONE, "has_touch": True, "is_mobile": True}

os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # the browser's driver runs a loop in the thread of the test


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"),
            args=["--no-sandbox", "--disable-dev-shm-usage"],
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def screenshot():
    """Leaves a picture of a page in `var/screenshots`, from where CI can take it; gives its path."""
    folder = settings.VAR_DIR / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)

    def take(page, name):
        path = folder / f"{name}.png"
        page.screenshot(path=path)
        return path

    return take


@pytest.fixture
def window(chromium, live_server):
    """Opens windows, each a browser of its own; `window(script=False)` is one without JavaScript, `window(**TOUCHED)` a phone."""
    opened, complaints = [], []
    cache.clear()  # sign-ups are counted there

    def open_window(*, script=True, size=LAPTOP, **device):
        context = chromium.new_context(
            viewport=size, java_script_enabled=script, base_url=live_server.url, reduced_motion="reduce", **device
        )
        context.set_default_timeout(10_000)
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
    """A refused order is answered with 409 or 422, one of somebody who is signed out with 401 or 403, and a test may cut the line: the console reports both as errors. What a page asks by itself gives way to an act."""
    return said.type == "error" and not re.search(
        r"status of 4(01|03|04|09|22)|net::ERR_(INTERNET|FAILED)|^htmx:(afterRequest|sendAbort)", said.text
    )


def sign_up(page, name):
    """A newcomer makes an account with the code that comes by mail."""
    page.goto("/accounts/signup/")
    page.get_by_label("Email").fill(f"{name.lower()}@example.org")
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Send me a code").click()
    give_code(page)


def give_code(page):
    page.get_by_label("Code").fill(mail.outbox[-1].body.split("\n\n")[1])
    page.get_by_role("button", name="Continue").click()


def open_drawer(page, name):
    """By its address, as a link of the page does. Without script the page comes anew."""
    page.goto(f"{page.url.partition('#')[0]}#{name}")
    return page.locator(f"#{name}")


def close_drawer(page):
    page.goto(f"{page.url.partition('#')[0]}#content")


def write_layout(page, text):
    """Into the text box, which is in a drawer of its own. With script the board has it at once."""
    open_drawer(page, "edit")
    page.get_by_label("Your layout as text").fill(text)
    if page.locator(".arranging").count():
        close_drawer(page)


def submit_layout(page):
    """By the button that is there: it is another one where the light could be asked for as well."""
    page.wait_for_function("""() => {
        const all = [...document.querySelectorAll("#submit, #submit-only")];
        const button = all.find((one) => one.checkVisibility() && one.ariaDisabled !== "true");
        button?.click();
        return Boolean(button);
    }""")


@pytest.fixture
def game_id(transactional_db, anna, boris):
    """Anna's and Boris's game, dealt and not looked at; a light comes as soon as all have looked."""
    return start(anna, boris, now=just_now(), leeway=0)


@pytest.fixture
def signed_in():
    """Signs a window in as somebody of the cast, as if they had given their code."""

    def sign_in(page, player):
        client = Client()  # one for each, as the next to sign in would end the session of the one before
        client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
        page.context.add_cookies(
            [{"name": "sessionid", "value": client.cookies["sessionid"].value, "domain": "localhost", "path": "/"}]
        )
        return page

    return sign_in
