"""Laying the layout of an order by hand above its text box: on a fixed board, and by rearranging a whole grid."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import commands
from games.rules.grid import tiles_used
from games.rules.values import Order
from tests.browser.conftest import TOUCHED, close_drawer, open_drawer, refresh
from tests.of_pieces import give, start_of, table, to_move, write
from tests.positions import just_now
from tests.tables import only_words

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LAID = ".....SCATs....."


@pytest.fixture
def crosslet(transactional_db, anna, boris):
    """A game with CAT in the middle of the board, whose next player holds S, a blank and vowels: its id, and that
    player."""
    now = timezone.now()
    game_id = start_of("crosslet", anna, boris, now=now)
    only_words(game_id, "CAT", "SCATS")
    first, second = to_move(game_id, anna, boris)
    give(game_id, first, "CATIIII")
    write(game_id, first, "GRID\n8G CAT\nEND", at=now)
    give(game_id, second, "S?AEIOU")
    return game_id, second


@pytest.fixture
def scannergram(transactional_db, anna, boris):
    return start_of("scannergram", anna, boris, now=just_now())


def at_the_table(page, game_id):
    page.goto(f"/games/{game_id}/")
    expect(page.locator(".play .field")).to_be_visible()
    return page


def cell(page, row, column):
    """Return the middle of a cell of the board, in window coordinates."""
    return page.evaluate(
        """([row, column]) => {
            const field = document.querySelector(".play .field");
            const [cell, x, y] = ["cell", "x", "y"].map((name) => parseInt(field.style.getPropertyValue(`--${name}`)));
            const box = field.getBoundingClientRect();
            return [box.left + x + (column + 0.5) * cell, box.top + y + (row + 0.5) * cell];
        }""",
        [row, column],
    )


def text_of(page):
    return page.locator("textarea.layout").input_value().split("\n")


def rack_of(page):
    return [tile.inner_text()[:1] for tile in page.locator(".rack.own .tile").all()]


def board_of(game_id):
    return table(game_id).state.board


def test_a_play_can_be_typed_through_letters_on_the_board(window, crosslet, signed_in):
    game_id, player = crosslet
    page = at_the_table(signed_in(window(), player), game_id)
    page.mouse.click(*cell(page, 7, 5))
    page.keyboard.press("s")
    page.keyboard.press("Shift+S")
    assert text_of(page)[7] == LAID
    assert [len(row) for row in text_of(page)] == [15] * 15
    assert rack_of(page) == ["A", "E", "I", "O", "U"]
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_text("turn. Wait for yours.").first).to_be_visible()
    assert board_of(game_id)[7] == LAID


def test_a_play_can_be_tapped_on_a_phone(window, crosslet, signed_in):
    game_id, player = crosslet
    page = at_the_table(signed_in(window(**TOUCHED), player), game_id)
    page.locator(".rack.own .tile", has_text="S").tap()
    page.touchscreen.tap(*cell(page, 7, 5))
    page.locator(".rack.own .tile[aria-label=blank]").tap()
    page.touchscreen.tap(*cell(page, 7, 9))
    page.get_by_role("button", name="S", exact=True).tap()
    assert text_of(page)[7] == LAID
    page.get_by_role("button", name="Play", exact=True).tap()
    expect(page.get_by_text("turn. Wait for yours.").first).to_be_visible()
    assert board_of(game_id)[7] == LAID


def test_a_play_can_be_laid_and_submitted_with_the_keyboard(window, crosslet, signed_in):
    game_id, player = crosslet
    page = at_the_table(signed_in(window(), player), game_id)
    _tab_to(page, ".field")
    expect(page.locator(".said")).to_have_text("Row 8, column H, A, across.")
    for key in ("s", "ArrowLeft", "ArrowLeft", "ArrowLeft", "Backspace", "Shift+S"):
        page.keyboard.press(key)
    assert text_of(page)[7] == ".....sCATS....."
    _tab_to(page, "#orders .sends")
    page.keyboard.press("Enter")
    expect(page.get_by_text("turn. Wait for yours.").first).to_be_visible()
    assert board_of(game_id)[7] == ".....sCATS....."


def test_a_late_verdict_on_an_earlier_layout_does_not_block_a_play(window, crosslet, signed_in):
    game_id, player = crosslet
    page = signed_in(window(), player)
    held = []
    page.route("**/try/", lambda route: held.append(route))
    at_the_table(page, game_id)
    _tab_to(page, ".field")
    with page.expect_request("**/try/"):
        page.keyboard.press("s")  # CATS is not a valid word
    for key in ("ArrowLeft", "ArrowLeft", "ArrowLeft", "Backspace", "Shift+S"):
        page.keyboard.press(key)
    late = held[0]
    with page.expect_response("**/try/"):
        late.fulfill(response=late.fetch())
    page.keyboard.press("Enter")
    expect(page.get_by_text("turn. Wait for yours.").first).to_be_visible()
    page.unroute_all(behavior="ignoreErrors")


def _tab_to(page, what):
    while not page.evaluate("(what) => document.activeElement.matches(what)", what):
        page.keyboard.press("Tab")


def test_tiles_already_played_cannot_be_changed(window, crosslet, signed_in):
    game_id, player = crosslet
    page = at_the_table(signed_in(window(), player), game_id)
    before = text_of(page)
    page.locator(".rack.own .tile", has_text="S").click()
    page.mouse.click(*cell(page, 7, 6))
    expect(page.locator(".said")).to_have_text("You can’t lay a tile there.")
    page.mouse.click(*cell(page, 7, 6))
    page.keyboard.press("Delete")
    assert text_of(page) == before


def test_the_cursor_announces_its_position_and_contents(window, crosslet, signed_in):
    game_id, player = crosslet
    page = at_the_table(signed_in(window(), player), game_id)
    page.mouse.click(*cell(page, 7, 6))
    expect(page.locator(".said")).to_have_text("Row 8, column G, C, across.")
    page.mouse.click(*cell(page, 0, 0))
    page.keyboard.press("ArrowUp")
    expect(page.locator(".said")).to_have_text("This is the edge of the board.")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".said")).to_contain_text("Row 1, column B, empty")
    page.mouse.click(*cell(page, 0, 14))
    page.keyboard.press("s")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".said")).to_contain_text("Row 1, column N, empty")


def test_undoing_also_changes_the_text_box(window, crosslet, signed_in):
    game_id, player = crosslet
    page = at_the_table(signed_in(window(), player), game_id)
    before = text_of(page)
    page.mouse.click(*cell(page, 7, 5))
    page.keyboard.press("s")
    page.keyboard.press("Control+z")
    assert text_of(page) == before
    page.keyboard.press("Control+y")
    assert text_of(page)[7] == ".....SCAT......"


def test_tiles_stay_laid_while_others_chat(window, crosslet, signed_in, boris):
    game_id, player = crosslet
    page = at_the_table(signed_in(window(), player), game_id)
    page.mouse.click(*cell(page, 7, 5))
    page.keyboard.press("s")
    commands.say(game_id=game_id, player=boris, text="Take your time.", now=timezone.now())
    refresh(page)
    page.keyboard.press("Shift+S")
    assert text_of(page)[7] == LAID
    expect(page.locator(".plan")).to_be_hidden()


def test_an_invalid_play_stays_on_the_board_with_the_reason(window, crosslet, signed_in):
    game_id, player = crosslet
    page = at_the_table(signed_in(window(), player), game_id)
    page.mouse.click(*cell(page, 7, 5))
    page.keyboard.press("s")
    expect(page.locator(".trial")).to_contain_text("Not in the word list: SCAT")
    button = page.get_by_role("button", name="Play", exact=True)
    expect(button).to_have_attribute("aria-disabled", "true")
    button.click(force=True)
    expect(page.locator(".said")).to_contain_text("Not in the word list: SCAT")
    assert text_of(page)[7] == ".....SCAT......"
    expect(page.locator(".world .tile")).to_have_count(1)


def test_a_grid_can_be_rearranged_for_a_bid(window, scannergram, anna, boris, signed_in):
    state = table(scannergram).state
    page = at_the_table(signed_in(window(), anna), scannergram)
    assert tuple(text_of(page)) == state.grid
    assert rack_of(page) == [state.tile]
    button = page.get_by_role("button", name="Bid 2 or more")
    expect(button).to_contain_text(f"{state.tile} isn’t laid yet")
    button.click(force=True)
    expect(page.locator(".play .trial")).to_contain_text(f"the new one, {state.tile}")
    column = next(n for n, letter in enumerate(state.grid[0]) if letter != ".")
    page.mouse.click(*cell(page, -1, column))
    page.keyboard.press(state.tile)
    expect(page.locator(".rack.own .tile")).to_have_count(0)
    rows = text_of(page)
    assert rows == [f"{'.' * column}{state.tile}".ljust(len(state.grid[0]), "."), *state.grid]
    open_drawer(page, "form-BID")
    page.locator("form[data-board]").get_by_label("Length").fill("4")
    close_drawer(page)
    page.locator("#orders .sends").click()
    expect(page.get_by_text("Your bid of 4 is the highest").first).to_be_attached()
    assert table(scannergram).state.best.sealed.layout == tuple(rows)
    open_drawer(page, "form-BID")
    page.locator("form[data-board]").get_by_label("Length").fill("7")
    close_drawer(page)
    write(scannergram, boris, "PASS", at=timezone.now())
    refresh(page)
    expect(page.locator(".rack.own .tile")).to_have_text(re.compile(table(scannergram).state.tile))
    expect(page.locator("form[data-board]").get_by_label("Length")).to_have_value("")


@pytest.fixture
def being_tried(window, scannergram, anna, signed_in):
    """Anna's game with the new tile laid and the server's response held back: the page, its field for the length, and a
    function that releases the response."""
    page, held = signed_in(window(), anna), []
    page.route("**/try/", lambda route: held.append(route))
    at_the_table(page, scannergram)
    state = table(scannergram).state
    with page.expect_request("**/try/"):
        page.mouse.click(*cell(page, -1, next(n for n, letter in enumerate(state.grid[0]) if letter != ".")))
        page.keyboard.press(state.tile)
    open_drawer(page, "form-BID")

    def answer():
        held[0].continue_()
        expect(page.locator(".trial data[data-fills=field-0]")).to_be_attached()

    yield page, page.locator("form[data-board]").get_by_label("Length"), answer
    page.unroute_all(behavior="ignoreErrors")


def test_the_length_is_not_filled_in_while_the_player_types(being_tried):
    page, length, answer = being_tried
    length.focus()
    answer()
    page.keyboard.type("14")
    assert length.input_value() == "14"
    close_drawer(page)
    expect(page.locator("#orders .sends")).to_contain_text("Bid 14")


def test_the_length_is_filled_in_once_the_player_leaves_it_empty(being_tried):
    page, length, answer = being_tried
    length.focus()
    answer()
    expect(length).to_have_value("")
    length.blur()
    expect(length).to_have_value(re.compile(r"\d"))
    expect(page.locator("#orders .sends")).to_contain_text(f"Bid {length.input_value()}")


def test_a_new_round_with_the_same_tiles_starts_with_its_own_grid(window, scannergram, anna, signed_in):
    page = at_the_table(signed_in(window(), anna), scannergram)
    page.mouse.click(*cell(page, -1, 0))
    page.keyboard.press(table(scannergram).state.tile)
    expect(page.locator(".rack.own .tile")).to_have_count(0)
    at_the_table(page, scannergram)
    expect(page.locator(".rack.own .tile")).to_have_count(0)
    form = page.locator("form[data-board]")
    assert form.get_attribute("data-round") == "1"
    form.evaluate("form => { form.dataset.round = 2; htmx.trigger(document.body, 'htmx:oobAfterSwap'); }")
    expect(page.locator(".rack.own .tile")).to_have_count(1)
    assert tuple(text_of(page)) == table(scannergram).state.grid


def lay_the_new_tile(page, game_id):
    state = table(game_id).state
    row, column = next((r, line.index(letter)) for r, line in enumerate(state.grid) for letter in line if letter != ".")
    page.locator(".rack.own .tile").tap()
    page.touchscreen.tap(*cell(page, row - 1, column))


def test_the_bid_comes_from_the_grid_and_can_be_lowered(window, scannergram, anna, signed_in):
    page = at_the_table(signed_in(window(**TOUCHED), anna), scannergram)
    expect(page.locator("[data-grid=grid] .plan")).to_be_hidden()  # the board starts with it
    stepper, send = page.get_by_role("group", name="Length"), page.locator("#orders .sends")
    expect(stepper).to_be_hidden()
    lay_the_new_tile(page, scannergram)
    expect(stepper).to_be_visible()
    length = page.locator("form[data-board]").get_by_label("Length")
    most = int(length.input_value())
    assert most >= 2
    expect(send).to_contain_text(f"Bid {most}")
    expect(stepper.get_by_role("button", name="One letter more")).to_have_attribute("aria-disabled", "true")
    stepper.get_by_role("button", name="One letter more").tap(force=True)
    expect(send).to_contain_text(f"Bid {most}")
    for n in range(most - 1, 1, -1):
        stepper.get_by_role("button", name="One letter less").tap()
        expect(send).to_contain_text(f"Bid {n}")
        expect(length).to_have_value(str(n))
    expect(page.locator(".called")).to_have_count(0)  # every word is called, so there is no choice
    page.get_by_role("button", name="Undo").tap()
    expect(stepper).to_be_hidden()
    with page.expect_request(
        "**/try/"
    ) as asked:  # a length that was filled in automatically is sent as empty, as it may not fit this layout
        page.get_by_role("button", name="Redo").tap()
    assert 'name="field-0"\r\n\r\n\r\n' in asked.value.post_data
    expect(send).to_contain_text(f"Bid {most}")


def test_the_bid_to_beat_is_shown_and_a_losing_grid_cannot_be_sent(window, scannergram, anna, boris, signed_in):
    page = at_the_table(signed_in(window(**TOUCHED), anna), scannergram)
    send, over = page.locator("#orders .sends"), page.locator(".play .latest.over")
    lay_the_new_tile(page, scannergram)
    expect(send).to_contain_text(re.compile(r"^Bid \d+$"))
    send.tap()
    expect(page.locator("#notes")).to_contain_text("sealed a grid")
    expect(over).to_contain_text("Your bid")
    sealed = table(scannergram).state.best.sealed
    facts = {"length": 12, "calls": sealed.calls, "layout": sealed.layout}
    commands.play(game_id=scannergram, player=boris, orders=[Order("BID", facts)], now=timezone.now())
    refresh(page)
    expect(over).to_contain_text("Boris bids 12.")
    expect(page.locator("#notes")).to_be_empty()
    expect(send).to_contain_text("Bid 13 or more")
    expect(send).to_contain_text(re.compile(r"your word has \d+ letters"))
    expect(send).to_have_attribute("aria-disabled", "true")
    covered = page.locator(".play .field").evaluate(
        """(field) => {
            const lines = [...document.querySelectorAll(".play > :is(.trial, .latest.over)")].map((one) => one.getBoundingClientRect());
            const tiles = [...field.querySelectorAll(".world .tile")].map((one) => one.getBoundingClientRect());
            return tiles.some((tile) => lines.some((line) => tile.top < line.bottom && tile.bottom > line.top));
        }"""
    )
    assert not covered


def test_a_shortened_word_is_called_only_if_the_player_selects_it(window, anna, boris, signed_in):
    game_id = start_of("scannergram", anna, boris, now=just_now(), calls_shortened=False)
    page = at_the_table(signed_in(window(**TOUCHED), anna), game_id)
    rows = list(table(game_id).state.grid)
    row = next(n for n, line in enumerate(rows) if max(map(len, line.split("."))) > 3)
    word = max(rows[row].split("."), key=len)
    rows[row] = rows[row].replace(word, word[:-1] + ".")
    page.locator("form[data-board] textarea").evaluate(
        "(one, text) => { one.value = text; one.dispatchEvent(new Event('input', { bubbles: true })); }",
        "\n".join(rows),
    )
    shortened = page.locator(".called").get_by_role("button", name=word[:-1], exact=True)
    expect(shortened).to_have_attribute("aria-pressed", "false")
    shortened.tap()
    words = page.locator("form[data-board]").get_by_label("Words", exact=True)
    assert word[:-1] in words.input_value().split()
    shortened.tap()
    assert word[:-1] not in words.input_value().split()


def test_a_late_response_for_a_replaced_form_is_ignored(window, scannergram, anna, boris, signed_in):
    page = at_the_table(signed_in(window(**TOUCHED), anna), scannergram)
    state, held = table(scannergram).state, []
    row, column = next((r, line.index(letter)) for r, line in enumerate(state.grid) for letter in line if letter != ".")
    page.route("**/try/", lambda route: held.append(route))
    with page.expect_request("**/try/"):
        page.locator(".rack.own .tile").tap()
        page.touchscreen.tap(*cell(page, row - 1, column))
    form = page.locator("form[data-board]").element_handle()
    page.evaluate("form => form.remove()", form)
    with page.expect_response("**/try/"):
        held[0].continue_()
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(page.locator(".play .called")).to_have_count(0)


def test_the_longest_word_with_the_new_tile_is_framed_with_its_length(window, scannergram, anna, signed_in):
    page = at_the_table(signed_in(window(**TOUCHED), anna), scannergram)
    frame = page.locator(".world .longest")
    expect(frame).to_be_hidden()
    lay_the_new_tile(page, scannergram)
    expect(frame).to_be_visible()
    length = page.locator("form[data-board]").get_by_label("Length").input_value()
    expect(frame).to_have_attribute("data-length", length)
    page.get_by_role("button", name="Undo").tap()
    expect(frame).to_be_hidden()


def test_the_old_grid_covers_the_board_until_its_button_is_pressed_again(window, scannergram, anna, signed_in):
    page = at_the_table(signed_in(window(**TOUCHED), anna), scannergram)
    lay_the_new_tile(page, scannergram)
    tool, old = page.get_by_role("button", name="Old grid"), page.locator(".old-grid")
    tool.tap()
    expect(tool).to_have_attribute("aria-pressed", "true")
    expect(old).to_be_visible()
    expect(old.locator(".tile-on")).to_have_count(len(tiles_used(table(scannergram).state.grid)))
    tool.tap()
    expect(tool).to_have_attribute("aria-pressed", "false")
    expect(old).to_have_count(0)
    expect(page.locator(".world .longest")).to_be_visible()
