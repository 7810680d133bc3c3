"""Card games played by hand in a real browser: by touch, by dragging, by keyboard and without script."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.axe import violations_by_day_and_night
from tests.browser.conftest import LAPTOP, PHONE, TOUCHED, refresh
from tests.browser.layout_shift import NOTE_SHIFTS
from tests.of_pieces import give, start_of, table, to_move, write
from tests.positions import just_now

NARROW = """() => [...document.querySelectorAll(".on-table :is(button, [data-key])")]
    .filter((one) => one.checkVisibility())
    .map((one) => [one.textContent.trim(), Math.min(one.offsetWidth, one.offsetHeight)])
    .filter(([, size]) => size < 44)"""  # touch targets under 44 pixels

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game_id(transactional_db, anna, boris):
    """Anna's and Boris's game, without words on the table."""
    return start_of("lexicon_cards", anna, boris, now=just_now())


@pytest.fixture
def mover(game_id, anna, boris):
    """The player to move, holding ?ACENRSTTU."""
    return to_move(game_id, anna, boris, holding="?ACENRSTTU")[0]


@pytest.fixture
def with_words(game_id, mover, anna, boris):
    """Lay ARE and LOT on the table; it is the mover's turn again. Returns the other player."""
    other = boris if mover == anna else anna
    give(game_id, mover, "AREACENRSTTU?")
    write(game_id, mover, "LAY ARE", timezone.now())
    give(game_id, other, "LOTQZXYVJK")
    write(game_id, other, "LAY LOT", timezone.now())
    give(game_id, mover, "?ACENRSTTU")
    return other


@pytest.mark.parametrize("width", [320, 390])
def test_each_players_full_name_cards_and_points_are_shown(window, with_words, game_id, mover, signed_in, width):
    page = signed_in(window(size={"width": width, "height": 720}), mover)
    open_table(page, game_id)
    chips = page.locator(".chips li")
    expect(chips.filter(has_text="You")).to_have_class("to-move")
    expect(chips.filter(has_text="You").get_by_text("10 cards")).to_have_count(1)
    expect(chips.filter(has_text=with_words.name).get_by_text("7 cards")).to_have_count(1)
    expect(chips.filter(has_text=with_words.name).locator(".cards-held i:visible")).to_have_count(7)
    expect(chips.locator("b")).to_have_text(["0", "0"])
    shown = page.locator(".chips li > span, .chips li small")
    assert not shown.evaluate_all("all => all.some((one) => one.scrollWidth > one.clientWidth + 1)")


def open_table(page, game_id):
    page.goto(f"/games/{game_id}/")
    expect(page.locator(".hand [data-key]").first).to_be_visible()


def card(page, label):
    return page.locator(".hand").get_by_role("button", name=label, pressed=False).first


def sends(page):
    return page.locator("[data-does=send]")


def in_tray(page, place):
    return page.locator(".tray .card").nth(place)


def test_a_word_can_be_laid_by_touch(window, game_id, mover, signed_in):
    page = signed_in(window(**TOUCHED), mover)
    open_table(page, game_id)
    for letter in "CAT":
        card(page, f"{letter},").tap()
    expect(page.locator(".making .trial")).to_contain_text("26 points")
    expect(sends(page)).to_have_text("Lay CAT")
    sends(page).tap()
    expect(page.locator("[data-word=CAT]")).to_be_visible()
    expect(page.locator(".hand .card")).to_have_count(7)


def test_cards_are_added_at_the_tapped_position(window, game_id, mover, with_words, signed_in):
    page = signed_in(window(**TOUCHED), mover)
    open_table(page, game_id)
    page.get_by_role("button", name="ARE", exact=True).tap()
    in_tray(page, 0).tap()
    card(page, "C,").tap()
    expect(sends(page)).to_have_text("Add CARE")
    page.locator(".tray").tap(position={"x": 340, "y": 20})
    card(page, "T,").tap()
    expect(page.locator(".making .trial")).to_contain_text("CARET")
    sends(page).tap()
    expect(page.locator("[data-word=CARET]")).to_be_visible()


def test_a_card_is_exchanged_by_tapping_and_the_master_asks_for_a_letter(window, game_id, mover, with_words, signed_in):
    page = signed_in(window(**TOUCHED), mover)
    open_table(page, game_id)
    page.get_by_role("button", name="LOT", exact=True).tap()
    page.get_by_role("button", name="Exchange", exact=True).tap()
    in_tray(page, 0).tap()
    card(page, "Master").tap()
    page.get_by_role("button", name="D", exact=True).tap()
    expect(sends(page)).to_have_text("Exchange D?OT")
    sends(page).tap()
    expect(page.locator("[data-word=dOT] .wild")).to_have_count(1)


def test_the_master_stays_in_the_hand_if_no_letter_is_chosen(window, game_id, mover, signed_in):
    page = signed_in(window(**TOUCHED), mover)
    open_table(page, game_id)
    for leave in (
        lambda: page.keyboard.press("Escape"),
        lambda: page.get_by_role("button", name="Cancel", exact=True).tap(),
    ):
        card(page, "Master").tap()
        expect(page.get_by_role("dialog", name="Which letter should this card stand for?")).to_be_visible()
        leave()
        expect(page.locator("dialog[open]")).to_have_count(0)
        expect(page.locator(".tray .card")).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, {"width": 320, "height": 568}], ids=["phone", "small phone"])
def test_a_hand_of_ten_is_visible_and_tappable_in_and_out_of_turn(window, with_words, game_id, mover, signed_in, size):
    page = window(size=size, has_touch=True, is_mobile=True)
    give(game_id, with_words, "LOTQZXYVJK")
    for player in (mover, with_words):
        open_table(signed_in(page, player), game_id)
        hand = page.locator(".hand .cards")
        scrolls = "(one) => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight]"
        assert hand.evaluate(scrolls) == [0, 0]
        bounds, cards = hand.bounding_box(), [one.bounding_box() for one in hand.locator("button").all()]
        assert len(cards) == 10
        assert all(min(one["width"], one["height"]) >= 44 for one in cards)
        assert all(
            bounds["y"] <= one["y"] and one["y"] + one["height"] <= bounds["y"] + bounds["height"] for one in cards
        )
        assert len({(one["x"], one["y"]) for one in cards}) == 10
        assert [(one["id"], one["nodes"][0]["html"]) for one in violations_by_day_and_night(page)] == []


def test_a_pile_is_labelled_with_its_action(window, game_id, mover, with_words, signed_in):
    page = signed_in(window(**TOUCHED), mover)
    open_table(page, game_id)
    piles = page.locator("[data-pile-of]")
    top = piles.locator("button b").first.text_content()
    expect(piles.locator(".named-pile")).to_have_text([f"Take {top}", "Draw blind"])
    page.get_by_role("button", name=f"Take {top}").tap()
    card(page, "U,").tap()
    expect(sends(page)).to_have_text(f"Take {top}: give U")


def test_a_card_is_drawn_in_exchange_for_a_discard(window, game_id, mover, signed_in):
    page = signed_in(window(**TOUCHED), mover)
    open_table(page, game_id)
    page.get_by_role("button", name="Draw blind").tap()
    card(page, "U,").tap()
    expect(sends(page)).to_have_text("Draw blind: give U")
    sends(page).tap()
    expect(page.get_by_text("You discarded U and drew").first).to_be_visible()


def held(page):
    return "".join(page.locator(".hand li b").all_text_contents())


def test_cards_can_be_dragged_into_a_word_and_between_its_letters(window, game_id, mover, with_words, signed_in):
    page = signed_in(window(), mover)
    open_table(page, game_id)
    card(page, "C,").drag_to(page.locator("[data-word=ARE] .card").first, target_position={"x": 4, "y": 30})
    expect(sends(page)).to_have_text("Add CARE")
    page.get_by_role("button", name="Clear").click()
    card(page, "C,").drag_to(page.locator("[data-word=ARE] .card").last)
    expect(sends(page)).to_have_text("Exchange ARC")
    page.get_by_role("button", name="Clear").click()
    for letter in "NUT":
        card(page, f"{letter},").drag_to(page.locator(".tray"))
    expect(sends(page)).to_have_text("Lay NUT")
    card(page, "C,").drag_to(page.locator("[data-pile-of=pack] .card"))
    expect(sends(page)).to_have_text("Draw blind: give C")


def test_a_click_immediately_after_a_drag_counts(window, game_id, mover, with_words, signed_in):
    page = signed_in(window(), mover)
    open_table(page, game_id)
    card(page, "C,").drag_to(page.locator(".tray"))
    clear = page.get_by_role("button", name="Clear").bounding_box()
    tray, another = page.locator(".tray").bounding_box(), card(page, "T,").bounding_box()
    page.mouse.move(another["x"] + 20, another["y"] + 20)
    page.mouse.down()
    page.mouse.move(tray["x"] + 20, tray["y"] + 20, steps=2)
    page.mouse.up()
    page.mouse.click(clear["x"] + 10, clear["y"] + 10)
    expect(page.locator(".tray .card")).to_have_count(0)


def test_a_hand_keeps_the_order_the_player_chose(window, game_id, mover, signed_in):
    page = signed_in(window(), mover)
    open_table(page, game_id)
    assert held(page) == "ACENRSTTU"
    card(page, "U,").drag_to(card(page, "A,"), target_position={"x": 4, "y": 30})
    card(page, "E,").focus()
    page.keyboard.press("Alt+ArrowLeft")
    page.keyboard.press("Alt+ArrowLeft")
    expect(page.locator(".hand li [data-key]:focus")).to_have_text("E10")
    assert held(page) == "UEACNRSTT"
    page.keyboard.type("CAT")
    page.keyboard.press("Enter")
    expect(page.locator("[data-word=CAT]")).to_be_visible()
    page.reload()
    open_table(page, game_id)
    assert held(page) == "UENRST"
    page.get_by_role("button", name="A to Z").click()
    assert held(page) == "ENRSTU"


def test_words_can_be_laid_and_changed_with_the_keyboard(window, game_id, mover, with_words, signed_in):
    page = signed_in(window(), mover)
    open_table(page, game_id)
    page.keyboard.type("CAX")
    expect(sends(page)).to_have_text("Lay CAX?")
    expect(sends(page)).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("/")
    page.keyboard.press("ArrowLeft")
    page.keyboard.type("S")
    expect(sends(page)).to_have_text("Exchange ARS")
    page.keyboard.press("/")
    page.keyboard.type("ST")
    expect(sends(page)).to_have_text("Add AREST")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.type("C")
    expect(sends(page)).to_have_text("Add CARE")
    page.keyboard.press("Enter")
    expect(page.locator("[data-word=CARE]")).to_be_visible()


def test_a_plan_made_before_ones_turn_survives_a_reload_and_another_move(
    window, game_id, mover, anna, boris, signed_in
):
    other = boris if mover == anna else anna
    give(game_id, other, "ACENRSTTUQ")
    page = signed_in(window(), other)
    open_table(page, game_id)
    page.keyboard.type("NUTS")
    expect(page.locator(".making .trial")).to_contain_text("32 points")
    expect(sends(page)).to_have_attribute("aria-disabled", "true")
    page.reload()
    expect(sends(page)).to_have_text("Lay NUTS")
    write(game_id, mover, "LAY CAT", timezone.now())
    refresh(page)
    expect(page.locator("[data-word=CAT]")).to_be_visible()
    expect(sends(page)).to_have_attribute("aria-disabled", "false")
    sends(page).click()
    expect(page.locator("[data-word=NUTS]")).to_be_visible()
    assert len(table(game_id).state.hands[table(game_id).seat_of(other)]) == 6


def test_without_javascript_a_word_is_laid_with_its_form(window, game_id, mover, signed_in):
    page = signed_in(window(script=False), mover)
    page.goto(f"/games/{game_id}/")
    expect(page.locator(".dock")).to_be_hidden()
    page.get_by_role("link", name="Lay", exact=True).click()
    page.get_by_label("Word", exact=True).fill("CAT")
    page.get_by_role("button", name="Lay").click()
    expect(page.locator("[data-word=CAT]")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_card_game_is_accessible_and_does_not_shift(window, game_id, mover, with_words, signed_in, size):
    page = signed_in(window(size=size), mover)
    page.add_init_script(NOTE_SHIFTS)
    open_table(page, game_id)
    assert page.evaluate("shifts") == []
    page.get_by_role("button", name="LOT", exact=True).click()
    small = page.evaluate(NARROW)
    assert small == []
    assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in violations_by_day_and_night(page)] == []
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
