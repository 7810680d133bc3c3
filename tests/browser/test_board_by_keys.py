"""The board by keyboard alone: every action has its key, and its result is announced."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Hand
from tests.positions import just_now
from tests.tables import look, only_words, start

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def board(window, transactional_db, anna, boris, signed_in):
    """A game in which Anna holds K A C E K E Y and a blank, and only CAKE, KEY and KEYS are words. The board has the
    focus."""
    game_id = start(anna, boris, now=just_now(), starting_tiles=8)
    only_words(game_id, "CAKE", "KEY", "KEYS")
    Hand.objects.filter(game=game_id, seat=0).update(tiles="KACEKEY?")
    look(game_id, anna, at=timezone.now())
    page = signed_in(window(), anna)
    page.goto(f"/games/{game_id}/")
    expect(page.locator(".field")).to_be_visible()
    page.keyboard.press("Tab")
    while not page.evaluate("document.activeElement.matches('.field')"):
        page.keyboard.press("Tab")
    return page


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def says(page, text):
    expect(page.locator(".said[aria-live=polite]")).to_contain_text(text)


def text_of(page):
    return page.locator("#layout").input_value()


def test_the_cursor_announces_its_position_and_direction(board):
    says(board, "Row 1, column 1, empty, across")
    press(board, "ArrowRight")
    says(board, "Row 1, column 2, empty, across")
    press(board, "Space")
    says(board, "Row 1, column 2, empty, down")


def test_typing_a_word_announces_its_score(board):
    press(board, "c")
    says(board, "C placed. Row 1, column 1. 0/(0+8)=0.00")
    press(board, "a", "k", "e")
    says(board, "E placed. Row 1, column 4. 0/(1+4)=0.00")
    assert text_of(board) == "CAKE"
    press(board, "Shift+S", "q")
    says(board, "Q isn’t in your rack.")


def test_a_crossing_tile_announces_its_points(board):
    lay_cake_and_key(board)
    says(board, "5/(2+2)=1.25")
    press(board, "ArrowUp", "ArrowUp", "ArrowUp")
    says(board, "Row 1, column 3, K, down. K 5 in CAKE and KEY")
    press(board, "ArrowRight")
    says(board, "Row 1, column 4, E, down.")
    expect(board.locator(".said")).not_to_contain_text("K 5")


def test_the_sums_can_be_shown_announced_and_hidden(board):
    press(board, "=")
    says(board, "No tile is in two words yet, so there are no points.")
    press(board, "=")
    lay_cake_and_key(board)
    says(board, "5/(2+2)=1.25")
    press(board, "=")
    says(board, "K 5 = 5; K 5 in CAKE and KEY")
    expect(board.locator("[data-tool=sums]")).to_have_attribute("aria-pressed", "true")
    expect(board.get_by_role("group", name="Points from each crossing")).to_contain_text("K 5 = 5")
    press(board, "=")
    expect(board.get_by_role("group", name="Points from each crossing")).to_be_hidden()


def test_an_invalid_word_is_announced(board):
    press(board, "k", "a")
    says(board, "0/(0+8)=0.00 ✕ not in the word list: KA")
    expect(board.locator(".verdict")).to_contain_text("✕ not in the word list: KA")
    press(board, "Backspace")
    expect(board.locator(".verdict")).not_to_contain_text("KA")


def test_tiles_can_be_recalled_and_swapped_and_moves_undone_and_redone(board):
    press(board, "c", "a", "Backspace")
    says(board, "Back in your rack: A.")
    press(board, "ArrowLeft", "k")
    says(board, "K swapped with C. Row 1, column 1.")
    assert text_of(board) == "K"
    press(board, "Control+z")
    says(board, "Undone.")
    assert text_of(board) == "C"
    press(board, "Control+Shift+z")
    says(board, "Redone.")
    assert text_of(board) == "K"
    press(board, "Control+y")
    says(board, "There is nothing to redo.")


def test_fifty_moves_can_be_undone_and_redone_one_by_one(board):
    press(board, "c")
    for _ in range(49):
        press(board, "Alt+ArrowRight")
    press(board, *["Control+z"] * 50)
    assert text_of(board) == ""
    press(board, "Control+z")
    says(board, "There is nothing to undo.")
    press(board, *["Control+y"] * 50)
    assert text_of(board) == "C"
    says(board, "Redone.")
    press(board, "Control+y")
    says(board, "There is nothing to redo.")


def test_a_word_can_be_moved_and_turned_unless_another_is_in_the_way(board):
    press(board, "k", "e", "y", "Shift+Space")
    says(board, "Turned.")
    assert text_of(board) == "K\nE\nY"
    press(board, "Shift+Space", "Alt+ArrowDown")
    says(board, "Moved.")
    assert text_of(board) == "KEY"
    press(board, "ArrowUp", "c", "ArrowDown", "Alt+ArrowUp")
    says(board, "Another tile is in the way.")


def test_shift_with_arrows_selects_tiles_and_enter_moves_them(board):
    press(board, "k", "e", "y", "ArrowLeft", "Shift+ArrowLeft", "Shift+ArrowLeft")
    says(board, "Selected: K E Y. Choose a cell.")
    expect(board.locator(".world .tile.picked")).to_have_count(3)
    press(board, "Shift+ArrowRight")
    says(board, "Selected: E Y. Choose a cell.")
    press(board, "ArrowDown", "ArrowDown", "Enter")
    says(board, "Moved.")
    assert text_of(board) == "K..\n...\n.EY"
    press(board, "Escape")
    says(board, "Nothing is selected.")
    press(board, "Control+a", "Delete")
    says(board, "Back in your rack: K E Y.")
    assert text_of(board) == ""


def test_enter_selects_a_tile_then_its_word_then_nothing(board):
    press(board, "k", "e", "y", "ArrowLeft", "Enter")
    says(board, "Selected: Y. Choose a cell.")
    press(board, "Enter")
    says(board, "Selected: K E Y. Choose a cell.")
    press(board, "Enter")
    says(board, "Nothing is selected.")


def test_a_tile_selected_in_the_rack_is_placed_at_the_cursor(board):
    press(board, "ArrowDown")
    board.locator(".rack.own .tile").first.focus()
    press(board, "ArrowRight", "Alt+ArrowLeft")
    assert [tile[0] for tile in board.locator(".rack.own .tile").all_inner_texts()[:3]] == ["C", "A", "E"]
    press(board, "Enter")
    says(board, "Selected: C. Choose a cell.")
    press(board, "Enter")
    says(board, "C placed. Row 1, column 1.")


def test_a_blank_asks_for_its_letter_which_can_be_changed_later(board):
    board.locator(".rack.own .tile").first.focus()
    press(board, *["ArrowRight"] * 7, "Enter", "Enter")
    expect(board.get_by_role("dialog", name="Which letter should the blank be?")).to_be_visible()
    press(board, "Escape")
    expect(board.locator("dialog[open]")).to_have_count(0)
    assert text_of(board) == ""
    press(board, "Enter")
    board.get_by_role("button", name="Cancel", exact=True).click()
    expect(board.locator("dialog[open]")).to_have_count(0)
    assert text_of(board) == ""
    press(board, "Enter", "s")
    expect(board.locator("dialog[open]")).to_have_count(0)
    says(board, "s placed. Row 1, column 1.")
    assert text_of(board) == "s"
    press(board, "Enter", "Enter", "Tab", "Enter")
    says(board, "b placed. Row 1, column 1.")
    assert text_of(board) == "b"


def test_shift_with_a_letter_lays_a_blank(board):
    press(board, "Shift+K", "e", "y")
    says(board, "0/(1+5)=0.00")
    assert text_of(board) == "kEY"


def test_letters_can_be_typed_while_the_focus_is_on_a_tool(board):
    board.get_by_role("button", name="Shuffle").focus()
    press(board, "Enter")
    says(board, "Rack shuffled.")
    press(board, "c")
    says(board, "C placed. Row 1, column 1.")
    board.get_by_role("button", name="Recall").focus()
    press(board, "Enter")
    says(board, "All your tiles are back in your rack.")
    assert text_of(board) == ""


def test_a_layout_can_be_copied_and_pasted(board):
    board.context.grant_permissions(["clipboard-read", "clipboard-write"])
    lay_cake_and_key(board)
    laid = text_of(board)
    press(board, "Control+c")
    says(board, "Layout copied as text.")
    assert board.evaluate("navigator.clipboard.readText()") == "| CAKE\n| ..E.\n| ..Y."
    board.get_by_role("button", name="Recall").click()
    board.locator(".field").focus()
    press(board, "Control+v")
    says(board, "Laid 6 of 6 tiles from the text.")
    assert text_of(board) == laid
    board.evaluate("navigator.clipboard.writeText('8H KEY')")
    press(board, "Control+v")
    says(board, "This isn’t a layout in rows. It is in the text box, where the server can read it.")
    assert text_of(board) == "8H KEY"


def test_a_layout_is_submitted_with_keys_and_focus_returns_to_the_board(
    window, transactional_db, anna, boris, signed_in
):
    game_id = start(anna, boris, now=just_now(), starting_tiles=4)
    only_words(game_id, "END", "NA")
    Hand.objects.filter(game=game_id, seat=0).update(tiles="ENDA")
    look(game_id, anna, at=timezone.now())
    page = signed_in(window(), anna)
    page.goto(f"/games/{game_id}/")
    page.locator(".field").focus()
    press(page, "e", "n", "d", "ArrowLeft", "ArrowLeft", "Space", "ArrowDown", "a")
    assert text_of(page) == "END\n.A."
    expect(page.get_by_role("button", name="Submit and request green")).to_be_visible()
    press(page, "Control+Enter")
    expect(page.locator("#do-UNASK")).to_be_visible()
    assert text_of(page) == "END\n.A."  # END alone in a row does not end an order
    page.get_by_role("button", name="Withdraw request").focus()
    press(page, "Enter")
    expect(page.locator("#do-GREEN")).to_be_visible()
    expect(page.locator(".field")).to_be_focused()


def lay_cake_and_key(page):
    press(page, "c", "a", "k", "e", "ArrowLeft", "ArrowLeft", "Space", "k", "e", "y")
    assert text_of(page) == "CAKE\n..E.\n..Y."
