"""Games drawn from panels and offers in a real browser: on a phone and a laptop, with script and without."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import commands
from games.rules import registry
from games.rules.values import Order
from tests.browser.axe import violations, violations_by_day_and_night
from tests.browser.conftest import LAPTOP, PHONE, close_drawer, open_drawer, refresh
from tests.browser.test_budget import cost_of, hold
from tests.of_pieces import KINDS, give, start_of, table, to_move, write
from tests.positions import just_now

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game_id(transactional_db, anna, boris):
    """Anna's and Boris's game of Crosslet, in which nothing is laid."""
    return start_of("crosslet", anna, boris, now=just_now())


@pytest.fixture
def mover(game_id, anna, boris):
    """The player to move, who can lay CATSEEQ."""
    return to_move(game_id, anna, boris, holding="ACEEQST")[0]


@pytest.fixture
def other(mover, anna, boris):
    return boris if mover == anna else anna


@pytest.fixture
def every_kind(transactional_db, anna, boris, chloe):
    """The ids of two games of each kind: one without a move, and a finished one."""
    running, over = [], []
    for key in KINDS:
        players = (anna, boris, chloe)[: max(2, registry.kind(key).seats[0])]
        running.append(start_of(key, *players, now=just_now()))
        over.append(start_of(key, *players, now=just_now()))
        for player in players[1:]:
            commands.play(game_id=over[-1], player=player, orders=[Order("RESIGN")], now=timezone.now())
    return running, over


def own_text(page):
    return page.locator("#order-GRID textarea")


def write_play(page, text):
    """Write into the text box, which is in its own drawer."""
    expect(page.locator(".play .field")).to_be_visible()
    open_drawer(page, "form-GRID")
    own_text(page).fill(text)
    close_drawer(page)


def play(page):
    page.locator("#orders > ul").get_by_role("button", name="Play").click()


def lies(page, words):
    """Return the description, for screen readers, of the board that a player can lay on."""
    return page.locator(".play > .unseen-by-eye").get_by_text(re.compile(words))


def test_without_javascript_a_word_is_played_and_kept_when_refused(window, game_id, mover, signed_in):
    page = signed_in(window(script=False), mover)
    page.goto(f"/games/{game_id}/")
    page.locator("#orders").get_by_role("link", name="Play").click()
    own_text(page).fill("8G CATZ")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#order-GRID").get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("alert").filter(visible=True)).to_have_count(1)
    expect(own_text(page)).to_have_value("8G CATZ")
    own_text(page).fill("8G CATS")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("img", name=re.compile("8G CATS"))).to_be_visible()
    expect(page.get_by_text("turn. Wait for yours.").first).to_be_visible()


def test_without_javascript_tiles_to_exchange_are_selected_in_a_form(window, game_id, mover, signed_in):
    page = signed_in(window(size=PHONE, script=False), mover)
    page.goto(f"/games/{game_id}/")
    page.get_by_role("link", name="Exchange").click()
    for tile in page.locator("#order-EXCHANGE .tile", has_text="E").all():
        tile.click()
    page.get_by_role("button", name="Exchange").click()
    expect(page.locator("#happened")).to_contain_text("You exchanged")


def test_text_stays_when_the_page_refreshes(window, game_id, mover, other, signed_in):
    page = signed_in(window(), mover)
    page.goto(f"/games/{game_id}/")
    write_play(page, "8G CATS")
    commands.say(game_id=game_id, player=other, text="Good evening", now=timezone.now())
    refresh(page)
    expect(page.get_by_text("Good evening")).to_be_visible()
    expect(own_text(page)).to_have_value("8G CATS")


def test_text_and_selections_are_carried_into_the_forms_of_a_later_turn(window, game_id, mover, other, signed_in):
    page = signed_in(window(), mover)
    page.goto(f"/games/{game_id}/")
    write_play(page, "8G CATS")
    page.get_by_role("link", name="Exchange").click()
    page.locator("#order-EXCHANGE .tile", has_text="Q").click()
    write(game_id, mover, "EXCHANGE A", timezone.now())
    give(game_id, other, "BB")
    write(game_id, other, "EXCHANGE B", timezone.now())
    give(game_id, mover, "ACEEQST")
    turn = table(game_id).state.turn
    refresh(page)
    expect(page.locator("#order-GRID [name=turn]")).to_have_value(str(turn))
    expect(own_text(page)).to_have_value("8G CATS")
    expect(page.locator("#order-EXCHANGE :checked")).to_have_value("Q")
    expect(page.locator("#order-EXCHANGE :checked")).to_have_count(1)
    expect(page.locator("#form-EXCHANGE")).to_be_visible()  # open as it was
    close_drawer(page)
    play(page)
    expect(lies(page, "8G CATS")).to_be_visible()


def test_another_players_move_appears_on_an_open_page(window, game_id, mover, other, signed_in):
    page = signed_in(window(), other)
    page.goto(f"/games/{game_id}/")
    expect(lies(page, "No words on the board.")).to_be_visible()
    write(game_id, mover, "GRID\n8G CATS\nEND", timezone.now())
    refresh(page)
    expect(lies(page, "8G CATS")).to_be_visible()
    expect(page.locator("#orders > ul").get_by_role("button", name="Play")).to_be_enabled()


def test_an_open_page_moves_to_the_result_when_the_game_ends(window, game_id, mover, other, signed_in):
    page = signed_in(window(), other)
    page.goto(f"/games/{game_id}/")
    commands.play(game_id=game_id, player=mover, orders=[Order("RESIGN")], now=timezone.now())
    page.evaluate("htmx.trigger('#live', 'refresh')")
    expect(page).to_have_url(re.compile("/result/$"))


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_every_kind_fits_its_window_and_touch_and_is_accessible(window, every_kind, anna, boris, signed_in, size):
    page = window(size=size)
    running, over = every_kind
    found = []
    for player in (anna, boris):
        signed_in(page, player)
        for game_id in running:
            page.goto(f"/games/{game_id}/")
            found += _too_large_or_small(page, game_id)
            found += _violations(page, game_id)
    for game_id in over:
        page.goto(f"/games/{game_id}/")
        expect(page).to_have_url(re.compile("/result/$"))
        found += _too_large_or_small(page, game_id)
        found += _violations(page, game_id)
    page.goto(f"/games/{running[0]}/resign/confirm/")
    found += _violations(page, running[0])
    assert found == []


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_every_drawer_fits_its_window_and_touch_and_is_accessible(window, every_kind, anna, signed_in, size):
    page, found = signed_in(window(size=size), anna), []
    for game_id in every_kind[0]:
        page.goto(f"/games/{game_id}/")
        for drawer in page.locator(".drawer").evaluate_all("all => all.map(({ id }) => id)"):
            open_drawer(page, drawer)
            page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true })")
            found += _too_large_or_small(page, (game_id, drawer))
            found += [
                (game_id, drawer, one["id"], one["nodes"][0]["html"][:160])
                for one in violations(page, within=f"#{drawer}")
            ]
    assert found == []


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_refused_form_is_accessible(window, game_id, mover, signed_in, size):
    page = signed_in(window(size=size), mover)
    page.goto(f"/games/{game_id}/")
    write_play(page, "8G CATZ")
    play(page)
    expect(page.locator("#notes").get_by_role("alert")).to_be_visible()
    assert _violations(page, game_id) == []


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_game_with_pieces_stays_within_the_budget(window, game_id, mover, signed_in, size):
    write(game_id, mover, "GRID\n8G CATS\nEND", timezone.now())
    hold(cost_of(signed_in(window(size=size), mover), f"/games/{game_id}/"))


def test_a_printed_game_has_its_board_but_no_controls(window, game_id, mover, signed_in):
    write(game_id, mover, "GRID\n8G CATS\nEND", timezone.now())
    page = signed_in(window(), mover)
    page.goto(f"/games/{game_id}/")
    for scheme in ("light", "dark"):
        page.emulate_media(media="print", color_scheme=scheme)
        expect(page.get_by_role("img", name=re.compile("8G CATS"))).to_be_visible()
        expect(page.get_by_role("heading", name="Your rack")).to_be_visible()
        pressed = "button:visible, a:visible, input:visible, textarea:visible, summary:visible"
        expect(page.locator(pressed)).to_have_count(0)
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def _too_large_or_small(page, about):
    """Return the page if it is wider than its window, and controls that are too low for a finger."""
    wide = page.evaluate("document.documentElement.scrollWidth") != page.viewport_size["width"]
    controls = page.locator("button:visible, .button:visible, select:visible, summary:visible")
    low = controls.evaluate_all(
        "all => all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.innerText)"
    )
    return [(about, "wider than its window")] * wide + [(about, "low", one) for one in low]


def _violations(page, about):
    return [
        (about, violation["id"], [node["html"][:160] for node in violation["nodes"]][:3])
        for violation in violations_by_day_and_night(page)
    ]
