"""Other languages in a real browser: longer words fit, axe finds nothing, and the board's texts are translated too."""

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.conftest import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


TRANSLATED = pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES if code != "en"])


def reads(player, language):
    """Set the player's language."""
    player.language = language
    player.save()


@TRANSLATED
def test_translated_pages_fit_a_phone_and_are_accessible(window, game_id, anna, signed_in, language):
    reads(anna, language)
    page = signed_in(window(size=PHONE), anna)
    found = []
    for path in (
        "/",
        "/games/new/",
        f"/games/{game_id}/",
        "/rules/",
        "/you/",
        f"/games/{game_id}/resign/confirm/",
    ):
        page.goto(path)
        assert page.evaluate("document.documentElement.lang") == language
        found += [(path, each["id"]) for each in violations(page, rules=None) if "best-practice" not in each["tags"]]
        found += [(path, "wider than the phone")] if page.evaluate(TOO_WIDE) > 0 else []
    assert found == []


@TRANSLATED
def test_the_email_choices_fit_a_phone(window, game_id, anna, signed_in, language):
    reads(anna, language)
    page = signed_in(window(size=PHONE), anna)
    page.goto(f"/games/{game_id}/mail/")
    table = page.locator(".kinds")
    assert table.locator("tbody th").first.bounding_box()["width"] > 280
    assert table.evaluate(
        "one => one.getBoundingClientRect().right <= one.closest('.panel').getBoundingClientRect().right"
    )


@TRANSLATED
def test_the_bottom_navigation_stays_on_one_line(window, transactional_db, language):
    page = window(size=PHONE)
    page.set_extra_http_headers({"Accept-Language": language})
    page.goto("/")
    places = page.locator("nav.bottom a")
    assert len({round(place.bounding_box()["height"]) for place in places.all()}) == 1


def test_the_board_is_in_french(window, game_id, anna, signed_in):
    reads(anna, "fr")
    page = signed_in(window(), anna)
    page.goto(f"/games/{game_id}/")
    expect(page.get_by_role("region", name="Votre grille").first).to_be_visible()
    expect(page.get_by_role("button", name="Annuler", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="Joueurs")).to_be_visible()


def test_a_visitors_language_follows_the_browser(window, transactional_db):
    page = window(size=PHONE)
    page.set_extra_http_headers({"Accept-Language": "fr"})
    page.goto("/")
    expect(page.get_by_role("banner").get_by_role("link", name="Se connecter")).to_be_visible()
    assert page.evaluate(TOO_WIDE) == 0
    assert violations(page) == []
