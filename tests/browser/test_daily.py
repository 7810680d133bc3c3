"""The daily puzzle in a real browser: entered by hand on a laptop, by text without script, and accessible."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import PuzzleEntry
from games.rules.daily import day_of
from notifications import tokens
from tests.browser.axe import violations_by_day_and_night
from tests.browser.conftest import LAPTOP, PHONE, TOUCHED
from tests.browser.layout_shift import note_shifts
from tests.browser.test_laying_by_hand import cell
from tests.puzzles import FEWER, LONGEST, enter, lay_puzzle, lay_tiles
from tests.rules.scannergram.table import START

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAGE = "/daily/scannergram/"
IVORY = "rgb(253, 245, 224)"
WHOLE_PAGE = {"width": 1280, "height": 2200}


@pytest.fixture
def of_today(transactional_db):
    return lay_puzzle(day_of(timezone.now()))


@pytest.fixture
def of_yesterday(transactional_db, anna, boris):
    at = timezone.now() - timedelta(days=1)
    made = lay_puzzle(day_of(at))
    enter(boris, FEWER, at=at)
    enter(anna, LONGEST, at=at)
    return made


def violations_in(page, path):
    page.goto(path)
    return [
        (path, one["id"], [node["html"][:160] for node in one["nodes"]][:3])
        for one in violations_by_day_and_night(page)
    ]


def box(page):
    return page.locator("textarea.layout")


def test_the_new_tile_can_be_laid_and_the_answer_submitted(window, of_today, anna, signed_in):
    page = signed_in(window(), anna)
    page.goto(PAGE)
    expect(page.locator(".play .field")).to_be_visible()
    page.mouse.click(*cell(page, len(START), 3))
    page.keyboard.press("w")
    assert box(page).input_value().split("\n") == list(LONGEST)
    page.get_by_role("button", name="Submit answer").click()
    expect(page.get_by_text("You have entered.")).to_be_visible()
    assert PuzzleEntry.objects.get().answer["created"] == ["LIMBERW"]


@pytest.mark.parametrize("kind", ["crossing", "scannergram"])
def test_the_board_fills_half_of_a_phone_and_does_not_move(window, of_today, kind):
    lay_tiles(of_today.day)
    page = window(**TOUCHED)
    page.goto(f"/daily/{kind}/")
    board = page.locator("[data-part=board]")
    expect(board).to_be_visible()
    at_first = board.bounding_box()
    assert at_first["height"] >= PHONE["height"] / 2
    for part in ("rack", "status", "actions", "more"):
        assert page.locator(f"[data-part={part}]").count() == 1, part
    assert page.locator(".rack.own .tile").first.evaluate("tile => getComputedStyle(tile).backgroundColor") == IVORY
    letter = page.locator(".rack.own .tile .character").first.inner_text()
    board.press(letter)
    expect(page.locator(".trial")).not_to_be_empty()
    assert board.bounding_box() == at_first
    answer = page.get_by_role("button", name="Submit answer")
    expect(answer).to_be_in_viewport(ratio=1)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(answer).to_be_in_viewport(ratio=1)


def test_without_javascript_the_answer_is_text_and_kept_when_refused(window, of_today, anna, signed_in):
    page = signed_in(window(script=False, size=PHONE), anna)
    page.goto(PAGE)
    box(page).fill("\n".join((*START[:-1], "...RW")))
    page.get_by_role("button", name="Submit answer").click()
    expect(page.get_by_role("alert")).to_contain_text("Not in the word list: RW.")
    assert box(page).input_value().endswith("...RW")
    box(page).fill("\n".join(FEWER).lower())
    page.get_by_role("button", name="Submit answer").click()
    expect(page.get_by_text("You have entered.")).to_be_visible()


@pytest.mark.parametrize("address", ["/", "/daily/crossing/"])
@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_the_skip_link_leads_to_the_board(window, transactional_db, address, script):
    lay_tiles(day_of(timezone.now()))
    page = window(script=script, size=PHONE)
    page.goto(address)
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#board")).to_be_focused()


@pytest.mark.parametrize("address", ["/", "/daily/crossing/"])
def test_a_tile_is_labelled_with_its_letter_value_place_and_words(window, transactional_db, address):
    lay_tiles(day_of(timezone.now()))
    page = window(**TOUCHED)
    page.goto(address)
    for letter in "TEA":
        page.locator("[data-part=board]").press(letter)
    expect(page.locator(".world .tile").nth(1)).to_have_attribute("aria-label", "E, 1 point, Row 1, column 2, in TEA")
    expect(page.locator(".rack.own .tile").first).to_have_attribute("aria-label", "A, 1 point")


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_refusal_covers_nothing_and_disappears_with_the_next_tile(window, transactional_db, anna, signed_in, size):
    lay_tiles(day_of(timezone.now()))
    page = signed_in(window(size=size), anna)
    page.goto("/daily/crossing/")
    page.locator("[data-part=board]").press("T")
    page.get_by_role("button", name="Submit answer").click()
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("You haven’t entered yet.")
    over = refusal.bounding_box()
    for part in (".head", "[data-part=board]", "[data-part=rack]", "[data-part=actions]", "[data-tool=undo]"):
        box = page.locator(f".solving {part}").bounding_box()
        is_beside = box["x"] >= over["x"] + over["width"] or over["x"] >= box["x"] + box["width"]
        assert is_beside or box["y"] >= over["y"] + over["height"] - 1 or over["y"] >= box["y"] + box["height"] - 1, (
            part
        )
    page.get_by_role("button", name="Recall").click()
    for letter in "TEA":
        page.locator("[data-part=board]").press(letter)
    expect(refusal).to_have_count(0)
    page.get_by_role("button", name="Submit answer").click()
    expect(page.get_by_role("alert")).to_contain_text("Tiles left over: 27.")
    expect(page.get_by_role("button", name="Submit answer")).to_be_hidden()
    page.get_by_role("button", name="Recall").click()
    expect(page.get_by_role("button", name="Send it anyway")).to_have_count(0)
    expect(page.get_by_role("button", name="Submit answer")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_its_pages_are_accessible(window, of_yesterday, of_today, anna, signed_in, size):
    page = window(size=size)
    result = f"/daily/{of_yesterday.kind}/{of_yesterday.day.isoformat()}/"
    found = [
        one
        for path in (
            "/daily/",
            PAGE,
            result,
            f"{PAGE}days/",
            f"/mail/{tokens.sign('no_mail_of_puzzles', anna.pk)}/puzzles/",
        )
        for one in violations_in(page, path)
    ]
    signed_in(page, anna)
    found += [one for path in ("/daily/", PAGE, result) for one in violations_in(page, path)]
    assert found == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


@pytest.mark.parametrize("size", [PHONE, LAPTOP, WHOLE_PAGE], ids=["phone", "laptop", "whole page"])
def test_nothing_shifts_while_the_board_loads(window, of_today, anna, signed_in, size):
    page = signed_in(window(size=size), anna)
    note_shifts(page)
    page.goto(PAGE, wait_until="networkidle")
    expect(page.locator(".play .field")).to_be_visible()
    assert page.evaluate("shifts") == []


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_nothing_shifts_if_the_fonts_come_late(window, of_today, anna, signed_in, size):
    page = signed_in(window(size=size), anna)
    note_shifts(page)
    held = []
    page.route("**/*.woff2", lambda font: held.append(font))
    page.goto(PAGE, wait_until="domcontentloaded")
    expect(page.locator(".play .field")).to_be_visible()
    assert held
    for font in held:
        font.continue_()
    page.unroute_all()
    page.wait_for_load_state("networkidle")
    page.evaluate(
        "document.fonts.ready.then(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))"
    )
    assert page.evaluate("shifts") == []


SIDEWAYS = {"size": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("device", [TOUCHED, SIDEWAYS], ids=["upright", "on its side"])
def test_thirty_tiles_fit_a_phone_and_can_be_laid_by_touch(window, transactional_db, anna, signed_in, device):
    """The field, all tiles and the tools fit in one window; the score is shown before the one entry."""
    lay_tiles(day_of(timezone.now()))
    page = signed_in(window(**device), anna)
    note_shifts(page)
    page.goto("/daily/crossing/", wait_until="networkidle")
    expect(page.locator(".play .field")).to_be_visible()
    assert page.evaluate("shifts") == []
    if device is SIDEWAYS:
        page.locator(".play").evaluate("play => play.scrollIntoView()")
    high = device["size"]["height"] - (62 if device is TOUCHED else 0)
    for part in (".play .field", ".play .rack.own .tile >> nth=-1", ".play [data-tool=undo]"):
        box = page.locator(part).bounding_box()
        assert box["y"] > -1
        assert box["y"] + box["height"] <= high, part
    field = page.locator(".play .field").bounding_box()
    for n, letter in enumerate("TEA"):
        page.locator(".rack.own .tile", has_text=letter).first.tap()
        side = page.locator(".play .field").evaluate(
            "field => parseFloat(getComputedStyle(field).getPropertyValue('--cell'))"
        )
        page.touchscreen.tap(field["x"] + side * (n + 1.5), field["y"] + side * 1.5)
    expect(page.locator(".trial")).to_contain_text("0/(1+27)=0.00")
    expect(page.locator(".trial")).to_contain_text("✓ TEA")
    page.reload()
    expect(page.locator(".world .tile")).to_have_count(3)  # kept until it is entered
    page.get_by_role("button", name="Submit answer").tap()
    expect(page.get_by_text("Tiles left over: 27.")).to_be_in_viewport()
    expect(page.locator(".world .tile")).to_have_count(3)
    page.get_by_role("button", name="Send it anyway").tap()
    expect(page.get_by_text("You have entered.")).to_be_visible()
    assert PuzzleEntry.objects.get().answer["layout"] == ["TEA"]
