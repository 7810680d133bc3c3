"""Every press gives feedback at once: before the server has answered, the button or tile has changed."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.rules.daily import day_of
from tests.browser.conftest import TOUCHED
from tests.of_pieces import give, start_of, to_move
from tests.positions import just_now
from tests.puzzles import lay_tiles
from tests.tables import look, start

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PRESSED = "one => getComputedStyle(one).backgroundImage"


def hold(page):
    """Leave the page's posts unanswered from now on."""
    page.route("**/*", lambda route: None if route.request.method == "POST" else route.continue_())


def press(button):
    """Press a button; return its busy state and look right afterwards."""
    expect(button).to_be_visible()
    return button.evaluate(
        "one => { one.click(); return [one.ariaBusy, getComputedStyle(one).backgroundImage !== 'none']; }"
    )


@pytest.fixture
def crossing(transactional_db, anna, boris):
    now = just_now()
    game_id = start(anna, boris, now=now, starting_tiles=6, seed=bytes(32), leeway=600)
    look(game_id, anna, at=now)
    return game_id


def test_tiles_and_the_submit_button_react_before_the_server_responds(window, crossing, anna, signed_in):
    page = signed_in(window(**TOUCHED), anna)
    page.goto(f"/games/{crossing}/")
    letters = page.locator(".rack.own .tile .character").all_inner_texts()
    page.route("**/words/*", lambda _route: None)
    for letter in letters:
        page.locator("[data-part=board]").press(letter)
    expect(page.locator(".world .tile")).to_have_count(6)
    page.unroute_all()
    page.reload()
    for letter in letters:
        page.locator("[data-part=board]").press(letter)
    hold(page)
    assert press(page.get_by_role("button", name="Submit and request green")) == ["true", True]


def test_a_move_button_is_busy_before_the_server_responds(window, transactional_db, anna, boris, signed_in):
    game_id = start_of("crosslet", anna, boris, now=just_now())
    mover, _ = to_move(game_id, anna, boris)
    give(game_id, mover, "CATIIII")
    page = signed_in(window(**TOUCHED), mover)
    page.goto(f"/games/{game_id}/")
    hold(page)
    for letter in "CAT":
        page.locator("[data-part=board]").press(letter)
    expect(page.locator(".play .world .tile")).to_have_count(3)
    assert press(page.locator("#orders .act.main:visible")) == ["true", True]


@pytest.mark.parametrize(
    ("address", "name"),
    [("/", "Play a robot"), ("/", "Submit answer"), ("/daily/crossing/", "Submit answer")],
    ids=["a robot", "the puzzle of the front page", "the daily puzzle"],
)
def test_a_form_button_is_busy_before_the_server_responds(window, transactional_db, address, name):
    lay_tiles(day_of(timezone.now()))
    page = window(**TOUCHED)
    page.goto(address)
    expect(page.locator(".play .field")).to_be_visible()
    hold(page)
    if name == "Submit answer":
        page.locator("[data-part=board]").press("T")
    assert press(page.get_by_role("button", name=name).first) == ["true", True]


@pytest.mark.parametrize("address", ["/", "/daily/crossing/", "game"])
def test_every_control_looks_pressed_while_pressed(window, crossing, anna, signed_in, address):
    lay_tiles(day_of(timezone.now()))
    page = window(**TOUCHED)
    if address == "game":
        signed_in(page, anna)
    page.goto(f"/games/{crossing}/" if address == "game" else address)
    expect(page.locator(".play .field")).to_be_visible()
    controls = page.locator("main :is(a, button):visible:not([aria-disabled=true], :disabled, .skip)").all()
    assert controls
    driver = page.context.new_cdp_session(page)
    root = driver.send("DOM.getDocument")["root"]["nodeId"]
    driver.send("CSS.enable")
    for number, control in enumerate(controls):
        control.evaluate("(one, number) => one.setAttribute('data-nth-control', number)", number)
        node = driver.send("DOM.querySelector", {"nodeId": root, "selector": f"[data-nth-control='{number}']"})[
            "nodeId"
        ]
        driver.send("CSS.forcePseudoState", {"nodeId": node, "forcedPseudoClasses": ["active"]})
        assert control.evaluate(PRESSED) != "none", control.evaluate("one => one.outerHTML")


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("/settings/api/", "Create token"),
        ("/games/new/", "Next"),
        ("/accounts/email/", "Send me the link"),
        ("/settings/notifications/channels/", "Save webhook"),
    ],
)
def test_a_form_submitted_twice_is_sent_once(window, transactional_db, anna, signed_in, address, name):
    page = signed_in(window(**TOUCHED), anna)
    page.goto(address, wait_until="networkidle")
    page.evaluate("for (const one of document.querySelectorAll('input')) one.required = false")
    hold(page)
    button = page.get_by_role("button", name=name, exact=True)
    expect(button).to_be_visible()
    assert button.evaluate(
        """one => {
            let sent = 0;
            addEventListener("submit", (event) => (sent += !event.defaultPrevented));
            one.click();
            one.click();
            return [one.ariaBusy, getComputedStyle(one).backgroundImage !== "none", sent];
        }"""
    ) == ["true", True, 1]


def test_a_form_can_be_sent_again_after_going_back(window, transactional_db, anna, signed_in):
    page = signed_in(window(**TOUCHED), anna)
    page.goto("/settings/api/")
    page.get_by_label("Purpose").fill("Bot")
    page.get_by_role("button", name="Create token").click()
    page.get_by_text("This is your API token.").wait_for()
    page.go_back()
    page.get_by_label("Purpose").fill("Second bot")
    page.get_by_role("button", name="Create token").click()
    expect(page.locator("#tokens")).to_contain_text("Second bot")


def test_a_form_is_sent_without_javascript(window, transactional_db, anna, signed_in):
    page = signed_in(window(size=TOUCHED["size"], script=False), anna)
    page.goto("/settings/api/")
    page.get_by_label("Purpose").fill("Bot")
    page.get_by_role("button", name="Create token").click()
    expect(page.locator("#tokens")).to_contain_text("Bot")
