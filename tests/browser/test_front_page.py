"""The front page for strangers: today's puzzle can be played at once, and a game is one press away."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Puzzle, PuzzleEntry
from games.rules.daily import day_of
from games.word_lists.shelf import import_words
from tests.browser.axe import violations_by_day_and_night
from tests.browser.conftest import LAPTOP, PHONE, TOUCHED
from tests.browser.layout_shift import NOTE_SHIFTS
from tests.puzzles import lay_tiles
from tests.tables import make_table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NARROW, WIDE = {"width": 320, "height": 640}, {"width": 1440, "height": 900}


@pytest.fixture
def of_today(transactional_db):
    return lay_tiles(day_of(timezone.now()))


def place(page, letter, row, column):
    """Tap a tile of the rack, then a cell: two presses."""
    page.locator(".rack.own .tile", has_text=letter).first.tap()
    box = page.locator("[data-part=board]").bounding_box()
    side = page.locator("[data-part=board]").evaluate(
        "field => parseFloat(getComputedStyle(field).getPropertyValue('--cell'))"
    )
    page.touchscreen.tap(box["x"] + side * (column + 0.5), box["y"] + side * (row + 0.5))


def test_the_first_tile_can_be_laid_with_two_taps(window, of_today):
    page = window(**TOUCHED)
    page.goto("/")
    place(page, "T", 3, 2)
    expect(page.locator(".world .tile")).to_have_count(1)


def test_the_board_starts_with_a_word_whose_tiles_can_be_moved(window, of_today):
    Puzzle.objects.update(made_from=import_words(["TEA", "KITCHEN", "LEMON"], name="longer", now=timezone.now()))
    page = window(**TOUCHED)
    page.goto("/")
    expect(page.locator(".world .tile")).to_have_count(7)
    assert "".join(page.locator(".world .tile .character").all_inner_texts()) == "KITCHEN"
    expect(page.locator(".rack.own .tile")).to_have_count(23)
    page.get_by_role("button", name="Recall").tap()
    expect(page.locator(".rack.own .tile")).to_have_count(30)


def test_a_visitor_can_play_and_enter_the_puzzle_from_the_front_page(window, of_today):
    page = window(**TOUCHED)
    page.goto("/")
    for n, letter in enumerate("TEA"):
        place(page, letter, 3, n + 2)
    expect(page.locator("[data-part=status]")).to_contain_text("0/(1+27)=0.00")
    page.get_by_role("button", name="Submit answer").tap()
    expect(page.locator(".world .tile")).to_have_count(3)  # the puzzle's own page has the same tiles
    page.get_by_role("button", name="Send it anyway").tap()
    expect(page.get_by_text("You have entered.")).to_be_visible()
    assert PuzzleEntry.objects.get().player.is_guest


def test_a_phone_shows_headline_board_and_both_buttons_at_once(window, of_today):
    page = window(**TOUCHED)
    page.goto("/")
    expect(page.locator("[data-part=board]")).to_be_visible()
    bar = page.locator("nav.bottom").bounding_box()["y"]
    for name in ("Play a robot", "Play a friend"):
        seen = page.get_by_role("button", name=name).or_(page.get_by_role("link", name=name)).bounding_box()
        assert seen["y"] + seen["height"] <= bar
    assert page.locator("h1").bounding_box()["y"] < page.locator("[data-part=board]").bounding_box()["y"] <= 190
    for part in ("board", "rack", "status", "actions", "more"):
        assert page.locator(f"[data-part={part}]").count() == 1, part


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_a_guest_starts_a_game_with_one_button(window, of_today, script):
    page = window(script=script, size=PHONE)
    page.goto("/")
    page.get_by_role("button", name="Play a robot").click()
    expect(page.locator("#live")).to_be_visible()


def test_without_javascript_the_puzzle_is_entered_as_text(window, of_today):
    page = window(script=False, size=PHONE)
    page.goto("/")
    page.locator("textarea").fill("TEA")
    page.get_by_role("button", name="Submit answer").click()
    expect(page.get_by_role("alert")).to_contain_text("Tiles left over: 27.")


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_nothing_shifts_while_a_board_loads(window, of_today, size):
    page = window(size=size)
    page.add_init_script(NOTE_SHIFTS)
    for address in ("/", "/play/crossing/"):
        page.goto(address)
        page.locator(".play .rack.own .tile, #sample .world .tile").first.wait_for()
        assert page.evaluate("shifts") == []


def test_the_sum_of_the_sample_follows_changes_by_a_visitor(window):
    page = window(size=PHONE)
    page.goto("/play/crossing/")
    sum_of_it = page.locator("#sample .score")
    expect(sum_of_it).to_have_text("9/4=2.25")
    page.get_by_role("button", name="Recall").click()
    expect(sum_of_it).to_have_text("0/(0+19)=0.00")
    expect(page.locator("#sample .rack.own .tile")).to_have_count(19)
    page.get_by_role("button", name="Undo").click()
    expect(sum_of_it).to_have_text("9/4=2.25")


def test_the_cells_of_the_empty_sample_are_large_enough_for_touch(window):
    page = window(**TOUCHED)
    page.goto("/play/crossing/")
    page.get_by_role("button", name="Recall").tap()
    expect(page.locator("#sample .world .tile")).to_have_count(0)
    cell = page.locator("#sample .field").evaluate("field => parseInt(field.style.getPropertyValue('--cell'))")
    assert cell >= 38
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator("#sample .world .tile")).to_have_count(19)
    expect(page.locator("#sample .beyond:visible")).to_have_count(0)


def test_the_card_of_a_kind_leads_to_its_page_and_to_a_game(window):
    page = window(**TOUCHED)
    page.goto("/")
    page.get_by_role("link", name="Crosslet for 2 to 4 players").tap()
    expect(page.get_by_role("heading", name="Crosslet", exact=True)).to_be_visible()
    page.get_by_role("button", name="Play a robot").tap()
    expect(page.locator("#live")).to_be_visible()


def test_a_phone_shows_the_buttons_of_a_kind_at_once(window, transactional_db):
    page = window(**TOUCHED)
    page.goto("/play/crossing/")
    for one in page.locator(".game-head .buttons > .button").all():
        box = one.bounding_box()
        assert box["y"] + box["height"] <= 600


@pytest.mark.parametrize("size", [NARROW, PHONE, WIDE], ids=["320", "phone", "laptop"])
def test_the_front_page_and_pages_about_games_are_accessible(window, of_today, anna, boris, signed_in, size):
    make_table(boris, seats=3, listed=True, now=timezone.now())
    page = window(size=size)
    found = []
    for reader in (None, anna):
        if reader:
            signed_in(page, reader)
        for address in (
            "/",
            "/play/",
            "/play/crossing/",
            "/play/lynx/",
            "/statistics/",
            "/watch/?kind=lynx",
            "/ratings/lynx/",
        ):
            page.goto(address)
            found += [f"{address}: {one['id']}" for one in violations_by_day_and_night(page)]
            assert page.evaluate("document.documentElement.scrollWidth") == size["width"], address
    assert found == []


@pytest.mark.usefixtures("transactional_db")
@pytest.mark.parametrize("kind", ["crosslet", "scannergram"])
def test_a_tile_can_be_selected_in_a_sample_position(window, kind):
    page = window(**TOUCHED)
    page.goto(f"/play/{kind}/")
    expect(page.locator(".to-try .play .rack.own .tile").first).to_be_visible()
    page.locator(".to-try .rack.own .tile").first.tap()
    expect(page.locator(".to-try .rack.own .tile.picked")).to_have_count(1)
