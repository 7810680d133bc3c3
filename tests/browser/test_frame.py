"""The frame of a game's page, the same for every kind: the board has its share of the window and the same box in
every state, few controls are in sight, and everything needed for a move is."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.players.models import Player
from games.rules import registry
from tests.browser.conftest import LAPTOP, PHONE, TOUCHED, open_drawer, refresh
from tests.of_pieces import KINDS, give, start_of, to_move, write
from tests.positions import just_now
from tests.tables import start

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NARROW = {"width": 320, "height": 640}
LARGE, ON_ITS_SIDE, AT_DOUBLE_SIZE = (
    {"width": 1440, "height": 900},
    {"width": 844, "height": 390},
    {"width": 720, "height": 450},
)
MOST_CONTROLS, MOST_OF_STATUS = 16, 48
CONTROLS = """() => [...document.querySelectorAll("a, button, input, select, textarea, summary")].filter((one) => {
    const { width, height } = one.getBoundingClientRect();
    return one.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1
        && !one.closest(".skip, [data-part=board], [data-part=rack]");
}).map((one) => one.textContent.trim() || one.className)"""
NEXT_MOVE = {
    "crosslet": "EXCHANGE A",
    "lexicon_cards": "DRAW A",
    "lynx": "PASS",
    "scannergram": "PASS",
    "handshake": "CLAIM HAND Marie Curie THROUGH Aunt Olga: in Zurich",
}


@pytest.fixture
def crossing(transactional_db, anna, boris):
    """A game with six tiles each, face down; every row of A and E is a word."""
    return start(anna, boris, now=just_now(), starting_tiles=6, seed=bytes(32), leeway=600)


@pytest.fixture
def turns(transactional_db, anna, boris, chloe):
    """Return a function that starts a game of a kind; it returns the id and the player to move, with playable
    letters."""

    def begin(kind):
        players = (anna, boris, chloe)[: max(2, registry.kind(kind).seats[0])]
        game_id = start_of(kind, *players, now=just_now())
        mover = to_move(game_id, *players)[0]
        if kind in ("crosslet", "lexicon_cards"):
            give(game_id, mover, {"crosslet": "ACEEQST", "lexicon_cards": "?ACENRSTTU"}[kind])
        return game_id, mover

    return begin


def part(page, name):
    return page.locator(f"[data-part={name}]:visible")


def box_of(page, name):
    expect(part(page, name)).to_have_count(1)
    return part(page, name).bounding_box()


def fits(page, share):
    """Check that the page fits in one window with few controls, and return the board's box."""
    size = page.viewport_size
    board = box_of(page, "board")
    assert board["height"] >= share * size["height"]
    assert box_of(page, "status")["height"] <= MOST_OF_STATUS
    wide_and_high = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert wide_and_high == [size["width"], size["height"]]
    controls = page.evaluate(CONTROLS)
    assert len(controls) <= MOST_CONTROLS, controls
    assert page.locator("#orders .act:visible").count() <= 3
    return board


def test_the_crossing_board_keeps_its_place_and_size_in_all_four_states(window, crossing, anna, signed_in):
    page = signed_in(window(**TOUCHED), anna)
    page.goto(f"/games/{crossing}/")
    expect(page.locator(".field")).to_be_visible()
    boxes = [fits(page, 0.5)]
    page.get_by_role("button", name="Look at your 6 new tiles").click()
    expect(page.locator(".rack.own .tile")).to_have_count(6)
    boxes.append(fits(page, 0.5))
    page.locator(".field").focus()
    for letter in page.locator(".rack.own .tile .character").all_inner_texts():
        page.keyboard.press(letter)
    expect(page.get_by_role("button", name="Submit and request green")).to_be_visible()
    boxes.append(fits(page, 0.5))
    page.get_by_role("button", name="Submit and request green").click()
    expect(page.locator("#live")).to_contain_text("Boris hasn’t looked yet.")
    expect(page.get_by_role("button", name="Withdraw request")).to_be_visible()
    boxes.append(fits(page, 0.5))
    assert boxes == [boxes[0]] * 4


@pytest.mark.parametrize("kind", KINDS)
def test_every_board_keeps_its_place_and_size_in_all_four_states(window, turns, signed_in, kind):
    game_id, mover = turns(kind)
    page = signed_in(window(**TOUCHED), mover)
    page.goto(f"/games/{game_id}/", wait_until="networkidle")
    assert page.locator(f".table[data-kind={kind}]").count() == 1
    boxes = [fits(page, 0.45)]
    part(page, "board").focus()
    page.keyboard.type("sat")
    boxes.append(fits(page, 0.45))
    open_drawer(page, "more")
    page.get_by_role("link", name="Close").click()
    boxes.append(fits(page, 0.45))
    write(game_id, mover, NEXT_MOVE[kind], timezone.now())
    refresh(page)
    boxes.append(fits(page, 0.45))
    assert boxes == [boxes[0]] * 4


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("kind", ["crossing", *KINDS])
def test_the_status_shows_the_deadline_and_fits_the_narrowest_phone(
    window, crossing, turns, anna, signed_in, kind, language
):
    game_id, mover = (crossing, anna) if kind == "crossing" else turns(kind)
    Player.objects.filter(pk=mover.pk).update(language=language, time_zone="Asia/Tokyo")
    page = signed_in(window(size=NARROW), mover)
    page.goto(f"/games/{game_id}/", wait_until="networkidle")
    clock = page.locator("#live time")
    ends = datetime.fromisoformat(clock.get_attribute("datetime")).astimezone(ZoneInfo("Asia/Tokyo"))
    expect(clock).to_contain_text({"en": "until ", "fr": "jusqu’à "}[language])
    expect(clock).to_contain_text(f"{ends:%H:%M}")
    assert box_of(page, "status")["height"] <= MOST_OF_STATUS
    for part_of_line in (page.locator("#live h2"), clock):
        assert part_of_line.evaluate(
            "(one) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight + 1"
        )


@pytest.mark.parametrize("size", [LARGE, LAPTOP], ids=["large", "laptop"])
@pytest.mark.parametrize("kind", ["crossing", *KINDS])
def test_on_a_laptop_everything_a_move_needs_is_above_the_fold(window, crossing, turns, anna, signed_in, kind, size):
    game_id, mover = (crossing, anna) if kind == "crossing" else turns(kind)
    page = signed_in(window(size=size), mover)
    page.goto(f"/games/{game_id}/", wait_until="networkidle")
    assert page.evaluate("document.documentElement.scrollHeight") <= size["height"]
    board, status, actions = (box_of(page, name) for name in ("board", "status", "actions"))
    assert board["height"] >= 0.6 * size["height"]
    for box in (board, status, actions):
        assert box["y"] + box["height"] <= size["height"]
    assert board["x"] + board["width"] <= min(status["x"], actions["x"])


@pytest.mark.parametrize("size", [ON_ITS_SIDE, AT_DOUBLE_SIZE], ids=["on its side", "double"])
@pytest.mark.parametrize("kind", ["crossing", *KINDS])
def test_in_a_low_window_the_board_is_left_of_status_and_actions(window, crossing, turns, anna, signed_in, kind, size):
    game_id, mover = (crossing, anna) if kind == "crossing" else turns(kind)
    page = signed_in(window(size=size, has_touch=True), mover)
    page.goto(f"/games/{game_id}/", wait_until="networkidle")
    board, status, actions = (box_of(page, name) for name in ("board", "status", "actions"))
    assert board["x"] + board["width"] <= min(status["x"], actions["x"])
    assert board["height"] >= 0.8 * size["height"]
    wide_and_high = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert wide_and_high == [size["width"], size["height"]]


def test_a_message_covers_neither_the_title_nor_the_board(window, crossing, anna, signed_in):
    page = signed_in(window(size=PHONE), anna)
    page.goto(f"/games/{crossing}/")
    page.get_by_role("button", name="Look at your 6 new tiles").click()
    expect(page.locator(".rack.own .tile")).to_have_count(6)
    before = box_of(page, "board")
    page.locator("#orders .act[aria-disabled=true]").first.click(force=True)
    note = page.locator("#notes .note")
    expect(note).to_be_visible()
    assert box_of(page, "board") == before
    bar, said = page.locator(".bar").bounding_box(), note.bounding_box()
    assert said["y"] >= bar["y"] + bar["height"] - 1
    assert said["y"] + said["height"] <= before["y"] + 1


@pytest.mark.parametrize("kind", ["crossing", *KINDS])
def test_the_skip_link_leads_to_the_board(window, crossing, turns, anna, signed_in, kind):
    game_id, mover = (crossing, anna) if kind == "crossing" else turns(kind)
    page = signed_in(window(), mover)
    page.goto(f"/games/{game_id}/", wait_until="networkidle")
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    expect(part(page, "board")).to_be_focused()


def test_a_tile_is_labelled_with_its_letter_value_place_and_words(window, crossing, anna, signed_in):
    page = signed_in(window(), anna)
    page.goto(f"/games/{crossing}/")
    page.get_by_role("button", name="Look at your 6 new tiles").click()
    letters = page.locator(".rack.own .tile .character")
    expect(letters).to_have_count(6)
    first, second = letters.all_inner_texts()[:2]
    page.locator(".field").focus()
    page.keyboard.type(f"{first}{second}")
    tile = page.locator(".world .tile").first
    expect(tile).to_have_attribute("aria-label", f"{first}, 1 point, Row 1, column 1, in {first}{second}")


def test_drawers_can_be_opened_and_closed_with_the_keyboard(window, crossing, anna, signed_in):
    page = signed_in(window(), anna)
    page.goto(f"/games/{crossing}/")
    page.get_by_role("link", name="More").focus()
    page.keyboard.press(".")
    expect(page.locator("#more")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#more")).to_be_hidden()
    expect(page.get_by_role("link", name="More")).to_be_focused()
    page.keyboard.press("w")
    expect(page.locator("#why")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#why")).to_be_hidden()


def test_a_link_opens_a_drawer_that_is_loaded_on_demand(window, crossing, anna, signed_in):
    page = signed_in(window(), anna)
    page.goto(f"/games/{crossing}/#agreed")
    expect(page.get_by_role("heading", name="Game settings")).to_be_in_viewport()
    expect(page.locator("#agreed")).to_be_focused()
    page.keyboard.press(".")
    page.get_by_role("link", name="Standing orders").click()
    expect(page.get_by_role("button", name="Save standing orders")).to_be_in_viewport()
