"""Crosslet by hand: by touch on a phone, by keyboard on a laptop, and in a window that is wide and low."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.axe import violations_by_day_and_night
from tests.browser.conftest import LAPTOP, PHONE, TOUCHED
from tests.browser.layout_shift import note_shifts
from tests.browser.test_laying_by_hand import at_the_table, cell, rack_of
from tests.of_pieces import give, start_of, table, to_move, write
from tests.tables import only_words, start

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

IS_CUT = "all => all.map((one) => one.scrollWidth > one.clientWidth)"
ON_ITS_SIDE, AT_DOUBLE_SIZE = {"width": 844, "height": 390}, {"width": 640, "height": 400}


@pytest.fixture
def crosslet(transactional_db, anna, boris):
    """A game with CAT in the middle, whose next player holds S and vowels: its id, that player, and the other."""
    game_id = start_of("crosslet", anna, boris, now=timezone.now())
    only_words(game_id, "CAT", "CATS", "SEA", "SO")
    first, second = to_move(game_id, anna, boris)
    give(game_id, first, "CATSOII")
    write(game_id, first, "GRID\n8G CAT\nEND", at=timezone.now())
    give(game_id, second, "SSAEIOU")
    return game_id, second, first


def test_a_word_can_be_typed_from_a_cell_and_played_with_enter(window, crosslet, signed_in):
    game_id, player, _ = crosslet
    page = signed_in(window(), player)
    page.emulate_media(reduced_motion="no-preference")  # scores count up from the previous one
    at_the_table(page, game_id)
    expect(page.locator(".play .latest")).to_contain_text("CAT (8G)")
    page.mouse.click(*cell(page, 7, 9))
    page.keyboard.press("Space")
    page.keyboard.press("s")
    expect(page.locator("[data-worth]")).to_have_text("12 points")
    page.keyboard.type("ea")
    expect(page.locator(".trial .score")).to_have_text("18 points")
    expect(page.locator("[data-worth]")).to_have_text("18 points")
    page.keyboard.press("Enter")
    expect(page.get_by_text("turn. Wait for yours.").first).to_be_visible()
    expect(page.locator(".play .field")).to_be_focused()
    assert [row[9] for row in table(game_id).state.board[7:10]] == ["S", "E", "A"]


def test_the_rack_of_an_opponent_is_visible_without_a_drawer(window, crosslet, signed_in):
    game_id, player, other = crosslet
    give(game_id, other, "EEGORT?")
    page = signed_in(window(**TOUCHED), player)
    at_the_table(page, game_id)
    chips = page.locator(".chips li")
    expect(chips.filter(has_text=other.name)).to_contain_text("E E G O R T ?")
    expect(chips.filter(has_text="You").locator("small")).to_have_count(0)  # it is the rack below
    assert chips.locator("small").evaluate_all(IS_CUT) == [False]
    laptop = signed_in(window(), player)
    laptop.goto(f"/games/{game_id}/")
    expect(laptop.locator("#seats")).to_contain_text("E E G O R T ?")


@pytest.mark.parametrize("size", [PHONE, LAPTOP, ON_ITS_SIDE], ids=["phone", "laptop", "on its side"])
def test_nothing_shifts_while_the_board_loads(window, crosslet, signed_in, size):
    game_id, player, _ = crosslet
    page = signed_in(window(size=size), player)
    note_shifts(page)
    at_the_table(page, game_id)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("shifts") == []


def test_the_form_is_shown_if_the_board_does_not_load(window, crosslet, signed_in):
    game_id, player, _ = crosslet
    page = signed_in(window(), player)
    page.route("**/laying*.js", lambda route: route.fulfill(content_type="text/javascript", body=""))
    page.goto(f"/games/{game_id}/")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_the_board_does_not_move_when_the_turn_changes(window, crosslet, signed_in):
    game_id, player, _ = crosslet
    page = window(**TOUCHED)
    note_shifts(page)
    at_the_table(signed_in(page, player), game_id)
    page.evaluate("shifts.length = 0")
    before, below = (page.locator(part).bounding_box() for part in (".play .field", "#orders .act.sends"))
    page.locator(".rack.own .tile", has_text="S").first.tap()
    page.touchscreen.tap(*cell(page, 7, 9))
    expect(page.locator(".trial .score")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).tap()
    expect(page.get_by_text("turn. Wait for yours.").first).to_be_visible()
    assert page.locator(".play .field").bounding_box() == before
    assert page.locator("#orders .act.sends").bounding_box()["y"] == below["y"]
    assert [shift for shift in page.evaluate("shifts") if shift[0] > 0.001] == []  # the cursor is smaller


def test_tiles_can_be_exchanged_by_touch(window, crosslet, signed_in):
    game_id, player, _ = crosslet
    page = at_the_table(signed_in(window(**TOUCHED), player), game_id)
    page.get_by_role("link", name="Exchange").tap()
    for tile in ("U", "I", "O", "O"):  # selecting it twice deselects it
        page.locator("#order-EXCHANGE .tile", has_text=tile).tap()
    page.locator("#order-EXCHANGE .main").tap()
    expect(page.locator("#form-EXCHANGE")).to_be_hidden()
    expect(page.locator("#happened")).to_contain_text("You exchanged")
    assert table(game_id).state.moves[-1].returned == "IU"


def test_tiles_can_be_exchanged_with_the_keyboard(window, crosslet, signed_in):
    game_id, player, _ = crosslet
    page = at_the_table(signed_in(window(), player), game_id)
    page.get_by_role("link", name="Exchange").press("Enter")
    expect(page.locator(".drawer:focus")).to_be_visible()
    page.locator("#order-EXCHANGE .tile input").first.press("Space")
    expect(page.locator("#order-EXCHANGE :checked")).to_have_count(1)
    page.locator("#order-EXCHANGE .main").press("Enter")
    expect(page.locator("#happened")).to_contain_text("You exchanged")


@pytest.mark.parametrize("size", [PHONE, {"width": 375, "height": 667}], ids=["phone", "small"])
def test_the_board_the_rack_and_the_button_fit_in_one_window(window, crosslet, signed_in, size):
    game_id, player, _ = crosslet
    page = at_the_table(signed_in(window(**TOUCHED | {"size": size}), player), game_id)
    assert all_in_sight(page, ".play .field", ".rack.own", "#orders .act.sends")


def test_a_sample_position_does_not_move_when_a_tile_is_laid(window, transactional_db):
    page = window(**TOUCHED)
    page.goto("/play/crosslet/")
    first = page.locator(".rack.own .tile").first
    first.scroll_into_view_if_needed()
    before, scrolled = page.locator(".play .field").bounding_box(), page.evaluate("scrollY")
    first.tap()
    page.touchscreen.tap(before["x"] + 40, before["y"] + 40)
    expect(page.locator(".trial .refused")).to_be_visible()
    after = page.locator(".play .field").bounding_box()
    assert after | {"y": after["y"] + page.evaluate("scrollY") - scrolled} == before


@pytest.mark.parametrize("size", [ON_ITS_SIDE, AT_DOUBLE_SIZE], ids=["on its side", "double"])
def test_in_a_low_window_the_board_is_beside_the_rack_and_button(window, crosslet, anna, boris, signed_in, size):
    game_id, player, _ = crosslet
    crossing = start(anna, boris, now=timezone.now(), leeway=0)
    page = signed_in(window(size=size, has_touch=True), player)
    for address, button in ((game_id, "#orders .act.sends"), (crossing, "#orders .act.main")):
        at_the_table(page, address)
        page.locator(f"{button}:visible").first.wait_for()
        assert all_in_sight(page, ".play .field", button)
        field, rack = (page.locator(part).bounding_box() for part in (".play .field", button))
        assert field["x"] + field["width"] <= rack["x"]
        assert page.evaluate("document.documentElement.scrollWidth") == size["width"]


def all_in_sight(page, *parts):
    boxes = [page.locator(part).bounding_box() for part in parts]
    high = page.viewport_size["height"]
    return all(box["y"] >= 0 and box["y"] + box["height"] <= high + 1 for box in boxes)


def test_nothing_covers_a_cell_of_the_board_on_a_laptop(window, crosslet, signed_in):
    game_id, player, _ = crosslet
    page = signed_in(window(size=LAPTOP), player)
    at_the_table(page, game_id)
    x, y = cell(page, 14, 14)
    corner = "([x, y]) => document.elementFromPoint(x, y).closest('.tools, .trial')?.className"
    assert page.evaluate(corner, [x, y]) is None
    page.mouse.click(*cell(page, 7, 9))
    page.keyboard.press("Space")
    page.keyboard.press("s")
    expect(page.locator(".trial .score")).to_have_text("12 points")
    for column in (0, 7, 14):
        assert page.evaluate(corner, [*cell(page, 14, column)]) is None


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_reason_for_a_refusal_fits_its_box(window, crosslet, signed_in, size):
    game_id, player, _ = crosslet
    page = signed_in(window(size=size), player)
    at_the_table(page, game_id)
    page.mouse.click(*cell(page, 1, 1))
    page.keyboard.press("s")
    expect(page.locator(".trial .refused")).to_be_visible()
    assert page.locator(".trial").evaluate("one => one.scrollHeight <= one.clientHeight")


@pytest.mark.parametrize("size", [PHONE, LAPTOP, ON_ITS_SIDE], ids=["phone", "laptop", "on its side"])
def test_an_unfinished_play_is_accessible(window, crosslet, signed_in, size):
    game_id, player, _ = crosslet
    page = at_the_table(signed_in(window(size=size), player), game_id)
    page.mouse.click(*cell(page, 7, 9))
    page.keyboard.press("u")
    expect(page.locator(".trial .refused")).to_be_visible()
    assert len(rack_of(page)) == 6
    assert [violation["id"] for violation in violations_by_day_and_night(page)] == []
