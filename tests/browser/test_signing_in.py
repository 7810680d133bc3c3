"""Signing in with a code that comes by email; there is no password."""

import pytest
from playwright.sync_api import expect

from games.players.accounts import account_of
from tests.browser.conftest import PHONE, give_code

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_signing_in_with_a_code_returns_to_the_previous_page(window, transactional_db, live_server, anna, mailoutbox):
    account_of(anna.email, name="Anna")  # the address is verified
    page = window(script=False, size=PHONE)
    page.goto("/accounts/login/?next=/you/")
    page.get_by_label("Email").fill(anna.email)
    page.get_by_role("button", name="Send me a code").click()
    page.get_by_label("Code").fill("WRONG1")
    page.get_by_role("button", name="Continue").click()
    expect(page.locator(".errorlist")).to_be_visible()
    give_code(page)
    expect(page).to_have_url(f"{live_server.url}/you/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Anna")


def test_an_unknown_address_gets_the_same_page_and_an_explaining_email(window, transactional_db, mailoutbox):
    page = window()
    page.goto("/accounts/login/")
    page.get_by_label("Email").fill("nobody@example.org")
    page.get_by_role("button", name="Send me a code").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your code")
    assert ", but there is no account with this address. If it was you, create one here:" in mailoutbox[-1].body
