"""A player's page and settings: what others see comes first, each setting is on little more than one screen, and
every change is saved at once."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import commands
from games.players.accounts import account_of
from games.players.models import Player
from games.players.tokens import make_token
from notifications.models import Bounce
from notifications.outgoing.bounces import bounced
from notifications.preferences.choices import Schedule, chosen_by
from tests.browser.axe import violations_by_day_and_night
from tests.browser.conftest import LAPTOP, PHONE, TOUCHED, give_code
from tests.browser.layout_shift import note_shifts
from tests.tables import order, start

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NARROW, WIDE = {"width": 320, "height": 640}, {"width": 1440, "height": 900}
HIGHEST = {
    "/settings/account/": 1200,
    "/settings/notifications/": 1000,
    "/settings/appearance/": 1200,
    "/settings/vacation/": 1200,
    "/settings/api/": 1200,
    "/settings/notifications/channels/": 1200,
}
MOST_CONTROLS = 7  # on the page itself, besides the links to other settings
CONTROLS = "main .stack :is(input, select, textarea, button):visible"
HEIGHT = "document.documentElement.scrollHeight"
IS_TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"


@pytest.fixture
def anna(transactional_db, anna, boris, chloe):
    """Anna, who has played, follows somebody and has an API token, so that no part of a page is empty."""
    now = timezone.now()
    for other in (boris, chloe, boris, chloe):
        order(start(anna, other, now=now), other, "resign", at=now)
    commands.count_finished(now=now)
    make_token(player=anna, name="Board on my kitchen tablet", scope="read", now=now)
    return anna


@pytest.mark.parametrize(("address", "highest"), HIGHEST.items())
def test_a_settings_page_fits_about_one_screen_of_a_phone(window, anna, signed_in, address, highest):
    page = signed_in(window(**TOUCHED), anna)
    page.goto(address)
    assert page.evaluate(HEIGHT) <= highest


@pytest.mark.parametrize("address", HIGHEST)
def test_without_javascript_settings_are_as_short_and_have_a_save_button(window, anna, signed_in, address):
    page = signed_in(window(size=PHONE, script=False), anna)
    page.goto(address)
    assert page.locator("main").bounding_box()["height"] <= HIGHEST[address]
    for form in page.locator("form.at-once").all():
        expect(form.get_by_role("button", name="Save")).to_be_visible()


@pytest.mark.parametrize("address", ["/settings/account/", "/settings/notifications/", "/settings/vacation/"])
def test_few_controls_are_outside_folded_sections(window, anna, signed_in, address):
    page = signed_in(window(size=PHONE), anna)
    page.goto(address)
    assert page.locator(CONTROLS).count() <= MOST_CONTROLS


@pytest.mark.parametrize("size", [NARROW, PHONE, WIDE], ids=["narrow", "phone", "laptop"])
def test_the_settings_are_accessible_and_nothing_shifts(window, anna, boris, signed_in, size):
    page = signed_in(window(size=size), anna)
    note_shifts(page)
    for address in ("/you/", f"/players/{boris.pk}/", *HIGHEST, "/api/v1/docs"):
        page.goto(address)
        assert list(violations_by_day_and_night(page)) == [], address
        assert not page.evaluate(IS_TOO_WIDE), address
        assert page.evaluate("shifts") == [], address


def test_the_public_profile_comes_before_the_settings(window, anna, signed_in):
    page = signed_in(window(size=PHONE), anna)
    page.goto("/you/")
    public, settings = page.locator(".public").bounding_box(), page.locator(".own").bounding_box()
    assert public["y"] < settings["y"]
    expect(page.get_by_role("heading", level=1)).to_have_text("Anna")
    rows = page.locator(".settings-list a")
    expect(rows).to_have_count(5)
    assert all(row.bounding_box()["height"] >= 60 for row in rows.all())
    page.set_viewport_size(WIDE)
    last = rows.last.bounding_box()
    assert last["y"] + last["height"] <= WIDE["height"]


def test_a_change_is_saved_at_once_and_confirmed_beside_its_label(window, anna, signed_in):
    page = signed_in(window(**TOUCHED), anna)
    page.goto("/settings/account/")
    name = page.get_by_label("Name")
    name.fill("Anna Livia")
    name.blur()
    saved = page.get_by_role("status").filter(has_text="Saved")
    expect(saved).to_be_visible()
    label = page.locator("label", has_text="Name").bounding_box()
    assert abs(saved.bounding_box()["y"] - label["y"]) < label["height"]
    assert Player.objects.get(pk=anna.pk).name == "Anna Livia"
    name.fill("<Anna>")
    name.blur()
    expect(page.locator(".errorlist")).to_contain_text("A name can’t contain")
    expect(page.get_by_label("Name")).to_be_focused()
    assert Player.objects.get(pk=anna.pk).name == "Anna Livia"


def test_another_language_applies_at_once(window, anna, signed_in):
    page = signed_in(window(), anna)
    page.goto("/settings/account/")
    page.get_by_label("Language").select_option("fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")


def test_a_theme_is_shown_before_it_is_saved(window, anna, signed_in):
    page = signed_in(window(**TOUCHED), anna)
    page.goto("/settings/appearance/")
    page.route("**/settings/appearance/", lambda _route: None)  # an answer that never comes
    page.get_by_text("Sand").tap()
    assert page.evaluate("document.documentElement.dataset.ground") == "sand"


def test_the_email_schedule_can_be_chosen_with_the_keyboard(window, anna, signed_in):
    page = signed_in(window(size=LAPTOP), anna)
    page.goto("/settings/notifications/")
    page.get_by_label("Every turn").focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("status").filter(has_text="Saved")).to_be_visible()
    assert chosen_by(anna).schedule == Schedule.ONCE_A_DAY
    page.locator("summary", has_text="Each kind of email").click()
    page.get_by_role("radio", name="Chat messages Off").check()
    page.get_by_role("button", name="Save choices").click()
    expect(page.get_by_text("1 changed")).to_be_visible()
    expect(page.get_by_label("Once a day")).to_be_checked()
    page.locator("summary", has_text="Each kind of email").click()
    page.get_by_role("button", name="Reset").click()
    expect(page.get_by_text("1 changed")).to_be_hidden()


def test_all_emails_can_be_stopped_and_restarted_without_javascript(window, anna, signed_in):
    page = signed_in(window(size=PHONE, script=False), anna)
    page.goto("/settings/notifications/")
    page.locator("summary", has_text="Stop all emails").click()
    page.get_by_role("button", name="Stop all emails except last warnings").click()
    assert chosen_by(anna).is_stopped
    page.get_by_role("button", name="Email me again").click()
    assert not chosen_by(anna).is_stopped


def test_a_failing_address_is_shown_and_reset_with_one_button(window, anna, signed_in):
    bounced(how=Bounce.HARD, address=anna.email, now=timezone.now())
    page = signed_in(window(**TOUCHED), Player.objects.get(pk=anna.pk))
    page.goto("/you/")
    page.get_by_role("link", name="Check your email settings").tap()
    page.get_by_role("button", name="My address works again").tap()
    expect(page.get_by_text("We’ll email you again")).to_be_visible()
    assert Player.objects.get(pk=anna.pk).mail_fails_since is None


def test_the_api_documentation_can_be_read_on_a_phone(window, anna, signed_in):
    page = signed_in(window(**TOUCHED), anna)
    page.goto("/you/")
    page.get_by_role("link", name="API and devices").tap()
    page.get_by_role("link", name="Read the API documentation").tap()
    page.get_by_text("Create a game", exact=True).tap()
    expect(page.get_by_text("curl -X POST").first).to_be_visible()
    assert not page.evaluate(IS_TOO_WIDE)


def test_a_qr_code_is_dark_on_light_in_dark_mode(window, anna):
    account_of(anna.email, name="Anna")  # the address is verified
    page = window(size=PHONE, color_scheme="dark")
    page.goto("/accounts/login/?next=/accounts/2fa/totp/activate/")
    page.get_by_label("Email").fill(anna.email)
    page.get_by_role("button", name="Send me a code").click()
    give_code(page)
    code = page.locator("#content img")
    assert code.evaluate("one => getComputedStyle(one).backgroundColor") == "rgb(255, 255, 255)"


def test_the_current_tab_is_in_view_in_a_row_wider_than_the_phone(window, transactional_db):
    page = window(size=PHONE)
    page.goto("/statistics/")
    box = page.locator(".tabs [aria-current]").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
