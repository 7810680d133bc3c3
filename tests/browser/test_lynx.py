"""Lynx by hand: entries selected in the pattern and written into it, by touch and by keyboard."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, expect

from games import commands
from games.rules.chance import Chance
from games.rules.words import Vocabulary
from tests.browser.axe import violations_by_day_and_night
from tests.browser.conftest import LAPTOP, PHONE, TOUCHED, open_drawer, refresh
from tests.browser.layout_shift import note_shifts
from tests.of_pieces import start_of, table, to_move, write
from tests.positions import just_now

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def lynx(transactional_db, anna, boris):
    """A game with MOM at 4D, which only 5A crosses: its id, the player to move, and the other."""
    now = just_now()
    game_id = start_of("lynx", anna, boris, now=now, pattern="example")
    first, second = to_move(game_id, anna, boris)
    write(game_id, first, "ENTER 4D MOM", at=now)
    return game_id, second, first


def at_the_table(page, game_id):
    page.goto(f"/games/{game_id}/")
    expect(page.locator(".writing")).to_be_visible()
    return page


def cell(page, row, column):
    """Return the middle of a cell of the pattern, in window coordinates."""
    return page.evaluate(
        """([row, column]) => {
            const svg = document.querySelector(".writing svg");
            const at = new DOMPoint((column + 0.5) * 44, (row + 0.5) * 44).matrixTransform(svg.getScreenCTM());
            return [at.x, at.y];
        }""",
        [row, column],
    )


def planned(page):
    return "".join(page.locator(".writing .planned").all_text_contents())


def chosen(page):
    return page.locator("form[data-entries]").evaluate("(form) => form.elements[form.dataset.picks].value")


def cursor(page):
    return page.locator(".writing .here").evaluate("({ x, y }) => [y.baseVal.value / 44, x.baseVal.value / 44]")


def trial(page):
    return page.locator(".writing .trial")


def entries(game_id):
    return [(entry.light, entry.written) for entry in table(game_id).state.entries]


def order_of_robot(game_id, seat):
    """Return the order that a robot would give in this seat now."""
    here, words = table(game_id), Vocabulary(table(game_id).resources.words)
    view = here.kind.view(here.state, seat, here.resources.words)
    return here.kind.next_orders(view, seat, here.kind.plain_mind(words, Chance(b"lynx" * 8)))[0]


def touch_in(page, light, letters):
    open_drawer(page, "details")
    page.locator(f"[data-pick='{light}'] button").tap()
    keys = page.locator(".letters div button")
    assert "".join(keys.all_inner_texts()) == "QWERTYUIOP☰ASDFGHJKLTurn␣ZXCVBNM⌫"
    assert len(set(keys.evaluate_all("(keys) => keys.map((key) => key.getBoundingClientRect().top)"))) == 3
    assert all(key["width"] >= 32 and key["height"] >= 44 for key in map(Locator.bounding_box, keys.all()))
    for letter in letters:
        page.locator(f".letters [data-letter={letter}]").tap()
    expect(trial(page)).to_contain_text("points")
    page.locator("#orders .sends").tap()


def type_in(page, light, letters):
    open_drawer(page, "details")
    page.locator("[data-pick] button").first.press("Enter")
    names = page.locator("#details [data-pick]").evaluate_all("(rows) => rows.map((row) => row.dataset.pick)")
    for _ in range(names.index(light)):
        page.keyboard.press("Tab")
    assert chosen(page) == light
    page.keyboard.type(letters)
    page.keyboard.press("Enter")


@pytest.mark.parametrize(("device", "enter"), [(TOUCHED, touch_in), ({}, type_in)], ids=["touch", "keys"])
def test_a_whole_game_is_played_against_a_robot(window, transactional_db, anna, boris, signed_in, device, enter):
    game_id = start_of("lynx", anna, boris, now=just_now(), pattern="example")
    page = signed_in(window(**device), anna)
    page.goto(f"/games/{game_id}/")
    while table(game_id).state.phase == "playing":
        state, (seat,) = table(game_id).state, table(game_id).state.awaited
        order = order_of_robot(game_id, seat)
        if table(game_id).seat_of(anna) == seat and order.verb == "ENTER":
            refresh(page)
            expect(page.locator(f"form[data-entries] [name=turn][value='{state.turn}']")).to_have_count(1)
            expect(page.locator("#orders .sends:not([type=button])")).to_be_visible()
            enter(page, order.facts["light"], re.sub("[^A-Z]", "", order.facts["text"]))
            expect(page.locator(f"form [name=turn][value='{state.turn}']")).to_have_count(0)
        else:
            player = anna if table(game_id).seat_of(anna) == seat else boris
            commands.play(game_id=game_id, player=player, orders=[order], now=timezone.now())
    page.goto(f"/games/{game_id}/")
    expect(page).to_have_url(re.compile("/result/$"))
    expect(page.locator(".key .owned")).to_have_count(2)  # the owner of each letter


def test_an_entry_typed_into_the_pattern_shows_its_points(window, lynx, signed_in):
    game_id, player, _ = lynx
    page = at_the_table(signed_in(window(), player), game_id)
    expect(trial(page)).to_contain_text("MOM for 6 points.5A: ......M, 7 letters for 7 points")
    expect(page.locator("#orders .sends")).to_contain_text("6 letters are missing.")
    page.mouse.click(*cell(page, 2, 0))
    page.keyboard.type("sa")
    assert planned(page) == "SA"
    page.keyboard.press("Backspace")
    page.keyboard.press("Enter")
    expect(trial(page)).to_have_text("5 letters are missing.")
    page.keyboard.type("anctum")  # the M is on the board already and may be typed
    expect(trial(page)).to_contain_text("7 letters × 1 crossed: M")
    expect(trial(page)).to_contain_text("SANCTUM")
    page.keyboard.press("Enter")
    expect(page.locator(".writing .tile-on")).to_have_count(9)
    assert entries(game_id)[-1] == ("5A", "SANCTUM")


def test_on_a_phone_a_list_of_open_entries_replaces_the_letter_keys(window, lynx, signed_in):
    game_id, player, other = lynx
    write(game_id, player, "ENTER 5A SANCTUM", at=timezone.now())
    page = at_the_table(signed_in(window(**TOUCHED), other), game_id)
    rows, keys = page.locator(".open-entries button"), page.locator(".letters [data-letter=Q]")
    place = page.locator(".letters").bounding_box()
    names = page.locator("form[data-entries]").evaluate(
        "(form) => JSON.parse(form.dataset.entries).map(([name]) => name)"
    )
    assert [text.split(":")[0] for text in rows.all_inner_texts()] == names
    assert all(row["height"] >= 44 for row in map(Locator.bounding_box, rows.all()))
    expect(keys).to_be_hidden()
    expect(page.locator(".writing .here")).to_be_hidden()
    rows.nth(1).tap()
    assert chosen(page) == names[1]
    expect(keys).to_be_visible()
    assert page.locator(".letters").bounding_box() == place
    page.get_by_role("button", name="Show the open entries").tap()
    expect(rows.first).to_be_visible()
    page.keyboard.type("x")
    expect(keys).to_be_visible()
    page.get_by_role("button", name="Show the open entries").tap()
    page.mouse.click(*cell(page, 0, 2))
    expect(keys).to_be_visible()


def test_a_plan_survives_a_reload_until_its_place_is_filled(window, lynx, signed_in):
    game_id, mover, waiting = lynx
    page = at_the_table(signed_in(window(), waiting), game_id)
    page.locator(".writing .pattern").focus()
    page.keyboard.type("sanctu")
    expect(trial(page)).to_contain_text("SANCTUM")
    page.keyboard.press("Enter")
    page.reload()
    expect(page.locator(".writing .planned")).to_have_count(6)
    assert len(entries(game_id)) == 1
    write(game_id, mover, "ENTER 5A TANTRUM", at=timezone.now())
    refresh(page)
    expect(page.locator(".writing .tile-on")).to_have_count(9)
    assert planned(page) == ""
    assert cursor(page) == page.locator("form[data-entries]").evaluate(
        "(form) => JSON.parse(form.dataset.entries)[0][2][0]"
    )


def test_arrow_keys_and_a_second_tap_switch_to_the_crossing_entry(window, lynx, signed_in):
    game_id, player, other = lynx
    write(game_id, player, "ENTER 5A SANCTUM", at=timezone.now())
    for light, word in (("2D", "TENURED"), ("3D", "TITANIC")):
        write(game_id, other if light == "2D" else player, f"ENTER {light} {word}", at=timezone.now())
    page = at_the_table(signed_in(window(), other), game_id)
    page.mouse.click(*cell(page, 4, 0))
    first = chosen(page)
    page.mouse.click(*cell(page, 4, 0))
    assert chosen(page) == first  # no open entry crosses it there
    page.mouse.click(*cell(page, 0, 0))
    assert chosen(page) == "1A"
    places = "(parts) => parts.map(({ x, y }) => [x.baseVal.value, y.baseVal.value].join())"
    shaded = page.locator(".writing .open").evaluate_all(places)
    filled = page.locator(".writing .tile-on").evaluate_all(
        "(parts) => parts.map(({ transform }) => [transform.baseVal[0].matrix.e, transform.baseVal[0].matrix.f].join())"
    )
    assert not set(shaded) & set(filled)
    page.keyboard.press("End")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    assert chosen(page) != "1A"


def test_accept_and_reject_buttons_are_beside_the_entry(window, lynx, signed_in):
    game_id, player, other = lynx
    write(game_id, player, "ENTER 5A ABCDEFM", at=timezone.now())
    page = signed_in(window(**TOUCHED), other)
    page.goto(f"/games/{game_id}/")
    expect(page.locator(".pencilled")).to_have_count(6)
    asked = page.locator(".piece", has_text="Entry being judged")
    expect(asked.get_by_role("button")).to_have_text(["Accept", "Reject"])
    expect(page.locator("#orders").get_by_role("button", name="Accept")).to_have_count(0)
    asked.get_by_role("button", name="Accept").tap()
    expect(page.locator(".pencilled")).to_have_count(0)
    assert entries(game_id)[-1] == ("5A", "ABCDEFM")


def test_without_javascript_an_entry_is_made_with_a_form(window, lynx, signed_in):
    game_id, player, _ = lynx
    page = signed_in(window(script=False), player)
    page.goto(f"/games/{game_id}/")
    page.get_by_role("link", name="Enter").click()
    page.get_by_label("Word or phrase").fill("sanctum")
    page.locator("#order-ENTER").get_by_role("button", name="Enter").click()
    assert entries(game_id)[-1] == ("5A", "SANCTUM")


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_nothing_shifts_while_the_pattern_loads(window, lynx, signed_in, size):
    game_id, player, _ = lynx
    page = signed_in(window(size=size), player)
    note_shifts(page)
    at_the_table(page, game_id)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("shifts") == []


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_pattern_is_accessible_and_nothing_shifts_while_typing(window, lynx, signed_in, size):
    game_id, player, _ = lynx
    page = window(**(TOUCHED if size is PHONE else {}))
    note_shifts(page)
    at_the_table(signed_in(page, player), game_id)
    page.evaluate("shifts.length = 0")
    page.locator(".writing .pattern").focus()
    page.keyboard.type("sanctum")
    expect(trial(page)).to_contain_text("SANCTUM")
    assert list(violations_by_day_and_night(page)) == []
    assert page.evaluate("shifts") == []


def test_on_a_phone_open_entries_show_points_and_a_button_switches_direction(window, lynx, signed_in):
    game_id, player, other = lynx
    write(game_id, player, "ENTER 5A SANCTUM", at=timezone.now())
    page = at_the_table(signed_in(window(**TOUCHED), other), game_id)
    badges = page.locator(".writing .badges")
    expect(badges).to_be_visible()
    expect(page.locator("#orders .sends")).to_contain_text("Choose an entry first.")
    assert badges.locator("text").all_text_contents() == ["↓ 7", "↓ 7"]
    page.locator(".open-entries [data-pick='2D']").tap()
    expect(badges).to_be_hidden()
    turns = page.get_by_role("button", name="Turn")
    expect(turns).to_have_attribute("aria-disabled", "true")
    page.keyboard.type("tenured")
    page.locator("#orders .sends").tap()
    expect(page.locator(".writing .tile-on")).to_have_count(15)
    page.mouse.click(*cell(page, 0, 4))  # in 1A and 3D
    before = chosen(page)
    expect(turns).to_have_attribute("aria-disabled", "false")
    turns.tap()
    assert chosen(page) != before
    assert cursor(page) == [0, 4]
