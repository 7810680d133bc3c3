"""The rules, as read by somebody who followed a link."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_link_to_a_folded_section_opens_it(window):
    page = window()
    page.goto("/")
    expect(page.get_by_text("HMAC-SHA256")).to_have_count(0)
    page.get_by_role("link", name="How to verify the draws").click()
    expect(page.get_by_text("HMAC-SHA256")).to_be_visible()
    expect(page.get_by_text("openapi.json")).to_be_hidden()
