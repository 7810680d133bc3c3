"""The form of a new game in a browser: settings that don't apply are hidden, and the effect of a choice is shown at
once."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import commands
from games.models import Game, TileSet
from tests.browser.conftest import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def open_all(page):
    page.locator("details.more-settings > summary").click()
    for summary in page.locator("details.more-settings details.group > summary").all():
        summary.click()


def test_a_default_game_can_be_created_with_one_button(window, anna, signed_in):
    page = signed_in(window(size=PHONE), anna)
    page.goto("/games/new/?begin=daily")
    expect(page.get_by_label("Tiles per light", exact=True)).to_be_hidden()
    page.get_by_role("button", name="Create game").click()
    expect(page.get_by_text("No house rules. All settings are at their defaults.")).to_be_visible()


def test_enter_in_a_field_creates_the_game_and_saves_no_preset(window, anna, signed_in):
    page = signed_in(window(), anna)
    page.goto("/games/new/?begin=daily")
    open_all(page)
    page.get_by_label("Starting tiles").fill("20")
    page.get_by_label("Starting tiles").press("Enter")
    page.wait_for_url("**/games/*/")
    assert Game.objects.get().options["starting_tiles"] == 20
    assert not anna.presets.exists()


def test_options_without_effect_are_hidden_until_they_apply(window, anna, signed_in):
    page = signed_in(window(), anna)
    page.goto("/games/new/?begin=daily")
    open_all(page)
    cost, times, forfeit = (
        page.get_by_label(label)
        for label in ("Points off for a wrong challenge", "Jaywalk limit", "Forfeit for a challenge")
    )
    expect(cost).to_be_hidden()
    expect(times).to_be_visible()
    page.get_by_label("Words", exact=True).select_option("challenge")
    expect(cost).to_be_visible()
    expect(forfeit).to_be_hidden()
    page.get_by_label("Challenging lights").select_option("True")
    expect(forfeit).to_be_visible()
    page.get_by_label("Words", exact=True).select_option("enforced")
    expect(forfeit).to_be_hidden()
    times.select_option("3")
    page.get_by_label("Jaywalk", exact=True).select_option("nobody")
    expect(times).to_be_hidden()
    page.get_by_role("button", name="Create game").click()
    page.wait_for_url("**/games/*/")
    options = Game.objects.get().options
    assert (options["jaywalk"], options["jaywalk_times"], options["challenge_lights"]) == ("nobody", 1, False)


def test_the_explanation_of_an_option_follows_players_and_choice(window, anna, signed_in):
    page = signed_in(window(), anna)
    page.goto("/games/new/?begin=daily")
    open_all(page)
    line = page.locator("#comes-to-tiles_per_light")
    expect(line).to_have_text("As chosen: 30 lights, about 32 days. Two tiles each: 15 lights, about 17 days.")
    page.get_by_label("Players", exact=True).select_option("4")
    expect(line).to_have_text("As chosen: 15 lights, about 17 days. Two tiles each: 7 lights, about 9 days.")
    page.get_by_label("Tiles per light", exact=True).select_option("2")
    expect(line).to_have_text("As chosen: 7 lights, about 9 days. One tile each: 15 lights, about 17 days.")


def test_the_teams_offered_depend_on_the_number_of_players(window, anna, signed_in):
    page = signed_in(window(), anna)
    page.goto("/games/new/?begin=daily")
    open_all(page)
    teams, own = page.get_by_label("Teams", exact=True), page.get_by_label("Teams (custom)")
    page.get_by_label("Players", exact=True).select_option("4")
    assert teams.locator("option:not([hidden])").evaluate_all("all => all.map(one => one.value)") == [
        "",
        "ABAB",
        "AAAB",
        "own",
    ]
    expect(own).to_be_hidden()
    expect(page.get_by_label("Winning team")).to_be_hidden()
    teams.select_option("own")
    own.fill("ABBA")
    own.blur()
    expect(page.get_by_label("Winning team")).to_be_visible()
    page.get_by_role("button", name="Create game").click()
    page.wait_for_url("**/games/*/")
    assert Game.objects.get().options["teams"] == "ABBA"


def test_the_whole_form_works_without_javascript(window, anna, signed_in):
    commands.save_tile_set(player=anna, name="Nordic", counts="A60 E60", now=timezone.now())
    page = signed_in(window(script=False), anna)
    page.goto("/games/new/?begin=daily")
    open_all(page)
    expect(page.get_by_text("Only applies with: Words: anything goes until the end").first).to_be_visible()
    page.get_by_label("Tiles", exact=True).select_option("Nordic")
    page.get_by_role("button", name="Show the set-up for my choices").click()
    expect(page.get_by_text("With A60, E60, 2 players start with 30 tiles each.")).to_be_visible()
    page.get_by_label("Tiles (custom)").fill("Nordicx2")
    page.get_by_role("button", name="Create game").click()
    page.wait_for_url("**/games/*/")
    assert Game.objects.get().options["tile_set"] == "A120, E120"


def test_tiles_are_counted_while_typing(window, anna, signed_in):
    page = signed_in(window(size=PHONE), anna)
    page.goto("/tile-sets/?from=S98")
    page.get_by_label("Z", exact=False).last.fill("5")
    expect(page.locator("#set-comes-to dd").first).to_have_text("102")
    page.get_by_label("Name of the tile set").fill("With zeds")
    page.get_by_role("button", name="Save set").click()
    expect(page.get_by_text("“With zeds” has been saved. Everyone can play with it.")).to_be_visible()
    page.get_by_role("link", name="Use in a new game With zeds").click()
    expect(page.get_by_label("Tiles", exact=True)).to_have_value("With zeds")
    assert TileSet.objects.get().counts.endswith("Z5")
