"""A new game in a browser: two steps, by touch, by keyboard and without script."""

import pytest
from playwright.sync_api import expect

from games.models import Game
from tests.browser.axe import violations_by_day_and_night
from tests.browser.conftest import LAPTOP, PHONE, TOUCHED
from tests.substitutes import acquainted

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

STEPS = (
    "/games/new/",
    "/games/new/?kind=crossing",
    "/games/new/?kind=handshake",
    "/games/new/?kind=crossing&who=robot",
)
NAVIGATION = 60  # the bar at the bottom of a phone
WORDS = """() => {
  document.querySelectorAll("#settings, option:not(:checked)").forEach((one) => one.remove());
  return document.querySelector("main").innerText.split(/\\s+/).length;
}"""


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_a_game_is_created_in_two_steps(window, anna, signed_in, script):
    page = signed_in(window(size=PHONE, script=script), anna)
    page.goto("/games/new/")
    page.get_by_label("Crosslet").check()
    page.get_by_label("Invitations by email").fill("emil@example.org")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.get_by_text("Step 2 of 2 · Crosslet with emil@example.org")).to_be_visible()
    page.locator("[name=preset][value=leisurely]").check()
    page.get_by_role("button", name="Create game and invite 1").click()
    page.wait_for_url("**/games/*/")
    game = Game.objects.get()
    assert (game.kind, game.options["move_within"], game.invitations.count()) == ("crosslet", 7 * 86400, 1)


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_known_players_can_be_invited_with_a_tap(window, anna, boris, signed_in, script):
    acquainted(anna, boris)
    page = signed_in(window(script=script, **TOUCHED), anna)
    page.goto("/games/new/")
    page.get_by_text("Boris", exact=True).tap()
    expect(page.get_by_label("Boris", exact=True)).to_be_checked()
    page.get_by_role("button", name="Next", exact=True).tap()
    expect(page.get_by_text("Step 2 of 2 · Lexicon Crossing with Boris")).to_be_visible()


def test_the_steps_can_be_completed_with_the_keyboard(window, anna, signed_in):
    page = signed_in(window(), anna)
    page.goto("/games/new/")
    page.locator("[name=kind][value=crossing]").focus()
    for key in ("ArrowRight", "Tab", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_text("Step 2 of 2 · Crosslet")).to_be_visible()
    page.locator("[name=preset][value=daily]").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/games/*/")
    game = Game.objects.get()
    assert (game.kind, game.listed) == ("crosslet", True)


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_a_pattern_can_be_chosen_by_its_picture(window, anna, signed_in, script):
    page = signed_in(window(size=PHONE, script=script), anna)
    page.goto("/games/new/?kind=lynx")
    page.get_by_text("More settings").click()
    page.locator("summary").filter(has=page.get_by_text("Settings", exact=True)).click()
    if script:
        expect(page.locator(".pictures:visible label")).to_have_count(7)
        page.get_by_label("Size", exact=True).select_option("9")
        page.get_by_label("9b", exact=True).check()
        page.get_by_label("Size", exact=True).select_option("7")
        expect(page.get_by_label("any pattern of this size")).to_be_checked()
        expect(page.get_by_label("Pattern (custom)")).to_be_hidden()
        page.get_by_label("Size", exact=True).select_option("9")
    sizes = page.locator(".pictures:visible label").evaluate_all("all => all.map((one) => one.offsetHeight)")
    assert min(sizes) >= 44
    page.get_by_label("9c", exact=True).check()
    page.get_by_role("button", name="Create game", exact=True).click()
    page.wait_for_url("**/games/*/")
    assert Game.objects.get().options["pattern"] == "9c"


@pytest.mark.parametrize("path", STEPS)
def test_a_step_has_at_most_200_words_and_one_main_button(window, anna, signed_in, path):
    page = signed_in(window(size=PHONE), anna)
    page.goto(path)
    assert page.evaluate(WORDS) <= 200
    expect(page.locator("main .button.main")).to_have_count(1)
    button = page.locator("main .button.main").bounding_box()
    assert button["y"] + button["height"] <= PHONE["height"] - NAVIGATION


@pytest.mark.parametrize("size", [{"width": 320, "height": 640}, LAPTOP], ids=["narrow", "laptop"])
def test_every_step_is_accessible(window, anna, signed_in, size):
    page = signed_in(window(size=size), anna)
    for path in STEPS:
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        assert list(violations_by_day_and_night(page)) == [], path


def test_another_preset_applies_its_settings_but_keeps_changes(window, anna, signed_in):
    page = signed_in(window(), anna)
    page.goto("/games/new/?kind=crossing")
    page.locator(".more-settings > summary").click()
    page.locator("#group-3 > summary").click()
    page.get_by_label("Jaywalk", exact=True).select_option("nobody")
    expect(page.locator("#changed")).to_have_text("1 changed")
    page.locator("[name=preset][value=leisurely]").check()
    expect(page.locator("[name=option_see_within]")).to_have_value("")
    expect(page.locator("select[name=option_tile_set]")).to_have_value("LC120")
    expect(page.get_by_label("Jaywalk", exact=True)).to_have_value("nobody")
    expect(page.locator("#changed")).to_have_text("1 changed")
    expect(page.get_by_label("Jaywalk limit")).to_be_hidden()


def test_values_entered_while_a_preset_loads_are_kept(window, anna, signed_in):
    page = signed_in(window(), anna)
    page.goto("/games/new/?kind=crossing")
    page.locator(".more-settings > summary").click()
    page.locator("#group-1 > summary").click()
    held = []
    page.route("**/games/new/", lambda route: route.continue_() if held else held.append(route))
    with page.expect_request("**/games/new/"):
        page.locator("[name=preset][value=leisurely]").check()
    page.get_by_label("Starting tiles").fill("18")
    held[0].continue_()
    expect(page.locator("[name=filled_with]")).to_have_value("leisurely")
    expect(page.get_by_label("Starting tiles")).to_have_value("18")
    expect(page.locator("#changed")).to_have_text("1 changed")


def test_letters_on_the_pictures_are_legible_in_dark_mode(window, anna, signed_in):
    page = signed_in(window(size=PHONE, color_scheme="dark"), anna)
    page.goto("/games/new/")
    colours = page.locator(".pictures").evaluate("""all => [".letters text", ":is(.tiles rect, .discs circle)"].map(
        (which) => [...all.querySelectorAll(which)].map((one) => getComputedStyle(one).fill))""")
    letters, tiles = (set(each) for each in colours)
    assert tiles == {"rgb(236, 224, 196)"}
    assert letters == {"rgb(29, 33, 38)"}
