"""The documentation in a browser, from a plain folder: on a phone and a laptop, in light and dark mode."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from tests.browser.axe import violations_by_day_and_night
from tests.browser.conftest import LAPTOP, PHONE
from tests.built_docs import built  # noqa: F401

pytestmark = pytest.mark.browser

PAGES = (
    "index.html",
    "settings.html",
    "performance.html",
    "api/reference.html",
    "api/client.html",
    "players/house-rules.html",
)


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *said):
        pass


@pytest.fixture(scope="module")
def site(built):  # noqa: F811
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=built)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture
def page(chromium, site):
    context = chromium.new_context(viewport=LAPTOP, base_url=site, reduced_motion="reduce")
    asked = []
    context.on("request", lambda request: asked.append(request.url))
    yield context.new_page()
    context.close()
    assert [url for url in asked if not url.startswith((site, "data:", "blob:"))] == []


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_pages_are_accessible_and_do_not_scroll_sideways(page, size):
    page.set_viewport_size(size)
    for address in PAGES:
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") == size["width"], address
        assert list(violations_by_day_and_night(page)) == [], address


def test_the_search_finds_a_setting(page):
    page.goto("index.html")
    page.get_by_role("textbox", name="Search").fill("WEB_CONCURRENCY")
    page.locator(".md-search-result__item a", has_text="Settings").first.click()
    page.wait_for_url("**/settings.html*")
