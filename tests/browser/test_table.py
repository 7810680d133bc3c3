"""The page of a running game in a real browser: script adds features and takes nothing away."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import commands
from games.models import Seat
from games.robots import practice
from tests.browser.conftest import LAPTOP, PHONE, is_at_rest, open_drawer, refresh, write_layout
from tests.positions import just_now
from tests.tables import NO_POOL, ask, hand, look, order, start

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_refused_layout_is_still_in_the_box(window, game_id, anna, signed_in):
    page = signed_in(window(), anna)
    look(game_id, anna, at=timezone.now())
    page.goto(f"/games/{game_id}/")
    open_drawer(page, "edit")
    page.get_by_label("Your layout as text").fill("ZEBRA")
    page.locator("#edit").get_by_role("button", name="Submit").click()
    expect(page.get_by_role("alert")).to_contain_text("You don’t hold these tiles:")
    open_drawer(page, "edit")
    expect(page.get_by_label("Your layout as text")).to_have_value("ZEBRA")


def test_checking_shows_a_score_and_submits_nothing(window, game_id, anna, signed_in):
    look(game_id, anna, at=timezone.now())
    page = signed_in(window(script=False), anna)
    page.goto(f"/games/{game_id}/")
    write_layout(page, hand(game_id, anna))
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("On the board")).to_be_visible()
    page.goto(f"/games/{game_id}/")
    expect(page.locator(".scores").get_by_text("nothing yet")).to_be_visible()


def test_news_appears_without_disturbing_text_being_written(window, game_id, anna, boris, signed_in):
    look(game_id, anna, at=timezone.now())
    page = signed_in(window(), anna)
    page.goto(f"/games/{game_id}/")
    write_layout(page, "half a thou")
    commands.say(game_id=game_id, player=boris, text="Good evening", now=timezone.now())
    refresh(page)
    expect(page.get_by_text("Good evening")).to_be_visible()
    expect(page.get_by_label("Your layout as text")).to_have_value("half a thou")


def test_opening_a_page_does_not_look_at_the_tile_but_a_key_does(window, game_id, anna, signed_in):
    page = signed_in(window(), anna)
    page.goto(f"/games/{game_id}/")
    expect(page.get_by_text("2 tiles are face down")).to_be_visible()
    assert hand(game_id, anna) == ""
    page.keyboard.press("Tab")
    expect(page.get_by_text("2 tiles are face down")).to_be_hidden()
    assert len(hand(game_id, anna)) == 2


def test_only_a_moving_mouse_looks_at_the_tile(window, game_id, anna, signed_in):
    page = signed_in(window(), anna)
    page.goto(f"/games/{game_id}/", wait_until="networkidle")
    page.evaluate("addEventListener('pointermove', () => document.body.dataset.told = true)")
    page.mouse.move(0, 0)
    expect(page.locator("body")).to_have_attribute("data-told", "true")
    expect(page.get_by_text("2 tiles are face down")).to_be_visible()
    assert hand(game_id, anna) == ""
    page.mouse.move(10, 10)
    expect(page.get_by_text("2 tiles are face down")).to_be_hidden()


def test_nothing_is_wider_than_a_phone(window, game_id, anna, signed_in):
    look(game_id, anna, at=timezone.now())
    page = signed_in(window(size=PHONE), anna)
    for address in ("/", "/games/new/", f"/games/{game_id}/", "/you/", "/rules/"):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"], address


def test_every_control_is_large_enough_for_touch(window, game_id, anna, signed_in):
    page = signed_in(window(size=PHONE), anna)
    for address in ("/", "/games/new/", f"/games/{game_id}/", "/you/"):
        page.goto(address)
        boxes = page.locator("button:visible, .button:visible, select:visible, input:visible").all()
        small = [one.inner_text() for one in boxes if not _fits_a_finger(one)]
        assert small == [], address


def _fits_a_finger(control):
    """Return True if a control is large enough for a finger; a checkbox or radio button is pressed by its label."""
    if control.get_attribute("type") in ("checkbox", "radio"):
        control = control.locator("xpath=ancestor::label")
    box = control.bounding_box()
    return box["width"] >= 44 and box["height"] >= 44


@pytest.fixture
def tables(transactional_db, anna, boris):
    """Games in the states that Anna may find them in: just dealt, arranged and requested, her light granted, the
    last layouts, paused."""
    now = timezone.now()
    two = [start(anna, boris, now=now, starting_tiles=6, seed=bytes(32), leeway=600) for _ in range(4)]
    dealt, asked, granted, paused = two
    for game_id in (asked, granted):
        ask(game_id, anna, at=now)
        look(game_id, boris, at=now)
    commands.apply_due(game_id=granted, now=now)
    for player in (anna, boris):
        order(paused, player, "pause", at=now)
    last = start(anna, boris, now=now, **NO_POOL, leeway=0)
    look(last, anna, at=now)
    ask(last, boris, at=now)
    return {"dealt": dealt, "asked": asked, "granted": granted, "paused": paused, "last": last}


STATES = ("dealt", "asked", "granted", "paused", "last")


@pytest.mark.parametrize("state", STATES)
def test_a_phone_shows_a_game_in_one_window_with_all_controls_below(window, tables, anna, signed_in, state):
    page = signed_in(window(size=PHONE), anna)
    page.goto(f"/games/{tables[state]}/")
    expect(page.locator(".field")).to_be_visible()
    assert page.locator(".field").bounding_box()["height"] >= 240
    for control in page.locator(".orders .act:visible").all():
        box = control.bounding_box()
        assert box["height"] >= 50
        assert PHONE["height"] * 2 / 3 <= box["y"]
        assert box["y"] + box["height"] <= PHONE["height"]
    expect(page.locator("nav.bottom")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


@pytest.mark.parametrize("state", STATES)
def test_a_laptop_shows_board_rack_and_reasons_without_scrolling(window, tables, anna, signed_in, state):
    page = signed_in(window(), anna)
    page.goto(f"/games/{tables[state]}/")
    for part in (".field", "#hand", ".tools.beside", "#live", "#orders"):
        box = page.locator(part).bounding_box()
        assert box["y"] + box["height"] <= LAPTOP["height"], part


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_nothing_shifts_while_the_page_loads(window, tables, anna, signed_in, size):
    page = signed_in(window(size=size), anna)
    page.add_init_script(
        "window.moved = 0; new PerformanceObserver((seen) => seen.getEntries().forEach((one) => { moved += one.value }))"
        ".observe({ type: 'layout-shift', buffered: true })"
    )
    for game_id in tables.values():
        page.goto(f"/games/{game_id}/", wait_until="networkidle")
        assert page.evaluate("moved") < 0.02, game_id


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_message_about_a_move_shifts_nothing(window, tables, anna, signed_in, size):
    page = signed_in(window(size=size), anna)
    page.goto(f"/games/{tables['asked']}/")
    before = page.locator(".field").bounding_box()
    page.get_by_role("button", name="Withdraw request").click()
    expect(page.get_by_text("You have withdrawn your request.")).to_be_visible()
    assert page.locator(".field").bounding_box()["y"] == before["y"]
    for control in page.locator(".bar a:visible").all():
        control.click(trial=True)


def test_the_withdraw_button_does_not_appear_where_green_was_pressed(window, tables, anna, signed_in):
    page = signed_in(window(size=PHONE), anna)
    page.goto(f"/games/{tables['asked']}/")
    page.get_by_role("button", name="Withdraw request").click()
    expect(page.get_by_role("button", name="Withdraw request")).to_have_count(0)
    green = page.get_by_role("button", name="Green")
    box = green.bounding_box()
    green.click()
    expect(page.get_by_role("button", name="Withdraw request")).to_be_visible()
    there = page.evaluate(
        "([x, y]) => document.elementFromPoint(x, y).closest('#orders .act')?.textContent ?? ''",
        [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2],
    )
    assert "Withdraw" not in there


@pytest.mark.parametrize("verb", ["Jaywalk", "Resign"])
def test_an_irreversible_move_is_confirmed_once_and_in_another_place(window, tables, anna, signed_in, verb):
    page = signed_in(window(size=PHONE), anna)
    page.goto(f"/games/{tables['asked']}/")
    if verb == "Resign":
        page.get_by_role("link", name="More").click()
    link = page.get_by_role("link", name=verb)
    box = link.bounding_box()
    link.click()
    expect(page.get_by_role("link", name="Back to the game")).to_be_visible()
    there = page.evaluate(
        "([x, y]) => document.elementFromPoint(x, y)?.closest('a, button, label')?.textContent",
        [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2],
    )
    assert there is None


def test_every_drawer_can_be_reached_on_a_phone_without_javascript(window, tables, anna, signed_in):
    page = signed_in(window(script=False, size=PHONE), anna)
    page.goto(f"/games/{tables['asked']}/")
    page.get_by_role("link", name="More").click()
    page.get_by_role("link", name="Chat").click()
    expect(page.get_by_label("Your message")).to_be_in_viewport()
    page.get_by_role("link", name="Close").click()
    expect(page.get_by_label("Your message")).to_be_hidden()
    expect(page.locator("#submit")).to_be_in_viewport()
    for name in ("Edit as text", "Drafts", "Standing orders", "Notes", "History", "Email delivery", "Game settings"):
        page.get_by_role("link", name="More").click()
        page.get_by_role("link", name=re.compile(f"^{name}")).click()
        expect(page.locator(".drawer:target, .drawer:has(:target)").get_by_role("heading").first).to_be_in_viewport()
        page.get_by_role("link", name="Close").click()


def test_new_messages_are_counted_until_the_chat_is_open(window, tables, anna, boris, signed_in):
    game_id = tables["asked"]
    page = signed_in(window(size=PHONE), anna)
    page.goto(f"/games/{game_id}/")
    expect(page.locator("#new-lines")).to_be_hidden()
    for text in ("Good evening", "Well, well"):
        commands.say(game_id=game_id, player=boris, text=text, now=timezone.now())
    refresh(page)
    expect(page.locator("#new-lines")).to_have_text(re.compile("2"))
    open_drawer(page, "talk")
    expect(page.locator("#new-lines")).to_be_hidden()


def test_a_note_is_saved_when_its_field_loses_focus(window, tables, anna, signed_in):
    page = signed_in(window(), anna)
    page.goto(f"/games/{tables['asked']}/")
    page.get_by_role("link", name="Notes").click()
    page.get_by_label("Your notes").fill("Boris has the Q")
    page.get_by_label("Your notes").blur()
    expect(page.get_by_text("Saved. Only you can read this.")).to_be_visible()
    page.reload()
    expect(page.get_by_label("Your notes")).to_have_value("Boris has the Q")


def test_a_printed_page_has_the_board_and_its_words_but_no_controls(window, tables, anna, signed_in):
    page = signed_in(window(), anna)
    page.goto(f"/games/{tables['asked']}/")
    expect(page.locator(".field")).to_be_visible()
    for scheme in ("light", "dark"):
        page.emulate_media(media="print", color_scheme=scheme)
        expect(page.get_by_text(re.compile("^Submitted, 0/1=0.00: [AE]{6}$"))).to_be_visible()
        expect(page.locator(".world .tile")).to_have_count(6)
        expect(page.locator("button:visible, a:visible, input:visible, textarea:visible")).to_have_count(0)
        colours = page.evaluate("['backgroundColor', 'color'].map((name) => getComputedStyle(document.body)[name])")
        assert colours == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]


def test_a_player_is_present_only_after_doing_something_on_the_page(window, anna, boris, signed_in):
    game_id = start(anna, boris, now=just_now())
    look(game_id, anna, boris, at=timezone.now())
    page = signed_in(window(), anna)
    page.goto(f"/games/{game_id}/")
    mine = Seat.objects.filter(game=game_id, player=anna)
    mine.update(present_at=None)

    def ask_again():
        with page.expect_response(lambda answer: "hx-request" in answer.request.headers) as asked:
            page.evaluate("htmx.trigger('#live', 'refresh')")
        asked.value.finished()
        is_at_rest(page)

    ask_again()
    ask_again()
    assert mine.get().present_at is None
    page.keyboard.press("Shift")
    ask_again()
    assert mine.get().present_at is not None


def test_the_waiting_reason_stays_wide_beside_the_robot_button(window, anna, signed_in):
    game_id = practice.open_table(kind="crossing", player=anna, now=timezone.now())
    commands.look(game_id=game_id, player=anna, now=timezone.now())
    practice.visit(game_id=game_id, now=timezone.now())
    page = signed_in(window(size=PHONE), anna)
    page.goto(f"/games/{game_id}/")
    page.locator("#live a").click()
    expect(page.get_by_role("button", name="Let the robot continue")).to_be_visible()
    assert page.locator("#why .reasons").bounding_box()["width"] > PHONE["width"] / 2
