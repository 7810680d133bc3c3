"""The start page in a real browser: it updates, a key opens the next game, and it is readable offline."""

import json
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Game
from games.rules.daily import day_of
from tests.browser.axe import violations_by_day_and_night
from tests.browser.conftest import LAPTOP, PHONE, TOUCHED, refresh
from tests.puzzles import lay_puzzle
from tests.tables import look, make_table, order, start

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
STATIC = Path(settings.BASE_DIR) / "games" / "web" / "static"
ICON_TOPS = "[...document.querySelectorAll('.bottom svg')].map((icon) => icon.getBoundingClientRect().top)"


@pytest.fixture
def two_games(transactional_db, anna, boris, chloe):
    now = timezone.now()
    return [start(anna, boris, now=now, see_within=3600), start(anna, chloe, now=now, see_within=7200)]


def test_title_icon_and_header_follow_changes_in_games(window, two_games, anna, signed_in):
    page = signed_in(window(), anna)
    page.goto("/")
    expect(page).to_have_title("(2) Your games · Lexicon")
    page.locator(f"#game-{two_games[1]}").focus()
    look(two_games[0], anna, at=timezone.now())
    refresh(page, "#games")
    expect(page).to_have_title("(1) Your games · Lexicon")
    expect(page.locator("link#icon")).to_have_attribute("href", "/icon-1.svg")
    expect(page.get_by_role("link", name="Next game")).to_contain_text("1 waiting for you")
    expect(page.locator(f"#game-{two_games[1]}")).to_be_focused()


def test_the_next_game_can_be_reached_from_any_page(window, two_games, anna, signed_in, live_server):
    page = signed_in(window(), anna)
    page.goto("/rules/")
    for game_id in two_games:
        link = page.get_by_role("link", name="Next game")
        assert link.get_attribute("accesskey") == "n"  # the browser's own key, which the driver can't press
        link.click()
        expect(page).to_have_url(f"{live_server.url}/games/{game_id}/")


def test_an_invitation_can_be_accepted_with_one_button(window, transactional_db, anna, boris, signed_in, live_server):
    game_id = make_table(anna, seats=2, listed=False, invite=[boris.email], now=timezone.now())
    page = signed_in(window(**TOUCHED), boris)
    page.goto("/")
    page.get_by_role("button", name="Accept").tap()
    expect(page).to_have_url(f"{live_server.url}/games/{game_id}/")
    assert Game.objects.get(pk=game_id).phase == Game.Phase.PLAYING


@pytest.mark.parametrize(
    "size", [{"width": 320, "height": 640}, PHONE, {"width": 1440, "height": 900}], ids=["320", "phone", "laptop"]
)
def test_home_and_together_fit_their_window_and_are_accessible(window, two_games, anna, boris, signed_in, size):
    now = timezone.now()
    make_table(boris, seats=2, listed=False, invite=[anna.email], now=now)
    order(start(anna, boris, now=now), boris, "resign", at=now)
    lay_puzzle(day_of(now))
    page = signed_in(window(size=size), anna)
    for path in ("/", "/together/"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
        assert list(violations_by_day_and_night(page, rules=None)) == []


def test_the_five_main_links_are_visible_on_a_phone_and_a_laptop(window, two_games, anna, signed_in, live_server):
    page = signed_in(window(**TOUCHED), anna)
    page.goto("/")
    for size in (PHONE, LAPTOP):
        page.set_viewport_size(size)
        own = "You" if size == PHONE else "Anna"
        bar = page.locator("nav.bottom" if size == PHONE else "nav[aria-label=Main]")
        for place in ("Play", "Today", "Explore", "Together", own):
            expect(bar.get_by_role("link", name=place, exact=True)).to_be_visible()


def test_icons_of_the_bottom_bar_stay_in_place_while_their_labels_load(window, anna, signed_in):
    page = signed_in(window(size=PHONE), anna)
    page.goto("/")
    tops = page.evaluate(ICON_TOPS)
    page.evaluate("document.querySelectorAll('.bottom a').forEach((link) => link.lastChild.remove())")
    assert page.evaluate(ICON_TOPS) == tops


def test_typing_an_n_does_not_navigate(window, two_games, anna, signed_in, live_server):
    page = signed_in(window(), anna)
    page.goto("/settings/account/")
    page.get_by_label("Name").fill("")
    page.keyboard.type("Nina n")
    expect(page.get_by_label("Name")).to_have_value("Nina n")
    page.keyboard.press("Tab")
    page.keyboard.press("n")
    expect(page).to_have_url(f"{live_server.url}/settings/account/")


def test_the_headers_text_for_a_guest_fits_its_buttons_on_a_phone(window):
    page = window(size=PHONE)
    page.goto("/")
    page.get_by_role("button", name="Play a robot").click()
    page.goto("/")
    expect(page.get_by_role("link", name="Next game")).to_be_visible()
    assert page.locator(".top .button").evaluate_all("all => all.map((one) => one.scrollWidth <= one.clientWidth)") == [
        True,
        True,
    ]
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_the_header_fits_a_narrow_phone(window, two_games, anna, signed_in):
    page = signed_in(window(size={"width": 320, "height": 640}), anna)
    page.goto("/")
    assert page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.fixture
def installed(window, two_games, anna, signed_in):
    """Anna's page controlled by the service worker, after she has visited all her pages."""
    page = signed_in(window(), anna)
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    for address in (f"/games/{two_games[0]}/", "/you/", "/"):
        page.goto(address)
    expect(page.get_by_role("heading", name="Your move")).to_be_visible()
    return page


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_without_a_connection_an_offline_page_is_shown(installed, two_games, size):
    installed.set_viewport_size(size)
    installed.context.set_offline(True)
    installed.goto(f"/games/{two_games[0]}/")
    expect(installed.get_by_role("heading", name="No connection")).to_be_visible()
    expect(installed.locator("body")).to_have_css("margin", "0px")  # its styles are included
    installed.context.set_offline(False)
    installed.get_by_role("link", name="Try again").click()
    expect(installed.get_by_role("heading", name="Your move")).to_be_visible()


def test_nothing_private_is_cached_for_offline_use(installed, anna):
    kept = installed.evaluate(
        """async () => {
          const pages = {};
          for (const name of await caches.keys())
            for (const request of await (await caches.open(name)).keys())
              pages[new URL(request.url).pathname] = await (await caches.match(request)).text();
          return pages;
        }"""
    )
    assert set(kept) == {"/offline/", "/static/css/lexicon.css"}
    for private in (anna.name, anna.email, "Boris", "csrf"):
        assert private not in kept["/offline/"]


def test_the_manifest_and_its_icons_are_served(window, two_games, anna, signed_in):
    page = signed_in(window(), anna)
    page.goto("/")
    address = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = page.request.get(address)
    assert manifest.ok
    assert "manifest+json" in manifest.headers["content-type"]
    for icon in manifest.json()["icons"]:
        assert page.request.get(f"/static/{icon['src']}").ok, icon


def test_the_apps_colours_match_the_pages():
    manifest = json.loads((STATIC / "manifest.webmanifest").read_text())
    look = (STATIC / "css" / "lexicon.css").read_text()
    assert f"--page: light-dark({manifest['background_color']}," in look
    assert f"--panel: light-dark({manifest['theme_color']}," in look


def test_a_game_page_requests_neither_manifest_nor_service_worker(window, two_games, anna, signed_in):
    page = signed_in(window(), anna)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"/games/{two_games[0]}/")
    page.wait_for_load_state("networkidle")
    assert [url for url in asked if "manifest" in url or "service-worker" in url or "icons/" in url] == []
