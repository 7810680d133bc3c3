"""Two windows on one game: one player's action reaches the other's open page, and the next order from there counts."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import commands
from games.models import Draft
from tests.browser.conftest import LAPTOP, PHONE, open_drawer, refresh, submit_layout, write_layout
from tests.browser.layout_shift import NOTE_SHIFTS
from tests.positions import just_now
from tests.tables import NO_POOL, ask, complete, hand, look, only_words, start, state

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WRITE = """(text) => {
    const box = document.getElementById("layout");
    box.value = text;
    box.dispatchEvent(new Event("input"));
}"""
SUBMITTED = "Submitted. This layout counts now."


@pytest.fixture
def at_the_table(window, signed_in):
    """Return a function that opens a game in a player's own window."""

    def open_table(player, game_id, **how):
        page = signed_in(window(**how), player)
        page.goto(f"/games/{game_id}/")
        return page

    return open_table


def seen_by_all(anna, boris, **options):
    """Start a game in which both have looked and Boris can request the light."""
    now = timezone.now()
    game_id = start(anna, boris, now=now, leeway=0, **options)
    look(game_id, anna, boris, at=now)
    complete(game_id, boris, at=now)
    return game_id


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_first_submit_after_another_players_green_light_is_accepted(anna, boris, at_the_table, size):
    game_id = seen_by_all(anna, boris)
    annas, boriss = at_the_table(anna, game_id, size=size), at_the_table(boris, game_id)
    boriss.get_by_role("button", name="Green").click()
    expect(boriss.get_by_text("Your light was granted. Everyone gets new tiles.")).to_be_visible()
    refresh(annas)
    expect(annas.get_by_text("1 tile is face down")).to_be_visible()
    annas.keyboard.press("Escape")  # a sign of presence turns it over
    expect(annas.locator(".rack.own .tile")).to_have_count(3)
    write_layout(annas, hand(game_id, anna))
    submit_layout(annas)
    expect(annas.get_by_text(SUBMITTED)).to_be_visible()
    assert state(game_id).boards[0] == (hand(game_id, anna),)


def test_a_key_pressed_just_after_a_tile_appears_looks_at_it(anna, boris, at_the_table):
    game_id = seen_by_all(anna, boris)
    page = at_the_table(anna, game_id)
    ask(game_id, boris, at=timezone.now())
    page.evaluate("""() => document.body.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
        const press = () => document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
        if (detail.target.id === "hand") queueMicrotask(press);
    })""")
    refresh(page)
    expect(page.locator(".rack.own .tile")).to_have_count(3)


def test_the_first_submit_after_another_players_red_light_is_accepted(anna, boris, at_the_table):
    game_id = seen_by_all(anna, boris, **NO_POOL)
    annas, boriss = at_the_table(anna, game_id), at_the_table(boris, game_id)
    boriss.locator("#do-RED").click()
    boriss.get_by_role("button", name="Ask for red").click()
    expect(boriss.get_by_text("The red light is on. Your layout is final.")).to_be_visible()
    refresh(annas)
    expect(annas.get_by_role("button", name="Done")).to_be_visible()
    write_layout(annas, hand(game_id, anna))
    submit_layout(annas)
    expect(annas.get_by_text(SUBMITTED)).to_be_visible()
    assert state(game_id).boards[0] == (hand(game_id, anna),)


def test_a_submit_from_an_outdated_page_is_refused_once_and_kept(anna, boris, at_the_table):
    game_id = seen_by_all(anna, boris)
    annas, boriss = at_the_table(anna, game_id), at_the_table(boris, game_id)
    boriss.get_by_role("button", name="Green").click()
    expect(boriss.get_by_text("Your light was granted. Everyone gets new tiles.")).to_be_visible()
    held = hand(game_id, anna)
    write_layout(annas, held)
    submit_layout(annas)
    expect(annas.get_by_role("alert")).to_contain_text("The game has moved on to turn")
    expect(annas.get_by_label("Your layout as text")).to_have_value(held)
    assert state(game_id).boards[0] == ()
    annas.keyboard.press("Escape")  # a sign of presence turns the new tile over
    submit_layout(annas)
    expect(annas.get_by_text(SUBMITTED)).to_be_visible()


def test_the_response_to_a_move_is_shown_despite_a_refresh_meanwhile(anna, boris, at_the_table):
    game_id = seen_by_all(anna, boris)
    page, held = at_the_table(anna, game_id), []
    page.route("**/layout/", lambda route: held.append(route))
    write_layout(page, hand(game_id, anna))
    expect(page.locator(".saved")).to_contain_text("Saved")
    submit_layout(page)
    expect(page.locator("#orders [disabled]:visible").first).to_be_visible()
    commands.say(game_id=game_id, player=boris, text="Good evening", now=timezone.now())
    page.evaluate("htmx.trigger('#live', 'refresh')")
    held[0].continue_()
    expect(page.get_by_text(SUBMITTED)).to_be_visible()
    expect(page.locator("#lines").get_by_text("Good evening")).to_be_visible()


# --- without reloading the page ---------------------------------------------------------------------------------------


@pytest.fixture
def annas(anna, boris, at_the_table):
    """Anna's page of a game that waits for nobody; a mark on the window shows if it is reloaded."""
    game_id = seen_by_all(anna, boris, starting_tiles=6, seed=bytes(32))
    page = at_the_table(anna, game_id)
    page.evaluate("window.isTheSame = true")
    page.game_id = game_id
    yield page
    assert page.evaluate("window.isTheSame")


def lay_all(page):
    letters = [tile.inner_text()[0] for tile in page.locator(".rack.own .tile").all()]
    page.locator(".field").focus()
    for letter in letters:
        page.keyboard.press(letter)
    expect(page.locator(".on-the-board .score")).to_have_text("0/1=0.00")


def filled(page):
    return page.locator("#orders .main:visible").all_inner_texts()


def test_a_layout_is_submitted_in_place_and_only_the_next_step_stands_out(annas, anna):
    lay_all(annas)
    assert filled(annas) == ["Submit and request green"]
    annas.evaluate("scrollTo(0, 60)")
    before = annas.evaluate("scrollY"), annas.locator(".field").get_attribute("style")
    submit_layout(annas)
    expect(annas.get_by_text(SUBMITTED)).to_be_visible()
    expect(annas.locator("#submit")).to_be_hidden()
    expect(annas.locator("#do-GREEN.main")).to_be_visible()
    expect(annas.locator("#submitted .score")).to_have_text("0/1=0.00")
    expect(annas.locator(".rack.own:empty")).to_have_attribute("data-bare", "Every tile is laid and submitted.")
    assert len(filled(annas)) == 1
    assert (annas.evaluate("scrollY"), annas.locator(".field").get_attribute("style")) == before
    assert sorted(state(annas.game_id).boards[0][0]) == sorted(hand(annas.game_id, anna))
    assert not Draft.objects.exists()


def test_the_next_step_still_stands_out_after_a_refresh(annas, boris):
    lay_all(annas)
    submit_layout(annas)
    expect(annas.locator("#do-GREEN.main")).to_be_visible()
    commands.say(game_id=annas.game_id, player=boris, text="Good evening", now=timezone.now())
    refresh(annas)
    expect(annas.locator("#lines").get_by_text("Good evening")).to_be_visible()
    assert [text.split("\n")[0] for text in filled(annas)] == ["Green"]


def test_one_button_submits_a_complete_layout_and_requests_the_light(annas, anna):
    held = hand(annas.game_id, anna)
    lay_all(annas)
    annas.get_by_role("button", name="Submit and request green").click()
    expect(annas.get_by_text("Your light was granted. Everyone gets new tiles.")).to_be_visible()
    assert sorted(state(annas.game_id).boards[0][0]) == sorted(held)
    assert state(annas.game_id).round == 2


def test_a_refusal_keeps_the_board_and_disappears_with_the_next_move(annas, anna):
    write_layout(annas, "ZEBRA")
    submit_layout(annas)
    expect(annas.get_by_role("alert")).to_contain_text("You don’t hold these tiles:")
    expect(annas.get_by_label("Your layout as text")).to_have_value("ZEBRA")
    write_layout(annas, hand(annas.game_id, anna))
    submit_layout(annas)
    expect(annas.get_by_text(SUBMITTED)).to_be_visible()
    expect(annas.locator("#notes [role=alert]")).to_have_count(0)


def test_a_chat_message_is_sent_without_a_reload(annas):
    annas.get_by_label("Your message").fill("Good evening")
    annas.get_by_role("button", name="Send", exact=True).click()
    expect(annas.locator("#lines").get_by_text("Good evening")).to_be_visible()
    expect(annas.get_by_label("Your message")).to_have_value("")


def test_a_move_that_needs_confirmation_opens_a_dialog(annas, anna):
    asked = annas.get_by_role("dialog", name="Resign from this game?")
    open_drawer(annas, "more")
    annas.get_by_role("link", name="Resign").click()
    expect(asked.get_by_text("This can’t be undone.")).to_be_visible()
    asked.get_by_role("link", name="Back to the game").click()
    expect(asked).to_be_hidden()
    annas.get_by_role("link", name="Pause").click()
    annas.get_by_role("button", name="Ask for a pause").click()
    expect(annas.locator("#notes").get_by_text("You asked for a pause.")).to_be_visible()
    expect(annas.get_by_role("dialog")).to_have_count(0)


def test_a_refused_jaywalk_can_be_corrected_in_its_dialog(anna, boris, at_the_table):
    game_id = seen_by_all(anna, boris, starting_tiles=6, seed=bytes(32), jaywalk_tiles=2)
    page, held = at_the_table(anna, game_id), hand(game_id, anna)
    page.evaluate("window.isTheSame = true")
    page.get_by_role("link", name="Jaywalk").click()
    page.get_by_role("button", name="Swap tiles").click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_be_visible()
    page.locator(".pick label").first.click()
    page.get_by_role("button", name="Swap tiles").click()
    expect(page.get_by_text("It is in your rack.")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert hand(game_id, anna) != held
    assert page.evaluate("window.isTheSame")


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_board_does_not_move_when_a_word_is_invalid(anna, boris, at_the_table, size):
    game_id = start(anna, boris, now=just_now(), starting_tiles=6, seed=bytes(32))
    look(game_id, anna, at=timezone.now())
    held = hand(game_id, anna)
    only_words(game_id, held[:5])
    page = at_the_table(anna, game_id, size=size)
    page.locator(".field").focus()
    before = page.locator(".field").bounding_box()
    page.evaluate(NOTE_SHIFTS)
    for text, struck in ((held, 6), (held[:5], 0), (held, 6)):
        page.evaluate(WRITE, text)
        expect(page.locator(".world .tile.struck")).to_have_count(struck)
        assert page.locator(".field").bounding_box() == before
    assert page.evaluate("shifts") == []
