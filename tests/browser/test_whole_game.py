"""Two people play from signing up to the result: with forms and the text box, and by hand."""

import re

import pytest
from playwright.sync_api import expect

from games.players.models import Invitation
from games.players.tokens import token_of
from tests.browser.conftest import PHONE, TOUCHED, give_code, sign_up, submit_layout, write_layout

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

EVERY_PAIR_IS_A_WORD = "M4, O4"  # MM, MO, OM, OO: any draw can be laid


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_two_players_play_from_signing_up_to_the_result(window, script):
    anna, boris = window(script=script), window(script=script, size=PHONE)
    sign_up(anna, "Anna")
    make_game(anna, invite="boris@example.org", cut="my lucky 7")
    accept(boris, "Boris")
    anna.reload()
    expect(anna.get_by_text("2 tiles are face down")).to_be_visible()

    see(anna, script=script, held=2)
    boris.reload()
    see(boris, script=script, held=2)
    for light in (1, 2):
        submit(anna)
        submit(boris)
        anna.locator("#do-GREEN").click()
        expect(anna.get_by_text("Your light was granted. Everyone gets new tiles.")).to_be_visible()
        boris.reload()
        see(boris, script=script, held=2 + light)
        anna.reload()
        see(anna, script=script, held=2 + light)

    submit(anna)
    anna.locator("#do-RED").click()
    anna.get_by_role("button", name="Ask for red").click()
    expect(anna.get_by_role("heading", name="Red light: last layouts")).to_be_visible()
    boris.reload()
    submit(boris)
    boris.get_by_role("button", name="Done").click()

    expect_the_best_to_win(boris)
    anna = anna.context.new_page()  # her open page goes to the result by itself, perhaps at this moment
    anna.goto(boris.url)
    anna.get_by_text("Verify the draws", exact=True).click()
    expect(anna.get_by_text("Seed, revealed at the end")).to_be_visible()
    if script:
        anna.locator("#draws").scroll_into_view_if_needed()
        expect(anna.locator("#checked li.holds")).to_have_count(4)  # one of them is Anna’s cut
        expect(anna.locator("#checked")).to_contain_text("4 tiles dealt and 2 lights: 8 of 8 draws match")
    with anna.expect_download() as record:
        anna.get_by_role("link", name="Download the record").click()
    assert record.value.suggested_filename.endswith(".json")


def test_two_players_play_on_the_board_from_the_invitation_to_the_result(window):
    anna, boris = window(), window(**TOUCHED)
    sign_up(anna, "Anna")
    make_game(anna, invite="boris@example.org")
    game = anna.url
    anna.goto("/")  # as the lobby leads to the game by itself, perhaps just when we go there
    boris.goto(f"/invitations/{token_of(Invitation.objects.get())}/")
    boris.get_by_text("Game settings: ").tap()
    boris.get_by_label("Your cut of the deck (optional)").fill("rose 22")
    boris.get_by_label("Name").fill("Boris")
    boris.get_by_role("button", name="Play", exact=True).tap()
    give_code(boris)
    expect(boris.get_by_text("2 tiles are face down")).to_be_visible()

    for held in (2, 3, 4):
        boris.reload()
        boris.get_by_role("button", name="Look at your").tap()
        expect(boris.locator(".letters")).to_have_text(re.compile(rf"^(\s*[MO]){{{held}}}$"))
        anna.goto(game)
        see(anna, script=True, held=held)
        type_what_is_new(anna)
        submit_layout(anna)
        expect(anna.get_by_text("Submitted. This layout counts now.")).to_be_visible()
        if held < 4:
            anna.locator("#do-GREEN").click()
            expect(anna.get_by_text("Your light was granted. Everyone gets new tiles.")).to_be_visible()

    anna.locator("#do-RED").click()
    anna.get_by_role("button", name="Ask for red").click()
    expect(anna.get_by_role("heading", name="Red light: last layouts")).to_be_visible()
    boris.reload()
    touch_the_rest_onto_the_board(boris)
    expect(boris.locator(".saved")).to_contain_text("Saved")
    boris.locator(
        "#submit:visible, #submit-only:visible"
    ).click()  # a tap so soon after a drag may be taken for the end of the drag
    expect(boris.get_by_text("Submitted. This layout counts now.")).to_be_visible()
    boris.get_by_role("button", name="Done").tap()
    expect_the_best_to_win(boris)
    anna.evaluate("window.htmx?.trigger('#live', 'refresh')")  # leads her there, if she isn't there already
    expect_the_best_to_win(anna)


def type_what_is_new(page):
    """Lay all tiles of the rack as a block of two columns, starting at the cursor's first cell."""
    letters = [tile.inner_text()[0] for tile in page.locator(".rack.own .tile").all()]
    page.locator(".field").focus()
    for key in {0: [], 2: ["ArrowDown"], 3: ["ArrowDown", "ArrowRight"]}[page.locator(".world .tile").count()]:
        page.keyboard.press(key)
    for letter in letters:
        page.keyboard.press(letter)
    expect(page.locator(".rack.own .tile")).to_have_count(0)


def touch_the_rest_onto_the_board(page):
    """Lay the tiles of the rack as a block of two columns, in turn by tapping tile and cell, and by dragging."""
    field, cell = page.locator(".field").bounding_box(), 38
    x, y = field["x"] + field["width"] / 2, field["y"] + field["height"] / 3
    for n in range(page.locator(".rack.own .tile").count()):
        tile, to = page.locator(".rack.own .tile").first, (x + n % 2 * cell, y + n // 2 * cell)
        if n % 2:
            drag_by_touch(page, tile, to)
        else:
            tile.tap()
            page.touchscreen.tap(*to)
        expect(page.locator(".world .tile")).to_have_count(n + 1)


def drag_by_touch(page, tile, to):
    """Drag with a finger, which holds the tile a little above itself."""
    box, above = tile.bounding_box(), 44
    start, end = (box["x"] + 24, box["y"] + 24), (to[0], to[1] + above)
    finger = page.context.new_cdp_session(page)
    for part in range(6):
        x, y = (a + (b - a) * part / 5 for a, b in zip(start, end, strict=True))
        finger.send(
            "Input.dispatchTouchEvent",
            {"type": "touchMove" if part else "touchStart", "touchPoints": [{"x": x, "y": y}]},
        )
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def expect_the_best_to_win(page):
    best = page.locator(".results .score").first.inner_text()
    alone, shared = re.escape(best.partition("=")[2]), re.escape(best)
    expect(page.get_by_role("heading", level=1)).to_have_text(
        re.compile(f"wins, {alone} to|share the win with {shared}")
    )


def make_game(page, *, invite, cut=""):
    page.goto("/games/new/")
    page.get_by_label("Invitations by email").fill(invite)
    page.get_by_role("button", name="Next", exact=True).click()
    page.get_by_role("radio", name="Live").check()
    page.get_by_text("More settings", exact=True).click()
    page.locator("#group-1 > summary").click()
    page.get_by_label("Tiles", exact=True).select_option("own")
    page.get_by_label("Tiles (custom)").fill(EVERY_PAIR_IS_A_WORD)
    page.get_by_label("Starting tiles").fill("2")
    page.locator("details.group > summary", has_text="Rating and draws").click()
    page.get_by_label("Your cut of the deck (optional)").fill(cut)
    page.get_by_role("button", name="Create game and invite 1").click()
    expect(page.get_by_role("heading", name="Sealed draw")).to_be_visible()


def accept(page, name):
    page.goto(f"/invitations/{token_of(Invitation.objects.get())}/")
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Play", exact=True).click()
    give_code(page)
    expect(page.get_by_text("2 tiles are face down")).to_be_visible()


def see(page, *, script, held):
    """Look at new tiles: with script by moving the mouse, without it by the button."""
    if script:
        page.wait_for_load_state()
        page.mouse.move(20, 300)
        page.mouse.move(40, 320)
    else:
        page.get_by_role("button", name="Look at your").click()
    expect(page.locator(".letters")).to_have_text(re.compile(rf"^(\s*[MO]){{{held}}}$"))


def submit(page):
    """Lay all tiles in a block of two columns, and submit."""
    tiles = page.locator(".letters").inner_text().replace(" ", "")
    rows = [tiles[:2], tiles[2:].ljust(2, ".")] if len(tiles) > 2 else [tiles]
    write_layout(page, "\n".join(rows))
    if page.locator("#edit").is_visible():
        page.locator("#edit").get_by_role("button", name="Submit").click()
    else:
        submit_layout(page)
    expect(page.get_by_text("Submitted. This layout counts now.")).to_be_visible()
