"""The board in a real browser: every way to move tiles ends in the same layout, and the page shows its score."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import commands
from tests.browser.conftest import PHONE, open_drawer, refresh, submit_layout, write_layout
from tests.positions import just_now
from tests.tables import ask, hand, look, start

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIX = {"starting_tiles": 6, "seed": bytes(32), "leeway": 0}
CELL = 44


@pytest.fixture
def game_id(transactional_db, anna, boris):
    """A game with six tiles each, the same in every run; every row of A and E is a word."""
    game_id = start(anna, boris, now=just_now(), **SIX)
    look(game_id, anna, at=timezone.now())
    return game_id


@pytest.fixture
def board(window, game_id, anna, signed_in):
    page = signed_in(window(), anna)
    page.goto(f"/games/{game_id}/")
    expect(page.locator(".field")).to_be_visible()
    return page


def text_of(page):
    return page.locator("#layout").input_value()


def rack_of(page):
    return [tile.inner_text()[0] for tile in page.locator(".rack.own .tile").all()]


def cell(page, row, column):
    """Return the middle of a cell, counted from the central cell of an empty board, between its score and its
    buttons."""
    box = page.locator(".field").bounding_box()
    return box["x"] + box["width"] / 2 + column * CELL, box["y"] + 52 + (box["height"] - 56 - 52) / 2 + row * CELL


def drag(page, tile, to):
    box = tile.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(*to, steps=4)
    page.mouse.up()


def test_tiles_can_be_dragged_from_the_rack_and_back(board, game_id, anna):
    first, second, *_ = rack_of(board)
    drag(board, board.locator(".rack.own .tile").nth(0), cell(board, 0, 0))
    drag(board, board.locator(".rack.own .tile").nth(0), cell(board, 0, 1))
    assert text_of(board) == first + second
    expect(board.locator(".on-the-board .score")).to_have_text("0/(1+4)=0.00")
    rack = board.locator(".rack.own").bounding_box()
    drag(board, board.locator(".world .tile").nth(0), (rack["x"] + 300, rack["y"] + 30))
    assert text_of(board) == second
    assert sorted(rack_of(board)) == sorted(hand(game_id, anna).replace(second, "", 1))


def test_a_tile_is_selected_with_one_tap_and_placed_with_another(board):
    first, second, *_ = rack_of(board)
    board.locator(".rack.own .tile").nth(0).click()
    board.mouse.click(*cell(board, 0, 0))
    board.locator(".rack.own .tile").nth(0).click()
    board.mouse.click(*cell(board, 1, 0))
    assert text_of(board) == f"{first}\n{second}"


def test_placing_a_tile_on_another_swaps_them(board):
    letters = rack_of(board)
    odd = next(n for n, letter in enumerate(letters) if letter != letters[0])
    board.locator(".rack.own .tile").nth(0).click()
    board.mouse.click(*cell(board, 0, 0))
    board.locator(".rack.own .tile").nth(odd - 1).click()
    board.locator(".world .tile").click()
    assert text_of(board) == letters[odd]
    assert sorted([text_of(board), *rack_of(board)]) == sorted(letters)


def test_words_can_be_typed_turned_and_undone(board):
    first, second, third, *_ = rack_of(board)
    board.locator(".field").focus()
    for key in (first, second, "Space", third, "Backspace"):
        board.keyboard.press(key)
    assert text_of(board) == first + second
    board.keyboard.press("Control+z")
    assert len(text_of(board).replace(".", "").replace("\n", "")) == 3
    board.keyboard.press("Control+Shift+z")
    assert text_of(board) == first + second


def test_every_action_is_announced(board):
    letter = rack_of(board)[0]
    board.locator(".field").focus()
    expect(board.locator("p.said")).to_contain_text("Row 1, column 1, empty, across")
    board.keyboard.press(letter)
    expect(board.locator("p.said")).to_contain_text(f"{letter} placed. Row 1, column 1.")
    board.keyboard.press("q")
    expect(board.locator("p.said")).to_have_text("Q isn’t in your rack.")


def test_a_word_can_be_moved_and_turned_as_a_whole(board):
    first, second, third, *_ = rack_of(board)
    board.locator(".field").focus()
    for key in (first, second, third):
        board.keyboard.press(key)
    board.keyboard.press("ArrowLeft")
    board.keyboard.press("Alt+ArrowDown")
    assert text_of(board) == first + second + third
    board.keyboard.press("Shift+Space")
    assert text_of(board) == "\n".join([first, second, third])


def test_tiles_selected_with_a_frame_move_together(board):
    board.locator(".field").focus()
    for letter in rack_of(board)[:3]:
        board.keyboard.press(letter)
    before = text_of(board)
    boxes = [tile.bounding_box() for tile in board.locator(".world .tile").all()]
    board.get_by_role("button", name="Select").click()
    board.mouse.move(boxes[0]["x"] - 20, boxes[0]["y"] - 20)
    board.mouse.down()
    board.mouse.move(boxes[2]["x"] + 20, boxes[2]["y"] + 20, steps=4)
    board.mouse.up()
    expect(board.locator(".world .tile.picked")).to_have_count(3)
    drag(board, board.locator(".world .tile").nth(0), cell(board, 3, -3))
    assert text_of(board) == before
    assert board.locator(".world .tile").nth(0).bounding_box()["y"] > boxes[0]["y"] + CELL


def test_text_in_the_box_appears_on_the_board(board, game_id, anna):
    write_layout(board, hand(game_id, anna))
    expect(board.locator(".world .tile")).to_have_count(6)
    expect(board.locator(".rack.own:empty")).to_have_attribute(
        "data-bare", "Every tile is laid. Submit, then request the light."
    )
    board.get_by_role("button", name="Recall").click()
    assert text_of(board) == ""


def test_an_invalid_word_is_marked_and_named_and_cannot_be_submitted(window, anna, boris, signed_in):
    game_id = start(anna, boris, now=just_now(), **SIX | {"starting_tiles": 9})
    look(game_id, anna, at=timezone.now())
    page = signed_in(window(), anna)
    page.goto(f"/games/{game_id}/")
    nine = hand(game_id, anna)
    write_layout(page, nine)
    expect(page.locator(".world .tile.struck")).to_have_count(9)
    expect(page.locator(".verdict")).to_contain_text(f"✕ not in the word list: {nine}")
    expect(page.locator("#submit")).to_have_attribute("aria-disabled", "true")
    page.locator(".field").focus()
    page.keyboard.press("Delete")
    expect(page.locator(".world .tile.struck")).to_have_count(0)
    expect(page.locator(".verdict")).to_contain_text("✓ 1 word, in the list")


def test_a_submitted_layout_stays_on_the_board(board, game_id, anna):
    letters = rack_of(board)
    board.locator(".field").focus()
    for letter in letters:
        board.keyboard.press(letter)
    expect(board.locator(".on-the-board .score")).to_have_text("0/1=0.00")
    submit_layout(board)
    expect(board.get_by_text("Submitted. This layout counts now.")).to_be_visible()
    assert text_of(board) == "".join(letters)


def test_a_new_tile_joins_the_rack_without_a_reload(board, game_id, anna, boris):
    look(game_id, boris, at=timezone.now())
    board.locator(".field").focus()
    for letter in rack_of(board)[:2]:
        board.keyboard.press(letter)
    lies = text_of(board)
    _let_boris_call(game_id, boris)
    refresh(board)
    expect(board.get_by_text("1 tile is face down")).to_be_visible()
    board.keyboard.press("Escape")
    expect(board.locator(".rack.own .tile")).to_have_count(5)
    expect(board.locator(".rack.own .arriving")).to_have_count(1)
    assert text_of(board) == lies


def test_every_change_of_the_layout_fires_an_event(board):
    board.evaluate("""() => {
        window.told = [];
        document.querySelector(".play").addEventListener("arranged", (event) => window.told.push(event.detail));
    }""")
    first, second, *_ = rack_of(board)
    board.locator(".field").focus()
    for letter in (first, second):
        board.keyboard.press(letter)
    expect(board.locator(".said")).to_contain_text(
        f"{second} placed. Row 1, column 2."
    )  # announced once the server has answered
    told = board.evaluate("told")
    assert [told[0]["text"], told[-1]["text"]] == [first, first + second]
    assert told[0]["score"] == "0/(0+6)=0.00"
    assert told[-1]["score"] == board.locator(".on-the-board .score").inner_text()


TYPED_AT_ONCE = """(field, letters) => {
  for (const key of letters) field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}"""  # however slow the machine is


def test_fast_typing_shows_the_last_letter_and_announces_the_earlier_ones(board):
    held = []
    board.route(re.compile("/words/"), lambda asked: held.append(asked))
    letters = rack_of(board)[:3]
    board.locator(".field").focus()
    board.locator(".field").evaluate(TYPED_AT_ONCE, letters)
    expect(board.locator(".world .tile")).to_have_count(3)
    for asked in held:
        asked.continue_()
    ear, eye = board.locator(".said span").all()
    expect(ear).to_have_text(f"{letters[1]} placed. Row 1, column 2.")
    expect(eye).to_have_text(re.compile(rf"^{letters[2]} placed. Row 1, column 3. 0/"))


def test_a_refused_layout_is_not_replaced_by_an_older_one(board, game_id):
    board.locator(".field").focus()
    board.keyboard.press(rack_of(board)[0])
    open_drawer(board, "edit")
    board.get_by_label("Your layout as text").fill("ZEBRA")
    board.locator("#edit").get_by_role("button", name="Submit").click()
    expect(board.get_by_role("alert")).to_contain_text("You don’t hold these tiles:")
    assert text_of(board) == "ZEBRA"


def test_the_rack_keeps_its_order(board, game_id):
    board.get_by_role("button", name="Sort").click()
    in_order = rack_of(board)
    assert in_order == sorted(in_order)
    drag(board, board.locator(".rack.own .tile").nth(5), _left_of(board.locator(".rack.own .tile").nth(0)))
    mine = rack_of(board)
    assert mine == [in_order[5], *in_order[:5]]
    board.goto(f"/games/{game_id}/")
    assert rack_of(board) == mine


@pytest.fixture
def phone(chromium, live_server, game_id, anna, signed_in):
    """Anna's page on a touch screen; unlike in other windows, animations run."""
    context = chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True, base_url=live_server.url)
    page = signed_in(context.new_page(), anna)
    page.goto(f"/games/{game_id}/")
    page.locator(".rack.own").scroll_into_view_if_needed()
    yield page
    context.close()


@pytest.fixture
def fingers(phone):
    """Return a function that touches points of the field, moves the fingers, or lifts them: `fingers("Move", (10,
    20))`."""
    devtools = phone.context.new_cdp_session(phone)

    def touch(kind, *points):
        box = phone.locator(".field").bounding_box()
        under = [{"x": box["x"] + x, "y": box["y"] + y, "id": n} for n, (x, y) in enumerate(points)]
        devtools.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": under})

    return touch


def lay(page, *letters):
    page.locator(".field").focus()
    for letter in letters:
        page.keyboard.press(letter)
    page.get_by_role("button", name="Fit").click()
    page.evaluate("""() => Promise.allSettled(
        document.querySelector(".field").getAnimations({ subtree: true }).map((motion) => motion.finished)
    )""")  # not those of the whole page: a note on it fades after twelve seconds


def middle_of(tile):
    box, field = tile.bounding_box(), tile.page.locator(".field").bounding_box()
    return box["x"] - field["x"] + box["width"] / 2, box["y"] - field["y"] + box["height"] / 2


def test_a_tile_can_be_placed_by_touch(phone):
    phone.locator(".rack.own .tile").nth(0).tap()
    expect(phone.locator(".rack.own .tile.picked")).to_have_count(1)
    field = phone.locator(".field").bounding_box()
    phone.touchscreen.tap(field["x"] + 100, field["y"] + 100)
    expect(phone.locator(".world .tile")).to_have_count(1)


def test_tapping_tiles_one_after_another_lays_them_in_a_row(phone):
    field = phone.locator(".field").bounding_box()
    letters = rack_of(phone)[:3]
    phone.touchscreen.tap(field["x"] + 100, field["y"] + 100)
    for _ in letters:
        phone.locator(".rack.own .tile").first.tap()
    expect(phone.locator(".world .tile")).to_have_count(3)
    expect(phone.locator(".rack.own .tile.picked")).to_have_count(0)
    assert phone.get_by_label("Your layout as text").input_value() == "".join(letters)


def test_a_tile_dragged_by_touch_appears_above_the_finger(phone, fingers):
    lay(phone, *rack_of(phone)[:2])
    x, y = middle_of(phone.locator(".world .tile").nth(1))
    fingers("Start", (x, y))
    fingers("Move", (x, y + 20))
    expect(phone.locator(".ghost .tile")).to_have_count(1)
    above = phone.locator(".ghost .tile").bounding_box()
    assert above["y"] + above["height"] < phone.locator(".field").bounding_box()["y"] + y + 20
    fingers("Move", (x, y + 2 * 38 + 44))
    fingers("End")
    expect(phone.locator(".ghost")).to_have_count(0)
    assert len(text_of(phone).split("\n")) == 3


def test_two_fingers_zoom_and_one_pans(phone, fingers):
    lay(phone, rack_of(phone)[0])
    tile = phone.locator(".world .tile")
    before = tile.bounding_box()
    fingers("Start", (150, 100), (200, 100))
    fingers("Move", (125, 100), (225, 100))
    fingers("End")
    assert tile.bounding_box()["width"] == 63
    phone.get_by_role("button", name="Fit").click()
    fingers("Start", (60, 60))
    fingers("Move", (90, 80))
    fingers("End")
    after = tile.bounding_box()
    assert (after["x"] - before["x"], after["y"] - before["y"]) == (30, 20)
    expect(phone.locator(".world .picked")).to_have_count(0)


def test_tiles_can_be_selected_with_a_frame_by_touch(phone, fingers):
    lay(phone, *rack_of(phone)[:3])
    phone.get_by_role("button", name="Select").tap()
    (x, y), (to_x, _) = [middle_of(phone.locator(".world .tile").nth(n)) for n in (0, 1)]
    fingers("Start", (x - 30, y - 40))
    fingers("Move", (to_x, y + 5))
    fingers("End")
    expect(phone.locator(".world .tile.picked")).to_have_count(2)
    expect(phone.get_by_role("button", name="Select")).to_have_attribute("aria-pressed", "false")


def test_a_second_tap_selects_the_word_and_a_third_deselects_it(phone, fingers):
    lay(phone, *rack_of(phone)[:3])
    at = middle_of(phone.locator(".world .tile").nth(1))
    for picked in (1, 3, 0):
        fingers("Start", at)
        fingers("End")
        expect(phone.locator(".world .tile.picked")).to_have_count(picked)


def test_every_tool_has_a_label_and_is_large_enough_for_touch(phone):
    for tool in phone.locator(".tool:visible").all():
        assert tool.inner_text().strip()
        box = tool.bounding_box()
        assert min(box["width"], box["height"]) >= 44
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]


def test_rotating_a_phone_keeps_all_tiles_in_view(phone):
    lay(phone, *rack_of(phone))
    phone.set_viewport_size({"width": PHONE["height"], "height": PHONE["width"]})
    expect(phone.locator(".beyond:visible")).to_have_count(0)
    field = phone.locator(".field").bounding_box()
    for tile in phone.locator(".world .tile").all():
        box = tile.bounding_box()
        assert field["x"] <= box["x"] <= field["x"] + field["width"] - box["width"]


TO_THE_RACK = """() => {
    document.querySelector("[data-tool=recall]").click();
    return document.querySelector(".rack.own .tile").getAnimations().length;
}"""


def test_a_tile_slides_unless_reduced_motion_is_set(phone, board):
    for page, slides in ((phone, 1), (board, 0)):
        lay(page, *rack_of(page))
        assert page.evaluate(TO_THE_RACK) == slides


def test_a_button_points_to_tiles_out_of_view(board):
    board.locator(".field").focus()
    board.keyboard.press(rack_of(board)[0])
    for _ in range(2):
        board.mouse.move(*cell(board, 3, -8))
        board.mouse.down()
        board.mouse.move(*cell(board, 3, 8), steps=4)
        board.mouse.up()
    board.get_by_role("button", name="More tiles to the right").click()
    expect(board.get_by_role("button", name="More tiles to the right")).to_be_visible()
    board.get_by_role("button", name="Fit").click()
    expect(board.locator(".beyond:visible")).to_have_count(0)


def _left_of(tile):
    box = tile.bounding_box()
    return box["x"] + 4, box["y"] + 20


def _let_boris_call(game_id, boris):
    ask(game_id, boris, at=timezone.now())
    commands.apply_due(game_id=game_id, now=timezone.now())
